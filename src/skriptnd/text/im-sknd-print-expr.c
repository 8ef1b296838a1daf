/* SPDX-License-Identifier: MIT */
#include "skriptnd/text/im-sknd-expr.h"

static void append (GString *out, const char *text, const ImSkndExpr *expr);

static void
append_span (GString *out, const char *text, ImSpan span)
{
  g_string_append_len (out, text + span.start, span.end - span.start);
}

static void
append_list (GString *out, const char *text, const ImSkndExpr *expr, guint first)
{
  for (guint i = first; i < expr->n; i++)
    {
      if (i > first)
        g_string_append (out, ", ");
      append (out, text, expr->operands[i]);
    }
}

/* A blank stands between what ends with a digit and dots. */
static void
append_pack (GString *out, const char *text, const ImSkndExpr *expr)
{
  append (out, text, expr->operands[0]);
  if (g_ascii_isdigit (out->str[out->len - 1]) || out->str[out->len - 1] == '.')
    g_string_append_c (out, ' ');
  g_string_append (out, "..");
  if (expr->operands[1] == NULL)
    return;
  g_string_append_c (out, '(');
  append (out, text, expr->operands[1]);
  g_string_append_c (out, ')');
}

static void
append_range (GString *out, const char *text, const ImSkndExpr *expr)
{
  if (expr->operands[0] != NULL)
    append (out, text, expr->operands[0]);
  g_string_append_c (out, ':');
  if (expr->operands[1] != NULL)
    append (out, text, expr->operands[1]);
  if (expr->operands[2] == NULL)
    return;
  g_string_append_c (out, ':');
  append (out, text, expr->operands[2]);
}

static void
append_select (GString *out, const char *text, const ImSkndExpr *expr)
{
  append (out, text, expr->operands[0]);
  g_string_append (out, " ? ");
  append (out, text, expr->operands[1]);
  if (expr->operands[2] == NULL)
    return;
  g_string_append (out, " : ");
  append (out, text, expr->operands[2]);
}

static void
append_index (GString *out, const char *text, const ImSkndExpr *expr)
{
  append (out, text, expr->operands[0]);
  g_string_append_c (out, '[');
  append_list (out, text, expr, 1);
  g_string_append (out, expr->has_comma ? ",]" : "]");
}

static void
append_call (GString *out, const char *text, const ImSkndExpr *expr)
{
  g_string_append_printf (out, expr->is_quoted ? "`%s`(" : "%s(", expr->name);
  append_list (out, text, expr, 0);
  g_string_append_c (out, ')');
}

static void
append_guard (GString *out, const char *text, const ImSkndExpr *expr)
{
  static const char *const signs[] = { "|", " <> ", " : " };

  for (guint i = 0; i < expr->n; i++)
    {
      g_string_append (out, signs[i]);
      append (out, text, expr->operands[i]);
    }
  g_string_append_c (out, '|');
}

/* Pieces of a string stay as they are. */
static void
append_pieces (GString *out, const char *text, const ImSkndExpr *expr)
{
  for (guint i = 0; i < expr->n; i++)
    {
      if (i > 0)
        g_string_append_c (out, ' ');
      append_span (out, text, expr->operands[i]->span);
    }
}

static void
append_two (GString *out, const char *text, const ImSkndExpr *expr, const char *between)
{
  append (out, text, expr->operands[0]);
  g_string_append (out, between);
  append (out, text, expr->operands[1]);
}

static void
append_operation (GString *out, const char *text, const ImSkndExpr *expr)
{
  const char *sign = im_sknd_operator_get_info (expr->operation)->sign;

  if (expr->kind == IM_SKND_UNARY)
    {
      g_string_append (out, sign);
      append (out, text, expr->operands[0]);
      return;
    }

  append (out, text, expr->operands[0]);
  g_string_append_printf (out, " %s ", sign);
  if (expr->kind == IM_SKND_FOLD)
    g_string_append (out, expr->is_cumulative ? "..." : "..");
  else
    append (out, text, expr->operands[1]);
}

static void
append_bare (GString *out, const char *text, const ImSkndExpr *expr)
{
  switch (expr->kind)
    {
    case IM_SKND_INTEGER:
    case IM_SKND_REAL:
    case IM_SKND_PIECE:
    case IM_SKND_TEXT:
      append_span (out, text, expr->span);
      break;
    case IM_SKND_STRING:
      append_pieces (out, text, expr);
      break;
    case IM_SKND_CONSTANT:
    case IM_SKND_NAME:
      g_string_append (out, expr->name);
      break;
    case IM_SKND_MEMBER:
      append (out, text, expr->operands[0]);
      g_string_append_printf (out, ".%s", expr->name);
      break;
    case IM_SKND_TEST:
      g_string_append_c (out, '?');
      append (out, text, expr->operands[0]);
      break;
    case IM_SKND_UNARY:
    case IM_SKND_BINARY:
    case IM_SKND_FOLD:
      append_operation (out, text, expr);
      break;
    case IM_SKND_SELECT:
      append_select (out, text, expr);
      break;
    case IM_SKND_COALESCE:
      append_two (out, text, expr, " ?? ");
      break;
    case IM_SKND_SUBSTITUTE:
      append_two (out, text, expr, " <- ");
      break;
    case IM_SKND_LIST:
    case IM_SKND_ZIP:
      g_string_append_c (out, expr->kind == IM_SKND_LIST ? '[' : '(');
      append_list (out, text, expr, 0);
      g_string_append_c (out, expr->kind == IM_SKND_LIST ? ']' : ')');
      break;
    case IM_SKND_RANGE:
      append_range (out, text, expr);
      break;
    case IM_SKND_EXPAND:
      append_pack (out, text, expr);
      break;
    case IM_SKND_INDEX:
      append_index (out, text, expr);
      break;
    case IM_SKND_CALL:
      append_call (out, text, expr);
      break;
    case IM_SKND_GUARD:
    case IM_SKND_REMAP:
      append_guard (out, text, expr);
      break;
    }
}

static void
append (GString *out, const char *text, const ImSkndExpr *expr)
{
  if (expr->is_parenthesised)
    g_string_append_c (out, '(');
  append_bare (out, text, expr);
  if (expr->is_parenthesised)
    g_string_append_c (out, ')');
}

void
im_sknd_expr_append (const ImSkndExpr *expr, const char *text, GString *out)
{
  append (out, text, expr);
}
