/* SPDX-License-Identifier: MIT
 *
 * The expression of a shape tells which axes are those of inputs; what is left is found
 * by size, and said to be.
 */
#include "program/im-axis-relation.h"

#include <math.h>
#include <string.h>

#include "program/im-axis-trace.h"

static const ImTensorType *
get_tensor (ImUnitEvaluation *evaluation, const ImParameter *parameter)
{
  ImValue value;

  if (!im_unit_evaluation_get_value (evaluation, parameter, &value, NULL) ||
      value.kind != IM_VALUE_TENSOR)
    return NULL;

  return value.tensor;
}

static void
find_inputs (ImAxisRelation *relation, ImUnitEvaluation *evaluation, ImArena *arena)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  guint n = 0;

  for (guint i = 0; i < unit->n_parameters; i++)
    n += unit->parameters[i].kind == IM_PARAMETER_INPUT ? 1 : 0;
  relation->inputs = im_arena_new0 (arena, ImAxisInput, MAX (1, n));
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      const ImTensorType *type;

      if (parameter->kind != IM_PARAMETER_INPUT || parameter->socket->is_time)
        continue;
      type = get_tensor (evaluation, parameter);
      if (type != NULL)
        relation->inputs[relation->n_inputs++] = (ImAxisInput){ parameter, type };
    }
}

/* What the expression tells; if it cannot be followed, that all axes are new. */
static void
trace_axes (ImAxisRelation *relation, ImUnitEvaluation *evaluation, ImArena *arena)
{
  const ImShape *shape = &relation->type->shape;
  ImAxisTrace trace;
  gboolean ok = im_axis_trace_output (evaluation, relation->parameter, relation->inputs,
                                      relation->n_inputs, arena, &trace) &&
                trace.rank == shape->rank;

  for (guint i = 0; i < shape->rank; i++)
    ok = ok && trace.axes[i].size == shape->size[i];
  for (guint i = 0; i < shape->rank; i++)
    relation->axes[i] = ok ? trace.axes[i]
                           : (ImAxisOrigin){ .change = IM_AXIS_INSERTED,
                                             .size = shape->size[i],
                                             .input = -1 };
}

static gboolean
is_carried (const ImAxisOrigin *origin)
{
  return origin->change == IM_AXIS_KEPT || origin->change == IM_AXIS_MOVED ||
         origin->change == IM_AXIS_REPLACED;
}

/* Axes of an input that are not in the order that they had there have moved, unless they
 * are where they were. */
static void
find_moved (ImAxisRelation *relation)
{
  const guint rank = relation->type->shape.rank;
  gboolean moved[IM_SHAPE_MAX_RANK] = { FALSE };

  for (guint i = 0; i < rank; i++)
    for (guint k = 0; k < rank; k++)
      {
        const ImAxisOrigin *a = &relation->axes[i], *b = &relation->axes[k];

        if (i != k && a->axis != i && a->change == IM_AXIS_KEPT && is_carried (b) &&
            a->input == b->input && (i < k ? a->axis >= b->axis : a->axis <= b->axis))
          moved[i] = TRUE;
      }
  for (guint i = 0; i < rank; i++)
    if (moved[i])
      relation->axes[i].change = IM_AXIS_MOVED;
}

static gboolean
uses_input (const ImAxisRelation *relation, guint input)
{
  for (guint i = 0; i < relation->type->shape.rank; i++)
    if (relation->axes[i].input == (gint) input)
      return TRUE;
  for (guint i = 0; i < relation->inputs[input].type->shape.rank; i++)
    if (relation->inputs[input].fates[i] == IM_AXIS_REMOVED)
      return TRUE;

  return FALSE;
}

/* Of a window that was found by shape: the outermost axes that count its inputs. Where
 * its size is not the product of outer axes, the elements of inputs are in the same axes.
 */
static void
find_window (ImAxisRelation *relation)
{
  const ImShape *shape = &relation->type->shape;
  const double window = relation->window.window;
  double product = 1;
  guint axis = shape->rank;

  if (!relation->has_window || window <= 1 || relation->parameter->socket->window != NULL)
    return;
  while (axis > 0 && product != window &&
         relation->axes[axis - 1].change == IM_AXIS_INSERTED)
    product *= shape->size[--axis];
  for (guint i = axis; i < shape->rank; i++)
    relation->axes[i].change = IM_AXIS_WINDOW;
}

/* What has the size of an axis of the first input, if the unit says nothing of axes. */
static void
find_aligned (ImAxisRelation *relation)
{
  const ImShape *shape;

  if (relation->n_inputs == 0)
    return;
  for (guint i = 0; i < relation->n_inputs; i++)
    if (uses_input (relation, i))
      return;

  shape = &relation->inputs[0].type->shape;
  for (guint i = 0; i < MIN (relation->type->shape.rank, shape->rank); i++)
    {
      ImAxisOrigin *origin = &relation->axes[i];

      if (origin->change != IM_AXIS_INSERTED || origin->size != shape->size[i])
        continue;
      origin->change = IM_AXIS_ALIGNED;
      origin->input = 0;
      origin->axis = i;
    }
}

/* Memory that is the same has the same elements in the same order. */
static void
find_reshaped (ImAxisRelation *relation)
{
  const ImParameter *output = relation->parameter;

  for (guint i = 0; i < relation->n_inputs; i++)
    if (uses_input (relation, i))
      return;
  for (guint i = 0; i < relation->n_inputs; i++)
    if (g_strcmp0 (output->socket->in_place_of,
                   relation->inputs[i].parameter->name.text) == 0)
      {
        relation->is_reshaped = TRUE;
        relation->reshaped = i;
      }
}

static void
find_fates (ImAxisRelation *relation)
{
  for (guint i = 0; i < relation->n_inputs; i++)
    {
      ImAxisInput *input = &relation->inputs[i];
      gboolean is_used = uses_input (relation, i);

      for (guint k = 0; k < input->type->shape.rank; k++)
        input->fates[k] = is_used ? IM_AXIS_REMOVED : IM_AXIS_UNUSED;
    }
  for (guint i = 0; i < relation->type->shape.rank; i++)
    {
      const ImAxisOrigin *origin = &relation->axes[i];
      ImAxisInput *input = origin->input < 0 ? NULL : &relation->inputs[origin->input];

      if (is_carried (origin))
        input->fates[origin->axis] = IM_AXIS_CARRIED;
      for (guint k = 0; k < origin->n_joined; k++)
        relation->inputs[origin->joined[k].input]
            .fates[origin->joined[k].axis] = IM_AXIS_CARRIED;
      for (guint k = 0; origin->change == IM_AXIS_MERGED && k < IM_SHAPE_MAX_RANK; k++)
        input->fates[k] = IM_AXIS_CARRIED;
    }
}

const ImAxisRelation *
im_axis_relation_new (ImUnitEvaluation *evaluation,
                      const ImParameter *output,
                      ImArena *arena)
{
  ImAxisRelation *relation = im_arena_new0 (arena, ImAxisRelation, 1);

  relation->parameter = output;
  relation->type = get_tensor (evaluation, output);
  if (relation->type == NULL)
    return NULL;

  find_inputs (relation, evaluation, arena);
  trace_axes (relation, evaluation, arena);
  find_moved (relation);
  relation->has_window = im_queue_window_find (evaluation, &relation->window) &&
                         relation->window.output == output;
  find_window (relation);
  find_reshaped (relation);
  find_fates (relation);
  if (!relation->is_reshaped)
    find_aligned (relation);

  return relation;
}

gboolean
im_axis_relation_is_aligned (const ImAxisRelation *relation, guint input, guint axis)
{
  const ImAxisInput *row = &relation->inputs[input];
  const ImAxisOrigin *origin = &relation->axes[axis];

  return !relation->is_reshaped && axis < relation->type->shape.rank &&
         row->fates[axis] == IM_AXIS_UNUSED &&
         row->type->shape.size[axis] == origin->size &&
         origin->change != IM_AXIS_WINDOW && origin->change != IM_AXIS_MERGED;
}

static void
append_size (gint32 size, GString *out)
{
  if (size < 0)
    g_string_append_c (out, '?');
  else
    g_string_append_printf (out, "%d", size);
}

/* `axis 1 of a, 8`. */
static void
append_axis (const ImParameter *parameter, guint axis, gint32 size, GString *out)
{
  g_string_append_printf (out, "axis %u of %s, ", axis, parameter->name.text);
  append_size (size, out);
}

static void
append_reasons (const char *a, const char *b, GString *out)
{
  if (a == NULL && b == NULL)
    return;
  g_string_append_printf (out, " (%s%s%s)", a == NULL ? "" : a,
                          a != NULL && b != NULL ? ", " : "", b == NULL ? "" : b);
}

/* From which axis of an input it comes. */
static void
append_source (const ImAxisRelation *relation, const ImAxisOrigin *origin, GString *out)
{
  static const char *const words[IM_N_AXIS_CHANGES] = {
    [IM_AXIS_KEPT] = "kept, is",
    [IM_AXIS_MOVED] = "moved, is",
    [IM_AXIS_REPLACED] = "replaces",
    [IM_AXIS_ALIGNED] = "has the same size at the same position as",
  };
  const ImAxisInput *input = &relation->inputs[origin->input];

  g_string_append_printf (out, "%s ", words[origin->change]);
  append_axis (input->parameter, origin->axis, input->type->shape.size[origin->axis],
               out);
  for (guint i = 0; i < origin->n_joined; i++)
    {
      const ImAxisJoin *join = &origin->joined[i];

      input = &relation->inputs[join->input];
      g_string_append (out, ", joined with ");
      append_axis (input->parameter, join->axis, input->type->shape.size[join->axis],
                   out);
    }
  append_reasons (origin->axis_by, origin->size_by, out);
}

static void
append_origin (const ImAxisRelation *relation, guint axis, GString *out)
{
  const ImAxisOrigin *origin = &relation->axes[axis];

  append_axis (relation->parameter, axis, origin->size, out);
  g_string_append (out, ": ");
  switch (origin->change)
    {
    case IM_AXIS_INSERTED:
      g_string_append (out, relation->is_reshaped ? "given" : "inserted");
      append_reasons (origin->axis_by, origin->size_by, out);
      break;
    case IM_AXIS_MERGED:
      g_string_append_printf (out, "merged, all elements of %s",
                              relation->inputs[origin->input].parameter->name.text);
      break;
    case IM_AXIS_WINDOW:
      g_string_append_printf (out, "part of a window of %.9g inputs",
                              relation->window.window);
      append_reasons (origin->axis_by, origin->size_by, out);
      break;
    case IM_AXIS_KEPT:
    case IM_AXIS_MOVED:
    case IM_AXIS_REPLACED:
    case IM_AXIS_ALIGNED:
    case IM_N_AXIS_CHANGES:
    default:
      append_source (relation, origin, out);
    }
  g_string_append (out, ".\n");
}

/* An axis of an input that is not behind one of the output. */
static void
append_fate (const ImAxisRelation *relation, guint input, guint axis, GString *out)
{
  const ImAxisInput *row = &relation->inputs[input];
  gboolean is_said = axis < relation->type->shape.rank &&
                     relation->axes[axis].change == IM_AXIS_ALIGNED &&
                     relation->axes[axis].input == (gint) input;

  if (row->fates[axis] == IM_AXIS_REMOVED)
    {
      append_axis (row->parameter, axis, row->type->shape.size[axis], out);
      g_string_append (out, ": removed");
      append_reasons (row->removed_by[axis], NULL, out);
      g_string_append (out, ".\n");
    }
  else if (!is_said && im_axis_relation_is_aligned (relation, input, axis))
    {
      append_axis (row->parameter, axis, row->type->shape.size[axis], out);
      g_string_append_printf (
          out, ": has the same size at the same position as axis %u of %s.\n", axis,
          relation->parameter->name.text);
    }
}

void
im_axis_relation_append_text (const ImAxisRelation *relation, GString *out)
{
  for (guint i = relation->type->shape.rank; i-- > 0;)
    append_origin (relation, i, out);
  if (relation->is_reshaped)
    g_string_append_printf (out, "%s has the elements of %s in the same order.\n",
                            relation->parameter->name.text,
                            relation->inputs[relation->reshaped].parameter->name.text);
  if (relation->has_window)
    {
      im_queue_window_append_text (&relation->window, out);
      g_string_append (out, ".\n");
    }
  for (guint i = 0; i < relation->n_inputs; i++)
    for (guint k = relation->inputs[i].type->shape.rank; k-- > 0;)
      append_fate (relation, i, k, out);
}
