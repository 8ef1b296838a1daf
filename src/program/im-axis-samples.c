/* SPDX-License-Identifier: MIT */
#include "program/im-axis-samples.h"

#include <math.h>
#include <string.h>

#include "program/im-axis-relation.h"

/* Whether there is anything to hand down: most units see none of it. */
static gboolean
has_source (ImUnitEvaluation *evaluation, const ImUnit *unit)
{
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *input = &unit->parameters[i];
      ImValue value;

      if (input->kind != IM_PARAMETER_INPUT ||
          !im_unit_evaluation_get_value (evaluation, input, &value, NULL) ||
          value.kind != IM_VALUE_TENSOR)
        continue;
      if (im_unit_is_queue (unit) && value.tensor->rate_hz > 0)
        return TRUE;
      for (guint k = 0; k < value.tensor->shape.rank; k++)
        if (value.tensor->sample_rate_hz[k] > 0)
          return TRUE;
    }

  return FALSE;
}

/* What the unit says of a replaced axis, or 0. */
static double
ask_declared (ImUnitEvaluation *evaluation, const ImParameter *output)
{
  const ImExpr *expr = output->socket->sample_rate == NULL
                           ? NULL
                           : output->socket->sample_rate->expr;
  ImValue value;

  if (expr == NULL ||
      !im_eval (expr, im_unit_evaluation_get_environment (evaluation), &value, NULL))
    return 0;
  if (value.kind == IM_VALUE_INT)
    return MAX (0, value.integer);

  return value.kind == IM_VALUE_DOUBLE && isfinite (value.real) ? MAX (0, value.real) : 0;
}

static double
count_elements (const ImShape *shape, guint start, guint stop)
{
  double product = 1;

  for (guint i = start; i < stop; i++)
    product *= shape->size[i];

  return product;
}

/* The innermost axis of a window that counts samples, if an input is several of them: the
 * outermost axis of the input counts samples too, and those inside of it make one. FALSE
 * if the elements may be channels. */
static gboolean
find_sample_axis (const ImShape *input, const ImShape *output, guint *axis)
{
  guint n = 0;

  while (n + 1 < input->rank && n + 1 < output->rank && output->size[n] == input->size[n])
    n++;
  if (n + 1 == input->rank && n > 0)
    *axis = n;
  else if (input->size[0] == 1 || output->size[0] == 1)
    *axis = 0;
  else
    return FALSE;

  return TRUE;
}

/* The innermost axis that counts parts of a window, and how many parts an input has;
 * FALSE if its elements may be channels. */
static gboolean
find_time_axis (const ImAxisRelation *relation,
                const ImShape *input,
                guint *axis,
                double *parts)
{
  const ImShape *output = &relation->type->shape;
  guint first = 0;

  while (first < output->rank && relation->axes[first].change != IM_AXIS_WINDOW)
    first++;
  *parts = count_elements (output, first, output->rank) / relation->window.window;
  if (*parts > 1)
    {
      if (!find_sample_axis (input, output, &first))
        return FALSE;
      *parts = count_elements (output, first, output->rank) / relation->window.window;
    }
  *axis = first;

  return first < output->rank;
}

/* Inner axes of a window count inputs or samples, outer ones rows of these. */
static double
get_window_rate (const ImAxisRelation *relation, guint axis)
{
  const ImTensorType *input = NULL;
  double parts;
  guint first;

  for (guint i = 0; i < relation->n_inputs; i++)
    if (relation->inputs[i].parameter == relation->window.input)
      input = relation->inputs[i].type;
  if (input == NULL || !(input->rate_hz > 0) || !(relation->window.window > 0) ||
      !find_time_axis (relation, &input->shape, &first, &parts) || axis < first)
    return 0;

  return input->rate_hz * parts / count_elements (&relation->type->shape, first, axis);
}

/* Of an input in one axis: the rate of its only axis that is longer than 1. */
static double
get_merged_rate (const ImTensorType *input)
{
  double rate = 0;
  guint n = 0;

  for (guint i = 0; i < input->shape.rank; i++)
    if (input->shape.size[i] != 1)
      {
        n++;
        rate = input->sample_rate_hz[i];
      }

  return n == 1 ? rate : 0;
}

static double
get_rate (const ImAxisRelation *relation, guint axis, double declared)
{
  const ImAxisOrigin *origin = &relation->axes[axis];
  const ImTensorType *input = origin->input < 0 ? NULL
                                                : relation->inputs[origin->input].type;

  switch (origin->change)
    {
    case IM_AXIS_KEPT:
    case IM_AXIS_MOVED:
    case IM_AXIS_ALIGNED:
      return input->sample_rate_hz[origin->axis];
    case IM_AXIS_REPLACED:
      return declared;
    case IM_AXIS_MERGED:
      return get_merged_rate (input);
    case IM_AXIS_WINDOW:
      return get_window_rate (relation, axis);
    case IM_AXIS_INSERTED:
    case IM_N_AXIS_CHANGES:
    default:
      return 0;
    }
}

void
im_axis_samples_find (ImUnitEvaluation *evaluation,
                      const ImParameter *output,
                      ImTensorType *type)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImAxisRelation *relation;
  double declared;

  memset (type->sample_rate_hz, 0, sizeof type->sample_rate_hz);
  if (output->socket == NULL || output->socket->is_time || !has_source (evaluation, unit))
    return;
  relation = im_axis_relation_new (evaluation, output, arena);
  if (relation == NULL)
    return;

  declared = ask_declared (evaluation, output);
  for (guint i = 0; i < type->shape.rank; i++)
    if (type->shape.size[i] != 1)
      type->sample_rate_hz[i] = get_rate (relation, i, declared);
}
