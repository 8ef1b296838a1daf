/* SPDX-License-Identifier: MIT
 *
 * Within a row each vertex wants to be straight below and above what it is linked to. The
 * places with the least sum of squares, in the order of the row and apart from each
 * other, are an isotonic regression, which pooling adjacent violators solves. Rows are
 * solved down and up in turn until they agree.
 *
 * Source: R. E. Barlow et al., "Statistical inference under order restrictions", 1972.
 */
#include <math.h>

#include "scene/layered/im-layered-private.h"

#define BOX_GAP     40 /* between boxes, in pixels */
#define KNOT_GAP    20 /* beside a net that passes */
#define N_SWEEPS    8
#define N_SMOOTHING 24
#define WEAK        1e-6 /* the wish of what is not linked to stay */

typedef struct
{
  double sum; /* of wishes by weight */
  double weight;
  guint n;
} Pool;

/* What the vertices of a row wish, by their position. */
typedef struct
{
  double *sum;
  double *weight;
} Wishes;

static double
get_gap (const ImVertex *left, const ImVertex *right)
{
  return left->box < 0 || right->box < 0 ? KNOT_GAP : BOX_GAP;
}

/* Adds the wishes to be straight with the row above or below. */
static void
add_wishes (const ImLayering *layering,
            guint link_row,
            gboolean is_lower,
            const Wishes *wishes)
{
  const GArray *links = im_layering_get_row_links (layering, link_row);

  for (guint i = 0; i < links->len; i++)
    {
      const ImLink *link = im_layering_link (layering, g_array_index (links, guint, i));
      const ImVertex *upper = im_layering_vertex (layering, link->upper);
      const ImVertex *lower = im_layering_vertex (layering, link->lower);
      guint own = is_lower ? lower->position : upper->position;
      double place = is_lower ? upper->x + link->upper_offset - link->lower_offset
                              : lower->x + link->lower_offset - link->upper_offset;

      wishes->sum[own] += place * link->weight;
      wishes->weight[own] += link->weight;
    }
}

/* Fulfils the wishes as far as the order and the gaps allow. */
static void
place_row (const ImLayering *layering, const GArray *row, const Wishes *wishes)
{
  g_autofree Pool *pools = g_new (Pool, row->len + 1);
  g_autofree double *shifts = g_new0 (double, row->len + 1);
  guint n_pools = 0, at = 0;

  for (guint i = 0; i < row->len; i++)
    {
      const ImVertex *vertex = im_layering_vertex (layering,
                                                   g_array_index (row, guint, i));
      const ImVertex *left = i == 0 ? NULL
                                    : im_layering_vertex (
                                          layering, g_array_index (row, guint, i - 1));

      if (left != NULL)
        shifts[i] = shifts[i - 1] + left->width + get_gap (left, vertex);

      double weight = wishes->weight[i] + WEAK;
      double sum = wishes->sum[i] + WEAK * vertex->x - shifts[i] * weight;
      pools[n_pools++] = (Pool){ sum, weight, 1 };
      for (; n_pools > 1 && pools[n_pools - 2].sum * pools[n_pools - 1].weight >
                                pools[n_pools - 1].sum * pools[n_pools - 2].weight;
           n_pools--)
        {
          pools[n_pools - 2].sum += pools[n_pools - 1].sum;
          pools[n_pools - 2].weight += pools[n_pools - 1].weight;
          pools[n_pools - 2].n += pools[n_pools - 1].n;
        }
    }
  for (guint i = 0; i < n_pools; i++)
    for (guint k = 0; k < pools[i].n; k++, at++)
      im_layering_vertex (layering, g_array_index (row, guint, at))
          ->x = pools[i].sum / pools[i].weight + shifts[at];
}

/* Places a row by the rows beside it that are asked for. */
static void
solve_row (const ImLayering *layering, guint number, gboolean by_upper, gboolean by_lower)
{
  const GArray *row = im_layering_get_row (layering, number);
  g_autofree double *sum = g_new0 (double, row->len + 1);
  g_autofree double *weight = g_new0 (double, row->len + 1);
  const Wishes wishes = { sum, weight };

  if (by_upper && number > 0)
    add_wishes (layering, number - 1, TRUE, &wishes);
  if (by_lower && number + 1 < layering->rows->len)
    add_wishes (layering, number, FALSE, &wishes);
  place_row (layering, row, &wishes);
}

static void
sweep (const ImLayering *layering, gboolean down, gboolean by_both)
{
  guint n = layering->rows->len;

  for (guint i = 0; i < n; i++)
    solve_row (layering, down ? i : n - 1 - i, down || by_both, !down || by_both);
}

/* Side by side, around the middle. */
static void
place_first (const ImLayering *layering, const GArray *row)
{
  double x = 0;

  for (guint i = 0; i < row->len; i++)
    {
      ImVertex *vertex = im_layering_vertex (layering, g_array_index (row, guint, i));

      vertex->x = x;
      x += vertex->width + BOX_GAP;
    }
  for (guint i = 0; i < row->len; i++)
    im_layering_vertex (layering, g_array_index (row, guint, i))->x -= x / 2;
}

static void
round_places (const ImLayering *layering)
{
  for (guint i = 0; i < layering->vertices->len; i++)
    {
      ImVertex *vertex = im_layering_vertex (layering, i);

      vertex->x = floor (vertex->x + 0.5);
    }
}

static void
begin_at_zero (const ImLayering *layering)
{
  double left = G_MAXDOUBLE;

  for (guint i = 0; i < layering->vertices->len; i++)
    left = MIN (left, im_layering_vertex (layering, i)->x);
  for (guint i = 0; i < layering->vertices->len; i++)
    im_layering_vertex (layering, i)->x -= left;
}

void
im_layered_place (ImLayering *layering)
{
  for (guint i = 0; i < layering->rows->len; i++)
    place_first (layering, im_layering_get_row (layering, i));
  for (guint i = 0; i < N_SWEEPS; i++)
    sweep (layering, i % 2 == 0, FALSE);
  for (guint i = 0; i < N_SMOOTHING; i++)
    sweep (layering, i % 2 == 0, TRUE);
  round_places (layering);
  im_layered_straighten (layering);
  begin_at_zero (layering);
}
