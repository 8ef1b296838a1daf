/* Traces: what a run of a pipeline computed, call by call.
 *
 * The emitted C and the Python reference write the same form: records of a header of four
 * 32-bit words and some bytes, in the byte order of this machine.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ImTraceKind:
 * @IM_TRACE_RUN: a run begins, all memory is new; number is that of the frames
 * @IM_TRACE_FRAME: a frame is given; number is that of the frame
 * @IM_TRACE_TENSOR: a tensor; number is the call, part the buffer
 * @IM_TRACE_CALL: a call is done; number is the call
 * @IM_TRACE_OUTPUT: an output of the pipeline; number is the port
 * @IM_TRACE_STATUS: a function of the pipeline failed; number is the function, part the
 *   status
 * @IM_TRACE_MISMATCH: the reference has more or fewer results; bytes are a message
 * @IM_TRACE_ERROR: the reference could not run; bytes are a message
 * @IM_TRACE_END: the trace is complete
 * @IM_TRACE_OVERRUN: a call wrote memory that it was not given; bytes are a message; the
 *   trace ends here
 * @IM_TRACE_RESET: all data is forgotten, before the next frame; number is that of the
 *   frames
 * @IM_TRACE_TIME: what all frames took; number is that of frames, bytes are nanoseconds
 *   in 64 bits, and what they were measured with, such as `gcc 12.2.0`
 * @IM_TRACE_COST: what a call took in all frames of the run in front of it, on an
 * emulated core; number is the call, or IM_TRACE_COST_WHOLE; bytes are those of an
 * ImTraceCost
 */
typedef enum
{
  IM_TRACE_RUN,
  IM_TRACE_FRAME,
  IM_TRACE_TENSOR,
  IM_TRACE_CALL,
  IM_TRACE_OUTPUT,
  IM_TRACE_STATUS,
  IM_TRACE_MISMATCH,
  IM_TRACE_ERROR,
  IM_TRACE_END,
  IM_TRACE_OVERRUN,
  IM_TRACE_RESET,
  IM_TRACE_TIME,
  IM_TRACE_COST,
  IM_N_TRACE_KINDS,
} ImTraceKind;

/* The number of what all functions of the pipeline took together, with calls. */
#define IM_TRACE_COST_WHOLE G_MAXUINT32

/**
 * ImTraceCost:
 * @n_calls: how often it was called; of the whole the frames
 * @instructions: of all calls together
 * @most_instructions: of the longest call; of the whole 0
 * @stack_bytes: how much stack the call took; of the whole from where the pipeline is
 * called
 */
typedef struct
{
  guint64 n_calls;
  guint64 instructions;
  guint64 most_instructions;
  guint64 stack_bytes;
} ImTraceCost;

/**
 * ImTraceRecord:
 * @kind: what it is
 * @number: see ImTraceKind
 * @part: see ImTraceKind
 * @size_bytes: bytes of @data
 * @data: its content, borrowed from the trace, not aligned
 */
typedef struct
{
  ImTraceKind kind;
  guint32 number;
  gint32 part;
  guint32 size_bytes;
  const guint8 *data;
} ImTraceRecord;

/**
 * ImTraceReader:
 * @next: what has not been read
 * @end: end of the trace
 */
typedef struct
{
  const guint8 *next;
  const guint8 *end;
} ImTraceReader;

/**
 * im_trace_reader_init:
 * @reader: (out): a reader before the first record
 * @bytes: (nullable): a trace; NULL is empty
 */
void im_trace_reader_init (ImTraceReader *reader, GBytes *bytes);

/**
 * im_trace_reader_next:
 * @reader: a reader
 * @record: (out): the next record; untouched at the end
 *
 * Returns: FALSE at the end, and at a record that is cut off or of no kind
 */
gboolean im_trace_reader_next (ImTraceReader *reader, ImTraceRecord *record);

/**
 * im_trace_is_complete:
 * @bytes: (nullable): a trace
 *
 * Returns: whether its last record is IM_TRACE_END
 */
gboolean im_trace_is_complete (GBytes *bytes);

/**
 * im_trace_collect:
 * @bytes: (nullable): a trace
 * @port: an output of the pipeline
 *
 * Returns: the tensors of the output, one behind the other
 */
GByteArray *im_trace_collect (GBytes *bytes, guint port);

G_END_DECLS
