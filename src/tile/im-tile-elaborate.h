/* What a function of Tile computes for given arguments: a formula.
 *
 * Dims are whole numbers from here on, so that every shape is known. Division of dims
 * goes towards 0, that of indices is exact: where it is not, the indices are not valid.
 *
 * Source: Tile eDSL; PlaidML's evaluation of dims, where the document is silent.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-loop-nest.h"
#include "tile/im-tile-tree.h"

G_BEGIN_DECLS

/**
 * ImTileArgument:
 * @is_tensor: whether it is a tensor, or otherwise one number or a list of them
 * @dtype: of a tensor
 * @shape: of a tensor
 * @is_list: whether there are brackets around the numbers
 * @n_numbers: how many numbers there are
 * @numbers: the numbers
 */
typedef struct
{
  gboolean is_tensor;
  ImDType dtype;
  ImShape shape;
  gboolean is_list;
  guint n_numbers;
  const double *numbers;
} ImTileArgument;

/**
 * im_tile_elaborate:
 * @file: a file
 * @function: one of its functions
 * @arguments: as many as it has parameters
 * @arena: for the formula; it must live as long as that
 * @diagnostics: what is wrong. Errors have the codes `rank-mismatch`, `dim-mismatch`,
 * `unbound-dim`, `nonpositive-dim`, `nonlinear-index`, `broadcast`,
 * `elementwise-in-contraction`, `constraint-form`, `undeclared`, `argument`,
 * `element-type`, `recursion`, `limit` and `return`; warnings `output-dim`,
 * `select-shapes`; hints `index-only-left`
 *
 * Runs a function with dims in the place of numbers.
 *
 * Returns: (transfer full) (nullable): the formula, or NULL after an error
 */
ImFormula *im_tile_elaborate (const ImTileFile *file,
                              const ImTileFunction *function,
                              const ImTileArgument *arguments,
                              ImArena *arena,
                              ImDiagnostics *diagnostics);

/**
 * im_tile_find_loops:
 * @file: the file
 * @formula: a formula of it
 * @arena: for the loops
 * @diagnostics: gets the errors of im_loop_nest_new() with the places of their statements
 *
 * Returns: (transfer full) (nullable) (element-type ImLoopNest): the loops of each
 * kernel, or NULL after an error
 */
GPtrArray *im_tile_find_loops (const ImTileFile *file,
                               const ImFormula *formula,
                               ImArena *arena,
                               ImDiagnostics *diagnostics);

G_END_DECLS
