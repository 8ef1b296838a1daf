/* SPDX-License-Identifier: MIT
 *
 * Small bends are ugly. Boxes, and the knots of a net as a whole, are shifted a little
 * where that makes more of their links straight and their neighbours leave room.
 */
#include <math.h>

#include "scene/layered/im-layered-private.h"

#define MAX_SHIFT 40 /* in pixels; wider bends are meant */
#define MIN_GAP   20 /* that a shift leaves between neighbours */
#define N_ROUNDS  4

/* Vertices @first .. @last, which are shifted together: a box, or the knots of a net. */
typedef struct
{
  guint first;
  guint last;
  double low; /* how far they can go: to the left, not positive */
  double high;
} Block;

static void
limit (const ImLayering *layering, Block *block, const ImVertex *vertex)
{
  const GArray *row = im_layering_get_row (layering, vertex->row);
  guint at = vertex->position;

  if (at > 0)
    {
      const ImVertex *left = im_layering_vertex (layering,
                                                 g_array_index (row, guint, at - 1));

      block->low = MAX (block->low, left->x + left->width + MIN_GAP - vertex->x);
    }
  if (at + 1 < row->len)
    {
      const ImVertex *right = im_layering_vertex (layering,
                                                  g_array_index (row, guint, at + 1));

      block->high = MIN (block->high, right->x - MIN_GAP - vertex->width - vertex->x);
    }
}

/* The block that begins at a vertex: knots of a net have consecutive numbers. */
static Block
get_block (const ImLayering *layering, guint first)
{
  Block block = { first, first, -G_MAXDOUBLE, G_MAXDOUBLE };
  guint net = im_layering_vertex (layering, first)->net;

  if (first >= layering->graph->n_boxes)
    while (block.last + 1 < layering->vertices->len &&
           im_layering_vertex (layering, block.last + 1)->net == net)
      block.last++;
  for (guint i = block.first; i <= block.last; i++)
    limit (layering, &block, im_layering_vertex (layering, i));

  return block;
}

static void
shift (const ImLayering *layering, const Block *block, double by)
{
  for (guint i = block->first; i <= block->last; i++)
    im_layering_vertex (layering, i)->x += by;
}

static gboolean
has (const Block *block, guint vertex)
{
  return vertex >= block->first && vertex <= block->last;
}

/* By how much a block had to go to the right for a link to be straight. */
static double
get_wish (const ImLayering *layering, const Block *block, const ImLink *link)
{
  const ImVertex *upper = im_layering_vertex (layering, link->upper);
  const ImVertex *lower = im_layering_vertex (layering, link->lower);
  double bend = upper->x + link->upper_offset - lower->x - link->lower_offset;

  return has (block, link->lower) ? bend : -bend;
}

/* What a shift is worth: links that become straight. */
static double
rate_shift (const ImLayering *layering,
            const Block *block,
            const GArray *links,
            double by)
{
  double worth = 0;

  for (guint i = 0; i < links->len; i++)
    {
      const ImLink *link = im_layering_link (layering, g_array_index (links, guint, i));

      if (get_wish (layering, block, link) == by)
        worth += link->weight;
    }

  return worth;
}

/* Numbers of the links between a block and others. */
static GArray *
find_links (const ImLayering *layering, const GPtrArray *index, const Block *block)
{
  GArray *links = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = block->first; i <= block->last; i++)
    {
      const GArray *own = (const GArray *) g_ptr_array_index (index, i);

      for (guint k = 0; k < own->len; k++)
        {
          guint number = g_array_index (own, guint, k);
          const ImLink *link = im_layering_link (layering, number);

          if (!has (block, link->upper) || !has (block, link->lower))
            g_array_append_val (links, number);
        }
    }

  return links;
}

static void
straighten_block (const ImLayering *layering, const GPtrArray *index, const Block *block)
{
  g_autoptr (GArray) links = find_links (layering, index, block);
  double best = 0, worth = rate_shift (layering, block, links, 0);

  for (guint i = 0; i < links->len; i++)
    {
      double by = get_wish (layering, block,
                            im_layering_link (layering, g_array_index (links, guint, i)));

      if (fabs (by) > MAX_SHIFT || by < block->low || by > block->high)
        continue;
      double found = rate_shift (layering, block, links, by);
      if (found > worth)
        {
          worth = found;
          best = by;
        }
    }
  shift (layering, block, best);
}

/* Puts the knots of a net below each other, if there is room. */
static void
align_knots (const ImLayering *layering, const Block *block)
{
  double low = -G_MAXDOUBLE, high = G_MAXDOUBLE, sum = 0;

  for (guint i = block->first; i <= block->last; i++)
    {
      const ImVertex *knot = im_layering_vertex (layering, i);
      Block alone = { i, i, -G_MAXDOUBLE, G_MAXDOUBLE };

      limit (layering, &alone, knot);
      low = MAX (low, knot->x + alone.low);
      high = MIN (high, knot->x + alone.high);
      sum += knot->x;
    }
  if (low > high)
    return;

  double x = CLAMP (floor (sum / (block->last - block->first + 1) + 0.5), low, high);
  for (guint i = block->first; i <= block->last; i++)
    im_layering_vertex (layering, i)->x = x;
}

/* Numbers of links by the vertices at their ends. */
static GPtrArray *
index_links (const ImLayering *layering)
{
  GPtrArray *index = im_layered_new_lists (layering->vertices->len);

  for (guint i = 0; i < layering->links->len; i++)
    {
      const ImLink *link = im_layering_link (layering, i);

      g_array_append_val ((GArray *) g_ptr_array_index (index, link->upper), i);
      g_array_append_val ((GArray *) g_ptr_array_index (index, link->lower), i);
    }

  return index;
}

void
im_layered_straighten (ImLayering *layering)
{
  g_autoptr (GPtrArray) index = index_links (layering);
  guint n = layering->vertices->len;

  for (guint i = layering->graph->n_boxes; i < n;)
    {
      Block block = get_block (layering, i);

      align_knots (layering, &block);
      i = block.last + 1;
    }
  for (guint round = 0; round < N_ROUNDS; round++)
    for (guint i = 0; i < n;)
      {
        Block block = get_block (layering, i);

        straighten_block (layering, index, &block);
        i = block.last + 1;
      }
}
