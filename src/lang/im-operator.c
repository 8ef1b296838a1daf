/* SPDX-License-Identifier: MIT */
#include "lang/im-operator.h"

#include <string.h>

#define STRING_MAX_BYTES (1024 * 1024)

static gboolean
is_number (const ImValue *value)
{
  return value->kind == IM_VALUE_INT || value->kind == IM_VALUE_DOUBLE;
}

static double
to_double (const ImValue *value)
{
  return value->kind == IM_VALUE_INT ? (double) value->integer : value->real;
}

/* A string may be left out of a sum by converting it first, everything else has no
 * operators. */
static gboolean
fail_operands (ImEval *eval, ImOperator op, const ImValue *a, const ImValue *b)
{
  g_autoptr (GString) found = g_string_new (NULL);

  im_kinds_append_text (im_value_get_kinds (a), TRUE, found);
  g_string_append (found, " and ");
  im_kinds_append_text (im_value_get_kinds (b), TRUE, found);

  return im_eval_fail (eval, IM_EXPR_ERROR_OPERAND_TYPE, "“%s” takes %s, found %s",
                       im_operator_get_text (op), im_operator_get_info (op)->operands,
                       found->str);
}

static gboolean
fail_operand (ImEval *eval, ImOperator op, const ImValue *operand)
{
  g_autoptr (GString) found = g_string_new (NULL);

  im_kinds_append_text (im_value_get_kinds (operand), TRUE, found);

  return im_eval_fail (eval, IM_EXPR_ERROR_OPERAND_TYPE, "“%s” takes %s, found %s",
                       im_operator_get_text (op), im_operator_get_info (op)->operands,
                       found->str);
}

/* The kinds of a result if not all operands are known; FALSE if there is none. */
static gboolean
apply_unknown (ImOperator op, const ImValue *operands, guint n, ImValue *out)
{
  *out = IM_UNKNOWN_OF (
      im_builtin_get_operator_result (im_operator_get_text (op), operands, n));

  return out->kinds != 0;
}

gboolean
im_operator_apply_unary (ImEval *eval,
                         ImOperator op,
                         const ImValue *operand,
                         ImValue *out)
{
  if (operand->kind == IM_VALUE_UNKNOWN)
    return apply_unknown (op, operand, 1, out) || fail_operand (eval, op, operand);
  if (op == IM_OPERATOR_NOT && operand->kind == IM_VALUE_BOOL)
    *out = IM_BOOL (!operand->boolean);
  else if (op == IM_OPERATOR_COMPLEMENT && operand->kind == IM_VALUE_INT)
    *out = IM_INT (~operand->integer);
  else if (op == IM_OPERATOR_NEGATE && operand->kind == IM_VALUE_DOUBLE)
    *out = IM_DOUBLE (-operand->real);
  else if (op == IM_OPERATOR_NEGATE && operand->kind == IM_VALUE_INT)
    {
      if (operand->integer == G_MININT32)
        return im_eval_fail (eval, IM_EXPR_ERROR_OVERFLOW, "-(%d) does not fit in an int",
                             operand->integer);
      *out = IM_INT (-operand->integer);
    }
  else
    return fail_operand (eval, op, operand);

  return TRUE;
}

static gboolean
fail_ints (ImEval *eval, ImOperator op, gint32 a, gint32 b, ImOperatorProblem problem)
{
  const char *text = im_operator_get_text (op);

  if (problem == IM_OPERATOR_DIVISION)
    return im_eval_fail (eval, IM_EXPR_ERROR_DIVISION_BY_ZERO,
                         "%d %s 0: division of ints by zero", a, text);
  if (problem == IM_OPERATOR_SHIFT)
    return im_eval_fail (eval, IM_EXPR_ERROR_VALUE,
                         "%d %s %d: the shift count is 0 to 31", a, text, b);

  return im_eval_fail (
      eval, IM_EXPR_ERROR_OVERFLOW,
      "%d %s %d does not fit in an int (%d to %d); make one of them a double "
      "with .real",
      a, text, b, G_MININT32, G_MAXINT32);
}

static gboolean
apply_ints (ImEval *eval, ImOperator op, gint32 a, gint32 b, ImValue *out)
{
  const ImOperatorInfo *info = im_operator_get_info (op);
  gint64 result;

  if (info->whole == NULL)
    {
      *out = IM_BOOL ((info->orders & im_order_of_whole (a, b)) != 0);
      return TRUE;
    }

  ImOperatorProblem problem = info->whole (a, b, &result);
  if (problem == IM_OPERATOR_FINE && (result > G_MAXINT32 || result < G_MININT32))
    problem = IM_OPERATOR_OVERFLOW;
  if (problem != IM_OPERATOR_FINE)
    return fail_ints (eval, op, a, b, problem);
  *out = IM_INT ((gint32) result);

  return TRUE;
}

/* Returns FALSE without an error if doubles have no such operator. */
static gboolean
apply_doubles (ImOperator op, double a, double b, ImValue *out)
{
  const ImOperatorInfo *info = im_operator_get_info (op);

  if (info->real != NULL)
    *out = IM_DOUBLE (info->real (a, b));
  else if (info->orders != 0)
    *out = IM_BOOL ((info->orders & im_order_of_real (a, b)) != 0);
  else
    return FALSE;

  return TRUE;
}

static gboolean
apply_arrays (ImEval *eval,
              ImOperator op,
              const ImValue *a,
              const ImValue *b,
              ImValue *out)
{
  const ImOperatorInfo *info = im_operator_get_info (op);
  g_autoptr (GError) error = NULL;
  ImArena *arena = im_eval_get_arena (eval);
  const ImArray *result;

  if (!info->takes_arrays)
    return fail_operands (eval, op, a, b);
  if (a->kind == IM_VALUE_ARRAY && b->kind == IM_VALUE_ARRAY)
    result = im_array_combine (arena, info->array, a->array, b->array, &error);
  else if (a->kind == IM_VALUE_ARRAY && is_number (b))
    result = im_array_combine_number (arena, info->array, a->array, to_double (b), FALSE,
                                      &error);
  else if (b->kind == IM_VALUE_ARRAY && is_number (a))
    result = im_array_combine_number (arena, info->array, b->array, to_double (a), TRUE,
                                      &error);
  else
    return fail_operands (eval, op, a, b);

  if (result == NULL)
    return im_eval_fail_gerror (eval, -1, g_steal_pointer (&error));
  *out = IM_ARRAY (result);

  return TRUE;
}

static gboolean
join_strings (ImEval *eval, const char *a, const char *b, ImValue *out)
{
  gsize length_a = strlen (a), length_b = strlen (b);

  if (length_a + length_b > STRING_MAX_BYTES)
    return im_eval_fail (eval, IM_EXPR_ERROR_VALUE, "a string has at most %d bytes",
                         STRING_MAX_BYTES);

  char *joined = im_arena_alloc (im_eval_get_arena (eval), length_a + length_b + 1);
  memcpy (joined, a, length_a);
  memcpy (joined + length_a, b, length_b + 1);
  *out = IM_STRING (joined);

  return TRUE;
}

static gboolean
apply_bools (ImOperator op, gboolean a, gboolean b, ImValue *out)
{
  const ImOperatorInfo *info = im_operator_get_info (op);

  if (info->boolean == NULL)
    return FALSE;
  *out = IM_BOOL (info->boolean (a, b));

  return TRUE;
}

/* Values that differ whatever the sizes will be are not equal. */
static ImValue
compare (ImOperator op, const ImValue *a, const ImValue *b)
{
  gboolean is_known = im_value_is_known (a) && im_value_is_known (b);

  if (!is_known && im_value_may_equal (a, b))
    return IM_UNKNOWN_OF (IM_KIND (IM_VALUE_BOOL));

  return IM_BOOL ((is_known && im_value_equal (a, b)) == (op == IM_OPERATOR_EQUAL));
}

/* One of the operands is not known yet, or none. */
static gboolean
apply_half_known (ImEval *eval,
                  ImOperator op,
                  const ImValue *a,
                  const ImValue *b,
                  ImValue *out)
{
  const ImValue operands[] = { *a, *b };

  if (!apply_unknown (op, operands, 2, out))
    return fail_operands (eval, op, a, b);
  if (b->kind == IM_VALUE_INT && b->integer == 0 &&
      im_value_get_kinds (a) == IM_KIND (IM_VALUE_INT) &&
      (op == IM_OPERATOR_DIVIDE || op == IM_OPERATOR_MODULO))
    return im_eval_fail (eval, IM_EXPR_ERROR_DIVISION_BY_ZERO,
                         "division of ints by zero");

  return TRUE;
}

gboolean
im_operator_apply_binary (ImEval *eval,
                          ImOperator op,
                          const ImValue *a,
                          const ImValue *b,
                          ImValue *out)
{
  if (op == IM_OPERATOR_EQUAL || op == IM_OPERATOR_NOT_EQUAL)
    {
      *out = compare (op, a, b);
      return TRUE;
    }
  if (a->kind == IM_VALUE_INT && b->kind == IM_VALUE_INT)
    return apply_ints (eval, op, a->integer, b->integer, out);
  if (is_number (a) && is_number (b) &&
      apply_doubles (op, to_double (a), to_double (b), out))
    return TRUE;
  if (a->kind == IM_VALUE_BOOL && b->kind == IM_VALUE_BOOL &&
      apply_bools (op, a->boolean, b->boolean, out))
    return TRUE;
  if (a->kind == IM_VALUE_STRING && b->kind == IM_VALUE_STRING && op == IM_OPERATOR_ADD)
    return join_strings (eval, a->string, b->string, out);
  if (a->kind == IM_VALUE_UNKNOWN || b->kind == IM_VALUE_UNKNOWN)
    return apply_half_known (eval, op, a, b, out);
  if (a->kind == IM_VALUE_ARRAY || b->kind == IM_VALUE_ARRAY)
    return apply_arrays (eval, op, a, b, out);

  return fail_operands (eval, op, a, b);
}
