/* What finding loops is made of: the basis of the loops, and inequalities in it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-loop-nest.h"

G_BEGIN_DECLS

#define IM_MAX_INEQUALITIES 256

/**
 * ImLoopBasis:
 * @n: how many indices and loop variables there are
 * @n_pivots: how many variables tell elements of the output apart
 * @index: each index as a form of the variables, of divisor 1
 */
typedef struct
{
  guint n;
  guint n_pivots;
  ImAffine index[IM_KERNEL_MAX_INDICES];
} ImLoopBasis;

/**
 * ImInequalities:
 * @n: how many there are
 * @rows: forms of divisor 1 that are not negative
 * @is_contradiction: whether one of them never holds
 */
typedef struct
{
  guint n;
  ImAffine rows[IM_MAX_INEQUALITIES];
  gboolean is_contradiction;
} ImInequalities;

/**
 * im_loop_basis_init:
 * @basis: (out): the basis
 * @kernel: a kernel
 * @formula: what it belongs to
 * @error: return location for EMPTY or OVERFLOW
 *
 * Starts with the indices themselves, and solves the congruences of all divisions.
 */
gboolean im_loop_basis_init (ImLoopBasis *basis,
                             const ImKernel *kernel,
                             const ImFormula *formula,
                             GError **error);

/* Changes the basis so that the first variables tell elements of the output apart. */
gboolean im_loop_basis_lead_with_output (ImLoopBasis *basis,
                                         const ImKernel *kernel,
                                         const ImFormula *formula,
                                         GError **error);

/* Changes the basis so that its points come in the order of the indices, each of which is
 * then a pivot. */
gboolean im_loop_basis_keep_order (ImLoopBasis *basis, GError **error);

/* Puts the variables of the basis into a form of the indices. */
gboolean im_loop_basis_apply (const ImLoopBasis *basis,
                              const ImAffine *form,
                              ImAffine *applied,
                              GError **error);

/* Adds what every access and constraint demands. */
gboolean im_inequalities_init (ImInequalities *inequalities,
                               const ImLoopBasis *basis,
                               const ImKernel *kernel,
                               const ImFormula *formula,
                               GError **error);

/**
 * im_inequalities_eliminate:
 * @inequalities: of variables up to @variable; then those of the ones before it
 * @variable: a variable
 * @loop: gets its bounds
 * @arena: for them
 * @is_exact: (out): whether each point that is left stands for a whole one
 * @error: return location for UNBOUNDED, OVERFLOW or TOO_MANY
 */
gboolean im_inequalities_eliminate (ImInequalities *inequalities,
                                    guint variable,
                                    ImLoop *loop,
                                    ImArena *arena,
                                    gboolean *is_exact,
                                    GError **error);

/* Makes one loop of two where it can, unless a value needs the indices, and says in the
 * legend of @nest which loops and indices are not each other. */
gboolean im_loop_nest_collapse (ImLoopNest *nest,
                                const ImKernel *kernel,
                                ImArena *arena,
                                GError **error);

/* An error OVERFLOW; FALSE. */
gboolean im_loop_nest_overflow (GError **error);

/**
 * im_loop_form_get_range:
 * @form: a form of loop variables
 * @loops: their loops
 * @n_loops: how many take part
 * @minimum: (out): it is never less
 * @maximum: (out): nor more
 *
 * Returns: whether that fits in 64 bits
 */
gboolean im_loop_form_get_range (const ImAffine *form,
                                 const ImLoop *loops,
                                 guint n_loops,
                                 gint64 *minimum,
                                 gint64 *maximum);

G_END_DECLS
