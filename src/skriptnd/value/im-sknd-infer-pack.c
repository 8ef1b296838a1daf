/* SPDX-License-Identifier: MIT
 *
 * Types of lists, ranges, zips, indices and substitutions.
 */
#include "skriptnd/value/im-sknd-infer-private.h"

/* A part that is an int and no pack; it makes the whole optional. */
static gboolean
infer_int (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *whole)
{
  ImSkndType type;

  if (expr == NULL)
    return TRUE;
  if (!im_sknd_infer_operand (inference, expr, &type))
    return FALSE;
  if (type.base != IM_SKND_BASE_INT || type.is_packed)
    return im_sknd_infer_expect (inference, expr, &type, "an int");
  whole->is_optional |= type.is_optional;

  return TRUE;
}

gboolean
im_sknd_infer_range (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  *type = (ImSkndType){ .base = IM_SKND_BASE_INT };
  type->is_packed = TRUE;
  for (guint i = 0; i < 3; i++)
    if (!infer_int (inference, expr->operands[i], type))
      return FALSE;

  return TRUE;
}

static gboolean
infer_zip (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  *type = (ImSkndType){ .base = IM_SKND_BASE_OPEN };
  type->is_packed = TRUE;
  for (guint i = 0; i < expr->n; i++)
    {
      ImSkndType part;

      if (!im_sknd_infer_part (inference, expr->operands[i], &part))
        return FALSE;
      if (!im_sknd_infer_may_be_packed (&part))
        return im_sknd_infer_expect (inference, expr->operands[i], &part,
                                     "a pack in a zip");
      if (!im_sknd_type_join (type, &part, type))
        return im_sknd_infer_fail_different (inference, expr->operands[i], type, &part,
                                             "in a zip");
      im_sknd_infer_spread (type, &part);
    }

  return TRUE;
}

gboolean
im_sknd_infer_expand (ImSkndInference *inference,
                      const ImSkndExpr *expr,
                      ImSkndType *type)
{
  const ImSkndExpr *item = expr->operands[0], *count = expr->operands[1];
  ImSkndType length = { 0 };

  if (item->kind == IM_SKND_ZIP ? !infer_zip (inference, item, type)
                                : !im_sknd_infer_part (inference, item, type))
    return FALSE;
  if (type->is_packed && count != NULL)
    return im_sknd_infer_expect (inference, item, type,
                                 "a value that is no pack where it is said how often");
  if (!im_sknd_infer_may_be_packed (type) && count == NULL)
    return im_sknd_infer_expect (inference, item, type, "a pack in front of “..”");
  type->is_packed = TRUE;
  type->is_either = FALSE;
  if (count == NULL)
    return TRUE;

  if (!im_sknd_infer_operand (inference, count, &length))
    return FALSE;
  if (length.is_packed ||
      (length.base != IM_SKND_BASE_INT && length.base != IM_SKND_BASE_BOOL))
    return im_sknd_infer_expect (inference, count, &length,
                                 "an int or a bool, how often");
  type->is_optional |= length.is_optional;

  return TRUE;
}

static gboolean
infer_item (ImSkndInference *inference, const ImSkndExpr *item, ImSkndType *type)
{
  if (item->kind == IM_SKND_RANGE)
    {
      if (item->operands[0] == NULL || item->operands[1] == NULL)
        return im_sknd_infer_fail (inference, "type", item,
                                   "Expected where the range in a list begins and ends");
      return im_sknd_infer_range (inference, item, type);
    }
  if (item->kind == IM_SKND_EXPAND)
    return im_sknd_infer_expand (inference, item, type);
  if (!im_sknd_infer_part (inference, item, type))
    return FALSE;
  if (!type->is_packed)
    return TRUE;
  im_sknd_infer_expect (inference, item, type, "a value that is no pack");
  im_diagnostics_note (inference->diagnostics, "“..” behind it makes items of a pack");

  return FALSE;
}

gboolean
im_sknd_infer_list (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  gboolean is_fine = TRUE;

  *type = (ImSkndType){ .base = IM_SKND_BASE_OPEN };
  type->is_packed = TRUE;
  for (guint i = 0; i < expr->n; i++)
    {
      ImSkndType item;

      if (!infer_item (inference, expr->operands[i], &item))
        {
          is_fine = FALSE;
          continue;
        }
      if (!im_sknd_type_join (type, &item, type))
        {
          ImSkndType before = *type;

          before.is_packed = item.is_packed;
          return im_sknd_infer_fail_different (inference, expr->operands[i], &before,
                                               &item, "in a list");
        }
      im_sknd_infer_spread (type, &item);
    }

  return is_fine;
}

static gboolean
infer_index_item (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  if (expr->kind == IM_SKND_RANGE)
    return im_sknd_infer_range (inference, expr, type);
  if (!im_sknd_infer_operand (inference, expr, type))
    return FALSE;
  if (type->base == IM_SKND_BASE_INT ||
      (im_sknd_infer_may_be_packed (type) &&
       (type->base == IM_SKND_BASE_BOOL || type->base == IM_SKND_BASE_OPEN)))
    return TRUE;

  return im_sknd_infer_expect (inference, expr, type,
                               "an int, or a pack of ints or bools, as an index");
}

/* @base is the type of what is indexed. */
static gboolean
infer_index_of (ImSkndInference *inference,
                const ImSkndExpr *expr,
                ImSkndType *base,
                ImSkndType *type)
{
  ImSkndType index;
  gboolean is_string = FALSE;

  if (!im_sknd_infer_any (inference, expr->operands[0], base))
    return FALSE;
  *type = *base;
  type->is_either = FALSE;
  is_string = type->base == IM_SKND_BASE_STR && !type->is_packed;
  if (type->is_tensor)
    return im_sknd_infer_expect (inference, expr->operands[0], type,
                                 "a pack; elements of a tensor are there in @lower only");
  if (!im_sknd_infer_may_be_packed (base) && !is_string)
    return im_sknd_infer_expect (inference, expr->operands[0], type,
                                 inference->has_elements
                                     ? "a tensor, a pack or a str in front of “[”"
                                     : "a pack or a str in front of “[”");
  if (expr->n != 2 || expr->has_comma || expr->operands[1]->kind == IM_SKND_EXPAND)
    return im_sknd_infer_fail (inference, "type", expr,
                               "Expected one index of a pack, found %s",
                               expr->n < 2 ? "none" : "several");
  if (!infer_index_item (inference, expr->operands[1], &index))
    return FALSE;
  type->is_packed = !is_string && index.is_packed;
  type->is_either = !is_string && index.is_either;
  type->is_optional |= index.is_optional;

  return TRUE;
}

gboolean
im_sknd_infer_index (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  ImSkndType base;

  if (inference->has_elements && im_sknd_infer_is_element (inference, expr))
    return im_sknd_infer_element (inference, expr, type);

  return infer_index_of (inference, expr, &base, type);
}

gboolean
im_sknd_infer_substitution (ImSkndInference *inference,
                            const ImSkndExpr *expr,
                            ImSkndType *type)
{
  const ImSkndExpr *target = expr->operands[0];
  ImSkndType item, base, value;

  if (!infer_index_of (inference, target, &base, &item) ||
      !im_sknd_infer_part (inference, expr->operands[1], &value))
    return FALSE;
  if (!im_sknd_infer_may_be_packed (&base))
    return im_sknd_infer_expect (inference, target->operands[0], &base,
                                 "a pack in front of “[”");
  *type = base;
  type->is_packed = TRUE;
  type->is_either = FALSE;
  if (!im_sknd_type_join (&base, &value, type))
    return im_sknd_infer_fail_different (inference, expr, &base, &value,
                                         "on both sides of “<-”");
  if (item.is_packed != value.is_packed && !item.is_either && !value.is_either &&
      !(item.is_packed && inference->has_elements))
    return im_sknd_infer_expect (inference, expr->operands[1], &value,
                                 item.is_packed ? "a pack, a value for each index"
                                                : "one value for one index");
  type->is_optional = item.is_optional || value.is_optional;
  type->is_guarded |= value.is_guarded;

  return TRUE;
}
