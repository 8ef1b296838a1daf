/* SPDX-License-Identifier: MIT
 *
 * A level holds the ranges of its complete blocks, one channel beside the other; the next
 * level those of FAN of them. A range of blocks is put together from the ends inwards: on
 * each level what does not fill a block of the next one, which is less than FAN at each
 * end.
 *
 * To widen the blocks is to let go of the finest level: the next one has the wider blocks
 * already. What did not fill one of them becomes part of the block that is open.
 */
#include "signal/im-signal-pyramid.h"

#include <math.h>

#define FAN        4
#define MIN_BLOCKS 16

typedef struct
{
  GArray *limits; /* double: min and max of each channel of each block */
  GByteArray *flags;
} Level;

struct _ImPyramid
{
  guint n_channels;
  GArray *levels; /* Level, the finest first */
  GArray *groups; /* ImMoments: of each channel of each complete group */
  ImMoments *open_group;
  ImRange *open_block;
  guint64 n_blocks, max_blocks;
  guint64 block_pieces, n_open_pieces;
};

/* What a block takes: its limits and flags on all levels, and its part of a group. */
static gsize
get_block_bytes (guint n_channels)
{
  gsize range_bytes = 2 * sizeof (double) + 1;

  return n_channels *
         (range_bytes * FAN / (FAN - 1) + sizeof (ImMoments) / IM_PYRAMID_GROUP);
}

void
im_range_merge (ImRange *range, const ImRange *other)
{
  range->min = MIN (range->min, other->min);
  range->max = MAX (range->max, other->max);
  range->flags |= other->flags;
}

void
im_moments_merge (ImMoments *moments, const ImMoments *other)
{
  guint64 n = moments->n_finite + other->n_finite;

  im_range_merge (&moments->range, &other->range);
  moments->n_nan += other->n_nan;
  moments->n_infinite += other->n_infinite;
  moments->n_saturated += other->n_saturated;
  if (other->n_finite == 0)
    return;

  double difference = other->mean - moments->mean;
  double share = (double) other->n_finite / (double) n;

  moments->squares += other->squares +
                      difference * difference * (double) moments->n_finite * share;
  moments->mean += difference * share;
  moments->n_finite = n;
}

static double
add_squares (const double *numbers, gsize n, gsize stride, double mean)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    {
      double difference = numbers[i * stride] - mean;

      sum += difference * difference;
    }

  return sum;
}

/* What im_moments_compute() does if some numbers may not be finite. */
static ImMoments
compute_one_by_one (const double *numbers, gsize n, gsize stride, double low, double high)
{
  ImMoments moments = IM_MOMENTS_NONE;

  for (gsize i = 0; i < n; i++)
    {
      double x = numbers[i * stride];

      if (isnan (x))
        moments.n_nan++;
      else if (isinf (x))
        moments.n_infinite++;
      else
        {
          double difference = x - moments.mean;

          moments.n_finite++;
          moments.mean += difference / (double) moments.n_finite;
          moments.squares += difference * (x - moments.mean);
          moments.range.min = MIN (moments.range.min, x);
          moments.range.max = MAX (moments.range.max, x);
          moments.n_saturated += x < low || x > high;
        }
    }

  return moments;
}

/* A sum that is finite has no NaN and no infinity in it. */
ImMoments
im_moments_compute (const double *numbers, gsize n, gsize stride, double low, double high)
{
  ImMoments moments = IM_MOMENTS_NONE;
  double min = INFINITY, max = -INFINITY, sum = 0;

  for (gsize i = 0; i < n; i++)
    {
      double x = numbers[i * stride];

      min = x < min ? x : min;
      max = x > max ? x : max;
      sum += x;
    }

  if (!isfinite (sum))
    moments = compute_one_by_one (numbers, n, stride, low, high);
  else if (n > 0)
    {
      moments.range.min = min;
      moments.range.max = max;
      moments.n_finite = n;
      moments.mean = sum / (double) n;
      moments.squares = add_squares (numbers, n, stride, moments.mean);
      if (min < low || max > high)
        for (gsize i = 0; i < n; i++)
          moments.n_saturated += numbers[i * stride] < low || numbers[i * stride] > high;
    }
  moments.range.flags = (moments.n_nan > 0 ? IM_RANGE_HAS_NAN : 0) |
                        (moments.n_infinite > 0 ? IM_RANGE_HAS_INFINITE : 0) |
                        (moments.n_saturated > 0 ? IM_RANGE_IS_SATURATED : 0);

  return moments;
}

static void
clear_level_cb (gpointer data)
{
  Level *level = data;

  g_array_unref (level->limits);
  g_byte_array_unref (level->flags);
}

static void
clear_open_block (ImPyramid *pyramid)
{
  pyramid->n_open_pieces = 0;
  for (guint c = 0; c < pyramid->n_channels; c++)
    pyramid->open_block[c] = IM_RANGE_NONE;
}

static void
clear_open_group (ImPyramid *pyramid)
{
  for (guint c = 0; c < pyramid->n_channels; c++)
    pyramid->open_group[c] = IM_MOMENTS_NONE;
}

ImPyramid *
im_pyramid_new (guint n_channels, gsize limit_bytes)
{
  ImPyramid *pyramid = g_new0 (ImPyramid, 1);

  pyramid->n_channels = n_channels;
  pyramid->levels = g_array_new (FALSE, FALSE, sizeof (Level));
  g_array_set_clear_func (pyramid->levels, clear_level_cb);
  pyramid->groups = g_array_new (FALSE, FALSE, sizeof (ImMoments));
  pyramid->max_blocks = MAX (limit_bytes / get_block_bytes (n_channels), MIN_BLOCKS);
  pyramid->block_pieces = 1;
  pyramid->open_group = g_new (ImMoments, n_channels);
  pyramid->open_block = g_new (ImRange, n_channels);
  clear_open_group (pyramid);
  clear_open_block (pyramid);

  return pyramid;
}

void
im_pyramid_free (ImPyramid *pyramid)
{
  g_array_unref (pyramid->levels);
  g_array_unref (pyramid->groups);
  g_free (pyramid->open_group);
  g_free (pyramid->open_block);
  g_free (pyramid);
}

gsize
im_pyramid_count_bytes (const ImPyramid *pyramid)
{
  return (gsize) pyramid->n_blocks * get_block_bytes (pyramid->n_channels);
}

static ImRange
get_entry (const ImPyramid *pyramid, guint level, guint channel, guint64 block)
{
  const Level *found = &g_array_index (pyramid->levels, Level, level);
  guint i = (guint) block * pyramid->n_channels + channel;

  return (ImRange){
    .min = g_array_index (found->limits, double, 2 * i),
    .max = g_array_index (found->limits, double, 2 * i + 1),
    .flags = found->flags->data[i],
  };
}

static void
append_entry (ImPyramid *pyramid, guint level, const ImRange *range)
{
  guint8 flags = (guint8) range->flags;

  if (level == pyramid->levels->len)
    {
      Level new_level = { g_array_new (FALSE, FALSE, sizeof (double)),
                          g_byte_array_new () };

      g_array_append_val (pyramid->levels, new_level);
    }

  Level *found = &g_array_index (pyramid->levels, Level, level);

  g_array_append_vals (found->limits, (double[]){ range->min, range->max }, 2);
  g_byte_array_append (found->flags, &flags, 1);
}

/* Adds the last FAN blocks of a level as one to the next level. */
static void
append_above (ImPyramid *pyramid, guint level, guint64 n_blocks)
{
  for (guint c = 0; c < pyramid->n_channels; c++)
    {
      ImRange range = IM_RANGE_NONE;

      for (guint64 block = n_blocks - FAN; block < n_blocks; block++)
        {
          ImRange entry = get_entry (pyramid, level, c, block);

          im_range_merge (&range, &entry);
        }
      append_entry (pyramid, level + 1, &range);
    }
}

static void
append_block (ImPyramid *pyramid)
{
  guint64 n_blocks = ++pyramid->n_blocks;

  for (guint c = 0; c < pyramid->n_channels; c++)
    append_entry (pyramid, 0, &pyramid->open_block[c]);
  clear_open_block (pyramid);
  if (n_blocks % IM_PYRAMID_GROUP == 0)
    {
      g_array_append_vals (pyramid->groups, pyramid->open_group, pyramid->n_channels);
      clear_open_group (pyramid);
    }
  for (guint level = 0; n_blocks % FAN == 0; level++, n_blocks /= FAN)
    append_above (pyramid, level, n_blocks);
}

/* Each FAN groups become one, in place; those that are left over become part of the open
 * one. */
static void
widen_groups (ImPyramid *pyramid)
{
  guint n_channels = pyramid->n_channels;
  guint n_groups = pyramid->groups->len / n_channels;
  guint n_wide = n_groups / FAN;
  ImMoments *groups = (ImMoments *) (gpointer) pyramid->groups->data;

  for (guint i = 0; i < n_wide * n_channels; i++)
    {
      guint64 first = (guint64) (i / n_channels) * FAN;

      groups[i] = im_pyramid_get_moments (pyramid, i % n_channels, first, first + FAN);
    }
  for (guint c = 0; c < n_channels; c++)
    {
      ImMoments rest = im_pyramid_get_moments (pyramid, c, (guint64) n_wide * FAN,
                                               n_groups);

      im_moments_merge (&pyramid->open_group[c], &rest);
    }
  g_array_set_size (pyramid->groups, n_wide * n_channels);
}

/* The open block is empty. */
static void
widen (ImPyramid *pyramid)
{
  guint64 n_wide = pyramid->n_blocks / FAN;

  for (guint c = 0; c < pyramid->n_channels; c++)
    pyramid->open_block[c] = im_pyramid_get_range (pyramid, c, n_wide * FAN,
                                                   pyramid->n_blocks);
  pyramid->n_open_pieces = pyramid->n_blocks % FAN * pyramid->block_pieces;
  g_array_remove_index (pyramid->levels, 0);
  widen_groups (pyramid);
  pyramid->n_blocks = n_wide;
  pyramid->block_pieces *= FAN;
}

void
im_pyramid_append (ImPyramid *pyramid, const ImMoments *pieces)
{
  for (guint c = 0; c < pyramid->n_channels; c++)
    {
      im_range_merge (&pyramid->open_block[c], &pieces[c].range);
      im_moments_merge (&pyramid->open_group[c], &pieces[c]);
    }
  if (++pyramid->n_open_pieces < pyramid->block_pieces)
    return;

  append_block (pyramid);
  if (pyramid->n_blocks >= pyramid->max_blocks)
    widen (pyramid);
}

guint64
im_pyramid_get_block_pieces (const ImPyramid *pyramid)
{
  return pyramid->block_pieces;
}

guint64
im_pyramid_get_n_blocks (const ImPyramid *pyramid)
{
  return pyramid->n_blocks;
}

ImRange
im_pyramid_get_range (const ImPyramid *pyramid, guint channel, guint64 from, guint64 to)
{
  ImRange range = IM_RANGE_NONE;

  for (guint level = 0; from < to; level++, from /= FAN, to /= FAN)
    {
      ImRange entry;

      for (; from < to && from % FAN != 0; from++)
        {
          entry = get_entry (pyramid, level, channel, from);
          im_range_merge (&range, &entry);
        }
      for (; from < to && to % FAN != 0; to--)
        {
          entry = get_entry (pyramid, level, channel, to - 1);
          im_range_merge (&range, &entry);
        }
    }

  return range;
}

ImRange
im_pyramid_get_open_range (const ImPyramid *pyramid, guint channel)
{
  return pyramid->open_block[channel];
}

ImMoments
im_pyramid_get_moments (const ImPyramid *pyramid, guint channel, guint64 from, guint64 to)
{
  ImMoments moments = IM_MOMENTS_NONE;

  for (guint64 i = from; i < to; i++)
    im_moments_merge (&moments,
                      &g_array_index (pyramid->groups, ImMoments,
                                      (guint) i * pyramid->n_channels + channel));

  return moments;
}

ImMoments
im_pyramid_get_open_moments (const ImPyramid *pyramid, guint channel)
{
  return pyramid->open_group[channel];
}
