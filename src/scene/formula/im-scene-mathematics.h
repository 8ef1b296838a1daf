/* Formulas as mathematics: `O[n] = Σ I[m, n]`, with a large sign, the reduced indices
 * below it, and the constraints behind.
 *
 * Indices stand in brackets, as in the document; what stands behind the first `_` of a
 * name, and digits at its end, are a subscript. Quotients are fractions, choices a brace.
 *
 * Source: Tile eDSL, the formulas beside its examples.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-kernel.h"
#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * im_mathematics_draw:
 * @formula: a formula
 * @kernel: one of its kernels
 * @max_width: how wide a line gets before it is broken at an operator, in pixels
 * @at: (inout): upper left corner, then the lower left one
 * @scene: where to draw
 *
 * Draws what a kernel computes.
 *
 * Returns: its right edge
 */
double im_mathematics_draw (const ImFormula *formula,
                            const ImKernel *kernel,
                            double max_width,
                            ImScenePoint *at,
                            ImScene *scene);

/**
 * im_scene_mathematics_new:
 * @formula: a formula
 * @max_width: as of im_mathematics_draw()
 *
 * Returns: a picture of all its kernels, one below the other, in the order in which they
 *   are computed
 */
ImScene *im_scene_mathematics_new (const ImFormula *formula, double max_width);

G_END_DECLS
