/* What the parts of im-packing share: the problem, and one layout of it.
 *
 * A block is a chain of buffers that take over each other's place, usually one buffer. It
 * has one offset and, because buffers shrink along the chain, a size that falls with time
 * in steps, its parts. A layout is an order of the blocks together with the offsets that
 * follow from it when every block in turn is fitted between those before it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "plan/im-packing.h"

G_BEGIN_DECLS

/**
 * ImPackingConflict:
 * @block: the other block
 * @other_bytes: size of a part of the other block
 * @own_bytes: size of the part of this block that is alive with it
 *
 * Two blocks that are alive in the same call, seen from one of them.
 */
typedef struct
{
  guint block;
  guint32 other_bytes;
  guint32 own_bytes;
} ImPackingConflict;

/**
 * ImPackingBlock:
 * @first: first call of the block
 * @last: last call of the block
 * @size_bytes: largest size of a part
 * @align_bytes: largest alignment of a buffer
 * @n_conflicts: length of @conflicts
 * @conflicts: what it must not share bytes with
 */
typedef struct
{
  guint first;
  guint last;
  guint32 size_bytes;
  guint32 align_bytes;
  guint n_conflicts;
  ImPackingConflict *conflicts;
} ImPackingBlock;

/**
 * ImPackingProblem:
 * @n_blocks: length of @blocks
 * @blocks: the blocks, in the order of their first buffers
 * @block_of: of each buffer: its block
 * @max_conflicts: largest number of conflicts of a block
 * @bound_bytes: largest sum of part sizes in one call
 */
typedef struct
{
  guint n_blocks;
  ImPackingBlock *blocks;
  guint *block_of;
  guint max_conflicts;
  guint64 bound_bytes;
} ImPackingProblem;

/**
 * im_packing_problem_new:
 * @arena: where the problem lives
 * @buffers: valid buffers
 * @n_buffers: their number
 * @error: return location for an [error@Im.PackingError]: PAIRS
 *
 * Joins buffers to blocks and finds which blocks are alive at the same time.
 *
 * Returns: (nullable): the problem
 */
ImPackingProblem *im_packing_problem_new (ImArena *arena,
                                          const ImPackingBuffer *buffers,
                                          guint n_buffers,
                                          GError **error);

/**
 * ImPackingFit:
 * @IM_PACKING_FIRST_FIT: the lowest gap that is large enough
 * @IM_PACKING_BEST_FIT: the gap that leaves the fewest bytes free
 */
typedef enum
{
  IM_PACKING_FIRST_FIT,
  IM_PACKING_BEST_FIT,
} ImPackingFit;

/**
 * ImPackingHeight:
 * @arena_bytes: largest end of a block
 * @excess_bytes: sum of what the blocks have above the bound
 * @n_above: number of blocks that end above the bound
 *
 * How good a layout is, and how far from perfect.
 */
typedef struct
{
  guint32 arena_bytes;
  guint64 excess_bytes;
  guint n_above;
} ImPackingHeight;

typedef struct _ImPackingLayout ImPackingLayout;

ImPackingLayout *im_packing_layout_new (ImArena *arena, const ImPackingProblem *problem);

/**
 * im_packing_layout_set_order:
 * @layout: a layout
 * @order: (array): every block once
 * @fit: which gap a block gets
 *
 * Places every block anew.
 */
void im_packing_layout_set_order (ImPackingLayout *layout,
                                  const guint *order,
                                  ImPackingFit fit);

/**
 * im_packing_layout_move:
 * @layout: a layout
 * @block: a block
 * @rank: its new place in the order, before the present one
 *
 * Moves a block forward in the order. Only the blocks whose surroundings change are
 * placed anew; the offsets are those that placing all of them would give.
 */
void im_packing_layout_move (ImPackingLayout *layout, guint block, guint rank);

/**
 * im_packing_layout_undo:
 * @layout: a layout after im_packing_layout_move()
 *
 * Takes back the last move, once.
 */
void im_packing_layout_undo (ImPackingLayout *layout);

ImPackingHeight im_packing_layout_measure (ImPackingLayout *layout);

/**
 * im_packing_layout_find_above:
 * @layout: a layout
 * @index: less than the number of blocks that end above the bound
 *
 * Returns: one of these blocks
 */
guint im_packing_layout_find_above (ImPackingLayout *layout, guint index);

guint im_packing_layout_get_rank (const ImPackingLayout *layout, guint block);
const guint *im_packing_layout_get_order (const ImPackingLayout *layout);
const guint32 *im_packing_layout_get_offsets (const ImPackingLayout *layout);

/**
 * im_packing_layout_get_work:
 * @layout: a layout
 *
 * Returns: how many blocks were looked at in all, a measure of time that is the same on
 * every machine; passing over all of them counts as a quarter, because it is so simple
 */
guint64 im_packing_layout_get_work (const ImPackingLayout *layout);

/**
 * im_packing_search:
 * @arena: for what the search needs
 * @problem: a problem
 * @work: limit of the search
 * @offsets: (out) (array): of each block
 *
 * Finds a layout with a small arena.
 *
 * Returns: its arena in bytes
 */
guint32 im_packing_search (ImArena *arena,
                           const ImPackingProblem *problem,
                           guint64 work,
                           guint32 *offsets);

G_END_DECLS
