/* SPDX-License-Identifier: MIT
 *
 * Lists with what they are made of, and items by their indices.
 */
#include <string.h>

#include "skriptnd/value/im-sknd-evaluate-private.h"
#include "skriptnd/value/im-sknd-index.h"

static gboolean
get_part (ImSkndEvaluation *evaluation,
          const ImSkndExpr *part,
          gint64 *integer,
          gboolean *is_given,
          gboolean *is_null)
{
  ImSkndValue value;

  *is_given = part != NULL;
  if (part == NULL)
    return TRUE;
  if (!im_sknd_evaluate (evaluation, part, &value))
    return FALSE;
  *is_null |= value.is_null;
  *integer = value.is_null ? 0 : value.items[0].integer;

  return TRUE;
}

/* The values of a range; in an index of @n items if it is one, else @n is negative. */
static gboolean
evaluate_range (ImSkndEvaluation *evaluation,
                const ImSkndExpr *expr,
                gint64 n,
                ImSkndValue *value)
{
  ImSkndSlice slice = { .stride = 1, .n = n };
  gboolean is_null = FALSE, has_stride = FALSE;
  ImSkndRange range;
  ImSkndItem *items = NULL;
  g_autofree char *problem = NULL;

  if (!get_part (evaluation, expr->operands[0], &slice.begin, &slice.has_begin,
                 &is_null) ||
      !get_part (evaluation, expr->operands[1], &slice.end, &slice.has_end, &is_null) ||
      !get_part (evaluation, expr->operands[2], &slice.stride, &has_stride, &is_null))
    return FALSE;
  im_sknd_value_init (value, evaluation->arena, IM_SKND_BASE_INT, TRUE, 0);
  if (is_null)
    {
      value->is_null = TRUE;
      return TRUE;
    }
  problem = im_sknd_slice_resolve (&slice, &range);
  if (problem != NULL)
    return im_sknd_evaluate_fail (evaluation, expr, problem);
  if (!im_sknd_evaluate_charge (evaluation, expr, range.n))
    return FALSE;
  items = im_sknd_value_init (value, evaluation->arena, IM_SKND_BASE_INT, TRUE, range.n);
  for (guint i = 0; i < range.n; i++)
    items[i].integer = range.begin + (gint64) i * range.stride;

  return TRUE;
}

static gboolean
append_zip (ImSkndEvaluation *evaluation,
            const ImSkndExpr *expr,
            GArray *items,
            ImSkndValue *value)
{
  g_autofree ImSkndValue *packs = g_new0 (ImSkndValue, expr->n);
  guint n = 0;

  for (guint i = 0; i < expr->n; i++)
    {
      if (!im_sknd_evaluate (evaluation, expr->operands[i], &packs[i]) ||
          !im_sknd_evaluate_length (evaluation, expr, &packs[0], &packs[i], &n))
        return FALSE;
      value->is_null |= packs[i].is_null;
      if (packs[i].base != IM_SKND_BASE_OPEN)
        value->base = packs[i].base;
    }
  for (guint j = 0; j < n; j++)
    for (guint i = 0; i < expr->n; i++)
      g_array_append_val (items, packs[i].items[j]);

  return im_sknd_evaluate_charge (evaluation, expr, items->len);
}

/* How often an item stands in a list; the count may be a bool. */
static gboolean
get_count (ImSkndEvaluation *evaluation,
           const ImSkndExpr *expr,
           guint *n,
           gboolean *is_null)
{
  ImSkndValue value;

  if (!im_sknd_evaluate (evaluation, expr, &value))
    return FALSE;
  *n = 0;
  *is_null |= value.is_null;
  if (value.is_null)
    return TRUE;
  if (value.base == IM_SKND_BASE_BOOL)
    {
      *n = value.items[0].boolean ? 1 : 0;
      return TRUE;
    }
  if (value.items[0].integer < 0)
    return im_sknd_evaluate_fail (evaluation, expr, "The length of a pack is negative");
  if (!im_sknd_evaluate_charge (evaluation, expr,
                                (gsize) MIN (value.items[0].integer, G_MAXINT32)))
    return FALSE;
  *n = (guint) value.items[0].integer;

  return TRUE;
}

static gboolean
append_item (ImSkndEvaluation *evaluation,
             const ImSkndExpr *item,
             GArray *items,
             ImSkndValue *value)
{
  gboolean is_expand = item->kind == IM_SKND_EXPAND;
  const ImSkndExpr *inner = is_expand ? item->operands[0] : item;
  ImSkndValue found;
  guint n = 1;

  if (inner->kind == IM_SKND_ZIP)
    return append_zip (evaluation, inner, items, value);
  if (item->kind == IM_SKND_RANGE ? !evaluate_range (evaluation, item, -1, &found)
                                  : !im_sknd_evaluate (evaluation, inner, &found))
    return FALSE;
  if (is_expand && item->operands[1] != NULL &&
      !get_count (evaluation, item->operands[1], &n, &value->is_null))
    return FALSE;
  value->is_null |= found.is_null;
  if (found.base != IM_SKND_BASE_OPEN)
    value->base = found.base;
  if (value->is_null)
    return TRUE;
  if (found.is_packed)
    g_array_append_vals (items, found.items, found.n);
  else
    for (guint i = 0; i < n; i++)
      g_array_append_val (items, found.items[0]);

  return im_sknd_evaluate_charge (evaluation, item, items->len);
}

gboolean
im_sknd_evaluate_list (ImSkndEvaluation *evaluation,
                       const ImSkndExpr *expr,
                       ImSkndValue *value)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (ImSkndItem));
  ImSkndValue found = { .base = IM_SKND_BASE_OPEN };
  ImSkndItem *kept = NULL;

  for (guint i = 0; i < expr->n; i++)
    if (!append_item (evaluation, expr->operands[i], items, &found))
      return FALSE;
  kept = im_sknd_value_init (value, evaluation->arena, found.base, TRUE, items->len);
  value->is_null = found.is_null;
  if (items->len > 0)
    memcpy (kept, items->data, items->len * sizeof *kept);

  return im_sknd_evaluate_charge (evaluation, expr, items->len);
}

gboolean
im_sknd_evaluate_positions (ImSkndEvaluation *evaluation,
                            const ImSkndExpr *index,
                            guint n,
                            ImSkndValue *value)
{
  ImSkndValue found;
  g_autofree char *problem = NULL;

  if (index->kind == IM_SKND_RANGE ? !evaluate_range (evaluation, index, n, &found)
                                   : !im_sknd_evaluate (evaluation, index, &found))
    return FALSE;
  if (found.is_null || index->kind == IM_SKND_RANGE)
    {
      *value = found;
      return TRUE;
    }
  problem = im_sknd_positions (evaluation->arena, &found, n, value);

  return problem == NULL || im_sknd_evaluate_fail (evaluation, index, problem);
}

gboolean
im_sknd_evaluate_index (ImSkndEvaluation *evaluation,
                        const ImSkndExpr *expr,
                        ImSkndValue *value)
{
  ImSkndValue base, positions;
  gboolean is_string = FALSE;

  if (!im_sknd_evaluate (evaluation, expr->operands[0], &base))
    return FALSE;
  is_string = !base.is_packed;
  if (base.is_null)
    {
      *value = base;
      value->is_null = TRUE;
      return TRUE;
    }
  if (!im_sknd_evaluate_positions (
          evaluation, expr->operands[1],
          is_string ? im_sknd_string_length (base.items[0].string) : base.n, &positions))
    return FALSE;
  if (positions.is_null)
    {
      *value = positions;
      return TRUE;
    }
  if (is_string)
    im_sknd_string_pick (evaluation->arena, base.items[0].string, &positions, value);
  else
    im_sknd_pick (evaluation->arena, &base, &positions, value);

  return im_sknd_evaluate_charge (evaluation, expr, base.n + positions.n);
}

gboolean
im_sknd_evaluate_substitution (ImSkndEvaluation *evaluation,
                               const ImSkndExpr *expr,
                               ImSkndValue *value)
{
  const ImSkndExpr *target = expr->operands[0];
  ImSkndValue base, positions, found;
  ImSkndItem *items = NULL;
  guint n = 0;

  if (!im_sknd_evaluate (evaluation, target->operands[0], &base) ||
      !im_sknd_evaluate_positions (evaluation, target->operands[1], base.n, &positions) ||
      !im_sknd_evaluate (evaluation, expr->operands[1], &found))
    return FALSE;
  *value = base;
  if (base.is_null || positions.is_null || found.is_null)
    {
      value->is_null = TRUE;
      return TRUE;
    }
  if (!im_sknd_evaluate_length (evaluation, expr, &positions, &found, &n) ||
      !im_sknd_evaluate_charge (evaluation, expr, base.n))
    return FALSE;
  items = im_sknd_value_init (value, evaluation->arena, base.base, TRUE, base.n);
  if (base.n > 0)
    memcpy (items, base.items, base.n * sizeof *items);
  for (guint i = 0; i < positions.n; i++)
    items[positions.items[i].integer] = im_sknd_value_get (&found, i);

  return TRUE;
}
