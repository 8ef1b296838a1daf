/* When the queues of a pipeline collect their inputs, and when they give outputs.
 *
 * Time is counted from the moment at which the first input of the pipeline begins: input
 * n covers the time from n to n + 1 periods, and is there at its end. A queue with a
 * window of w and a stride of s inputs gives output m when input ceil (m * s + w) is
 * there. The time that code needs is not in it. Where the rate is not known, time is
 * counted in inputs of the pipeline.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"
#include "program/im-queue-window.h"

G_BEGIN_DECLS

/**
 * ImTimelineQueue:
 * @path: of the layer
 * @unit: its unit
 * @source: name of the tensor that it collects
 * @parent: number of the queue that gives its inputs, or -1
 * @window: window and stride, in its inputs
 * @is_timed: whether times are in seconds, else in inputs of the pipeline
 * @arrival: when its first input is there, -1 if not known
 * @period: from one of its inputs to the next
 * @first: when its first output is there, -1 if not known
 * @every: from one output to the next
 */
typedef struct
{
  const char *path;
  const ImUnit *unit;
  const char *source;
  gint parent;
  ImQueueWindow window;
  gboolean is_timed;
  double arrival;
  double period;
  double first;
  double every;
} ImTimelineQueue;

/**
 * ImTimeline:
 * @queues: in the order of the program, each behind the one that gives its inputs
 * @n_queues: their number
 */
typedef struct
{
  const ImTimelineQueue *queues;
  guint n_queues;
} ImTimeline;

/**
 * im_timeline_new:
 * @program: a program without errors; it must outlive the timeline
 * @arena: for the timeline
 *
 * Queues whose stride is not known are left out.
 *
 * Returns: the timeline
 */
const ImTimeline *im_timeline_new (const ImProgram *program, ImArena *arena);

/* Appends `32 ms`, or `512 inputs` if time is counted in them. */
void im_timeline_append_time (gboolean is_timed, double time, GString *out);

/* Appends `window 512 inputs, 32 ms · stride 160 inputs, 10 ms`. */
void im_timeline_append_window (const ImTimelineQueue *queue, GString *out);

/* Appends `overlap 352 of 512 inputs, 69 %`, or which part of the inputs is dropped. */
void im_timeline_append_overlap (const ImTimelineQueue *queue, GString *out);

/* Appends `first output after 32 ms, then every 10 ms (100 Hz)`. */
void im_timeline_append_outputs (const ImTimelineQueue *queue, GString *out);

G_END_DECLS
