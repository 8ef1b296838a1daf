/* SPDX-License-Identifier: MIT
 *
 * Operators and assignments of the scratchpad: which types meet is decided by a report of
 * broadcasting, the scalars follow its result level by level.
 */
#include "tml/im-scratch-private.h"

#include <string.h>

#include "base/im-arena.h"
#include "tml/im-scratch-scalar.h"

#define REPORT_STEPS 50 /* what a report costs, compared with a scalar */

/* What an operator of two operands computes. An assignment takes the value as both. */
typedef struct
{
  ImScratchOperation operation;
  gboolean is_assignment;
  ImArena *arena;                     /* for texts */
  ImScratchScalar *out;               /* where the next scalar of the result stands */
  ImScratchScalar failed_a, failed_b; /* operands that have no result */
  ImOperatorProblem problem;
} Combination;

static ImBroadcastRules
get_rules (ImOperator op)
{
  static const ImBroadcastRules rules[IM_N_OPERATOR_GROUPS] = {
    [IM_OPERATOR_GROUP_ARITHMETIC] = IM_BROADCAST_RULES_TML_ARITHMETIC,
    [IM_OPERATOR_GROUP_BITWISE] = IM_BROADCAST_RULES_TML_BITWISE,
    [IM_OPERATOR_GROUP_RELATIONAL] = IM_BROADCAST_RULES_TML_RELATIONAL,
    [IM_OPERATOR_GROUP_LOGICAL] = IM_BROADCAST_RULES_TML_LOGICAL,
  };

  return rules[im_operator_get_info (op)->group];
}

/* Returns the common type, or NULL after reporting that there is none. */
static const ImNestedType *
meet (ImScratchRun *run,
      ImBroadcastRules rules,
      const char *operation,
      const char *const *names,
      const ImNestedType *a,
      const ImNestedType *b,
      ImSpan span)
{
  ImBroadcastOperand operands[] = { { .name = names[0], .type = a },
                                    { .name = names[1], .type = b } };

  if (!im_scratch_spend (run, REPORT_STEPS, span))
    return NULL;

  const ImBroadcastReport *report = im_broadcast_report_new (rules, operation, operands,
                                                             2, NULL, run->temporary);
  if (!report->is_ok)
    {
      im_scratch_fail (run, report->code, span, "%s", report->message);
      return NULL;
    }

  return im_nested_type_parse (report->result, run->temporary, NULL);
}

/* Offsets of the scalars of one operand while the elements of a result are walked. */
typedef struct
{
  const ImNestedType *element;
  const ImScratchScalar *scalars;
  gsize stride[IM_SHAPE_MAX_RANK]; /* 0 where the operand stretches */
} Walk;

/* A scalar is the element of itself. */
static Walk
start_walk (const ImNestedType *type, const ImScratchScalar *scalars)
{
  Walk walk = { type->base == NULL ? type : type->base, scalars, { 0 } };
  gsize stride = (gsize) im_nested_type_count (walk.element);

  for (guint i = 0; i < type->shape.rank; i++)
    {
      walk.stride[i] = type->shape.size[i] == 1 ? 0 : stride;
      stride *= (gsize) type->shape.size[i];
    }

  return walk;
}

static void
move_walk (Walk *walk, guint axis, gsize n)
{
  walk->scalars += walk->stride[axis] * n;
}

/* Goes to the next index of a shape; returns FALSE behind the last. */
static gboolean
step (const ImOpenShape *shape, gint64 *index, Walk *a, Walk *b)
{
  for (guint i = 0; i < shape->rank; i++)
    {
      gsize back = (gsize) index[i];

      if (++index[i] < shape->size[i])
        {
          move_walk (a, i, 1);
          move_walk (b, i, 1);
          return TRUE;
        }
      a->scalars -= a->stride[i] * back;
      b->scalars -= b->stride[i] * back;
      index[i] = 0;
    }

  return FALSE;
}

/* Not every uint is an int, although their types fit. */
static ImOperatorProblem
convert_scalar (const Combination *combination,
                ImScratchScalar scalar,
                ImScratchScalar *out)
{
  ImScalarType from = combination->operation.a, to = combination->operation.result;
  char text[8] = "";

  if (from == IM_SCALAR_CHAR && to == IM_SCALAR_STR)
    {
      g_unichar_to_utf8 ((gunichar) scalar.integer, text);
      out->text = im_arena_strdup (combination->arena, text);
      return IM_OPERATOR_FINE;
    }

  *out = im_scratch_scalar_widen (scalar, from, to);

  return to != IM_SCALAR_INT || im_scratch_scalar_fits (scalar.integer, to)
             ? IM_OPERATOR_FINE
             : IM_OPERATOR_OVERFLOW;
}

static gboolean
is_text (ImScalarType type)
{
  return type == IM_SCALAR_CHAR || type == IM_SCALAR_STR;
}

static const char *
get_text (ImScalarType type, const ImScratchScalar *scalar, char *buffer)
{
  if (type == IM_SCALAR_STR)
    return scalar->text;
  buffer[g_unichar_to_utf8 ((gunichar) scalar->integer, buffer)] = '\0';

  return buffer;
}

/* A char equals a text of that one character. */
static ImOperatorProblem
compare_texts (const ImScratchOperation *operation,
               const ImScratchScalar *a,
               const ImScratchScalar *b,
               ImScratchScalar *out)
{
  char buffer_a[8], buffer_b[8];
  gboolean are_equal = g_str_equal (get_text (operation->a, a, buffer_a),
                                    get_text (operation->b, b, buffer_b));

  out->integer = are_equal == (operation->op == IM_OPERATOR_EQUAL);

  return IM_OPERATOR_FINE;
}

static gboolean
combine_scalars (Combination *combination,
                 const ImScratchScalar *a,
                 const ImScratchScalar *b)
{
  combination->problem = combination->is_assignment
                             ? convert_scalar (combination, *a, combination->out)
                         : is_text (combination->operation.a)
                             ? compare_texts (&combination->operation, a, b,
                                              combination->out)
                             : im_scratch_scalar_combine (&combination->operation, *a, *b,
                                                          combination->out);
  combination->out++;
  combination->failed_a = *a;
  combination->failed_b = *b;

  return combination->problem == IM_OPERATOR_FINE;
}

static gboolean
combine_levels (Combination *combination,
                const ImNestedType *type,
                const ImNestedType *a,
                const ImScratchScalar *scalars_a,
                const ImNestedType *b,
                const ImScratchScalar *scalars_b)
{
  gint64 index[IM_SHAPE_MAX_RANK] = { 0 };

  if (type->base == NULL)
    return combine_scalars (combination, scalars_a, scalars_b);

  Walk walk_a = start_walk (a, scalars_a), walk_b = start_walk (b, scalars_b);
  do
    if (!combine_levels (combination, type->base, walk_a.element, walk_a.scalars,
                         walk_b.element, walk_b.scalars))
      return FALSE;
  while (step (&type->shape, index, &walk_a, &walk_b));

  return TRUE;
}

static gboolean
fail_combination (ImScratchRun *run, const Combination *combination, ImSpan span)
{
  const ImScratchOperation *operation = &combination->operation;
  const char *op = im_operator_get_text (operation->op);
  gint64 a = combination->failed_a.integer, b = combination->failed_b.integer;

  switch (combination->problem)
    {
    case IM_OPERATOR_DIVISION:
      return im_scratch_fail (run, "division-by-zero", span,
                              "%" G_GINT64_FORMAT " %s 0: division of whole numbers by "
                              "zero; reals have an infinity",
                              a, op);
    case IM_OPERATOR_SHIFT:
      return im_scratch_fail (run, "value", span,
                              "%" G_GINT64_FORMAT " %s %" G_GINT64_FORMAT
                              ": the shift count is 0 to 31",
                              a, op, b);
    case IM_OPERATOR_OVERFLOW:
      return im_scratch_fail (run, "overflow", span,
                              "%" G_GINT64_FORMAT " %s %" G_GINT64_FORMAT
                              " does not fit in %s",
                              a, op, b, im_scratch_scalar_get_range (operation->result));
    case IM_OPERATOR_FINE:
    default:
      g_assert_not_reached ();
    }
}

/* Whole numbers without a sign become uint beside a uint, or for an operator that takes
 * nothing else. */
static ImScratchValue
adapt_literal (ImScratchRun *run,
               ImBroadcastRules rules,
               ImScratchValue value,
               const ImScratchValue *other)
{
  if (value.is_literal &&
      (other->type->scalar == IM_SCALAR_UINT || rules == IM_BROADCAST_RULES_TML_BITWISE))
    value.type = im_nested_type_with_scalar (value.type, IM_SCALAR_UINT, run->temporary);

  return value;
}

static const char *
get_name (const ImExpr *expr, const char *other)
{
  return expr != NULL && expr->kind == IM_EXPR_NAME ? expr->name : other;
}

/* Bytes of the longest text of a value; elements often share one. */
static gint64
find_longest (const ImScratchValue *value)
{
  gint64 longest = 0;
  const char *last = NULL;

  if (value->type->scalar != IM_SCALAR_STR)
    return 4;
  for (gint64 i = 0, n = im_nested_type_count (value->type); i < n; i++)
    if (value->elements[i].text != last)
      {
        last = value->elements[i].text;
        longest = MAX (longest, (gint64) strlen (last));
      }

  return longest;
}

/* Comparing long texts takes its time. */
static gboolean
spend_texts (ImScratchRun *run,
             const ImNestedType *type,
             const ImScratchValue *a,
             const ImScratchValue *b,
             ImSpan span)
{
  gint64 length = MIN (find_longest (a), find_longest (b));

  return im_scratch_spend (run, im_nested_type_count (type) * (1 + length / 16), span);
}

gboolean
im_scratch_combine (ImScratchRun *run,
                    ImOperator op,
                    ImSpan span,
                    const ImExpr *const *exprs,
                    const ImScratchValue *a,
                    const ImScratchValue *b,
                    ImScratchValue *out)
{
  ImBroadcastRules rules = get_rules (op);
  const char *names[] = { get_name (exprs[0], "left"), get_name (exprs[1], "right") };

  ImScratchValue left = adapt_literal (run, rules, *a, b);
  ImScratchValue right = adapt_literal (run, rules, *b, a);
  const ImNestedType *type = meet (run, rules, im_operator_get_text (op), names,
                                   left.type, right.type, span);
  ImScratchScalar *elements = type == NULL ? NULL
                                           : im_scratch_new_elements (run, type, span);
  if (elements == NULL)
    return FALSE;

  if (is_text (left.type->scalar) && !spend_texts (run, type, &left, &right, span))
    return FALSE;

  Combination combination = {
    .operation = { op, left.type->scalar, right.type->scalar, type->scalar },
    .out = elements,
  };
  *out = (ImScratchValue){ type, elements, FALSE };
  if (!combine_levels (&combination, type, left.type, left.elements, right.type,
                       right.elements))
    return fail_combination (run, &combination, span);

  return TRUE;
}

/* What a value is to be of to be assigned to a type, if that is possible. */
static ImScratchValue
adapt_to_target (ImScratchRun *run, const ImNestedType *target, ImScratchValue value)
{
  if ((value.is_literal && target->scalar == IM_SCALAR_UINT) ||
      (value.type->scalar == IM_SCALAR_CHAR && target->scalar == IM_SCALAR_STR))
    value.type = im_nested_type_with_scalar (value.type, target->scalar, run->temporary);

  return value;
}

gboolean
im_scratch_convert (ImScratchRun *run,
                    const char *name,
                    const ImNestedType *type,
                    const ImScratchValue *value,
                    ImSpan span,
                    ImScratchValue *out)
{
  const char *names[] = { name != NULL ? name : "target", "value" };
  ImScratchValue adapted = adapt_to_target (run, type, *value);

  if (im_nested_type_equal (type, value->type))
    {
      *out = *value;
      return TRUE;
    }
  if (!im_nested_type_equal (type, adapted.type) &&
      meet (run, IM_BROADCAST_RULES_TML_ASSIGNMENT, NULL, names, type, adapted.type,
            span) == NULL)
    return FALSE;

  ImScratchScalar *elements = im_scratch_new_elements (run, type, span);
  if (elements == NULL)
    return FALSE;

  Combination combination = {
    .operation = { .a = value->type->scalar, .result = type->scalar },
    .is_assignment = TRUE,
    .arena = run->arena,
    .out = elements,
  };
  if (!combine_levels (&combination, type, value->type, value->elements, value->type,
                       value->elements))
    return im_scratch_fail (
        run, "overflow", span, "%" G_GINT64_FORMAT " does not fit in %s",
        combination.failed_a.integer, im_scratch_scalar_get_range (type->scalar));
  *out = (ImScratchValue){ type, elements, FALSE };

  return TRUE;
}
