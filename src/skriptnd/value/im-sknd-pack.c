/* SPDX-License-Identifier: MIT */
#include "skriptnd/value/im-sknd-pack.h"

#include <string.h>

const char *
im_sknd_range_init (ImSkndRange *range, gint64 begin, gint64 end, gint64 stride)
{
  __int128 distance = stride > 0 ? (__int128) end - begin : (__int128) begin - end;
  __int128 step = stride > 0 ? stride : -(__int128) stride, n = 0;

  if (stride == 0)
    return "The stride of a range is 0";
  n = distance <= 0 ? 0 : (distance + step - 1) / step;
  if (n > IM_SKND_MAX_ITEMS)
    return "A range has more than a million values";
  *range = (ImSkndRange){ begin, stride, (guint) n };

  return NULL;
}

static int
compare_items (gconstpointer a, gconstpointer b, gpointer base)
{
  return im_sknd_item_compare (GPOINTER_TO_UINT (base), *(const ImSkndItem *) a,
                               *(const ImSkndItem *) b);
}

static ImSkndItem *
dup_sorted (const ImSkndValue *pack)
{
  ImSkndItem *items = g_memdup2 (pack->items, pack->n * sizeof *items);

  g_qsort_with_data (items, (int) pack->n, sizeof *items, compare_items,
                     GUINT_TO_POINTER (pack->base));

  return items;
}

static gboolean
is_unique (const ImSkndValue *pack)
{
  g_autofree ImSkndItem *items = dup_sorted (pack);

  for (guint i = 1; i < pack->n; i++)
    if (im_sknd_item_equal (pack->base, items[i - 1], items[i]))
      return FALSE;

  return TRUE;
}

/* Whether each item is so to the next one. */
static gboolean
holds_between (ImSkndOperator operation, const ImSkndValue *pack)
{
  for (guint i = 1; i < pack->n; i++)
    {
      ImSkndItem result = { 0 };

      im_sknd_item_operate (operation, pack->base, pack->items[i - 1], pack->items[i],
                            &result);
      if (!result.boolean)
        return FALSE;
    }

  return TRUE;
}

/* What an empty pack gives. */
static ImSkndItem
get_neutral (ImSkndOperator operation, ImSkndBase base)
{
  ImSkndItem item = { 0 };

  if (operation == IM_SKND_AND)
    item.boolean = TRUE;
  else if (operation == IM_SKND_MULTIPLY && base == IM_SKND_BASE_REAL)
    item.real = 1;
  else if (operation == IM_SKND_MULTIPLY)
    item.integer = 1;

  return item;
}

static const char *
accumulate (ImSkndOperator operation,
            ImSkndBase base,
            const ImSkndValue *pack,
            ImSkndItem *out,
            gboolean is_cumulative)
{
  ImSkndItem sum = pack->n > 0 ? pack->items[0] : get_neutral (operation, base);

  for (guint i = 0; i < pack->n; i++)
    {
      const char *problem = i == 0 ? NULL
                                   : im_sknd_item_operate (operation, base, sum,
                                                           pack->items[i], &sum);

      if (problem != NULL)
        return problem;
      if (is_cumulative)
        out[i] = sum;
    }
  if (!is_cumulative)
    *out = sum;

  return NULL;
}

static void
fold_to_bool (ImSkndOperator operation,
              ImArena *arena,
              const ImSkndValue *pack,
              ImSkndValue *result)
{
  ImSkndItem *out = im_sknd_value_init (result, arena, IM_SKND_BASE_BOOL, FALSE, 1);

  out->boolean = operation == IM_SKND_NOT_EQUAL ? is_unique (pack)
                                                : holds_between (operation, pack);
}

static gboolean
is_open_logic (ImSkndOperator operation)
{
  return operation == IM_SKND_AND || operation == IM_SKND_OR;
}

const char *
im_sknd_fold (ImSkndOperator operation,
              gboolean is_cumulative,
              ImArena *arena,
              const ImSkndValue *pack,
              ImSkndValue *result)
{
  gboolean needs_item = !is_cumulative &&
                        (operation == IM_SKND_UNIFORM || operation == IM_SKND_MINIMUM ||
                         operation == IM_SKND_MAXIMUM);
  ImSkndBase base = pack->base != IM_SKND_BASE_OPEN ? pack->base
                    : is_open_logic (operation)     ? IM_SKND_BASE_BOOL
                                                    : IM_SKND_BASE_INT;
  ImSkndItem *out = NULL;

  if (im_sknd_operator_compares (operation))
    {
      fold_to_bool (operation, arena, pack, result);
      return NULL;
    }
  out = im_sknd_value_init (result, arena, base, is_cumulative,
                            is_cumulative ? pack->n : 1);
  result->is_null = needs_item &&
                    (pack->n == 0 || (operation == IM_SKND_UNIFORM &&
                                      !holds_between (IM_SKND_EQUAL, pack)));
  if (result->is_null)
    return NULL;
  if (operation == IM_SKND_UNIFORM)
    {
      *out = pack->items[0];
      return NULL;
    }

  return accumulate (operation, base, pack, out, is_cumulative);
}

/* Where a sorted array has an item. */
static gboolean
has_item (ImSkndBase base, const ImSkndItem *sorted, guint n, ImSkndItem item)
{
  guint low = 0, high = n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (im_sknd_item_compare (base, sorted[middle], item) < 0)
        low = middle + 1;
      else
        high = middle;
    }

  return low < n && im_sknd_item_equal (base, sorted[low], item);
}

void
im_sknd_contain (ImArena *arena,
                 const ImSkndValue *items,
                 const ImSkndValue *pack,
                 ImSkndValue *result)
{
  g_autofree ImSkndItem *sorted = dup_sorted (pack);
  ImSkndItem *out = im_sknd_value_init (result, arena, IM_SKND_BASE_BOOL,
                                        items->is_packed, items->n);

  for (guint i = 0; i < items->n; i++)
    out[i].boolean = has_item (pack->base, sorted, pack->n, items->items[i]);
}
