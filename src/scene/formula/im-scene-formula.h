/* A picture of one kernel of a formula: which element each index reaches, which sets of
 * indices are valid, and the loops that visit them.
 *
 * The access matrix has a row for each axis and constraint and a column for each index,
 * below whose name stands whether it is of the output, how it is aggregated, or that it
 * is on the left only. The lattice shows the valid values of two indices, with a line
 * where an access or a constraint ends; points of one element of the output have one
 * colour, and a line through them where they lie on one.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-loop-nest.h"
#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * ImFormulaShow:
 * @IM_SHOW_STATEMENT: what is computed, as mathematics and in the compact form
 * @IM_SHOW_MATRIX: the access matrix
 * @IM_SHOW_LATTICE: the valid values of two indices
 * @IM_SHOW_NEST: the loops, and how much they compute
 * @IM_SHOW_FORMULA: all of them
 *
 * What a picture shows, one bit each.
 */
typedef enum
{
  IM_SHOW_STATEMENT = 1 << 0,
  IM_SHOW_MATRIX = 1 << 1,
  IM_SHOW_LATTICE = 1 << 2,
  IM_SHOW_NEST = 1 << 3,
  IM_SHOW_FORMULA = 15,
} ImFormulaShow;

/**
 * im_scene_formula_new:
 * @formula: a formula
 * @nests: (element-type ImLoopNest): the loops of each kernel
 * @kernel: number of the kernel
 * @pair: (nullable): numbers of two of its indices, the first one to the right, the
 * second one upward, or NULL for those that im_formula_lattice_choose() chooses
 * @show: what to show, of #ImFormulaShow
 *
 * Returns: the picture; its groups say each part in words
 */
ImScene *im_scene_formula_new (const ImFormula *formula,
                               const GPtrArray *nests,
                               guint kernel,
                               const guint *pair,
                               guint show);

G_END_DECLS
