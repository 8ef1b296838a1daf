/* Formulas computed by programs of their own: compiled C, or Python with numpy.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-loop-nest.h"

G_BEGIN_DECLS

/**
 * cli_tile_compute_c:
 * @formula: a formula
 * @nests: (element-type ImLoopNest): its loops
 * @arrays: the elements of each buffer; those of the outputs are written
 * @error: return location for an [error@Im.ToolchainError] or an error of a process
 *
 * Emits C, compiles it with a program around it, and runs that.
 *
 * Returns: whether it ran
 */
gboolean cli_tile_compute_c (const ImFormula *formula,
                             const GPtrArray *nests,
                             ImArray *const *arrays,
                             GError **error);

/* The same with Python that is made from the definition of the formula. */
gboolean cli_tile_compute_python (const ImFormula *formula,
                                  const GPtrArray *nests,
                                  ImArray *const *arrays,
                                  GError **error);

G_END_DECLS
