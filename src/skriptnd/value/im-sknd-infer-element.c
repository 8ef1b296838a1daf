/* SPDX-License-Identifier: MIT
 *
 * Types of what stands in `@lower` only: elements of tensors, and indices in bars. Of the
 * ranks of tensors only those are looked at that all calls share.
 */
#include "skriptnd/value/im-sknd-infer-private.h"

/* The tensor, or the pack of them, whose elements a name in front of brackets has. */
static const ImSkndSymbol *
find_tensor (const ImSkndInference *inference, const ImSkndExpr *expr)
{
  const ImSkndExpr *base = expr->operands[0];
  const ImSkndSymbol *symbol = NULL;

  if (base->kind == IM_SKND_INDEX)
    base = base->operands[0];
  if (base->kind == IM_SKND_NAME)
    symbol = im_sknd_scope_find (inference->scope, base->name);

  return symbol != NULL && symbol->type.is_tensor ? symbol : NULL;
}

gboolean
im_sknd_infer_is_element (const ImSkndInference *inference, const ImSkndExpr *expr)
{
  return find_tensor (inference, expr) != NULL;
}

/* What may be an index, or a pack of them; the whole may be null where it may. */
static gboolean
infer_position (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *whole)
{
  ImSkndType type;

  if (expr->kind == IM_SKND_RANGE)
    return im_sknd_infer_range (inference, expr, &type);
  if (!(expr->kind == IM_SKND_EXPAND ? im_sknd_infer_expand
                                     : im_sknd_infer_part) (inference, expr, &type))
    return FALSE;
  if (type.base != IM_SKND_BASE_INT && type.base != IM_SKND_BASE_OPEN)
    return im_sknd_infer_expect (inference, expr, &type,
                                 "an int as an index of a tensor");
  if (expr->kind != IM_SKND_EXPAND)
    whole->is_either |= im_sknd_infer_may_be_packed (&type);
  whole->is_optional |= type.is_optional;

  return TRUE;
}

/* `xs[k]`, which is a tensor, or several. */
static gboolean
infer_chosen (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  ImSkndType index;

  if (!im_sknd_infer_any (inference, expr->operands[0], type))
    return FALSE;
  if (!type->is_packed)
    return im_sknd_infer_expect (inference, expr->operands[0], type,
                                 "a pack of tensors in front of two pairs of brackets");
  if (expr->n != 2 || expr->has_comma || expr->operands[1]->kind == IM_SKND_EXPAND)
    return im_sknd_infer_fail (inference, "type", expr,
                               "Expected one index of a pack of tensors");
  if (expr->operands[1]->kind == IM_SKND_RANGE)
    return im_sknd_infer_range (inference, expr->operands[1], &index);
  if (!im_sknd_infer_operand (inference, expr->operands[1], &index))
    return FALSE;
  if (index.base != IM_SKND_BASE_INT && !im_sknd_infer_may_be_packed (&index))
    return im_sknd_infer_expect (inference, expr->operands[1], &index,
                                 "an int as an index of a pack");
  type->is_packed = index.is_packed;
  type->is_either = index.is_either;
  type->is_optional |= index.is_optional;

  return TRUE;
}

gboolean
im_sknd_infer_element (ImSkndInference *inference,
                       const ImSkndExpr *expr,
                       ImSkndType *type)
{
  const ImSkndSymbol *symbol = find_tensor (inference, expr);
  const ImSkndExpr *base = expr->operands[0];
  gboolean is_fine = (base->kind == IM_SKND_INDEX ? infer_chosen : im_sknd_infer_any) (
      inference, base, type);
  gboolean is_counted = symbol->has_rank;
  ImSkndType whole = { .base = IM_SKND_BASE_INT };

  for (guint i = 1; i < expr->n; i++)
    {
      is_fine &= infer_position (inference, expr->operands[i], &whole);
      is_counted &= expr->operands[i]->kind != IM_SKND_EXPAND &&
                    expr->operands[i]->kind != IM_SKND_RANGE;
    }
  if (!is_fine)
    return FALSE;
  if (is_counted && !whole.is_either && expr->n - 1 != symbol->rank)
    return im_sknd_infer_fail (
        inference, "type", expr, "Expected %u %s of a tensor of rank %u, found %u",
        symbol->rank, symbol->rank == 1 ? "index" : "indices", symbol->rank, expr->n - 1);
  type->is_tensor = FALSE;
  im_sknd_infer_spread (type, &whole);

  return TRUE;
}

gboolean
im_sknd_infer_guard (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  if (!inference->has_elements)
    return im_sknd_infer_fail (
        inference, "type", expr,
        "“|i|” is an index of a tensor, which is there in @lower only");
  *type = (ImSkndType){ .base = IM_SKND_BASE_INT };
  for (guint i = 0; i < expr->n; i++)
    {
      ImSkndType part;

      if (!im_sknd_infer_operand (inference, expr->operands[i], &part))
        return FALSE;
      if (part.base != IM_SKND_BASE_INT && part.base != IM_SKND_BASE_OPEN)
        return im_sknd_infer_expect (inference, expr->operands[i], &part,
                                     "an int as an index of a tensor");
      if (i > 0 && part.is_packed && !im_sknd_infer_may_be_packed (type))
        return im_sknd_infer_expect (inference, expr->operands[i], &part,
                                     "one index instead of one outside");
      im_sknd_infer_spread (type, &part);
    }
  type->is_guarded = TRUE;

  return TRUE;
}
