/* SPDX-License-Identifier: MIT
 *
 * What follows an expression evaluates what it does not follow: conditions, numbers of
 * axes, and sizes.
 */
#include "program/im-axis-trace.h"

#include <string.h>

#define MAX_DEPTH 200
#define MAX_STEPS 20000 /* a unit may use a parameter in many places */
#define MAX_TEXT  40    /* bytes of an expression that are worth showing */

typedef struct
{
  const ImUnit *unit;
  ImEnvironment *environment;
  ImAxisInput *inputs;
  guint n_inputs;
  ImArena *arena;
  guint depth;
  guint steps;
} Walk;

/* An expression, and the text that its spans are in. */
typedef struct
{
  const char *text;
  const ImExpr *expr;
} Place;

static gboolean follow_shape (Walk *walk, Place place, ImAxisTrace *trace);
static gboolean follow_size (Walk *walk, Place place, ImAxisOrigin *origin);

static gboolean
enter (Walk *walk)
{
  if (walk->depth >= MAX_DEPTH || walk->steps >= MAX_STEPS)
    return FALSE;
  walk->depth++;
  walk->steps++;

  return TRUE;
}

static Place
get_operand (Place place, guint i)
{
  return (Place){ place.text, place.expr->operands[i] };
}

static gboolean
is_method (const ImExpr *expr, const char *name, guint n_operands)
{
  return expr->kind == IM_EXPR_CALL && expr->spelling == IM_SPELLING_METHOD &&
         expr->n_operands == n_operands && strcmp (expr->name, name) == 0;
}

static gboolean
get_value (Walk *walk, Place place, ImValueKind kind, ImValue *value)
{
  return im_eval (place.expr, walk->environment, value, NULL) && value->kind == kind;
}

/* Evaluates the size of an axis; one that is not known yet is one all the same. */
static gboolean
get_size (Walk *walk, Place place, gint32 *size)
{
  ImValue value;

  if (!im_eval (place.expr, walk->environment, &value, NULL) ||
      (value.kind != IM_VALUE_INT && value.kind != IM_VALUE_UNKNOWN))
    return FALSE;
  *size = value.kind == IM_VALUE_INT ? value.integer : IM_SHAPE_UNKNOWN;

  return TRUE;
}

static const ImParameter *
find_parameter (const Walk *walk, const ImExpr *name)
{
  for (guint i = 0; i < walk->unit->n_parameters; i++)
    if (name->slot >= 0 && walk->unit->parameters[i].slot == (guint) name->slot)
      return &walk->unit->parameters[i];

  return NULL;
}

static Place
get_place (const ImUnitExpr *expr)
{
  return (Place){ expr == NULL ? NULL : expr->text, expr == NULL ? NULL : expr->expr };
}

/* The branch of a condition that holds, or what a name stands for; FALSE if it is
 * neither. */
static gboolean
step_into (Walk *walk, Place place, Place *inside)
{
  const ImExpr *expr = place.expr;
  const ImParameter *parameter;
  ImValue test;

  if (expr->kind == IM_EXPR_OPERATOR && expr->op == IM_OPERATOR_CONDITIONAL)
    {
      if (!get_value (walk, get_operand (place, 0), IM_VALUE_BOOL, &test))
        return FALSE;
      *inside = get_operand (place, test.boolean ? 1 : 2);
      return TRUE;
    }
  if (expr->kind != IM_EXPR_NAME)
    return FALSE;
  parameter = find_parameter (walk, expr);
  if (parameter == NULL || parameter->kind != IM_PARAMETER_HIDDEN)
    return FALSE;
  *inside = get_place (parameter->value);

  return inside->expr != NULL;
}

/* An expression as it is written, NULL if it is a plain number, elsewhere defined or too
 * long to be read at a glance. */
static const char *
dup_text (const Walk *walk, Place place)
{
  ImSpan span = place.expr->span;

  if (place.expr->kind == IM_EXPR_CONSTANT || span.end - span.start > MAX_TEXT)
    return NULL;

  g_autofree char *text = g_strndup (place.text + span.start, span.end - span.start);
  g_auto (GStrv) words = g_strsplit_set (text, " \t\r\n", -1);
  g_autoptr (GString) joined = g_string_new (NULL);
  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_string_append_printf (joined, "%s%s", joined->len == 0 ? "" : " ", words[i]);

  return im_arena_strdup (walk->arena, joined->str);
}

/* `axis = 0`. */
static const char *
dup_axis_text (const Walk *walk, Place place, gint32 axis)
{
  const char *text = dup_text (walk, place);

  return text == NULL ? NULL : im_arena_printf (walk->arena, "%s = %d", text, axis);
}

static gint
find_input (const Walk *walk, const ImParameter *parameter)
{
  for (guint i = 0; i < walk->n_inputs; i++)
    if (walk->inputs[i].parameter == parameter)
      return (gint) i;

  return -1;
}

/* The shape of a socket: of an input its own axes, of an output what it follows from. */
static gboolean
follow_socket (Walk *walk, const ImExpr *name, ImAxisTrace *trace)
{
  const ImParameter *parameter = name->kind == IM_EXPR_NAME ? find_parameter (walk, name)
                                                            : NULL;
  gint input = find_input (walk, parameter);

  if (parameter != NULL && parameter->kind == IM_PARAMETER_OUTPUT)
    {
      Place place = get_place (parameter->shape);

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
make_axis (Walk *walk, Place size, gint32 n)
{
  ImAxisOrigin origin = { 0 };

  if (!follow_size (walk, size, &origin))
    origin = (ImAxisOrigin){ .change = IM_AXIS_INSERTED,
                             .input = -1,
                             .size_by = dup_text (walk, size) };
  origin.size = n;

  return origin;
}

/* Evaluates the axis of a call, counted from the right among @n. */
static gboolean
find_axis (Walk *walk, Place place, guint n, guint *axis, const char **by)
{
  Place argument = get_operand (place, 1);
  ImValue value;
  gint32 number;

  if (!get_value (walk, argument, IM_VALUE_INT, &value))
    return FALSE;
  number = value.integer < 0 ? value.integer + (gint32) n : value.integer;
  if (number < 0 || number >= (gint32) n)
    return FALSE;
  *axis = (guint) number;
  *by = dup_axis_text (walk, argument, value.integer);

  return TRUE;
}

/* The axes whose sizes a sum adds; all else in it counts as nothing. */
static void
collect_terms (Walk *walk, Place place, ImAxisJoin *terms, guint *n)
{
  const ImExpr *expr = place.expr;
  ImAxisOrigin origin;
  Place inside;

  if (!enter (walk))
    return;
  if (expr->kind == IM_EXPR_OPERATOR && expr->op == IM_OPERATOR_ADD)
    {
      collect_terms (walk, get_operand (place, 0), terms, n);
      collect_terms (walk, get_operand (place, 1), terms, n);
    }
  else if (follow_size (walk, place, &origin))
    {
      if (origin.change == IM_AXIS_KEPT && *n <= IM_AXIS_MAX_JOINED)
        terms[(*n)++] = (ImAxisJoin){ (guint) origin.input, origin.axis };
    }
  else if (step_into (walk, place, &inside))
    collect_terms (walk, inside, terms, n);
  walk->depth--;
}

/* Axes are joined if their sizes, and only these, make up the new one. */
static void
find_joined (Walk *walk, Place size, ImAxisOrigin *origin)
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
follow_replace (Walk *walk, Place place, ImAxisTrace *trace)
{
  Place size = get_operand (place, 2);
  const char *by;
  gint32 n;
  guint axis;

  if (!follow_shape (walk, get_operand (place, 0), trace) ||
      !find_axis (walk, place, trace->rank, &axis, &by) || !get_size (walk, size, &n))
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
follow_insert (Walk *walk, Place place, ImAxisTrace *trace)
{
  Place size = get_operand (place, 2);
  const char *by;
  gint32 n;
  guint axis;

  if (!follow_shape (walk, get_operand (place, 0), trace) ||
      trace->rank == IM_SHAPE_MAX_RANK ||
      !find_axis (walk, place, trace->rank + 1, &axis, &by) || !get_size (walk, size, &n))
    return FALSE;

  memmove (&trace->axes[axis + 1], &trace->axes[axis],
           (trace->rank - axis) * sizeof *trace->axes);
  trace->rank++;
  trace->axes[axis] = make_axis (walk, size, n);
  trace->axes[axis].axis_by = by;

  return TRUE;
}

static gboolean
follow_remove (Walk *walk, Place place, ImAxisTrace *trace)
{
  const char *by;
  guint axis;

  if (!follow_shape (walk, get_operand (place, 0), trace) ||
      !find_axis (walk, place, trace->rank, &axis, &by))
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
follow_constructor (Walk *walk, Place place, ImAxisTrace *trace)
{
  guint rank = place.expr->n_operands;

  if (rank > IM_SHAPE_MAX_RANK)
    return FALSE;
  trace->rank = rank;
  for (guint i = 0; i < rank; i++)
    {
      Place size = get_operand (place, rank - 1 - i);
      gint32 n;

      if (!get_size (walk, size, &n))
        return FALSE;
      trace->axes[i] = make_axis (walk, size, n);
    }

  return TRUE;
}

/* A shape that is given, such as by an option. */
static gboolean
follow_option (Walk *walk, Place place, ImAxisTrace *trace)
{
  const ImParameter *parameter = find_parameter (walk, place.expr);
  ImValue value;

  if (parameter == NULL || parameter->kind != IM_PARAMETER_SHAPE ||
      !get_value (walk, place, IM_VALUE_SHAPE, &value))
    return FALSE;
  trace->rank = value.shape->rank;
  trace->is_option = TRUE;
  for (guint i = 0; i < trace->rank; i++)
    trace->axes[i] = (ImAxisOrigin){ .change = IM_AXIS_INSERTED,
                                     .size = value.shape->size[i],
                                     .input = -1,
                                     .size_by = dup_text (walk, place) };

  return TRUE;
}

static gboolean
follow_call (Walk *walk, Place place, ImAxisTrace *trace)
{
  const ImExpr *expr = place.expr;

  if (is_method (expr, "shape", 1))
    return follow_socket (walk, expr->operands[0], trace);
  if (is_method (expr, "replace", 3))
    return follow_replace (walk, place, trace);
  if (is_method (expr, "insert", 3))
    return follow_insert (walk, place, trace);
  if (is_method (expr, "remove", 2))
    return follow_remove (walk, place, trace);
  if (expr->spelling == IM_SPELLING_METHOD && strcmp (expr->name, "withLabels") == 0)
    return follow_shape (walk, get_operand (place, 0), trace);

  return expr->spelling == IM_SPELLING_STATIC && expr->owner == IM_OWNER_SYSTEM &&
         strcmp (expr->name, "Shape") == 0 && follow_constructor (walk, place, trace);
}

static gboolean
follow_shape (Walk *walk, Place place, ImAxisTrace *trace)
{
  Place inside;
  gboolean ok;

  if (!enter (walk))
    return FALSE;
  trace->is_option = FALSE;
  if (place.expr->kind == IM_EXPR_CALL)
    {
      ok = follow_call (walk, place, trace);
      trace->is_option = FALSE;
    }
  else if (step_into (walk, place, &inside))
    ok = follow_shape (walk, inside, trace);
  else
    ok = place.expr->kind == IM_EXPR_NAME && follow_option (walk, place, trace);
  walk->depth--;

  return ok;
}

/* All elements of an input: its axes as they are, one for one. */
static gboolean
is_whole_input (const Walk *walk, const ImAxisTrace *trace)
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
follow_size_call (Walk *walk, Place place, ImAxisOrigin *origin)
{
  const ImExpr *expr = place.expr;
  ImAxisTrace trace;
  const char *by;
  guint axis;

  if (is_method (expr, "size", 2))
    {
      if (!follow_shape (walk, get_operand (place, 0), &trace) ||
          !find_axis (walk, place, trace.rank, &axis, &by) ||
          trace.axes[axis].change != IM_AXIS_KEPT)
        return FALSE;
      *origin = trace.axes[axis];
      return TRUE;
    }
  if (!is_method (expr, "flat", 1) ||
      !follow_shape (walk, get_operand (place, 0), &trace) ||
      !is_whole_input (walk, &trace))
    return FALSE;
  *origin = (ImAxisOrigin){ .change = IM_AXIS_MERGED, .input = trace.axes[0].input };

  return TRUE;
}

static gboolean
follow_size (Walk *walk, Place place, ImAxisOrigin *origin)
{
  Place inside;
  gboolean ok;

  if (!enter (walk))
    return FALSE;
  if (place.expr->kind == IM_EXPR_CALL)
    ok = follow_size_call (walk, place, origin);
  else
    ok = step_into (walk, place, &inside) && follow_size (walk, inside, origin);
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
  Walk walk = { .unit = im_unit_evaluation_get_unit (evaluation),
                .environment = im_unit_evaluation_get_environment (evaluation),
                .inputs = inputs,
                .n_inputs = n_inputs,
                .arena = arena };
  Place place = get_place (output->shape);

  return place.expr != NULL && follow_shape (&walk, place, trace);
}
