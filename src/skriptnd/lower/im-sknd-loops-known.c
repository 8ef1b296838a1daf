/* SPDX-License-Identifier: MIT
 *
 * What is known of an expression of a statement without computing it: whether a run has
 * to, whether it is a pack, and whether it is an element of a tensor.
 */
#include <string.h>

#include "skriptnd/lower/im-sknd-loops-private.h"

gboolean
im_sknd_loops_fail (ImSkndLoops *loops, const ImSkndExpr *expr, const char *message)
{
  return im_sknd_frame_fail (loops->frame, "value", expr->span, "%s", message);
}

/* The tensors that a name stands for, where no index has that name. */
const ImSkndOperands *
im_sknd_loops_find_name (const ImSkndLoops *loops, const ImSkndExpr *expr)
{
  if (expr->kind != IM_SKND_NAME || g_hash_table_contains (loops->terms, expr->name))
    return NULL;

  return im_sknd_frame_find (loops->frame, expr->name);
}

gboolean
im_sknd_loops_is_known (const ImSkndLoops *loops, const ImSkndExpr *expr)
{
  if (expr->kind == IM_SKND_GUARD || expr->kind == IM_SKND_REMAP)
    return FALSE;
  if (expr->kind == IM_SKND_NAME)
    return !g_hash_table_contains (loops->terms, expr->name) &&
           im_sknd_frame_find (loops->frame, expr->name) == NULL;
  if (expr->kind == IM_SKND_MEMBER)
    return TRUE;
  for (guint i = 0; i < expr->n; i++)
    if (expr->operands[i] != NULL && !im_sknd_loops_is_known (loops, expr->operands[i]))
      return FALSE;

  return TRUE;
}

static gboolean
is_name_packed (const ImSkndLoops *loops, const ImSkndExpr *expr)
{
  const ImSkndTerms *terms = g_hash_table_lookup (loops->terms, expr->name);
  const ImSkndSymbol *symbol = im_sknd_scope_find (&loops->scope, expr->name);

  return terms != NULL                                      ? terms->is_packed
         : symbol == NULL                                   ? FALSE
         : symbol->value != NULL && !symbol->value->is_null ? symbol->value->is_packed
                                                            : symbol->type.is_packed;
}

static gboolean
is_index_packed (const ImSkndLoops *loops, const ImSkndExpr *expr)
{
  const ImSkndOperands *tensors = NULL;

  if (!im_sknd_loops_is_access (loops, expr))
    return expr->operands[1]->kind == IM_SKND_RANGE ||
           im_sknd_loops_is_packed (loops, expr->operands[1]);
  tensors = im_sknd_loops_find_name (loops, expr->operands[0]);

  return tensors != NULL && tensors->is_packed;
}

gboolean
im_sknd_loops_is_packed (const ImSkndLoops *loops, const ImSkndExpr *expr)
{
  switch ((guint) expr->kind)
    {
    case IM_SKND_NAME:
      return is_name_packed (loops, expr);
    case IM_SKND_MEMBER:
      return strcmp (expr->name, "shape") == 0;
    case IM_SKND_LIST:
    case IM_SKND_SUBSTITUTE:
      return TRUE;
    case IM_SKND_FOLD:
      return expr->is_cumulative;
    case IM_SKND_INDEX:
      return is_index_packed (loops, expr);
    case IM_SKND_UNARY:
    case IM_SKND_GUARD:
    case IM_SKND_REMAP:
    case IM_SKND_CALL:
      return expr->n > 0 && im_sknd_loops_is_packed (loops, expr->operands[0]);
    case IM_SKND_BINARY:
      if (expr->operation == IM_SKND_IN)
        return im_sknd_loops_is_packed (loops, expr->operands[0]);
      /* fall through */
    case IM_SKND_SELECT:
    case IM_SKND_COALESCE:
      for (guint i = 0; i < expr->n; i++)
        if (expr->operands[i] != NULL &&
            im_sknd_loops_is_packed (loops, expr->operands[i]))
          return TRUE;
      return FALSE;
    default:
      return FALSE;
    }
}

gboolean
im_sknd_loops_is_access (const ImSkndLoops *loops, const ImSkndExpr *expr)
{
  const ImSkndExpr *base = expr->operands[0];

  if (base->kind == IM_SKND_INDEX)
    base = base->operands[0];

  return base->kind == IM_SKND_NAME &&
         !g_hash_table_contains (loops->terms, base->name) &&
         im_sknd_frame_find (loops->frame, base->name) != NULL;
}
