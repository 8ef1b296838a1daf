/* SPDX-License-Identifier: MIT */
#include "bench-translate.h"

#include <math.h>
#include <string.h>

static const char *const functions[] = { "round", "int",  "max",   "min", "abs",
                                         "floor", "ceil", "sqrt",  "exp", "log",
                                         "sin",   "cos",  "Shape", NULL };
static const char *const fields[] = { "shape", "type",  "rate",   "shift",
                                      "scale", "count", "offset", NULL };
static const char *const methods[] = { "size", "flat", "slot", "step", "remove", NULL };

/* Operators that Lua writes in another way; NULL stands for "not at all". */
static const char *
get_operator (ImOperator op, gboolean is_whole)
{
  switch ((guint) op)
    {
    case IM_OPERATOR_NOT:
      return "not ";
    case IM_OPERATOR_NOT_EQUAL:
      return "~=";
    case IM_OPERATOR_AND:
      return " and ";
    case IM_OPERATOR_OR:
      return " or ";
    case IM_OPERATOR_DIVIDE:
      return is_whole ? "//" : "/";
    case IM_OPERATOR_BIT_XOR:
      return is_whole ? "~" : NULL;
    case IM_OPERATOR_BIT_AND:
    case IM_OPERATOR_BIT_OR:
      return is_whole ? im_operator_get_text (op) : NULL;
    default:
      return im_operator_get_text (op);
    }
}

static gboolean
translate_constant (const ImValue *value, GString *out)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  switch (value->kind)
    {
    case IM_VALUE_NULL:
      g_string_append (out, "nil");
      return TRUE;
    case IM_VALUE_BOOL:
      g_string_append (out, value->boolean ? "true" : "false");
      return TRUE;
    case IM_VALUE_INT:
      g_string_append_printf (out, "%d", value->integer);
      return TRUE;
    case IM_VALUE_DOUBLE:
      g_string_append (out, g_ascii_dtostr (buffer, sizeof buffer, value->real));
      g_string_append (out, strpbrk (buffer, ".e") == NULL ? ".0" : "");
      return isfinite (value->real);
    case IM_VALUE_DTYPE:
      g_string_append_printf (out, "%d", (int) value->dtype);
      return TRUE;
    case IM_VALUE_STRING:
    case IM_VALUE_SHAPE:
    case IM_VALUE_BROADCAST:
    case IM_VALUE_TENSOR:
    case IM_VALUE_BUFFER:
    case IM_VALUE_ARRAY:
    case IM_VALUE_UNKNOWN:
    case IM_N_VALUE_KINDS:
    default:
      return FALSE;
    }
}

static gboolean
translate_arguments (const ImExpr *expr,
                     guint first,
                     ImEnvironment *environment,
                     GString *out)
{
  g_string_append_c (out, '(');
  for (guint i = first; i < expr->n_operands; i++)
    {
      g_string_append (out, i > first ? ", " : "");
      if (!bench_translate (expr->operands[i], environment, out))
        return FALSE;
    }
  g_string_append_c (out, ')');

  return TRUE;
}

static gboolean
translate_call (const ImExpr *expr, ImEnvironment *environment, GString *out)
{
  gboolean is_method = expr->spelling == IM_SPELLING_METHOD;

  if (g_strv_contains (functions, expr->name))
    {
      g_string_append (out, expr->name);
      return translate_arguments (expr, 0, environment, out);
    }
  if (!is_method || !bench_translate (expr->operands[0], environment, out))
    return FALSE;
  if (g_strv_contains (fields, expr->name))
    {
      g_string_append_printf (out, ".%s", expr->name);
      return TRUE;
    }

  g_string_append_printf (out, ":%s ", expr->name);
  return g_strv_contains (methods, expr->name) &&
         translate_arguments (expr, 1, environment, out);
}

static ImValueKind
find_kind (const ImExpr *expr, ImEnvironment *environment)
{
  ImValue value = IM_NULL;

  im_eval (expr, environment, &value, NULL);

  return value.kind;
}

/* `a and b or c` is right as long as b is neither false nor nil. */
static gboolean
translate_conditional (const ImExpr *expr, ImEnvironment *environment, GString *out)
{
  static const char *const idiom[] = { " and ", " or ", "" };
  static const char *const closure[] = { " then return ", " else return ",
                                         " end end) ()" };
  ImValueKind kind = find_kind (expr->operands[1], environment);
  gboolean is_simple = kind != IM_VALUE_BOOL && kind != IM_VALUE_NULL;

  g_string_append (out, is_simple ? "" : "(function () if ");
  for (guint i = 0; i < 3; i++)
    {
      if (!bench_translate (expr->operands[i], environment, out))
        return FALSE;
      g_string_append (out, is_simple ? idiom[i] : closure[i]);
    }

  return TRUE;
}

static gboolean
translate_operator (const ImExpr *expr, ImEnvironment *environment, GString *out)
{
  gboolean is_whole = TRUE;

  for (guint i = 0; i < expr->n_operands; i++)
    {
      ImValueKind kind = find_kind (expr->operands[i], environment);

      is_whole = is_whole && kind == IM_VALUE_INT;
      if (kind > IM_VALUE_DOUBLE && expr->op < IM_OPERATOR_EQUAL)
        return FALSE;
    }
  if (expr->op == IM_OPERATOR_CONDITIONAL)
    return translate_conditional (expr, environment, out);

  const char *text = get_operator (expr->op, is_whole);
  if (text == NULL)
    return FALSE;
  if (expr->n_operands == 2 && !bench_translate (expr->operands[0], environment, out))
    return FALSE;
  g_string_append (out, text);

  return bench_translate (expr->operands[expr->n_operands - 1], environment, out);
}

gboolean
bench_translate (const ImExpr *expr, ImEnvironment *environment, GString *out)
{
  gboolean ok;

  switch (expr->kind)
    {
    case IM_EXPR_CONSTANT:
      return translate_constant (&expr->constant, out);
    case IM_EXPR_NAME:
      g_string_append (out, expr->name);
      return TRUE;
    case IM_EXPR_CALL:
      return translate_call (expr, environment, out);
    case IM_EXPR_OPERATOR:
    case IM_EXPR_ARRAY:
    case IM_EXPR_INDEX:
    default:
      g_string_append_c (out, '(');
      ok = translate_operator (expr, environment, out);
      g_string_append_c (out, ')');
      return ok;
    }
}
