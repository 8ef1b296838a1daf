/* SPDX-License-Identifier: MIT
 *
 * A portfolio of orders, then iterated hill climbing from the best of them: a block that
 * ends above the bound, or one that is alive with it, is moved in front of something that
 * stands in its way, and the move stays unless the layout gets worse. A round that ends
 * in a local optimum is followed by one from the best layout with a few moves around the
 * trouble that always stay. Random numbers come from a fixed generator and the limit
 * counts steps, not time, so that the same problem has the same answer everywhere.
 */
#include <string.h>

#include "plan/im-packing-private.h"

/* Marsaglia, "Xorshift RNGs", 2003; any start but 0 will do. */
#define FIRST_RANDOM 2463534242u

/* Of 100, 200, 300 and 1000 moves with 3, 6 or 10 kicks these reach the bound most often.
 */
#define ROUND_MOVES 100
#define ROUND_KICKS 6

typedef struct
{
  guint64 key;
  guint block;
} Ranked;

typedef struct
{
  const ImPackingProblem *problem;
  ImPackingLayout *layout;
  guint64 work; /* limit of the layout's work */
  guint32 random;
  guint *order; /* of the best layout, like what follows */
  ImPackingFit fit;
  guint32 *offsets;
  ImPackingHeight best;
  ImPackingHeight current; /* of the layout as it is */
} Search;

typedef guint64 (*KeyFunc) (const ImPackingBlock *block);

static guint64
key_size (const ImPackingBlock *block)
{
  return block->size_bytes;
}

static guint64
key_lifetime (const ImPackingBlock *block)
{
  return (guint64) block->last - block->first + 1;
}

static guint64
key_area (const ImPackingBlock *block)
{
  return block->size_bytes * key_lifetime (block);
}

static guint64
key_first (const ImPackingBlock *block)
{
  return (guint64) (G_MAXUINT - block->first) << 32 | block->size_bytes;
}

static guint64
key_last (const ImPackingBlock *block)
{
  return (guint64) block->last << 32 | block->size_bytes;
}

/* What is alive together with it, a sign that it lies where memory is short. */
static guint64
key_crowd (const ImPackingBlock *block)
{
  guint64 sum = block->size_bytes;

  for (guint i = 0; i < block->n_conflicts; i++)
    sum += block->conflicts[i].other_bytes;

  return sum;
}

/* The first ones are the best for pipelines. */
static const KeyFunc keys[] = {
  key_size, key_crowd, key_area, key_first, key_last, key_lifetime,
};

static gint
compare_ranked_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const Ranked *x = a;
  const Ranked *y = b;

  if (x->key != y->key)
    return x->key > y->key ? -1 : 1;

  return (x->block > y->block) - (x->block < y->block);
}

static void
sort_blocks (const ImPackingProblem *problem, KeyFunc key, Ranked *ranked, guint *order)
{
  for (guint i = 0; i < problem->n_blocks; i++)
    ranked[i] = (Ranked){ key (&problem->blocks[i]), i };
  g_qsort_with_data (ranked, (gint) problem->n_blocks, sizeof *ranked, compare_ranked_cb,
                     NULL);
  for (guint i = 0; i < problem->n_blocks; i++)
    order[i] = ranked[i].block;
}

static void
keep_best (Search *search, ImPackingFit fit)
{
  gsize n = search->problem->n_blocks;

  if (search->current.arena_bytes > search->best.arena_bytes ||
      (search->current.arena_bytes == search->best.arena_bytes &&
       search->current.excess_bytes >= search->best.excess_bytes))
    return;

  search->best = search->current;
  search->fit = fit;
  memcpy (search->order, im_packing_layout_get_order (search->layout),
          n * sizeof *search->order);
  memcpy (search->offsets, im_packing_layout_get_offsets (search->layout),
          n * sizeof *search->offsets);
}

static void
try_order (Search *search, const guint *order, ImPackingFit fit)
{
  im_packing_layout_set_order (search->layout, order, fit);
  search->current = im_packing_layout_measure (search->layout);
  keep_best (search, fit);
}

static gboolean
is_done (const Search *search)
{
  return search->best.arena_bytes <= search->problem->bound_bytes ||
         im_packing_layout_get_work (search->layout) >= search->work;
}

/* The first order is tried in any case, so that there is a layout. */
static void
try_orders (Search *search, ImArena *arena)
{
  Ranked *ranked = im_arena_new0 (arena, Ranked, search->problem->n_blocks);
  guint *order = im_arena_new0 (arena, guint, search->problem->n_blocks);

  for (guint i = 0; i < G_N_ELEMENTS (keys) && (i == 0 || !is_done (search)); i++)
    {
      sort_blocks (search->problem, keys[i], ranked, order);
      try_order (search, order, IM_PACKING_FIRST_FIT);
      if (!is_done (search))
        try_order (search, order, IM_PACKING_BEST_FIT);
    }
}

static guint
random_below (Search *search, guint limit)
{
  search->random ^= search->random << 13;
  search->random ^= search->random >> 17;
  search->random ^= search->random << 5;

  return (guint) ((guint64) search->random * limit >> 32);
}

/* A block above the bound, or with a chance of one in three one that is alive with it:
 * what keeps it up need not be in its own way. */
static guint
choose_block (Search *search)
{
  guint index = random_below (search, search->current.n_above);
  guint chosen = im_packing_layout_find_above (search->layout, index);
  const ImPackingBlock *block = &search->problem->blocks[chosen];

  if (block->n_conflicts == 0 || random_below (search, 3) != 0)
    return chosen;

  return block->conflicts[random_below (search, block->n_conflicts)].block;
}

/* The rank of a random one of the earlier blocks that are alive with a block, or its own
 * rank if there is none. */
static guint
choose_rank (Search *search, guint index)
{
  const ImPackingBlock *block = &search->problem->blocks[index];
  guint own_rank = im_packing_layout_get_rank (search->layout, index);
  guint chosen = own_rank;
  guint n_earlier = 0;

  for (guint i = 0; i < block->n_conflicts; i++)
    {
      guint rank = im_packing_layout_get_rank (search->layout, block->conflicts[i].block);

      if (rank < own_rank && random_below (search, ++n_earlier) == 0)
        chosen = rank;
    }

  return chosen;
}

static gboolean
is_worse (const ImPackingHeight *height, const ImPackingHeight *than)
{
  return height->arena_bytes + height->excess_bytes >
         than->arena_bytes + than->excess_bytes;
}

static void
try_move (Search *search, gboolean is_kick)
{
  guint block = choose_block (search);
  guint rank = choose_rank (search, block);
  ImPackingHeight height;

  if (rank == im_packing_layout_get_rank (search->layout, block))
    return;

  im_packing_layout_move (search->layout, block, rank);
  height = im_packing_layout_measure (search->layout);
  if (!is_kick && is_worse (&height, &search->current))
    {
      im_packing_layout_undo (search->layout);
      return;
    }

  search->current = height;
  keep_best (search, search->fit);
}

static void
return_to_best (Search *search)
{
  search->current = search->best;
  im_packing_layout_set_order (search->layout, search->order, search->fit);
}

/* The first round has no kicks: the best order may be far from any optimum yet. */
static void
climb (Search *search)
{
  guint move = ROUND_KICKS;

  return_to_best (search);
  while (!is_done (search))
    {
      try_move (search, move < ROUND_KICKS);
      if (++move < ROUND_MOVES)
        continue;

      move = 0;
      return_to_best (search);
    }
}

guint32
im_packing_search (ImArena *arena,
                   const ImPackingProblem *problem,
                   guint64 work,
                   guint32 *offsets)
{
  Search search = {
    .problem = problem,
    .layout = im_packing_layout_new (arena, problem),
    .work = work,
    .random = FIRST_RANDOM,
    .order = im_arena_new0 (arena, guint, problem->n_blocks),
    .offsets = offsets,
    .best = { .arena_bytes = G_MAXUINT32 },
  };

  if (problem->n_blocks == 0)
    return 0;

  try_orders (&search, arena);
  if (!is_done (&search))
    climb (&search);

  return search.best.arena_bytes;
}
