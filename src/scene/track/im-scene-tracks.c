/* SPDX-License-Identifier: MIT */
#include "scene/track/im-scene-tracks.h"

#include <math.h>
#include <string.h>

#include "scene/display/im-scene-metrics.h"
#include "scene/track/im-track-draw.h"

#define MARGIN     16
#define GUTTER     56 /* for numbers, left of the axis */
#define RIGHT      28 /* half of the last time */
#define HEAD       34
#define GAP        14 /* between tracks */
#define AXIS_GAP   6
#define DAY_DIGITS 1e8 /* a time that is so late is since 1970 */

typedef struct
{
  const char *name;
  guint n;
  double length;
} Sum;

static ImTimeAxis
get_axis (const ImTracks *tracks, double width)
{
  return (ImTimeAxis){ .left = GUTTER,
                       .right = width - RIGHT,
                       .from = tracks->from - tracks->origin,
                       .to = tracks->to - tracks->origin,
                       .is_timed = tracks->is_timed,
                       .counted = "rows" };
}

gboolean
im_tracks_get_time (const ImTracks *tracks, double width, double x, double *time)
{
  ImTimeAxis axis = get_axis (tracks, width);

  if (x < axis.left || x > axis.right)
    return FALSE;
  *time = tracks->from +
          (tracks->to - tracks->from) * (x - axis.left) / (axis.right - axis.left);

  return TRUE;
}

double
im_tracks_get_x (const ImTracks *tracks, double width, double time)
{
  ImTimeAxis axis = get_axis (tracks, width);

  return im_time_axis_get_x (&axis, time - tracks->origin);
}

static int
compare_sums (gconstpointer a, gconstpointer b)
{
  return strcmp (((const Sum *) a)->name, ((const Sum *) b)->name);
}

void
im_tracks_append_names (const ImTrack *track, const char *separator, GString *out)
{
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) sums = g_array_new (FALSE, FALSE, sizeof (Sum));

  for (guint i = 0; i < track->n_labels; i++)
    {
      const ImTrackLabel *label = &track->labels[i];
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, label->name));

      if (place == 0)
        {
          g_array_append_val (sums, ((Sum){ .name = label->name }));
          place = sums->len;
          g_hash_table_insert (places, (gpointer) label->name, GUINT_TO_POINTER (place));
        }
      g_array_index (sums, Sum, place - 1).n++;
      g_array_index (sums, Sum, place - 1).length += label->end - label->start;
    }
  g_array_sort (sums, compare_sums);
  for (guint i = 0; i < sums->len; i++)
    {
      const Sum *sum = &g_array_index (sums, Sum, i);

      g_string_append_printf (out, "%s%s: %u label%s, %.6g s", i > 0 ? separator : "",
                              sum->name, sum->n, sum->n == 1 ? "" : "s", sum->length);
    }
}

static void
append_time (const ImTracks *tracks, double time, GString *out)
{
  double column = (tracks->to - tracks->from) / IM_TRACKS_COLUMNS;
  int decimals = (int) CLAMP (-floor (log10 (column)), 0, 9);

  g_string_append_printf (out, "%.*f %s", decimals, time - tracks->origin + 0.0,
                          tracks->is_timed ? "s" : "rows");
}

static void
append_numbers (const ImTrack *track, double time, GString *out)
{
  guint column = im_envelope_get_column (track->envelope, time);

  for (guint i = 0; i < track->envelope->n_channels; i++)
    {
      const ImEnvelope *envelope = track->envelope;
      const ImEnvelopeCell *cell = im_envelope_get_cell (envelope, i, column);

      /* Between rows that are further apart than columns the last one holds. */
      for (guint k = column;
           cell->n == 0 && k > 0 && !im_envelope_is_missing (envelope, i, k); k--)
        cell = im_envelope_get_cell (envelope, i, k - 1);
      g_string_append_printf (out, " · %s ", track->channels[i]);
      if (cell->n == 0)
        g_string_append (out, "–");
      else if (cell->n == 1 || cell->max <= cell->min)
        g_string_append_printf (out, "%.4g", cell->last);
      else
        g_string_append_printf (out, "%.4g to %.4g", cell->min, cell->max);
    }
}

void
im_tracks_append_at (const ImTracks *tracks, double time, GString *out)
{
  append_time (tracks, time, out);
  for (guint i = 0; i < tracks->n_tracks; i++)
    {
      const ImTrack *track = &tracks->tracks[i];

      if (track->envelope != NULL)
        append_numbers (track, time, out);
      for (guint k = 0; k < track->n_labels; k++)
        if (time >= track->labels[k].start && time < track->labels[k].end)
          g_string_append_printf (out, " · %s", track->labels[k].name);
    }
}

static void
append_ranges (const ImTrack *track, GString *out)
{
  for (guint i = 0; i < track->envelope->n_channels; i++)
    {
      const ImEnvelopeCell *total = &track->envelope->totals[i];

      g_string_append_printf (out, "; %s", track->channels[i]);
      if (total->n > 0)
        g_string_append_printf (out, " from %.6g to %.6g", total->min, total->max);
      else
        g_string_append (out, " without numbers");
    }
}

static char *
describe (const ImTracks *tracks)
{
  g_autoptr (GString) out = g_string_new (NULL);

  g_string_append_printf (out, "From %.9g to %.9g %s.", tracks->from - tracks->origin,
                          tracks->to - tracks->origin, tracks->is_timed ? "s" : "rows");
  for (guint i = 0; i < tracks->n_tracks; i++)
    {
      const ImTrack *track = &tracks->tracks[i];

      g_string_append_printf (out, "\n%s: ", track->name);
      im_track_append_facts (tracks, track, ", ", out);
      if (track->envelope != NULL)
        append_ranges (track, out);
      g_string_append_c (out, '.');
    }

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static double
draw_tracks (ImTrackPanel *panel, gboolean is_labels, double y)
{
  for (guint i = 0; i < panel->tracks->n_tracks; i++)
    {
      const ImTrack *track = &panel->tracks->tracks[i];

      if ((track->envelope == NULL) == is_labels)
        y = im_track_draw (panel, track, y) + GAP;
    }

  return y;
}

/* The axis says where its times count from if that is not 0. */
static double
draw_axis (const ImTrackPanel *panel, double y)
{
  const ImTracks *tracks = panel->tracks;

  y += AXIS_GAP - GAP;
  im_time_axis_draw (&panel->axis, panel->scene, y);
  y += IM_TIME_AXIS_HEIGHT;
  if (tracks->origin > 0 || tracks->origin < 0)
    {
      g_autofree char *text = g_strdup_printf ("after %.15g s", tracks->origin);

      if (tracks->origin >= DAY_DIGITS)
        {
          g_autoptr (GDateTime) start = g_date_time_new_from_unix_utc (
              (gint64) tracks->origin);
          g_autofree char *date = start == NULL
                                      ? NULL
                                      : g_date_time_format (
                                            start, "after %Y-%m-%d %H:%M:%S UTC");
          if (date != NULL)
            {
              g_free (text);
              text = g_steal_pointer (&date);
            }
        }
      im_scene_add_text (panel->scene, IM_STYLE_SOCKET,
                         (ImScenePoint){ panel->axis.left, y + 10 }, IM_ANCHOR_START,
                         text);
      y += MARGIN;
    }

  return y;
}

ImScene *
im_scene_tracks_new (const ImTracks *tracks, double width, gboolean has_heading)
{
  g_autofree char *description = describe (tracks);
  g_autoptr (GHashTable) colours = im_track_rows_find_colours (tracks);
  ImScene *scene = im_scene_new (tracks->title, description);
  ImTrackPanel panel = { .tracks = tracks,
                         .scene = scene,
                         .axis = get_axis (tracks, width),
                         .colours = colours };
  double y = MARGIN;

  scene->width = width;
  if (has_heading)
    {
      g_autofree char *title = im_scene_text_dup_elided (IM_STYLE_TITLE, tracks->title,
                                                         width - 2 * MARGIN);

      im_scene_add_text (scene, IM_STYLE_TITLE, (ImScenePoint){ MARGIN, y + 16 },
                         IM_ANCHOR_START, title);
      y += HEAD;
    }
  for (guint i = 0; i < tracks->n_tracks && panel.shading == NULL; i++)
    if (tracks->tracks[i].envelope == NULL)
      panel.shading = &tracks->tracks[i];
  y = draw_tracks (&panel, TRUE, y);
  y = draw_tracks (&panel, FALSE, y);
  scene->height = draw_axis (&panel, y) + AXIS_GAP;

  return scene;
}
