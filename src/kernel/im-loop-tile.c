/* SPDX-License-Identifier: MIT */
#include "kernel/im-loop-tile.h"

#include "kernel/im-loop-nest-private.h"

/* Rows and lanes of floats, whose accumulators stay in registers, and of integers where
 * there are no rows; statements in the innermost loop, and values of it in a turn: if
 * these are all, and otherwise. */
#define MAX_SIDE         4
#define MAX_STATEMENTS   64
#define USUAL_STATEMENTS 32
#define MAX_STEPS        16
#define USUAL_STEPS      8
#define MIN_STEPS        4

static gboolean
depend_on (const ImAffine *bounds, guint n_bounds, guint variable)
{
  for (guint i = 0; i < n_bounds; i++)
    if (bounds[i].factor[variable] != 0)
      return TRUE;

  return FALSE;
}

static gboolean
depends_on (const ImLoop *loop, guint variable)
{
  return depend_on (loop->lower, loop->n_lower, variable) ||
         depend_on (loop->upper, loop->n_upper, variable);
}

/* Values of @variable for which @form is not positive, whatever other loops have. */
static gboolean
limit_values (const ImAffine *form,
              guint variable,
              const ImLoop *loops,
              guint n_loops,
              gint64 *first,
              gint64 *last)
{
  gint64 factor = form->factor[variable], low = 0, high = 0;
  ImAffine rest = *form;

  rest.factor[variable] = 0;
  if (factor == 0 || factor == G_MININT64 ||
      !im_loop_form_get_range (&rest, loops, n_loops, &low, &high) || high == G_MININT64)
    return FALSE;
  if (factor > 0)
    *last = MIN (*last, im_floor_divide (-high, factor));
  else
    *first = MAX (*first, im_ceil_divide (high, -factor));

  return TRUE;
}

/* Where @bound never counts beside @other: a lower one (@sign 1) is not larger there. */
static gboolean
find_quiet (const ImAffine *bound,
            const ImAffine *other,
            gint sign,
            guint variable,
            const ImLoop *loops,
            guint n_loops,
            gint64 *first,
            gint64 *last)
{
  ImAffine a = *bound, b = *other, form;

  if (a.divisor == b.divisor)
    a.divisor = b.divisor = 1;
  else if (im_affine_is_constant (other))
    {
      gint64 end = sign > 0 ? im_ceil_divide (b.constant, b.divisor)
                            : im_floor_divide (b.constant, b.divisor);

      b = im_affine_constant (0);
      if (__builtin_mul_overflow (end, a.divisor, &b.constant))
        return FALSE;
      a.divisor = 1;
    }
  else
    return FALSE;

  return im_affine_add (sign > 0 ? &a : &b, sign > 0 ? &b : &a, -1, &form) &&
         limit_values (&form, variable, loops, n_loops, first, last);
}

/* Leaves out the bounds that depend on @variable; returns whether others remain, which
 * count from *@first to *@last. */
static gboolean
drop_bounds (const ImAffine **bounds,
             guint *n_bounds,
             gint sign,
             guint variable,
             const ImLoop *loops,
             guint n_loops,
             ImArena *arena,
             gint64 *first,
             gint64 *last)
{
  ImAffine *kept = im_arena_new0 (arena, ImAffine, *n_bounds);
  guint n_kept = 0;

  for (guint i = 0; i < *n_bounds; i++)
    if ((*bounds)[i].factor[variable] == 0)
      kept[n_kept++] = (*bounds)[i];
  for (guint i = 0; i < *n_bounds; i++)
    {
      gboolean is_quiet = (*bounds)[i].factor[variable] == 0;

      for (guint j = 0; j < n_kept && !is_quiet; j++)
        is_quiet = find_quiet (&(*bounds)[i], &kept[j], sign, variable, loops, n_loops,
                               first, last);
      if (!is_quiet)
        return FALSE;
    }
  *bounds = kept;
  *n_bounds = n_kept;

  return TRUE;
}

/* The loops of a tile, and for which values of @lane they are right. */
static gboolean
find_interior (ImLoopTile *tile, guint lane, ImArena *arena)
{
  ImLoopNest *nest = &tile->nest;

  tile->first = nest->loops[lane].minimum;
  tile->last = nest->loops[lane].maximum;
  for (guint i = lane + 1; i < nest->n_loops; i++)
    {
      ImLoop *loop = &nest->loops[i];

      if (!depends_on (loop, lane))
        continue;
      if (i < nest->n_output_loops ||
          !drop_bounds (&loop->lower, &loop->n_lower, 1, lane, nest->loops, i, arena,
                        &tile->first, &tile->last) ||
          !drop_bounds (&loop->upper, &loop->n_upper, -1, lane, nest->loops, i, arena,
                        &tile->first, &tile->last))
        return FALSE;
      if (loop->n_lower == 1 && im_affine_is_constant (loop->lower))
        loop->minimum = im_ceil_divide (loop->lower->constant, loop->lower->divisor);
      if (loop->n_upper == 1 && im_affine_is_constant (loop->upper))
        loop->maximum = im_floor_divide (loop->upper->constant, loop->upper->divisor);
    }

  return TRUE;
}

/* Whether elements side by side are read and written side by side. */
static gboolean
is_contiguous (const ImLoopNest *nest, const ImKernel *kernel, guint loop)
{
  if (nest->output.factor[loop] != 1)
    return FALSE;
  for (guint i = 0; i + kernel->n_late_loads < kernel->n_loads; i++)
    if (nest->loads[i].factor[loop] != 0 && nest->loads[i].factor[loop] != 1)
      return FALSE;

  return TRUE;
}

/* The largest part of @count of at most @most; 1 if it has none. */
static guint
find_part (gint64 count, guint most)
{
  guint part = most;

  while (part > 1 && count % part != 0)
    part--;

  return MAX (part, 1);
}

/* Half of the elements at least must be in tiles. */
static gboolean
try_lane (ImLoopTile *tile,
          const ImLoopNest *nest,
          guint lane,
          guint n_lanes,
          ImArena *arena)
{
  gint64 count = im_loop_get_count (&nest->loops[lane]);

  tile->nest = *nest;
  if (count < 2 || !find_interior (tile, lane, arena) ||
      tile->last - tile->first + 1 < n_lanes ||
      2 * (tile->last - tile->first + 1) < count)
    return FALSE;
  if (count < n_lanes || tile->last - tile->first + 1 == count)
    n_lanes = find_part (count, n_lanes) > 1 ? find_part (count, n_lanes) : n_lanes;
  tile->last -= n_lanes - 1;
  tile->lane = lane;
  tile->n_lanes = n_lanes;

  return TRUE;
}

/* Whether a loop can be interchanged with all those inside of it. */
static gboolean
is_free (const ImLoopNest *nest, guint variable)
{
  if (im_loop_get_count (&nest->loops[variable]) < 2)
    return FALSE;
  for (guint i = variable + 1; i < nest->n_loops; i++)
    if (depends_on (&nest->loops[i], variable))
      return FALSE;

  return TRUE;
}

/* How many loads there are for each value; elements side by side cost less. */
static double
get_cost (const ImLoopTile *tile, const ImKernel *kernel)
{
  const ImLoopNest *nest = &tile->nest;
  gboolean is_vector = (tile->n_lanes > 1 && is_contiguous (nest, kernel, tile->lane)) ||
                       (tile->n_rows > 1 && is_contiguous (nest, kernel, tile->row));
  double n_loads = 0;

  for (guint i = 0; i + kernel->n_late_loads < kernel->n_loads; i++)
    n_loads += (nest->loads[i].factor[tile->lane] != 0 ? tile->n_lanes : 1) *
               (tile->n_rows > 1 && nest->loads[i].factor[tile->row] != 0 ? tile->n_rows
                                                                          : 1);

  return n_loads / (tile->n_rows * tile->n_lanes) - (is_vector ? 0.5 : 0.0);
}

/* The lanes, and the rows if any, that are loaded for the least. */
static void
find_sides (ImLoopTile *best,
            const ImLoopNest *nest,
            const ImKernel *kernel,
            ImArena *arena)
{
  guint narrow = im_dtype_is_float (kernel->dtype) ? MAX_SIDE : MAX_SIDE / 2;
  double least = G_MAXDOUBLE;
  ImLoopTile tile;

  for (guint lane = nest->n_output_loops; lane-- > 0;)
    for (guint i = 0; i <= nest->n_output_loops; i++)
      {
        gboolean has_row = i < nest->n_output_loops;

        tile = (ImLoopTile){ .n_rows = 1, .n_steps = 1 };
        if (has_row && (i == lane || !is_free (nest, i)))
          continue;
        if (has_row)
          {
            tile.row = i;
            tile.n_rows = find_part (im_loop_get_count (&nest->loops[i]), narrow);
          }
        if ((has_row && tile.n_rows == 1) ||
            !try_lane (&tile, nest, lane, has_row ? narrow : MAX_SIDE, arena) ||
            get_cost (&tile, kernel) >= least)
          continue;
        least = get_cost (&tile, kernel);
        *best = tile;
      }
}

/* All values of a short innermost loop, or as many as part it evenly; where a tile has
 * many elements, more of them gain nothing. */
static guint
find_steps (const ImLoopTile *tile)
{
  guint n_elements = tile->n_rows * tile->n_lanes;
  guint most = MIN (USUAL_STATEMENTS / n_elements, USUAL_STEPS);
  gint64 count = im_loop_get_count (&tile->nest.loops[tile->nest.n_loops - 1]);
  guint steps = 1;

  if (count < 2)
    return 1;
  if (count <= MIN (MAX_STATEMENTS / n_elements, MAX_STEPS))
    return (guint) count;
  if (most < MIN_STEPS)
    return 1;
  steps = find_part (count, most);

  return steps < MIN_STEPS - 1 ? MIN_STEPS : steps;
}

gboolean
im_loop_tile_init (ImLoopTile *tile,
                   const ImLoopNest *nest,
                   const ImKernel *kernel,
                   ImArena *arena)
{
  *tile = (ImLoopTile){ .n_rows = 1, .n_lanes = 1, .n_steps = 1, .nest = *nest };
  if (nest->may_miss || nest->n_loops == nest->n_output_loops ||
      kernel->aggregation == IM_AGGREGATION_SET)
    return FALSE;
  find_sides (tile, nest, kernel, arena);
  tile->n_steps = find_steps (tile);

  return tile->n_rows * tile->n_lanes * tile->n_steps > 1;
}
