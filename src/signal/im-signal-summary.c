/* SPDX-License-Identifier: MIT
 *
 * Columns of pictures, and statistics: of few values from the values, of many from the
 * blocks of the pyramid.
 */
#include <math.h>

#include "signal/im-signal-private.h"

#define COLUMN_BLOCKS 2    /* columns of more blocks are made of whole ones */
#define PART_VALUES   4096 /* that are looked at at a time */

static ImSignalColumn
to_column (const ImRange *range, guint64 n_values)
{
  return (ImSignalColumn){
    .min = range->min,
    .max = range->max,
    .n_values = n_values,
    .has_nan = (range->flags & IM_RANGE_HAS_NAN) != 0,
    .has_infinite = (range->flags & IM_RANGE_HAS_INFINITE) != 0,
    .is_saturated = (range->flags & IM_RANGE_IS_SATURATED) != 0,
  };
}

/* Whether values are kept, or can be read again. */
static gboolean
are_there (ImSignal *signal, guint64 from, guint64 to)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&signal->lock);
  guint64 n_kept = signal->kept_bytes / signal->value_bytes;
  guint64 open_first = signal->n_values - signal->n_values % signal->piece_values;

  return signal->format.read != NULL || to <= n_kept || MAX (from, n_kept) >= open_first;
}

/* Columns of few values each, from the values. */
static gboolean
compute_fine_columns (ImSignal *signal,
                      guint channel,
                      const guint64 *borders,
                      guint n_columns,
                      ImSignalColumn *columns)
{
  gsize n_values = (gsize) (borders[n_columns] - borders[0]);
  g_autofree double *numbers = g_new (double, n_values);

  if (!im_signal_load (signal, channel, 1, borders[0], n_values, numbers, NULL))
    return FALSE;

  for (guint i = 0; i < n_columns; i++)
    {
      gsize n = (gsize) (borders[i + 1] - borders[i]);
      ImMoments moments = im_moments_compute (numbers + (borders[i] - borders[0]), n, 1,
                                              signal->low, signal->high);

      columns[i] = to_column (&moments.range, n);
    }

  return TRUE;
}

/* With the lock: how many values a block has by now. */
static guint64
get_block_values (const ImSignal *signal)
{
  return signal->piece_values * im_pyramid_get_block_pieces (signal->pyramid);
}

/* With the lock: the moments of the values behind the complete pieces. */
static ImMoments
compute_open (const ImSignal *signal, guint channel)
{
  return im_moments_compute (signal->open + channel,
                             signal->n_values % signal->piece_values, signal->n_channels,
                             signal->low, signal->high);
}

/* Columns of whole blocks: a block belongs to the column that its first value is in. The
 * block that is open belongs to the one of its first value, too. What a column inside of
 * a block shows is that block. */
static void
compute_coarse_columns (ImSignal *signal,
                        guint channel,
                        const guint64 *borders,
                        guint n_columns,
                        ImSignalColumn *columns)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&signal->lock);
  guint64 block_values = get_block_values (signal);
  guint64 n_blocks = im_pyramid_get_n_blocks (signal->pyramid);
  ImMoments open = compute_open (signal, channel);
  ImRange open_block = im_pyramid_get_open_range (signal->pyramid, channel);

  im_range_merge (&open_block, &open.range);
  for (guint i = 0; i < n_columns; i++)
    {
      guint64 from = (borders[i] + block_values - 1) / block_values;
      guint64 to = (borders[i + 1] + block_values - 1) / block_values;
      gboolean is_inside = from == to && borders[i] < borders[i + 1];
      guint64 n_values = (MIN (to, n_blocks) - MIN (from, n_blocks)) * block_values;
      ImRange range;

      from -= is_inside ? 1 : 0;
      range = im_pyramid_get_range (signal->pyramid, channel, MIN (from, n_blocks),
                                    MIN (to, n_blocks));
      if (from <= n_blocks && to > n_blocks)
        {
          im_range_merge (&range, &open_block);
          n_values += is_inside ? 0 : signal->n_values - n_blocks * block_values;
        }
      columns[i] = to_column (&range, n_values);
    }
}

void
im_signal_get_columns (ImSignal *signal,
                       guint channel,
                       double from_s,
                       double to_s,
                       guint n_columns,
                       ImSignalColumn *columns)
{
  g_return_if_fail (channel < signal->n_channels);
  g_return_if_fail (n_columns > 0 && to_s > from_s);

  g_autofree guint64 *borders = g_new (guint64, (gsize) n_columns + 1);
  guint64 n_values, block_values;

  for (guint i = 0; i <= n_columns; i++)
    borders[i] = im_signal_find (signal, from_s + (to_s - from_s) * i / n_columns);
  g_mutex_lock (&signal->lock);
  block_values = get_block_values (signal);
  g_mutex_unlock (&signal->lock);

  n_values = borders[n_columns] - borders[0];
  if (n_values > COLUMN_BLOCKS * block_values * n_columns ||
      !are_there (signal, borders[0], borders[n_columns]) ||
      !compute_fine_columns (signal, channel, borders, n_columns, columns))
    compute_coarse_columns (signal, channel, borders, n_columns, columns);
}

/* The moments of values, number by number; those that are gone do not count. */
static guint64
add_values (ImSignal *signal, guint channel, guint64 from, guint64 to, ImMoments *moments)
{
  double numbers[PART_VALUES];

  for (gsize n; from < to; from += n)
    {
      ImMoments some;

      n = (gsize) MIN (to - from, PART_VALUES);
      if (!im_signal_load (signal, channel, 1, from, n, numbers, NULL))
        break;
      some = im_moments_compute (numbers, n, 1, signal->low, signal->high);
      im_moments_merge (moments, &some);
    }

  return from;
}

/* With the lock: the moments of groups of blocks, and of all behind them. */
static ImMoments
compute_groups (const ImSignal *signal,
                guint channel,
                guint64 first,
                guint64 last,
                gboolean has_rest)
{
  ImMoments moments = im_pyramid_get_moments (signal->pyramid, channel, first, last);

  if (has_rest)
    {
      ImMoments rest = im_pyramid_get_open_moments (signal->pyramid, channel);
      ImMoments open = compute_open (signal, channel);

      im_moments_merge (&moments, &rest);
      im_moments_merge (&moments, &open);
    }

  return moments;
}

/* Whole groups of blocks in the middle, values at the ends, those before the groups only
 * if none of them is gone; up to the last value, what
 * lies behind the groups is known as a whole, too. */
static ImMoments
compute_moments (ImSignal *signal, guint channel, guint64 *from, guint64 *to)
{
  ImMoments moments = IM_MOMENTS_NONE, before = IM_MOMENTS_NONE;
  guint64 group, n_groups, first, last;
  gboolean has_rest;

  g_mutex_lock (&signal->lock);
  group = get_block_values (signal) * IM_PYRAMID_GROUP;
  n_groups = im_pyramid_get_n_blocks (signal->pyramid) / IM_PYRAMID_GROUP;
  first = (*from + group - 1) / group;
  last = MIN (*to / group, n_groups);
  has_rest = first <= n_groups && *to == signal->n_values;
  if (first < last || has_rest)
    moments = compute_groups (signal, channel, first, last, has_rest);
  g_mutex_unlock (&signal->lock);

  if (first >= last && !has_rest)
    *to = add_values (signal, channel, *from, *to, &moments);
  else
    {
      if (add_values (signal, channel, *from, first * group, &before) < first * group)
        *from = first * group;
      else
        im_moments_merge (&moments, &before);
      if (!has_rest)
        *to = add_values (signal, channel, last * group, *to, &moments);
    }

  return moments;
}

void
im_signal_get_statistics (ImSignal *signal,
                          guint channel,
                          guint n_channels,
                          guint64 from,
                          guint64 to,
                          ImSignalStatistics *statistics)
{
  g_return_if_fail (channel + n_channels <= signal->n_channels);
  g_return_if_fail (from <= to && to <= im_signal_get_n_values (signal));

  ImMoments moments = IM_MOMENTS_NONE;

  *statistics = (ImSignalStatistics){ .from = from, .to = to };
  for (guint c = channel; c < channel + n_channels; c++)
    {
      guint64 channel_from = from, channel_to = to;
      ImMoments some = compute_moments (signal, c, &channel_from, &channel_to);

      im_moments_merge (&moments, &some);
      statistics->from = MAX (statistics->from, channel_from);
      statistics->to = MIN (statistics->to, channel_to);
    }

  statistics->n = moments.n_finite + moments.n_nan + moments.n_infinite;
  statistics->n_nan = moments.n_nan;
  statistics->n_infinite = moments.n_infinite;
  statistics->n_saturated = moments.n_saturated;
  statistics->min = statistics->max = statistics->mean = (double) NAN;
  statistics->rms = statistics->deviation = (double) NAN;
  if (moments.n_finite == 0)
    return;

  statistics->min = moments.range.min;
  statistics->max = moments.range.max;
  statistics->mean = moments.mean;
  statistics->deviation = sqrt (moments.squares / (double) moments.n_finite);
  statistics->rms = hypot (statistics->deviation, moments.mean);
}
