/* The loops that compute a kernel: exact bounds, and nothing to test inside of them.
 *
 * The outer loops go through elements of the output, the inner ones through what is
 * aggregated for one element. Bounds of a loop are affine in the loops around it, so that
 * exactly the valid sets of indices are visited, each once.
 *
 * How they are found: indices become whole combinations of loop variables, first those
 * that make every division exact (one congruence after the other is solved), then those
 * that tell elements of the output apart (column echelon form of the output's access).
 * Each access and constraint is a pair of inequalities; from the innermost loop outwards
 * a variable is eliminated (Fourier and Motzkin), which leaves its bounds.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "kernel/im-kernel.h"

G_BEGIN_DECLS

/**
 * ImLoop:
 * @name: of its variable, unlike the others
 * @n_lower: how many lower bounds there are, at least 1
 * @lower: forms of the loops around it, each rounded up; the largest one counts
 * @n_upper: how many upper bounds there are, at least 1
 * @upper: forms, each rounded down; the smallest one is the last value
 * @minimum: its variable is never less
 * @maximum: nor more
 */
typedef struct
{
  const char *name;
  guint n_lower;
  const ImAffine *lower;
  guint n_upper;
  const ImAffine *upper;
  gint64 minimum;
  gint64 maximum;
} ImLoop;

/**
 * ImLoopNest:
 * @n_loops: how many loops there are
 * @n_output_loops: how many of them go through elements of the output
 * @loops: the loops, outermost first
 * @index: each index of the kernel as a form of the loops; not set if @is_collapsed
 * @first: least value of each index of the kernel
 * @last: largest one
 * @output: the offset of the element that is written, a form of the output loops; axes
 * that are computed add theirs
 * @loads: the offset of each element that is read, also without those
 * @is_collapsed: whether two indices have become one loop
 * @is_sequence: whether elements are written in the order of the indices, each value for
 * itself, beginning with what stands there
 * @covers: whether each element of the output is written
 * @may_miss: whether there may be nothing to aggregate for an element that the output
 * loops come to, which then is 0 and not what the aggregation begins with
 * @legend: (nullable): what loops are that are no index of the kernel, and indices that
 * are no loop: `k_ci = 3*k + ci`
 */
typedef struct
{
  guint n_loops;
  guint n_output_loops;
  ImLoop loops[IM_KERNEL_MAX_INDICES];
  ImAffine index[IM_KERNEL_MAX_INDICES];
  gint64 first[IM_KERNEL_MAX_INDICES];
  gint64 last[IM_KERNEL_MAX_INDICES];
  ImAffine output;
  ImAffine loads[IM_KERNEL_MAX_LOADS];
  gboolean is_collapsed;
  gboolean is_sequence;
  gboolean covers;
  gboolean may_miss;
  const char *legend;
} ImLoopNest;

#define IM_LOOP_NEST_ERROR (im_loop_nest_error_quark ())

/**
 * ImLoopNestError:
 * @IM_LOOP_NEST_ERROR_CONSTRAINT_ONLY: an index is in no access
 * @IM_LOOP_NEST_ERROR_UNBOUNDED: nothing bounds an index
 * @IM_LOOP_NEST_ERROR_EMPTY: no set of indices is valid
 * @IM_LOOP_NEST_ERROR_CONFLICT: an element is assigned twice, or may be
 * @IM_LOOP_NEST_ERROR_OVERFLOW: numbers do not fit in 64 bits
 * @IM_LOOP_NEST_ERROR_TOO_MANY: more inequalities than are looked into
 */
typedef enum
{
  IM_LOOP_NEST_ERROR_CONSTRAINT_ONLY,
  IM_LOOP_NEST_ERROR_UNBOUNDED,
  IM_LOOP_NEST_ERROR_EMPTY,
  IM_LOOP_NEST_ERROR_CONFLICT,
  IM_LOOP_NEST_ERROR_OVERFLOW,
  IM_LOOP_NEST_ERROR_TOO_MANY,
} ImLoopNestError;

GQuark im_loop_nest_error_quark (void);

/* The code of an error in messages, such as `unbounded-index`. */
const char *im_loop_nest_error_get_code (ImLoopNestError code);

/**
 * im_loop_nest_new:
 * @kernel: a kernel
 * @formula: what it belongs to
 * @arena: for the loops
 * @error: return location for an [error@Im.LoopNestError]
 *
 * Finds the loops. Among the loops of one element the order of the indices is that of
 * their first appearance, ascending, unless an index had to be replaced.
 *
 * Returns: (nullable): the loops
 */
const ImLoopNest *im_loop_nest_new (const ImKernel *kernel,
                                    const ImFormula *formula,
                                    ImArena *arena,
                                    GError **error);

/* First and last value of a loop for values of those around it. */
gint64 im_loop_get_first (const ImLoop *loop, const gint64 *values, guint n_values);
gint64 im_loop_get_last (const ImLoop *loop, const gint64 *values, guint n_values);

/**
 * im_loop_nest_has_one_value:
 * @nest: the loops of a kernel
 * @kernel: the kernel
 *
 * Returns: whether no element is more than one value, which its sum or product is, too
 */
gboolean im_loop_nest_has_one_value (const ImLoopNest *nest, const ImKernel *kernel);

/* How many values a loop has, or -1 if that depends on the loops around it. */
gint64 im_loop_get_count (const ImLoop *loop);

/**
 * im_loop_nest_count:
 * @nest: loops
 * @count: (out): how often what is innermost is computed
 *
 * Counts the valid sets of indices. Where that takes too long, the answer is at least as
 * large as the right one.
 *
 * Returns: whether it is the right one
 */
gboolean im_loop_nest_count (const ImLoopNest *nest, double *count);

G_END_DECLS
