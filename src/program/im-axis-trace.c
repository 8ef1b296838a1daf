/* SPDX-License-Identifier: MIT
 *
 * An axis is followed from the input through each member of Shape that changes shapes.
 */
#include "program/im-axis-trace.h"

#include <string.h>

#include "program/im-axis-walk.h"

static gboolean follow_shape (ImAxisWalk *walk, ImAxisPlace place, ImAxisTrace *trace);
static gboolean follow_size (ImAxisWalk *walk, ImAxisPlace place, ImAxisOrigin *origin);

static gint
find_input (const ImAxisWalk *walk, const ImParameter *parameter)
{
  for (guint i = 0; i < walk->n_inputs; i++)
    if (walk->inputs[i].parameter == parameter)
      return (gint) i;

  return -1;
}

/* The shape of a socket: of an input its own axes, of an output what it follows from. */
static gboolean
follow_socket (ImAxisWalk *walk, const ImExpr *name, ImAxisTrace *trace)
{
  const ImParameter *parameter = name->kind == IM_EXPR_NAME
                                     ? im_axis_walk_find_parameter (walk, name)
                                     : NULL;
  gint input = find_input (walk, parameter);

  if (parameter != NULL && parameter->kind == IM_PARAMETER_OUTPUT)
    {
      ImAxisPlace place = im_axis_walk_get_place (parameter->socket->shape);

      return place.expr != NULL && follow_shape (walk, place, trace);
    }
  if (input < 0)
    return FALSE;

  const ImShape *shape = &walk->inputs[input].type->shape;
  trace->rank = shape->rank;
  for (guint i = 0; i < shape->rank; i++)
    trace->axes[i] = (ImAxisOrigin){ .change = IM_AXIS_KEPT,
                                     .size = shape->size[i],
                                     .input = input,
                                     .axis = i };

  return TRUE;
}

/* An axis that gets a size: it may be that of an axis of an input. */
static ImAxisOrigin
make_axis (ImAxisWalk *walk, ImAxisPlace size, gint32 n)
{
  ImAxisOrigin origin = { 0 };

  if (!follow_size (walk, size, &origin))
    origin = (ImAxisOrigin){ .change = IM_AXIS_INSERTED,
                             .input = -1,
                             .size_by = im_axis_walk_dup_text (walk, size) };
  origin.size = n;

  return origin;
}

/* The axes whose sizes a sum adds; all else in it counts as nothing. */
static void
collect_terms (ImAxisWalk *walk, ImAxisPlace place, ImAxisJoin *terms, guint *n)
{
  const ImExpr *expr = place.expr;
  ImAxisOrigin origin;
  ImAxisPlace inside;

  if (!im_axis_walk_enter (walk))
    return;
  if (expr->kind == IM_EXPR_OPERATOR && expr->op == IM_OPERATOR_ADD)
    {
      collect_terms (walk, im_axis_walk_get_operand (place, 0), terms, n);
      collect_terms (walk, im_axis_walk_get_operand (place, 1), terms, n);
    }
  else if (follow_size (walk, place, &origin))
    {
      if (origin.change == IM_AXIS_KEPT && *n <= IM_AXIS_MAX_JOINED)
        terms[(*n)++] = (ImAxisJoin){ (guint) origin.input, origin.axis };
    }
  else if (im_axis_walk_step_into (walk, place, &inside))
    collect_terms (walk, inside, terms, n);
  walk->depth--;
}

/* Axes are joined if their sizes, and only these, make up the new one. */
static void
find_joined (ImAxisWalk *walk, ImAxisPlace size, ImAxisOrigin *origin)
{
  ImAxisJoin terms[IM_AXIS_MAX_JOINED + 1];
  gint64 sum = 0;
  guint n = 0, n_joined = 0;

  collect_terms (walk, size, terms, &n);
  for (guint i = 0; i < n; i++)
    {
      gboolean is_own = terms[i].input == (guint) origin->input &&
                        terms[i].axis == origin->axis;

      gint32 length = walk->inputs[terms[i].input].type->shape.size[terms[i].axis];

      if (length < 0)
        return;
      sum += length;
      if (!is_own && n_joined < IM_AXIS_MAX_JOINED)
        origin->joined[n_joined++] = terms[i];
    }
  if (sum == origin->size && n_joined + 1 == n)
    origin->n_joined = n_joined;
}

static gboolean
follow_replace (ImAxisWalk *walk, ImAxisPlace place, ImAxisTrace *trace)
{
  ImAxisPlace size = im_axis_walk_get_operand (place, 2);
  const char *by;
  gint32 n;
  guint axis;

  if (!follow_shape (walk, im_axis_walk_get_operand (place, 0), trace) ||
      !im_axis_walk_find_axis (walk, place, trace->rank, &axis, &by) ||
      !im_axis_walk_get_size (walk, size, &n))
    return FALSE;

  ImAxisOrigin old = trace->axes[axis], new = make_axis (walk, size, n);
  if (new.change == IM_AXIS_INSERTED && old.input >= 0 && old.change != IM_AXIS_MERGED)
    {
      new.change = IM_AXIS_REPLACED;
      new.input = old.input;
      new.axis = old.axis;
      find_joined (walk, size, &new);
    }
  new.axis_by = by;
  trace->axes[axis] = new;

  return TRUE;
}

static gboolean
follow_insert (ImAxisWalk *walk, ImAxisPlace place, ImAxisTrace *trace)
{
  ImAxisPlace size = im_axis_walk_get_operand (place, 2);
  const char *by;
  gint32 n;
  guint axis;

  if (!follow_shape (walk, im_axis_walk_get_operand (place, 0), trace) ||
      trace->rank == IM_SHAPE_MAX_RANK ||
      !im_axis_walk_find_axis (walk, place, trace->rank + 1, &axis, &by) ||
      !im_axis_walk_get_size (walk, size, &n))
    return FALSE;

  memmove (&trace->axes[axis + 1], &trace->axes[axis],
           (trace->rank - axis) * sizeof *trace->axes);
  trace->rank++;
  trace->axes[axis] = make_axis (walk, size, n);
  trace->axes[axis].axis_by = by;

  return TRUE;
}

static gboolean
follow_remove (ImAxisWalk *walk, ImAxisPlace place, ImAxisTrace *trace)
{
  const char *by;
  guint axis;

  if (!follow_shape (walk, im_axis_walk_get_operand (place, 0), trace) ||
      !im_axis_walk_find_axis (walk, place, trace->rank, &axis, &by))
    return FALSE;

  ImAxisOrigin gone = trace->axes[axis];
  if (gone.input >= 0 && gone.change != IM_AXIS_MERGED)
    {
      walk->inputs[gone.input].fates[gone.axis] = IM_AXIS_REMOVED;
      walk->inputs[gone.input].removed_by[gone.axis] = by;
    }
  trace->rank--;
  memmove (&trace->axes[axis], &trace->axes[axis + 1],
           (trace->rank - axis) * sizeof *trace->axes);

  return TRUE;
}

/* `System.Shape(outermost, .., innermost)`. */
static gboolean
follow_constructor (ImAxisWalk *walk, ImAxisPlace place, ImAxisTrace *trace)
{
  guint rank = place.expr->n_operands;

  if (rank > IM_SHAPE_MAX_RANK)
    return FALSE;
  trace->rank = rank;
  for (guint i = 0; i < rank; i++)
    {
      ImAxisPlace size = im_axis_walk_get_operand (place, rank - 1 - i);
      gint32 n;

      if (!im_axis_walk_get_size (walk, size, &n))
        return FALSE;
      trace->axes[i] = make_axis (walk, size, n);
    }

  return TRUE;
}

/* A shape that is given, such as by an option. */
static gboolean
follow_option (ImAxisWalk *walk, ImAxisPlace place, ImAxisTrace *trace)
{
  const ImParameter *parameter = im_axis_walk_find_parameter (walk, place.expr);
  ImValue value;

  if (parameter == NULL || parameter->kind != IM_PARAMETER_SHAPE ||
      !im_axis_walk_get_value (walk, place, IM_VALUE_SHAPE, &value))
    return FALSE;
  trace->rank = value.shape->rank;
  trace->is_option = TRUE;
  for (guint i = 0; i < trace->rank; i++)
    trace->axes[i] = (ImAxisOrigin){ .change = IM_AXIS_INSERTED,
                                     .size = value.shape->size[i],
                                     .input = -1,
                                     .size_by = im_axis_walk_dup_text (walk, place) };

  return TRUE;
}

static gboolean
follow_call (ImAxisWalk *walk, ImAxisPlace place, ImAxisTrace *trace)
{
  const ImExpr *expr = place.expr;

  if (im_axis_walk_is_method (expr, "shape", 1))
    return follow_socket (walk, expr->operands[0], trace);
  if (im_axis_walk_is_method (expr, "replace", 3))
    return follow_replace (walk, place, trace);
  if (im_axis_walk_is_method (expr, "insert", 3))
    return follow_insert (walk, place, trace);
  if (im_axis_walk_is_method (expr, "remove", 2))
    return follow_remove (walk, place, trace);
  if (expr->spelling == IM_SPELLING_METHOD && strcmp (expr->name, "withLabels") == 0)
    return follow_shape (walk, im_axis_walk_get_operand (place, 0), trace);

  return expr->spelling == IM_SPELLING_STATIC && expr->owner == IM_OWNER_SYSTEM &&
         strcmp (expr->name, "Shape") == 0 && follow_constructor (walk, place, trace);
}

static gboolean
follow_shape (ImAxisWalk *walk, ImAxisPlace place, ImAxisTrace *trace)
{
  ImAxisPlace inside;
  gboolean ok;

  if (!im_axis_walk_enter (walk))
    return FALSE;
  trace->is_option = FALSE;
  if (place.expr->kind == IM_EXPR_CALL)
    {
      ok = follow_call (walk, place, trace);
      trace->is_option = FALSE;
    }
  else if (im_axis_walk_step_into (walk, place, &inside))
    ok = follow_shape (walk, inside, trace);
  else
    ok = place.expr->kind == IM_EXPR_NAME && follow_option (walk, place, trace);
  walk->depth--;

  return ok;
}

/* All elements of an input: its axes as they are, one for one. */
static gboolean
is_whole_input (const ImAxisWalk *walk, const ImAxisTrace *trace)
{
  if (trace->rank == 0)
    return FALSE;
  for (guint i = 0; i < trace->rank; i++)
    if (trace->axes[i].change != IM_AXIS_KEPT || trace->axes[i].axis != i ||
        trace->axes[i].input != trace->axes[0].input)
      return FALSE;

  return trace->rank == walk->inputs[trace->axes[0].input].type->shape.rank;
}

/* `shape.size(axis)` and `shape.flat` of what can be followed. */
static gboolean
follow_size_call (ImAxisWalk *walk, ImAxisPlace place, ImAxisOrigin *origin)
{
  const ImExpr *expr = place.expr;
  ImAxisTrace trace;
  const char *by;
  guint axis;

  if (im_axis_walk_is_method (expr, "size", 2))
    {
      if (!follow_shape (walk, im_axis_walk_get_operand (place, 0), &trace) ||
          !im_axis_walk_find_axis (walk, place, trace.rank, &axis, &by) ||
          trace.axes[axis].change != IM_AXIS_KEPT)
        return FALSE;
      *origin = trace.axes[axis];
      return TRUE;
    }
  if (!im_axis_walk_is_method (expr, "flat", 1) ||
      !follow_shape (walk, im_axis_walk_get_operand (place, 0), &trace) ||
      !is_whole_input (walk, &trace))
    return FALSE;
  *origin = (ImAxisOrigin){ .change = IM_AXIS_MERGED, .input = trace.axes[0].input };

  return TRUE;
}

static gboolean
follow_size (ImAxisWalk *walk, ImAxisPlace place, ImAxisOrigin *origin)
{
  ImAxisPlace inside;
  gboolean ok;

  if (!im_axis_walk_enter (walk))
    return FALSE;
  if (place.expr->kind == IM_EXPR_CALL)
    ok = follow_size_call (walk, place, origin);
  else
    ok = im_axis_walk_step_into (walk, place, &inside) &&
         follow_size (walk, inside, origin);
  walk->depth--;

  return ok;
}

gboolean
im_axis_trace_output (ImUnitEvaluation *evaluation,
                      const ImParameter *output,
                      ImAxisInput *inputs,
                      guint n_inputs,
                      ImArena *arena,
                      ImAxisTrace *trace)
{
  ImAxisWalk walk = { .unit = im_unit_evaluation_get_unit (evaluation),
                      .environment = im_unit_evaluation_get_environment (evaluation),
                      .inputs = inputs,
                      .n_inputs = n_inputs,
                      .arena = arena };
  ImAxisPlace place = im_axis_walk_get_place (output->socket->shape);

  return place.expr != NULL && follow_shape (&walk, place, trace);
}
