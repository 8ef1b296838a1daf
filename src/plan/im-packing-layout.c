/* SPDX-License-Identifier: MIT
 *
 * The place of a block depends on the blocks before it in the order that are alive with
 * it, and on nothing else. So after a move only what can have changed is placed again:
 * the moved block, those that it passed, and then whatever meets a block that ended up
 * elsewhere. In a pipeline these are few, however long it is.
 */
#include "plan/im-packing-private.h"

/* Offsets at which a block must not start: [start, end). */
typedef struct
{
  guint32 start;
  guint32 end;
} Taken;

typedef struct
{
  guint block;
  guint32 offset;
} Change;

struct _ImPackingLayout
{
  const ImPackingProblem *problem;
  ImPackingFit fit;
  guint *order;    /* blocks by rank */
  guint *rank;     /* of each block */
  guint32 *offset; /* of each block, in bytes */
  guint64 work;

  Taken *taken;     /* while a block is placed */
  guint8 *dirty;    /* of each block: whether it has to be placed again */
  guint last_dirty; /* no block behind this rank is dirty */

  guint moved; /* what im_packing_layout_undo() takes back */
  guint moved_from;
  Change *changes;
  guint n_changes;
};

ImPackingLayout *
im_packing_layout_new (ImArena *arena, const ImPackingProblem *problem)
{
  ImPackingLayout *layout = im_arena_new0 (arena, ImPackingLayout, 1);

  layout->problem = problem;
  layout->order = im_arena_new0 (arena, guint, problem->n_blocks);
  layout->rank = im_arena_new0 (arena, guint, problem->n_blocks);
  layout->offset = im_arena_new0 (arena, guint32, problem->n_blocks);
  layout->taken = im_arena_new0 (arena, Taken, problem->max_conflicts);
  layout->dirty = im_arena_new0 (arena, guint8, problem->n_blocks);
  layout->changes = im_arena_new0 (arena, Change, problem->n_blocks);

  return layout;
}

/* Shell's sort with Ciura's gaps: the lists are short, mostly below ten. */
static void
sort_taken (Taken *taken, guint n_taken)
{
  static const guint gaps[] = { 1750, 701, 301, 132, 57, 23, 10, 4, 1 };

  for (guint g = 0; g < G_N_ELEMENTS (gaps); g++)
    for (guint i = gaps[g]; i < n_taken; i++)
      {
        Taken inserted = taken[i];
        guint j = i;

        for (; j >= gaps[g] && taken[j - gaps[g]].start > inserted.start; j -= gaps[g])
          taken[j] = taken[j - gaps[g]];
        taken[j] = inserted;
      }
}

/* Returns the number of ranges in layout->taken, sorted by their start. */
static guint
find_taken (ImPackingLayout *layout, guint index)
{
  const ImPackingBlock *block = &layout->problem->blocks[index];
  guint n_taken = 0;

  for (guint i = 0; i < block->n_conflicts; i++)
    {
      const ImPackingConflict *conflict = &block->conflicts[i];
      guint32 offset = layout->offset[conflict->block];

      if (layout->rank[conflict->block] < layout->rank[index])
        layout->taken[n_taken++] = (Taken){
          .start = offset < conflict->own_bytes ? 0 : offset - conflict->own_bytes + 1,
          .end = offset + conflict->other_bytes,
        };
    }
  sort_taken (layout->taken, n_taken);
  layout->work += block->n_conflicts + n_taken + 1;

  return n_taken;
}

static guint32
find_offset (ImPackingLayout *layout, guint index)
{
  guint32 mask = layout->problem->blocks[index].align_bytes - 1;
  guint n_taken = find_taken (layout, index);
  guint32 smallest_gap = G_MAXUINT32;
  guint32 chosen = 0;
  guint32 free = 0; /* the lowest aligned offset behind what was passed */

  for (guint i = 0; i < n_taken; i++)
    {
      const Taken *taken = &layout->taken[i];

      if (free < taken->start && taken->start - free < smallest_gap)
        {
          smallest_gap = taken->start - free;
          chosen = free;
          if (layout->fit == IM_PACKING_FIRST_FIT)
            return chosen;
        }
      if (free < taken->end)
        free = (taken->end + mask) & ~mask;
    }

  return smallest_gap == G_MAXUINT32 ? free : chosen;
}

void
im_packing_layout_set_order (ImPackingLayout *layout,
                             const guint *order,
                             ImPackingFit fit)
{
  layout->fit = fit;
  for (guint i = 0; i < layout->problem->n_blocks; i++)
    {
      layout->order[i] = order[i];
      layout->rank[order[i]] = i;
    }
  for (guint i = 0; i < layout->problem->n_blocks; i++)
    layout->offset[order[i]] = find_offset (layout, order[i]);
}

static void
reorder (ImPackingLayout *layout, guint block, guint to)
{
  guint from = layout->rank[block];
  gint step = from < to ? 1 : -1;

  for (guint rank = from; rank != to; rank += (guint) step)
    {
      layout->order[rank] = layout->order[rank + (guint) step];
      layout->rank[layout->order[rank]] = rank;
    }
  layout->order[to] = block;
  layout->rank[block] = to;
}

/* Marks what is alive with a block and has a rank in (above, last]. */
static void
mark_conflicts (ImPackingLayout *layout, guint index, guint last)
{
  const ImPackingBlock *block = &layout->problem->blocks[index];

  for (guint i = 0; i < block->n_conflicts; i++)
    {
      guint other = block->conflicts[i].block;
      guint rank = layout->rank[other];

      if (rank > layout->rank[index] && rank <= last)
        {
          layout->dirty[other] = TRUE;
          layout->last_dirty = MAX (layout->last_dirty, rank);
        }
    }
  layout->work += block->n_conflicts;
}

static void
place_again (ImPackingLayout *layout, guint block)
{
  guint32 offset = find_offset (layout, block);

  if (offset == layout->offset[block])
    return;

  layout->changes[layout->n_changes++] = (Change){ block, layout->offset[block] };
  layout->offset[block] = offset;
  mark_conflicts (layout, block, G_MAXUINT);
}

void
im_packing_layout_move (ImPackingLayout *layout, guint block, guint rank)
{
  g_assert (rank < layout->rank[block]);

  layout->moved = block;
  layout->moved_from = layout->rank[block];
  layout->n_changes = 0;
  reorder (layout, block, rank);

  layout->dirty[block] = TRUE;
  layout->last_dirty = rank;
  mark_conflicts (layout, block, layout->moved_from);
  for (guint i = rank; i <= layout->last_dirty; i++)
    if (layout->dirty[layout->order[i]])
      {
        layout->dirty[layout->order[i]] = FALSE;
        place_again (layout, layout->order[i]);
      }
}

void
im_packing_layout_undo (ImPackingLayout *layout)
{
  for (guint i = 0; i < layout->n_changes; i++)
    layout->offset[layout->changes[i].block] = layout->changes[i].offset;
  layout->n_changes = 0;
  reorder (layout, layout->moved, layout->moved_from);
}

static guint32
get_end (const ImPackingLayout *layout, guint block)
{
  return layout->offset[block] + layout->problem->blocks[block].size_bytes;
}

static void
count_scan (ImPackingLayout *layout)
{
  layout->work += layout->problem->n_blocks / 4 + 1;
}

ImPackingHeight
im_packing_layout_measure (ImPackingLayout *layout)
{
  guint64 bound = layout->problem->bound_bytes;
  ImPackingHeight height = { 0 };

  for (guint i = 0; i < layout->problem->n_blocks; i++)
    {
      guint32 end = get_end (layout, i);

      height.arena_bytes = MAX (height.arena_bytes, end);
      if (end <= bound)
        continue;
      height.excess_bytes += end - bound;
      height.n_above++;
    }
  count_scan (layout);

  return height;
}

guint
im_packing_layout_find_above (ImPackingLayout *layout, guint index)
{
  guint64 bound = layout->problem->bound_bytes;
  guint block = 0;

  while (get_end (layout, block) <= bound || index-- > 0)
    block++;
  count_scan (layout);

  return block;
}

guint
im_packing_layout_get_rank (const ImPackingLayout *layout, guint block)
{
  return layout->rank[block];
}

const guint *
im_packing_layout_get_order (const ImPackingLayout *layout)
{
  return layout->order;
}

const guint32 *
im_packing_layout_get_offsets (const ImPackingLayout *layout)
{
  return layout->offset;
}

guint64
im_packing_layout_get_work (const ImPackingLayout *layout)
{
  return layout->work;
}
