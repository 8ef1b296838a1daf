/* Where things are in a trace, so that what concerns one layer of many is found without
 * walking through all of it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "run/im-trace.h"

G_BEGIN_DECLS

/**
 * ImTraceEntry:
 * @record: the record
 * @run: the run that it belongs to
 * @frame: the frame that it belongs to, 0 in front of the first one
 */
typedef struct
{
  ImTraceRecord record;
  guint run;
  guint frame;
} ImTraceEntry;

/**
 * ImTraceIndex:
 * @entries: (element-type ImTraceEntry): all records; their data is that of the trace
 */
typedef struct
{
  GArray *entries;
  /*< private >*/
  GBytes *trace;
  GHashTable *tensors; /* from the buffer: numbers of entries */
  GHashTable *calls;   /* from the call: numbers of entries */
  GArray *outputs;     /* numbers of entries, with those of frames */
  GArray *runs;        /* numbers of entries */
} ImTraceIndex;

ImTraceIndex *im_trace_index_new (GBytes *trace);
void im_trace_index_free (ImTraceIndex *index);

/**
 * im_trace_index_select:
 * @index: an index
 * @buffers: (element-type gint): the buffers that matter
 * @calls: (element-type guint): the calls that matter
 * @with_outputs: whether outputs and frames matter, too
 *
 * Returns: (element-type guint): numbers of entries, rising: these, and where runs begin
 */
GArray *im_trace_index_select (const ImTraceIndex *index,
                               const GArray *buffers,
                               const GArray *calls,
                               gboolean with_outputs);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImTraceIndex, im_trace_index_free)

G_END_DECLS
