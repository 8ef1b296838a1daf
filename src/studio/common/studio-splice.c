/* SPDX-License-Identifier: MIT
 *
 * What stays is a longest increasing run of the old places, found as in patience sorting:
 * M. L. Fredman, "On computing the length of longest increasing subsequences", 1975.
 */
#include "studio/common/studio-splice.h"

/* Where each of the items was, or -1. */
static gint *
find_places (GListModel *list, const GPtrArray *items)
{
  g_autoptr (GHashTable) by_item = g_hash_table_new (NULL, NULL);
  guint n = g_list_model_get_n_items (list);
  gint *places = g_new (gint, items->len + 1);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (list, i);

      g_hash_table_insert (by_item, item, GUINT_TO_POINTER (i + 1));
    }
  for (guint i = 0; i < items->len; i++)
    places[i] = GPOINTER_TO_INT (g_hash_table_lookup (by_item, items->pdata[i])) - 1;

  return places;
}

/* How many of the runs so far, which begin with the best ones, end before a place. */
static guint
count_before (const gint *places, const guint *ends, guint n, gint place)
{
  guint first = 0;

  while (first < n)
    {
      guint middle = (first + n) / 2;

      if (places[ends[middle]] < place)
        first = middle + 1;
      else
        n = middle;
    }

  return first;
}

/* Which of the items stay. */
static gboolean *
find_kept (const gint *places, guint n)
{
  gboolean *kept = g_new0 (gboolean, n + 1);
  g_autofree guint *ends = g_new (guint, n + 1); /* of the best run of each length */
  g_autofree gint *before = g_new (gint, n + 1); /* each item in its run, or -1 */
  guint n_ends = 0;

  for (guint i = 0; i < n; i++)
    {
      guint length;

      if (places[i] < 0)
        continue;
      length = count_before (places, ends, n_ends, places[i]);
      before[i] = length == 0 ? -1 : (gint) ends[length - 1];
      ends[length] = i;
      n_ends = MAX (n_ends, length + 1);
    }
  for (gint i = n_ends == 0 ? -1 : (gint) ends[n_ends - 1]; i >= 0; i = before[i])
    kept[i] = TRUE;

  return kept;
}

void
studio_splice (GListStore *store, GPtrArray *items)
{
  guint n_old = g_list_model_get_n_items (G_LIST_MODEL (store)), place = 0;
  g_autofree gint *places = find_places (G_LIST_MODEL (store), items);
  g_autofree gboolean *kept = find_kept (places, items->len);

  for (guint i = 0; i <= items->len; i++)
    {
      guint first = i, next;

      while (i < items->len && !kept[i])
        i++;
      next = i < items->len ? (guint) places[i] : n_old;
      if (next > place || i > first)
        g_list_store_splice (store, first, next - place, items->pdata + first, i - first);
      place = next + 1;
    }
}
