/* SPDX-License-Identifier: MIT
 *
 * What can be said of a tree without evaluating it.
 */
#include "lang/im-expr.h"

#include <stdarg.h>
#include <string.h>

#include "base/im-arena.h"

const char *
im_expr_error_code_get_name (ImExprErrorCode code)
{
  static const char *const names[IM_N_EXPR_ERRORS] = {
    [IM_EXPR_ERROR_SYNTAX] = "syntax",
    [IM_EXPR_ERROR_LIMIT] = "expression-limit",
    [IM_EXPR_ERROR_UNKNOWN_NAME] = "unknown-name",
    [IM_EXPR_ERROR_UNKNOWN_MEMBER] = "unknown-member",
    [IM_EXPR_ERROR_ARGUMENT_COUNT] = "argument-count",
    [IM_EXPR_ERROR_ARGUMENT_TYPE] = "argument-type",
    [IM_EXPR_ERROR_OPERAND_TYPE] = "operand-type",
    [IM_EXPR_ERROR_OVERFLOW] = "overflow",
    [IM_EXPR_ERROR_DIVISION_BY_ZERO] = "division-by-zero",
    [IM_EXPR_ERROR_AXIS] = "axis",
    [IM_EXPR_ERROR_SHAPE] = "shape",
    [IM_EXPR_ERROR_VALUE] = "value",
    [IM_EXPR_ERROR_NOT_CONNECTED] = "not-connected",
    [IM_EXPR_ERROR_RECURSION] = "recursion",
    [IM_EXPR_ERROR_NEVER_EQUAL] = "never-equal",
    [IM_EXPR_ERROR_ROUNDING] = "rounding",
    [IM_EXPR_ERROR_SPACING] = "spacing",
    [IM_EXPR_ERROR_PARAMETER] = "parameter",
    [IM_EXPR_ERROR_UNSUPPORTED] = "unsupported",
  };

  return names[code];
}

static void
append_node (const ImExpr *expr, GString *out)
{
  static const char *const spellings[] = {
    [IM_SPELLING_STATIC] = "static",
    [IM_SPELLING_BARE] = "bare",
    [IM_SPELLING_METHOD] = "method",
  };

  switch (expr->kind)
    {
    case IM_EXPR_CONSTANT:
      g_string_append (out, "constant ");
      im_value_append_text (&expr->constant, out);
      break;
    case IM_EXPR_NAME:
      g_string_append_printf (out, "name %s", expr->name);
      break;
    case IM_EXPR_CALL:
      g_string_append_printf (out, "call %s ", spellings[expr->spelling]);
      if (expr->spelling == IM_SPELLING_STATIC)
        g_string_append_printf (out, "%s.", im_builtin_owner_get_name (expr->owner));
      g_string_append (out, expr->name);
      break;
    case IM_EXPR_OPERATOR:
      g_string_append_printf (out, "operator %s", im_operator_get_text (expr->op));
      break;
    case IM_EXPR_ARRAY:
      g_string_append (out, "array ");
      im_value_append_text (&expr->constant, out);
      break;
    case IM_EXPR_INDEX:
      g_string_append (out, "index");
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
append_tree (const ImExpr *expr, guint depth, GString *out)
{
  g_string_append_printf (out, "%*s", (int) depth * 2, "");
  append_node (expr, out);
  g_string_append_printf (out, "  %u-%u\n", expr->span.start, expr->span.end);
  for (guint i = 0; i < expr->n_operands; i++)
    append_tree (expr->operands[i], depth + 1, out);
}

void
im_expr_append_text (const ImExpr *expr, GString *out)
{
  append_tree (expr, 0, out);
}

gboolean
im_expr_equal (const ImExpr *a, const ImExpr *b)
{
  g_autoptr (GString) first = g_string_new (NULL);
  g_autoptr (GString) second = g_string_new (NULL);

  append_node (a, first);
  append_node (b, second);
  if (a->n_operands != b->n_operands || !g_string_equal (first, second))
    return FALSE;
  for (guint i = 0; i < a->n_operands; i++)
    if (!im_expr_equal (a->operands[i], b->operands[i]))
      return FALSE;

  return TRUE;
}

static void G_GNUC_PRINTF (5, 6) add_error (GPtrArray *errors,
                                            ImArena *arena,
                                            ImExprErrorCode code,
                                            ImSpan span,
                                            const char *format,
                                            ...)
{
  ImExprError *error = im_arena_new0 (arena, ImExprError, 1);
  va_list args;

  va_start (args, format);
  error->code = code;
  error->span = span;
  error->cause_slot = -1;
  error->message = im_arena_vprintf (arena, format, args);
  va_end (args);
  g_ptr_array_add (errors, error);
}

static const char *
suggestion (ImArena *arena, const char *nearest)
{
  return nearest == NULL ? "" : im_arena_printf (arena, "; did you mean “%s”?", nearest);
}

static gboolean
has_spelling (const ImExpr *call)
{
  for (guint i = 0; i < call->n_builtins; i++)
    if ((call->builtins[i].spellings & call->spelling) != 0 &&
        (call->spelling != IM_SPELLING_STATIC || call->builtins[i].owner == call->owner))
      return TRUE;

  return FALSE;
}

static void
check_call (const ImExpr *expr,
            const ImSymbols *symbols,
            ImArena *arena,
            GPtrArray *errors)
{
  const char *nearest;

  if (has_spelling (expr))
    return;

  nearest = im_builtin_nearest_member (expr->spelling, expr->owner, NULL, expr->name);
  if (expr->spelling == IM_SPELLING_STATIC)
    add_error (errors, arena, IM_EXPR_ERROR_UNKNOWN_MEMBER, expr->name_span,
               "%s has no member “%s”%s", im_builtin_owner_get_name (expr->owner),
               expr->name, suggestion (arena, nearest));
  else if (expr->spelling == IM_SPELLING_METHOD)
    add_error (errors, arena, IM_EXPR_ERROR_UNKNOWN_MEMBER, expr->name_span,
               "no value has a member “%s”%s", expr->name, suggestion (arena, nearest));
  else if (im_symbols_find (symbols, expr->name) >= 0)
    add_error (errors, arena, IM_EXPR_ERROR_UNKNOWN_NAME, expr->name_span,
               "“%s” is a parameter and cannot be called", expr->name);
  else
    add_error (errors, arena, IM_EXPR_ERROR_UNKNOWN_NAME, expr->name_span,
               "there is no function “%s”%s", expr->name, suggestion (arena, nearest));
}

void
im_expr_check_names (const ImExpr *expr,
                     const ImSymbols *symbols,
                     ImArena *arena,
                     GPtrArray *errors)
{
  for (guint i = 0; i < expr->n_operands; i++)
    im_expr_check_names (expr->operands[i], symbols, arena, errors);

  if (expr->kind == IM_EXPR_CALL)
    check_call (expr, symbols, arena, errors);
  else if (expr->kind == IM_EXPR_NAME && expr->slot < 0)
    add_error (errors, arena, IM_EXPR_ERROR_UNKNOWN_NAME, expr->name_span,
               "there is no parameter “%s”%s", expr->name,
               suggestion (arena, im_symbols_nearest (symbols, expr->name)));
}

static gboolean
is_other_logical (const ImExpr *parent, const ImExpr *operand)
{
  ImOperator other = parent->op == IM_OPERATOR_AND ? IM_OPERATOR_OR : IM_OPERATOR_AND;

  /* A parenthesis widens the span of what it encloses beyond its operands. */
  return operand->kind == IM_EXPR_OPERATOR && operand->op == other &&
         operand->span.start == operand->operands[0]->span.start;
}

gboolean
im_expr_mixes_and_or (const ImExpr *expr, ImSpan *span)
{
  gboolean is_logical = expr->kind == IM_EXPR_OPERATOR &&
                        (expr->op == IM_OPERATOR_AND || expr->op == IM_OPERATOR_OR);

  for (guint i = 0; i < expr->n_operands; i++)
    if (im_expr_mixes_and_or (expr->operands[i], span))
      return TRUE;
  if (!is_logical || !is_other_logical (expr, expr->operands[0]))
    return FALSE;

  *span = expr->name_span;
  return TRUE;
}

gboolean
im_expr_uses_name (const ImExpr *expr, const char *name)
{
  gboolean uses = expr != NULL && expr->kind == IM_EXPR_NAME &&
                  strcmp (expr->name, name) == 0;

  for (guint i = 0; expr != NULL && i < expr->n_operands && !uses; i++)
    uses = im_expr_uses_name (expr->operands[i], name);

  return uses;
}
