/* SPDX-License-Identifier: MIT */
#include "lang/im-explain.h"

#include <string.h>

static gboolean
is_taken_apart (const ImExpr *expr)
{
  return expr->kind == IM_EXPR_OPERATOR &&
         (expr->op == IM_OPERATOR_NOT ||
          (expr->op >= IM_OPERATOR_LESS && expr->op <= IM_OPERATOR_OR));
}

/* Whether a lazy operator leaves its second operand out. */
static gboolean
ends_early (const ImExpr *expr, ImEnvironment *environment)
{
  ImValue left;

  if (expr->op != IM_OPERATOR_AND && expr->op != IM_OPERATOR_OR)
    return FALSE;
  if (!im_eval (expr->operands[0], environment, &left, NULL) ||
      left.kind != IM_VALUE_BOOL)
    return TRUE;

  return left.boolean == (expr->op == IM_OPERATOR_OR);
}

static gboolean
is_known (const char *text, ImSpan span, GArray *parts)
{
  for (guint i = 0; i < parts->len; i++)
    {
      ImSpan other = g_array_index (parts, ImExplainPart, i).span;

      if (other.end - other.start == span.end - span.start &&
          memcmp (text + other.start, text + span.start, span.end - span.start) == 0)
        return TRUE;
    }

  return FALSE;
}

void
im_explain (const ImExpr *condition,
            const char *text,
            ImEnvironment *environment,
            GArray *parts)
{
  if (condition->kind == IM_EXPR_CONSTANT)
    return;
  if (is_taken_apart (condition))
    {
      for (guint i = 0; i < condition->n_operands; i++)
        if (i == 0 || !ends_early (condition, environment))
          im_explain (condition->operands[i], text, environment, parts);
      return;
    }
  if (is_known (text, condition->span, parts))
    return;

  ImExplainPart part = { .span = condition->span };
  im_eval (condition, environment, &part.value, &part.error);
  g_array_append_val (parts, part);
}
