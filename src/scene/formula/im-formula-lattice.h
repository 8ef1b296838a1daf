/* The valid values of two indices of a kernel, as points of a plane.
 *
 * A pair is valid if the other indices can be chosen so that the whole set is. Lines are
 * where a form of nothing but the two indices reaches an end of its range. Where there
 * are too many points to be told apart, each one stands for a rectangle of pairs.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-loop-nest.h"

G_BEGIN_DECLS

/* How many points are shown one by one, and how many along a side. */
#define IM_LATTICE_MAX_POINTS 400
#define IM_LATTICE_MAX_SIDE   40

/**
 * ImLatticePoint:
 * @x: of the first index, the least one that it stands for
 * @y: of the second one
 * @share: how many of the pairs that it stands for are valid, more than 0, at most 1
 * @cell: number of the element of the output that the two write, in order of appearance
 */
typedef struct
{
  gint64 x;
  gint64 y;
  double share;
  guint cell;
} ImLatticePoint;

/**
 * ImLatticeBound:
 * @text: such as `0 <= 2*i + j < 6`
 * @of: what it bounds, such as `I axis 0` or `constraint 1`
 * @factor_x: of the first index
 * @factor_y: of the second one, 0 if there is only one
 * @low: value of the form where the range begins
 * @high: and where it ends
 */
typedef struct
{
  const char *text;
  const char *of;
  gint64 factor_x;
  gint64 factor_y;
  gint64 low;
  gint64 high;
} ImLatticeBound;

/**
 * ImFormulaLattice:
 * @x: the name of the first index
 * @y: (nullable): the name of the second one; NULL if the kernel has only one
 * @first: least values of both
 * @last: largest ones
 * @side: how many values of each a point stands for
 * @n_points: how many points there are
 * @points: the points, by x, then by y
 * @n_cells: how many elements of the output they write
 * @n_bounds: how many bounds there are
 * @bounds: the bounds
 * @is_whole: whether all pairs were looked at; otherwise valid ones may be missing
 */
typedef struct
{
  const char *x;
  const char *y;
  gint64 first[2];
  gint64 last[2];
  gint64 side[2];
  guint n_points;
  const ImLatticePoint *points;
  guint n_cells;
  guint n_bounds;
  const ImLatticeBound *bounds;
  gboolean is_whole;
} ImFormulaLattice;

/**
 * im_formula_lattice_choose:
 * @formula: a formula
 * @kernel: one of its kernels
 * @pair: (out): numbers of two indices, the same twice if there is only one
 *
 * Chooses what is worth to be seen: two indices of one access, the first one also of the
 * output, the second one reduced, if there are such.
 *
 * Returns: whether there is an index at all
 */
gboolean im_formula_lattice_choose (const ImFormula *formula,
                                    const ImKernel *kernel,
                                    guint pair[2]);

/**
 * im_formula_lattice_new:
 * @formula: a formula
 * @kernel: one of its kernels
 * @nest: its loops
 * @pair: numbers of two indices, the same twice for only one
 * @arena: where it lives
 *
 * Returns: the points and bounds of the pair
 */
const ImFormulaLattice *im_formula_lattice_new (const ImFormula *formula,
                                                const ImKernel *kernel,
                                                const ImLoopNest *nest,
                                                const guint pair[2],
                                                ImArena *arena);

G_END_DECLS
