/* SPDX-License-Identifier: MIT
 *
 * Rows are sorted by the mean place of what they are linked to, down and up in turn, from
 * several beginnings; the order with the fewest crossings is kept.
 */
#include "scene/layered/im-layered-private.h"

#define N_ATTEMPTS          4
#define MAX_SWEEPS          12
#define MAX_EXCHANGED_LINKS 1000 /* exchanging takes the square of them */

/* A place in a row that tells ports of one vertex apart. */
static double
get_place (const ImVertex *vertex, double offset)
{
  return vertex->position + offset / (vertex->width + 1);
}

static int
compare_vertices (gconstpointer a, gconstpointer b, gpointer data)
{
  const ImLayering *layering = (const ImLayering *) data;
  const ImVertex *first = im_layering_vertex (layering, *(const guint *) a);
  const ImVertex *second = im_layering_vertex (layering, *(const guint *) b);

  if (first->key != second->key)
    return first->key < second->key ? -1 : 1;

  return (first->position > second->position) - (first->position < second->position);
}

static void
number_row (const ImLayering *layering, const GArray *row)
{
  for (guint i = 0; i < row->len; i++)
    im_layering_vertex (layering, g_array_index (row, guint, i))->position = i;
}

/* Sorts a row by the row above or below it. */
static void
sort_row (const ImLayering *layering, guint number, gboolean by_upper)
{
  GArray *row = im_layering_get_row (layering, number);
  const GArray *links = im_layering_get_row_links (layering,
                                                   by_upper ? number - 1 : number);
  g_autofree guint *counts = g_new0 (guint, row->len + 1);

  for (guint i = 0; i < row->len; i++)
    im_layering_vertex (layering, g_array_index (row, guint, i))->key = 0;
  for (guint i = 0; i < links->len; i++)
    {
      const ImLink *link = im_layering_link (layering, g_array_index (links, guint, i));
      const ImVertex *upper = im_layering_vertex (layering, link->upper);
      const ImVertex *lower = im_layering_vertex (layering, link->lower);
      double offset = by_upper ? link->lower_offset : link->upper_offset;
      ImVertex *own = im_layering_vertex (layering, by_upper ? link->lower : link->upper);

      own->key += (by_upper ? get_place (upper, link->upper_offset)
                            : get_place (lower, link->lower_offset)) -
                  offset / (own->width + 1);
      counts[own->position]++;
    }
  for (guint i = 0; i < row->len; i++)
    {
      ImVertex *vertex = im_layering_vertex (layering, g_array_index (row, guint, i));

      vertex->key = counts[i] == 0 ? i : vertex->key / counts[i];
    }
  g_array_sort_with_data (row, compare_vertices, (gpointer) layering);
  number_row (layering, row);
}

typedef struct
{
  double upper;
  double lower;
} Ends;

static int
compare_ends (gconstpointer a, gconstpointer b)
{
  const Ends *first = (const Ends *) a;
  const Ends *second = (const Ends *) b;

  if (first->upper != second->upper)
    return first->upper < second->upper ? -1 : 1;

  return (first->lower > second->lower) - (first->lower < second->lower);
}

/* Crossings between a row and the next one, by insertion into a sorted list. */
static guint
count_row_crossings (const ImLayering *layering, guint number)
{
  const GArray *links = im_layering_get_row_links (layering, number);
  g_autofree Ends *ends = g_new (Ends, links->len + 1);
  guint crossings = 0;

  for (guint i = 0; i < links->len; i++)
    {
      const ImLink *link = im_layering_link (layering, g_array_index (links, guint, i));

      ends[i] = (Ends){
        get_place (im_layering_vertex (layering, link->upper), link->upper_offset),
        get_place (im_layering_vertex (layering, link->lower), link->lower_offset),
      };
    }
  qsort (ends, links->len, sizeof *ends, compare_ends);
  for (guint i = 1; i < links->len; i++)
    {
      Ends moved = ends[i];
      guint at = i;

      for (; at > 0 && ends[at - 1].lower > moved.lower; at--)
        ends[at] = ends[at - 1];
      ends[at] = moved;
      crossings += i - at;
    }

  return crossings;
}

static guint
count_crossings (const ImLayering *layering)
{
  guint crossings = 0;

  for (guint i = 0; i + 1 < layering->rows->len; i++)
    crossings += count_row_crossings (layering, i);

  return crossings;
}

static void
sweep (const ImLayering *layering, gboolean down)
{
  guint n = layering->rows->len;

  for (guint i = 1; i < n; i++)
    sort_row (layering, down ? i : n - 1 - i, down);
}

/* Crossings above and below a row. */
static guint
count_crossings_around (const ImLayering *layering, guint number)
{
  guint crossings = number > 0 ? count_row_crossings (layering, number - 1) : 0;

  if (number + 1 < layering->rows->len)
    crossings += count_row_crossings (layering, number);

  return crossings;
}

static void
exchange (const ImLayering *layering, GArray *row, guint position)
{
  guint *pair = &g_array_index (row, guint, position);
  guint first = pair[0];

  pair[0] = pair[1];
  pair[1] = first;
  im_layering_vertex (layering, pair[0])->position = position;
  im_layering_vertex (layering, pair[1])->position = position + 1;
}

/* Exchanges neighbours of a row where that saves crossings. Returns whether it did. */
static gboolean
exchange_neighbours (const ImLayering *layering, guint number)
{
  GArray *row = im_layering_get_row (layering, number);
  gboolean has_saved = FALSE;

  for (guint i = 0; i + 1 < row->len; i++)
    {
      guint before = count_crossings_around (layering, number);

      if (before == 0)
        break;
      exchange (layering, row, i);
      if (count_crossings_around (layering, number) < before)
        has_saved = TRUE;
      else
        exchange (layering, row, i);
    }

  return has_saved;
}

static void
exchange_all (const ImLayering *layering)
{
  gboolean has_saved = TRUE;

  for (guint round = 0; has_saved && round < MAX_SWEEPS; round++)
    {
      has_saved = FALSE;
      for (guint i = 0; i < layering->rows->len; i++)
        has_saved |= exchange_neighbours (layering, i);
    }
}

typedef struct
{
  guint *positions;
  guint crossings;
} Order;

static void
keep_if_better (const ImLayering *layering, Order *best)
{
  guint crossings = count_crossings (layering);

  if (crossings >= best->crossings)
    return;
  best->crossings = crossings;
  for (guint i = 0; i < layering->vertices->len; i++)
    best->positions[i] = im_layering_vertex (layering, i)->position;
}

/* Sorts all rows by @positions, or if they are NULL in the order that they began with. */
static void
arrange (const ImLayering *layering, const guint *positions, gboolean is_mirrored)
{
  for (guint i = 0; i < layering->vertices->len; i++)
    {
      double key = positions == NULL ? i : positions[i];

      im_layering_vertex (layering, i)->key = is_mirrored ? -key : key;
    }
  for (guint i = 0; i < layering->rows->len; i++)
    {
      GArray *row = im_layering_get_row (layering, i);

      g_array_sort_with_data (row, compare_vertices, (gpointer) layering);
      number_row (layering, row);
    }
}

/* One attempt, from one of four beginnings. */
static void
attempt (const ImLayering *layering, guint number, Order *best)
{
  arrange (layering, NULL, number / 2 == 1);
  keep_if_better (layering, best);
  for (guint i = 0; best->crossings > 0 && i < MAX_SWEEPS; i++)
    {
      sweep (layering, i % 2 == number % 2);
      keep_if_better (layering, best);
    }
  if (best->crossings == 0 || layering->links->len > MAX_EXCHANGED_LINKS)
    return;
  exchange_all (layering);
  keep_if_better (layering, best);
}

void
im_layered_order (ImLayering *layering)
{
  g_autofree guint *positions = g_new0 (guint, layering->vertices->len + 1);
  Order best = { positions, G_MAXUINT };

  for (guint i = 0; i < N_ATTEMPTS && best.crossings > 0; i++)
    attempt (layering, i, &best);
  arrange (layering, best.positions, FALSE);
}
