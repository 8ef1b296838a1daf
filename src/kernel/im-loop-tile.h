/* Several elements of an output at a time: what one of them reads serves the others.
 *
 * One output loop makes rows and one makes lanes of a tile; each of its elements has an
 * accumulator of its own, and the innermost loop takes several values in a turn. What is
 * added to one element keeps its order, so that nothing rounds otherwise.
 *
 * Near the borders of an output fewer indices are valid. Lanes are made where the bounds
 * of the inner loops do not depend on them; there these are mostly constants.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-loop-nest.h"

G_BEGIN_DECLS

/**
 * ImLoopTile:
 * @row: the output loop of the rows, if there are several
 * @n_rows: how many there are; they divide the values of the loop
 * @lane: the output loop of the lanes, if there are several
 * @n_lanes: how many there are
 * @first: the least value of that loop that a tile begins at
 * @last: the largest one
 * @n_steps: values of the innermost loop in one turn
 * @nest: the loops in a tile, where bounds that count near borders only are left out
 */
typedef struct
{
  guint row, n_rows;
  guint lane, n_lanes;
  gint64 first, last;
  guint n_steps;
  ImLoopNest nest;
} ImLoopTile;

/**
 * im_loop_tile_init:
 * @tile: (out): the tile
 * @nest: the loops of a kernel
 * @kernel: the kernel
 * @arena: for bounds
 *
 * Returns: whether there is something to gain
 */
gboolean im_loop_tile_init (ImLoopTile *tile,
                            const ImLoopNest *nest,
                            const ImKernel *kernel,
                            ImArena *arena);

G_END_DECLS
