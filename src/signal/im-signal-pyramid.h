/* What is kept of the numbers of a signal besides the numbers: ranges of blocks, of four
 * blocks and so on, and moments of longer ones. Blocks begin as the pieces of the signal
 * that are appended; where they would take more memory than they may, each four become
 * one, and so on, so that a signal may go on for ever.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define IM_PYRAMID_GROUP 16 /* blocks whose moments are one entry */

typedef enum
{
  IM_RANGE_HAS_NAN = 1 << 0,
  IM_RANGE_HAS_INFINITE = 1 << 1,
  IM_RANGE_IS_SATURATED = 1 << 2,
} ImRangeFlags;

/**
 * ImRange:
 * @min: the smallest finite number, > @max if there is none
 * @max: the largest one
 * @flags: what else there is
 */
typedef struct
{
  double min;
  double max;
  guint flags;
} ImRange;

/**
 * ImMoments:
 * @range: of the numbers
 * @n_finite: how many are finite
 * @n_nan: how many are NaN
 * @n_infinite: how many are infinite
 * @n_saturated: how many are at a limit
 * @mean: of the finite ones
 * @squares: sum of the squares of what differs from @mean
 *
 * What statistics follow from. Those of two sets of numbers give those of both. Source:
 * Chan, Golub and LeVeque, "Updating Formulae and a Pairwise Algorithm for Computing
 * Sample Variances", 1979.
 */
typedef struct
{
  ImRange range;
  guint64 n_finite;
  guint64 n_nan;
  guint64 n_infinite;
  guint64 n_saturated;
  double mean;
  double squares;
} ImMoments;

/* The range, and the moments, of no numbers. */
#define IM_RANGE_NONE   ((ImRange){ .min = INFINITY, .max = -INFINITY })
#define IM_MOMENTS_NONE ((ImMoments){ .range = IM_RANGE_NONE })

/**
 * im_moments_compute:
 * @numbers: numbers, @stride from one to the next
 * @n: how many
 * @stride: 1 or more
 * @low: numbers from here on are not saturated
 * @high: numbers up to here are not saturated
 *
 * Returns: the moments of the numbers; a number below @low or above @high is saturated
 */
ImMoments im_moments_compute (const double *numbers,
                              gsize n,
                              gsize stride,
                              double low,
                              double high);

void im_moments_merge (ImMoments *moments, const ImMoments *other);
void im_range_merge (ImRange *range, const ImRange *other);

typedef struct _ImPyramid ImPyramid;

/**
 * im_pyramid_new:
 * @n_channels: at least 1
 * @limit_bytes: how much memory the blocks may take, about; there is room for 16 in any
 *   case
 *
 * Returns: a pyramid without blocks
 */
ImPyramid *im_pyramid_new (guint n_channels, gsize limit_bytes);
void im_pyramid_free (ImPyramid *pyramid);

/* How much memory the blocks take, about. */
gsize im_pyramid_count_bytes (const ImPyramid *pyramid);

/**
 * im_pyramid_append:
 * @pyramid: a pyramid
 * @pieces: of each channel, the moments of the next piece of the signal; all pieces have
 *   as many values
 */
void im_pyramid_append (ImPyramid *pyramid, const ImMoments *pieces);

/* How many pieces a block has by now: 1, 4, 16 and so on. */
guint64 im_pyramid_get_block_pieces (const ImPyramid *pyramid);

/* How many blocks are complete. */
guint64 im_pyramid_get_n_blocks (const ImPyramid *pyramid);

/* The range of a channel in blocks @from to before @to, which are there. */
ImRange im_pyramid_get_range (const ImPyramid *pyramid,
                              guint channel,
                              guint64 from,
                              guint64 to);

/* The range of a channel in the pieces behind the complete blocks. */
ImRange im_pyramid_get_open_range (const ImPyramid *pyramid, guint channel);

/* The moments of a channel in groups @from to before @to, of IM_PYRAMID_GROUP blocks
 * each, which are there as a whole. */
ImMoments im_pyramid_get_moments (const ImPyramid *pyramid,
                                  guint channel,
                                  guint64 from,
                                  guint64 to);

/* The moments of a channel in the pieces behind the complete groups. */
ImMoments im_pyramid_get_open_moments (const ImPyramid *pyramid, guint channel);

G_END_DECLS
