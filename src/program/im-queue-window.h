/* Which inputs of a queue a result is made of.
 *
 * The stride follows from the rates that the unit declares: rate of the input divided by
 * rate of the output, which is the number of inputs from one result to the next. Where
 * the rate of the input is not known, the unit is asked what it would be for two rates.
 *
 * The window is, by the first rule that applies,
 *
 * 1. what the attribute `window` of our namespace says of the output;
 * 2. elements of the output by elements of the input, if the shape of the output is that
 * of an option: it is then a piece of the stream in the shape that was asked for;
 * 3. the product of the outer axes, if these are around all axes, or all elements, of the
 * input.
 *
 * Source: specification, rates of queues, SlidingWindow and ContextualWindow.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "evaluation/im-unit-evaluation.h"

G_BEGIN_DECLS

/**
 * ImQueueWindow:
 * @input: the input that is collected: the first one that is connected, not one of time
 * @output: the first output that is not one of time
 * @rate_hz: inputs per second, 0 if unknown
 * @window: inputs that a result is made of, > 0; not whole if a window may begin or end
 * inside of an input; 0 if not known
 * @stride: inputs from the first one of a result to the first one of the next, > 0;
 * above @window if some are dropped
 */
typedef struct
{
  const ImParameter *input;
  const ImParameter *output;
  double rate_hz;
  double window;
  double stride;
} ImQueueWindow;

/**
 * im_queue_window_find:
 * @evaluation: a unit with inputs and options
 * @window: (out): its window; untouched if there is none
 *
 * Returns: whether the unit is a queue whose stride is known
 */
gboolean im_queue_window_find (ImUnitEvaluation *evaluation, ImQueueWindow *window);

/**
 * im_queue_window_count_needed:
 * @window: a window that is known
 * @output: number of an output, the first is 0
 *
 * Returns: how many inputs have to be there before that output is: the end of its window,
 *   output * stride + window, rounded up
 */
double im_queue_window_count_needed (const ImQueueWindow *window, guint output);

/**
 * im_queue_window_append_text:
 * @window: a window
 * @out: where to append
 *
 * Appends `an output of 512 inputs, every 160 inputs`.
 */
void im_queue_window_append_text (const ImQueueWindow *window, GString *out);

G_END_DECLS
