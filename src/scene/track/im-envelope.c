/* SPDX-License-Identifier: MIT */
#include "scene/track/im-envelope.h"

#include <math.h>

ImEnvelope *
im_envelope_new (guint n_channels, guint n_columns, double from, double to, double step)
{
  ImEnvelope *envelope = g_new0 (ImEnvelope, 1);

  g_return_val_if_fail (n_channels > 0 && n_columns > 0 && to > from, NULL);

  envelope->from = from;
  envelope->to = to;
  envelope->step = step;
  envelope->n_channels = n_channels;
  envelope->n_columns = n_columns;
  envelope->cells = g_new0 (ImEnvelopeCell, (gsize) n_channels * n_columns);
  envelope->totals = g_new0 (ImEnvelopeCell, n_channels);
  envelope->is_missing = g_new0 (gboolean, (gsize) n_channels * n_columns);
  envelope->is_open = g_new0 (gboolean, n_channels);

  return envelope;
}

void
im_envelope_free (ImEnvelope *envelope)
{
  if (envelope == NULL)
    return;

  g_free (envelope->cells);
  g_free (envelope->totals);
  g_free (envelope->is_missing);
  g_free (envelope->is_open);
  g_free (envelope);
}

static double
get_place (const ImEnvelope *envelope, double time)
{
  return (time - envelope->from) / (envelope->to - envelope->from) * envelope->n_columns;
}

guint
im_envelope_get_column (const ImEnvelope *envelope, double time)
{
  return (guint) CLAMP (get_place (envelope, time), 0, envelope->n_columns - 1);
}

const ImEnvelopeCell *
im_envelope_get_cell (const ImEnvelope *envelope, guint channel, guint column)
{
  return &envelope->cells[(gsize) channel * envelope->n_columns + column];
}

/* From the middle between rows to the middle between rows. */
static void
mark_missing (ImEnvelope *envelope, guint channel, double from, double to)
{
  gboolean *is_missing = envelope->is_missing + (gsize) channel * envelope->n_columns;
  guint last = im_envelope_get_column (envelope, to);

  for (guint i = im_envelope_get_column (envelope, from); i <= last; i++)
    is_missing[i] = TRUE;
}

gboolean
im_envelope_is_missing (const ImEnvelope *envelope, guint channel, guint column)
{
  return envelope->is_missing[(gsize) channel * envelope->n_columns + column];
}

static void
add_number (ImEnvelopeCell *cell, double place, double number, gboolean is_open)
{
  if (cell->n++ == 0)
    *cell = (ImEnvelopeCell){ .min = number,
                              .max = number,
                              .first = number,
                              .first_at = place,
                              .n = 1,
                              .is_broken = !is_open };
  if (number < cell->min)
    {
      cell->min = number;
      cell->falls = TRUE;
    }
  if (number > cell->max)
    {
      cell->max = number;
      cell->falls = FALSE;
    }
  cell->last = number;
  cell->last_at = place;
}

static void
note_gap (ImEnvelope *envelope, double time)
{
  if (envelope->n_rows == 0 || envelope->step <= 0 ||
      time - envelope->last_time <= IM_ENVELOPE_GAP_STEPS * envelope->step)
    return;

  envelope->n_gaps++;
  for (guint i = 0; i < envelope->n_channels; i++)
    {
      mark_missing (envelope, i, envelope->last_time + envelope->step / 2,
                    time - envelope->step / 2);
      envelope->is_open[i] = FALSE;
    }
}

void
im_envelope_add (ImEnvelope *envelope, double time, const double *row)
{
  guint column = im_envelope_get_column (envelope, time);
  double place = get_place (envelope, time);

  if (time < envelope->from || time > envelope->to ||
      (time >= envelope->to && envelope->step > 0))
    return;
  note_gap (envelope, time);
  for (guint i = 0; i < envelope->n_channels; i++)
    {
      if (!isfinite (row[i]))
        {
          envelope->n_missing++;
          envelope->is_open[i] = FALSE;
          mark_missing (envelope, i, time - envelope->step / 2,
                        time + envelope->step / 2);
          continue;
        }
      add_number (&envelope->cells[(gsize) i * envelope->n_columns + column], place,
                  row[i], envelope->is_open[i]);
      add_number (&envelope->totals[i], place, row[i], envelope->is_open[i]);
      envelope->is_open[i] = TRUE;
    }
  envelope->last_time = time;
  envelope->n_rows++;
}
