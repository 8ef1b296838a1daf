/* SPDX-License-Identifier: MIT */
#include "program/im-queue-window.h"

#include <math.h>

#include "program/im-axis-trace.h"

#define ROUNDING 1e-6 /* of a quotient of two rates */

static const ImParameter *
find_socket (const ImUnit *unit, ImUnitEvaluation *evaluation, gboolean is_input)
{
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      ImValue value;

      if (parameter->kind <= IM_PARAMETER_RETURN && !parameter->socket->is_time &&
          (parameter->kind == IM_PARAMETER_INPUT) == is_input &&
          im_unit_evaluation_get_value (evaluation, parameter, &value, NULL) &&
          value.kind == IM_VALUE_TENSOR)
        return parameter;
    }

  return NULL;
}

/* The rate of the output if the input had another one; 0 if it is not known. */
static double
ask_rate (ImUnitEvaluation *evaluation, const ImQueueWindow *window, double rate_hz)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  g_autofree ImUnitBinding *bindings = g_new0 (ImUnitBinding, unit->n_parameters);
  ImTensorType input;
  guint n = 0;
  ImValue value;

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];

      if ((parameter->kind != IM_PARAMETER_INPUT &&
           (parameter->kind < IM_PARAMETER_INT ||
            parameter->kind > IM_PARAMETER_DIRECTORY)) ||
          !im_unit_evaluation_get_value (evaluation, parameter, &value, NULL))
        continue;
      if (parameter == window->input)
        {
          input = *value.tensor;
          input.rate_hz = rate_hz;
          value = IM_TENSOR (&input);
        }
      bindings[n++] = (ImUnitBinding){ parameter->name.text, value };
    }

  g_autoptr (ImUnitEvaluation) other = im_unit_evaluation_new (unit, bindings, n);
  if (!im_unit_evaluation_get_value (other, window->output, &value, NULL) ||
      value.kind != IM_VALUE_TENSOR)
    return 0;

  return value.tensor->rate_hz;
}

/* Inputs from one result to the next, or 0. */
static double
find_stride (ImUnitEvaluation *evaluation,
             const ImQueueWindow *window,
             const ImTensorType *input,
             const ImTensorType *output)
{
  double stride, twice;

  if (input->rate_hz > 0 && output->rate_hz > 0)
    stride = twice = input->rate_hz / output->rate_hz;
  else if (input->rate_hz > 0)
    return 0;
  else
    {
      stride = 1 / ask_rate (evaluation, window, 1);
      twice = 2 / ask_rate (evaluation, window, 2);
    }
  if (!isfinite (stride) || !isfinite (twice) || stride <= 0 ||
      fabs (stride - twice) > ROUNDING * stride)
    return 0;

  return fabs (stride - round (stride)) < ROUNDING * stride ? round (stride) : stride;
}

/* Elements of some axes, or 0 if they are not known or too many. */
static double
count_elements (const ImShape *shape, guint start, guint stop)
{
  gint32 product;

  for (guint i = start; i < stop; i++)
    if (shape->size[i] < 0)
      return 0;

  return im_shape_product (shape, start, stop, &product, NULL) ? product : 0;
}

/* How many inner axes of the output are the axes of an input of @rank axes, or all its
 * elements; 0 if there is none around them or if another one comes from it. */
static guint
count_inner_axes (const ImAxisTrace *trace, guint rank)
{
  guint n = rank;

  if (trace->axes[0].change == IM_AXIS_MERGED)
    n = 1;
  else
    for (guint i = 0; i < rank; i++)
      if (i >= trace->rank || trace->axes[i].change != IM_AXIS_KEPT ||
          trace->axes[i].axis != i)
        return 0;
  for (guint i = n; i < trace->rank; i++)
    if (trace->axes[i].change != IM_AXIS_INSERTED)
      return 0;

  return trace->rank > n ? n : 0;
}

/* What the shapes tell of a window, or 0. */
static double
find_window_by_shape (ImUnitEvaluation *evaluation,
                      const ImQueueWindow *window,
                      const ImTensorType *input,
                      const ImTensorType *output)
{
  const ImParameter *parameter = window->output;
  g_autoptr (ImArena) arena = im_arena_new ();
  ImAxisInput axes = { .parameter = window->input, .type = input };
  double elements = count_elements (&input->shape, 0, input->shape.rank);
  ImAxisTrace trace;
  guint inner;

  if (elements == 0 ||
      !im_axis_trace_output (evaluation, parameter, &axes, 1, arena, &trace) ||
      trace.rank != output->shape.rank || trace.rank == 0)
    return 0;
  if (trace.is_option)
    return count_elements (&output->shape, 0, trace.rank) / elements;
  inner = count_inner_axes (&trace, input->shape.rank);

  return inner == 0 ? 0 : count_elements (&output->shape, inner, trace.rank);
}

/* What the unit declares, or 0. */
static double
find_declared_window (ImUnitEvaluation *evaluation, const ImParameter *output)
{
  ImValue value;

  if (output->socket->window == NULL || output->socket->window->expr == NULL ||
      !im_eval (output->socket->window->expr,
                im_unit_evaluation_get_environment (evaluation), &value, NULL))
    return 0;
  if (value.kind == IM_VALUE_INT)
    return MAX (0, value.integer);

  return value.kind == IM_VALUE_DOUBLE && isfinite (value.real) ? MAX (0, value.real) : 0;
}

gboolean
im_queue_window_find (ImUnitEvaluation *evaluation, ImQueueWindow *window)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  ImQueueWindow found = { 0 };
  ImValue input, output;

  if (!im_unit_is_queue (unit))
    return FALSE;
  found.input = find_socket (unit, evaluation, TRUE);
  found.output = find_socket (unit, evaluation, FALSE);
  if (found.input == NULL || found.output == NULL ||
      !im_unit_evaluation_get_value (evaluation, found.input, &input, NULL) ||
      !im_unit_evaluation_get_value (evaluation, found.output, &output, NULL))
    return FALSE;

  found.rate_hz = input.tensor->rate_hz;
  found.stride = find_stride (evaluation, &found, input.tensor, output.tensor);
  if (found.stride == 0)
    return FALSE;
  found.window = found.output->socket->window != NULL
                     ? find_declared_window (evaluation, found.output)
                     : find_window_by_shape (evaluation, &found, input.tensor,
                                             output.tensor);
  *window = found;

  return TRUE;
}

double
im_queue_window_count_needed (const ImQueueWindow *window, guint output)
{
  return ceil (output * window->stride + window->window - ROUNDING);
}

static void
append_inputs (GString *out, double n)
{
  g_string_append_printf (out, "%.10g input%s", n, n == 1 ? "" : "s");
}

void
im_queue_window_append_text (const ImQueueWindow *window, GString *out)
{
  g_string_append (out, "an output ");
  if (window->window > 0)
    {
      g_string_append (out, "of ");
      append_inputs (out, window->window);
      g_string_append (out, ", ");
    }
  g_string_append (out, "every ");
  append_inputs (out, window->stride);
}
