/* Envelopes: what a signal of any length looks like in so many columns of pixels.
 *
 * Rows go in one by one, in the order of time, and are not kept: of each column and
 * channel there are the smallest and the largest number and the first and the last one,
 * so that a line through them covers the same pixels as one through all rows. Source:
 * Jugel, Jerzak, Hackenbroich and Markl, "M4: A Visualization-Oriented Time Series Data
 * Aggregation", VLDB 2014.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define IM_ENVELOPE_GAP_STEPS 3 /* a step of more than so many usual ones is a gap */

/**
 * ImEnvelopeCell:
 * @min: the smallest number
 * @max: the largest one
 * @first: the first one
 * @last: the last one
 * @first_at: where the first one is, in columns from the left
 * @last_at: where the last one is
 * @n: how many numbers there are; nothing else is set if none
 * @falls: whether the largest came before the smallest
 * @is_broken: whether nothing joins the first one to what was before it
 *
 * What one channel is in one column.
 */
typedef struct
{
  double min;
  double max;
  double first;
  double last;
  double first_at;
  double last_at;
  gsize n;
  gboolean falls;
  gboolean is_broken;
} ImEnvelopeCell;

/**
 * ImEnvelope:
 * @from: time at the left
 * @to: time at the right, > @from
 * @n_channels: numbers in each row
 * @n_columns: columns
 * @cells: @n_columns of each channel, channel by channel
 * @totals: of each channel what all of its cells have, without places
 * @n_rows: how many rows are between @from and @to
 * @n_missing: how many numbers of them are NaN or infinite
 * @n_gaps: how many steps between rows are gaps
 */
typedef struct
{
  double from;
  double to;
  guint n_channels;
  guint n_columns;
  ImEnvelopeCell *cells;
  ImEnvelopeCell *totals;
  gsize n_rows;
  gsize n_missing;
  gsize n_gaps;
  /*< private >*/
  gboolean *is_missing; /* of each cell */
  double step;
  double last_time;
  gboolean *is_open; /* of each channel: whether a line comes from the left */
} ImEnvelope;

/**
 * im_envelope_new:
 * @n_channels: numbers in each row, at least 1
 * @n_columns: columns, at least 1
 * @from: time at the left
 * @to: time at the right, > @from
 * @step: the usual time between rows, 0 if unknown; there are no gaps in time then
 *
 * Returns: an envelope without rows
 */
ImEnvelope *im_envelope_new (guint n_channels,
                             guint n_columns,
                             double from,
                             double to,
                             double step);

/**
 * im_envelope_add:
 * @envelope: an envelope
 * @time: when the row was taken, not before the last one
 * @row: @n_channels numbers; NaN and infinities are missing ones
 *
 * Adds a row; one that is not from @from to before @to is left out. Where the usual step
 * is not known, the one at @to is the last one.
 */
void im_envelope_add (ImEnvelope *envelope, double time, const double *row);

const ImEnvelopeCell *im_envelope_get_cell (const ImEnvelope *envelope,
                                            guint channel,
                                            guint column);

/* Whether numbers of a channel are missing in a column, or rows. */
gboolean im_envelope_is_missing (const ImEnvelope *envelope, guint channel, guint column);

/* The column of a time, which is between the first and the last one. */
guint im_envelope_get_column (const ImEnvelope *envelope, double time);

void im_envelope_free (ImEnvelope *envelope);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImEnvelope, im_envelope_free)

G_END_DECLS
