/* The pictures of a formula: as mathematics, and of one of its kernels the valid indices,
 * the accesses and the loops. They need no widget and can be made in any thread.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-loop-nest.h"
#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * StudioFormulaChoice:
 * @kernel: which kernel is drawn; the last one if there are fewer
 * @pair: numbers of the two indices whose lattice is drawn, or -1 for those that are
 * worth to be seen
 *
 * What of a formula is drawn.
 */
typedef struct
{
  guint kernel;
  gint pair[2];
} StudioFormulaChoice;

/**
 * StudioFormulaDrawing:
 * @kernel: which kernel is drawn
 * @pair: which of its indices
 * @has_pair: whether it has indices
 * @mathematics: the formula
 * @matrix: (nullable): the accesses; this and what follows is NULL of a formula without
 * kernels
 * @lattice: (nullable): the valid indices; NULL also if there is no pair
 * @nest: (nullable): the loops
 */
typedef struct
{
  guint kernel;
  guint pair[2];
  gboolean has_pair;
  ImScene *mathematics;
  ImScene *matrix;
  ImScene *lattice;
  ImScene *nest;
} StudioFormulaDrawing;

/**
 * studio_formula_drawing_init:
 * @drawing: (out caller-allocates): the pictures
 * @formula: a formula
 * @nests: (element-type ImLoopNest): the loops of its kernels
 * @choice: what is drawn
 * @width: how wide mathematics may be, in pixels
 */
void studio_formula_drawing_init (StudioFormulaDrawing *drawing,
                                  const ImFormula *formula,
                                  const GPtrArray *nests,
                                  const StudioFormulaChoice *choice,
                                  double width);
void studio_formula_drawing_clear (StudioFormulaDrawing *drawing);

G_END_DECLS
