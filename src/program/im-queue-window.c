/* SPDX-License-Identifier: MIT */
#include "program/im-queue-window.h"

#include <math.h>

#define ROUNDING 1e-6 /* of a quotient of two rates */

static const ImParameter *
find_socket (const ImUnit *unit, ImUnitEvaluation *evaluation, gboolean is_input)
{
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      ImValue value;

      if (parameter->kind <= IM_PARAMETER_RETURN && !parameter->is_time &&
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

/* Elements of a shape, or 0 if they are not known or too many. */
static gint32
count_elements (const ImShape *shape)
{
  gint32 flat;

  for (guint i = 0; i < shape->rank; i++)
    if (shape->size[i] < 0)
      return 0;

  return im_shape_product (shape, 0, shape->rank, &flat, NULL) ? flat : 0;
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

  gint32 n_input = count_elements (&input.tensor->shape);
  gint32 n_output = count_elements (&output.tensor->shape);
  if (n_input == 0 || n_output == 0)
    return FALSE;

  found.rate_hz = input.tensor->rate_hz;
  found.window = n_output / (double) n_input;
  found.stride = find_stride (evaluation, &found, input.tensor, output.tensor);
  if (found.stride == 0)
    return FALSE;
  *window = found;

  return TRUE;
}
