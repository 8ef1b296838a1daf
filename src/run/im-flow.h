/* Frames on their way through a program, and the records of what it computes on their way
 * back, whatever they are carried by.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "run/im-host.h"

G_BEGIN_DECLS

/**
 * ImFlowWay:
 * @write: gives bytes to the program, and waits until it has taken them; returns FALSE if
 *   it takes no more
 * @finish: says that there are no more; called by the thread of @write, once
 * @read: takes bytes from the program; returns their number, 0 if there are none yet,
 * after it has waited for a little, and -1 if there will be none any more
 * @stop: says that nobody reads any more; @write must come to an end then
 *
 * How bytes get to a program and back. Frames are written by another thread.
 */
typedef struct
{
  gboolean (*write) (gpointer data, const guint8 *bytes, gsize length);
  void (*finish) (gpointer data);
  gssize (*read) (gpointer data, guint8 *bytes, gsize length);
  void (*stop) (gpointer data);
} ImFlowWay;

/**
 * ImFlow:
 * @way: how bytes get to the program and back
 * @data: for the functions of @way
 * @stream: where frames come from, and where outputs go
 * @name: what messages begin with, such as `the C of the pipeline`
 * @frame_time_s: seconds that a frame may take, behind which the program ends itself by
 *   SIGALRM; 0 if it does not
 */
typedef struct
{
  const ImFlowWay *way;
  gpointer data;
  const ImHostStream *stream;
  const char *name;
  guint frame_time_s;
} ImFlow;

/**
 * ImFlowEnd:
 * @is_complete: whether the program came to its end
 * @source_error: (nullable): why there are no more frames
 *
 * How it went.
 */
typedef struct
{
  gboolean is_complete;
  GError *source_error;
} ImFlowEnd;

/**
 * im_flow_pass:
 * @flow: a flow
 * @end: (out): how it went
 * @error: return location for an [error@Im.RunError] RUN, if a record tells one, or an
 *   error of the stream
 *
 * Passes frames through the program, until it has come to its end, or nothing more comes.
 *
 * Returns: FALSE if it was ended by an error; the program may still run then
 */
gboolean im_flow_pass (const ImFlow *flow, ImFlowEnd *end, GError **error);

/**
 * im_flow_judge:
 * @flow: a flow that came to its end
 * @end: how it went; it is cleared
 * @result: how the program ended
 * @limits: its limits
 * @error: return location for the error of the source, or an [error@Im.RunError] RUN
 *
 * Returns: whether all frames went through
 */
gboolean im_flow_judge (const ImFlow *flow,
                        ImFlowEnd *end,
                        const ImProcessResult *result,
                        const ImProcessLimits *limits,
                        GError **error);

void im_flow_end_clear (ImFlowEnd *end);

G_END_DECLS
