/* SPDX-License-Identifier: MIT
 *
 * Single loops: their values, and what forms of them can be; why there are none.
 */
#include "kernel/im-loop-nest-private.h"

G_DEFINE_QUARK (im_loop_nest_error_quark, im_loop_nest_error)

const char *
im_loop_nest_error_get_code (ImLoopNestError code)
{
  static const char *const codes[] = {
    [IM_LOOP_NEST_ERROR_CONSTRAINT_ONLY] = "constraint-only-index",
    [IM_LOOP_NEST_ERROR_UNBOUNDED] = "unbounded-index",
    [IM_LOOP_NEST_ERROR_EMPTY] = "empty-domain",
    [IM_LOOP_NEST_ERROR_CONFLICT] = "assign-conflict",
    [IM_LOOP_NEST_ERROR_OVERFLOW] = "overflow",
    [IM_LOOP_NEST_ERROR_TOO_MANY] = "too-many-bounds",
  };

  return codes[code];
}

gboolean
im_loop_nest_overflow (GError **error)
{
  g_set_error_literal (error, IM_LOOP_NEST_ERROR, IM_LOOP_NEST_ERROR_OVERFLOW,
                       "Numbers in the indices do not fit in 64 bits");

  return FALSE;
}

gint64
im_loop_get_first (const ImLoop *loop, const gint64 *values, guint n_values)
{
  gint64 first = G_MININT64;

  for (guint i = 0; i < loop->n_lower; i++)
    first = MAX (first,
                 im_ceil_divide (im_affine_evaluate (&loop->lower[i], values, n_values),
                                 loop->lower[i].divisor));

  return first;
}

gint64
im_loop_get_last (const ImLoop *loop, const gint64 *values, guint n_values)
{
  gint64 last = G_MAXINT64;

  for (guint i = 0; i < loop->n_upper; i++)
    last = MIN (last,
                im_floor_divide (im_affine_evaluate (&loop->upper[i], values, n_values),
                                 loop->upper[i].divisor));

  return last;
}

static gboolean
is_fixed (const ImAffine *bounds, guint n_bounds)
{
  return n_bounds == 1 && im_affine_is_constant (bounds);
}

gint64
im_loop_get_count (const ImLoop *loop)
{
  return is_fixed (loop->lower, loop->n_lower) && is_fixed (loop->upper, loop->n_upper)
             ? MAX (loop->maximum - loop->minimum + 1, 0)
             : -1;
}

gboolean
im_loop_form_get_range (const ImAffine *form,
                        const ImLoop *loops,
                        guint n_loops,
                        gint64 *minimum,
                        gint64 *maximum)
{
  *minimum = *maximum = form->constant;
  for (guint i = 0; i < n_loops; i++)
    {
      gint64 factor = form->factor[i], low = 0, high = 0;

      if (__builtin_mul_overflow (factor, loops[i].minimum, &low) ||
          __builtin_mul_overflow (factor, loops[i].maximum, &high) ||
          __builtin_add_overflow (*minimum, MIN (low, high), minimum) ||
          __builtin_add_overflow (*maximum, MAX (low, high), maximum))
        return FALSE;
    }

  return TRUE;
}
