/* SPDX-License-Identifier: MIT */
#include "scene/track/im-track-rows.h"

#include "base/im-text.h"

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const ImTrackLabel *x = ((const ImTrackBand *) a)->label;
  const ImTrackLabel *y = ((const ImTrackBand *) b)->label;

  if (x->start < y->start || x->start > y->start)
    return x->start < y->start ? -1 : 1;
  if (x->end < y->end || x->end > y->end)
    return x->end > y->end ? -1 : 1; /* the longer one first */

  return x < y ? -1 : x > y;
}

GArray *
im_track_rows_stack (const ImTrack *track, double from, double to, guint *n_rows)
{
  GArray *bands = g_array_new (FALSE, FALSE, sizeof (ImTrackBand));
  double ends[IM_TRACK_MAX_ROWS];

  *n_rows = 0;
  for (guint i = 0; i < track->n_labels; i++)
    if (track->labels[i].end >= from && track->labels[i].start <= to)
      g_array_append_val (bands, ((ImTrackBand){ .label = &track->labels[i] }));
  g_array_sort (bands, compare_starts);
  for (guint i = 0; i < bands->len; i++)
    {
      ImTrackBand *band = &g_array_index (bands, ImTrackBand, i);

      while (band->row < *n_rows && ends[band->row] > band->label->start)
        band->row++;
      if (band->row == IM_TRACK_MAX_ROWS)
        band->row--;
      if (band->row == *n_rows)
        ends[(*n_rows)++] = band->label->end;
      ends[band->row] = band->label->end;
    }

  return bands;
}

/* FNV-1a, the same on every machine. */
static guint
hash (const char *name)
{
  guint32 sum = 2166136261u;

  for (const char *p = name; *p != '\0'; p++)
    sum = (sum ^ (guint8) *p) * 16777619u;

  return sum;
}

GHashTable *
im_track_rows_find_colours (const ImTracks *tracks)
{
  GHashTable *colours = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  gboolean is_taken[IM_TRACK_N_COLOURS] = { FALSE };

  for (guint i = 0; i < tracks->n_tracks; i++)
    for (guint k = 0; k < tracks->tracks[i].n_labels; k++)
      if (g_hash_table_add (colours, (gpointer) tracks->tracks[i].labels[k].name))
        g_ptr_array_add (names, (gpointer) tracks->tracks[i].labels[k].name);
  g_ptr_array_sort (names, im_text_compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      guint colour = hash (g_ptr_array_index (names, i)) % IM_TRACK_N_COLOURS;

      for (guint k = 0; k < IM_TRACK_N_COLOURS && is_taken[colour]; k++)
        colour = (colour + 1) % IM_TRACK_N_COLOURS;
      is_taken[colour] = TRUE;
      g_hash_table_insert (colours, g_ptr_array_index (names, i),
                           GUINT_TO_POINTER (colour));
    }

  return colours;
}
