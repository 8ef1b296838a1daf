/* SPDX-License-Identifier: MIT */
#include "scene/track/im-track-draw.h"

#include <math.h>
#include <string.h>

#include "scene/display/im-scene-hatch.h"
#include "scene/display/im-scene-metrics.h"
#include "scene/track/im-track-scale.h"

#define LINE          16
#define HEADING       (2 * LINE + 6)
#define LANE          88
#define LANE_GAP      10
#define PADDING       5 /* between a lane and what is in it */
#define ROW           22
#define BAND          20
#define MIN_BAND      2 /* wide */
#define TEXT_PAD      5
#define RADIUS        3
#define SWATCH        14
#define LEGEND_GAP    14
#define MAX_SIGNALS   6 /* in a lane, as there are colours */
#define SINGLE_POINTS 4 /* more numbers in a column are a line from end to end */

typedef struct
{
  const ImTrackPanel *panel;
  const ImTrack *track;
  guint first; /* channel */
  guint n;
  ImTrackScale scale;
  double top;
} Lane;

static double
get_x (const ImTrackPanel *panel, double time)
{
  double x = im_time_axis_get_x (&panel->axis, time - panel->tracks->origin);

  return CLAMP (x, panel->axis.left, panel->axis.right);
}

static void
add_line (const ImTrackPanel *panel, ImSceneStyleId style, double y, const char *text)
{
  double left = MIN (panel->axis.left, 16);
  g_autofree char *elided = im_scene_text_dup_elided (style, text,
                                                      panel->scene->width - 2 * left);

  im_scene_add_text (panel->scene, style, (ImScenePoint){ left, y }, IM_ANCHOR_START,
                     elided);
}

static const char *
get_plural (gsize n)
{
  return n == 1 ? "" : "s";
}

static void
append_signal_facts (const ImTracks *tracks,
                     const ImTrack *track,
                     const char *separator,
                     GString *out)
{
  const ImEnvelope *envelope = track->envelope;
  guint n = envelope->n_channels + track->n_left_out;

  g_string_append_printf (out, "%u channel%s%s%" G_GSIZE_FORMAT " row%s", n,
                          get_plural (n), separator, envelope->n_rows,
                          get_plural (envelope->n_rows));
  if (track->rate_hz > 0)
    g_string_append_printf (out, "%s%.6g Hz", separator, track->rate_hz);
  if (track->n_left_out > 0)
    g_string_append_printf (out, "%sthe first %u are drawn", separator,
                            envelope->n_channels);
  if (envelope->n_missing > 0)
    g_string_append_printf (out, "%s%" G_GSIZE_FORMAT " number%s missing", separator,
                            envelope->n_missing, get_plural (envelope->n_missing));
  if (envelope->n_gaps > 0)
    g_string_append_printf (out, "%s%" G_GSIZE_FORMAT " gap%s", separator,
                            envelope->n_gaps, get_plural (envelope->n_gaps));
}

/* Labels that are not drawn, because they hold at other times. */
static void
append_outside (const ImTracks *tracks,
                const ImTrack *track,
                const char *separator,
                GString *out)
{
  guint n = 0;

  for (guint i = 0; i < track->n_labels; i++)
    n += track->labels[i].end < tracks->from || track->labels[i].start > tracks->to;
  if (n > 0)
    g_string_append_printf (out, "%s%u label%s outside this time", separator, n,
                            get_plural (n));
}

void
im_track_append_facts (const ImTracks *tracks,
                       const ImTrack *track,
                       const char *separator,
                       GString *out)
{
  if (track->envelope != NULL)
    {
      append_signal_facts (tracks, track, separator, out);
      return;
    }
  if (track->n_labels == 0)
    g_string_append (out, "no labels");
  im_tracks_append_names (track, separator, out);
  append_outside (tracks, track, separator, out);
}

static void
draw_heading (const ImTrackPanel *panel, const ImTrack *track, double y)
{
  g_autoptr (GString) facts = g_string_new (NULL);

  im_track_append_facts (panel->tracks, track, " · ", facts);
  add_line (panel, IM_STYLE_NAME, y + 12, track->name);
  add_line (panel, IM_STYLE_ID, y + 12 + LINE, facts->str);
}

/* The style of a label: @first is that of the first colour. */
static ImSceneStyleId
get_style (const ImTrackPanel *panel, const ImTrackLabel *label, ImSceneStyleId first)
{
  guint colour = GPOINTER_TO_UINT (g_hash_table_lookup (panel->colours, label->name));

  return (ImSceneStyleId) (first + colour);
}

/* A band that is as narrow as the one before it, and in the same place, would hide it. */
static void
draw_band (const ImTrackPanel *panel, const ImTrackBand *band, double y, double *right)
{
  double left = get_x (panel, band->label->start), end = get_x (panel, band->label->end);
  double width = MAX (end - left, MIN_BAND);

  if (end <= *right && end - left < MIN_BAND)
    return;
  left = MIN (left, panel->axis.right - width);
  *right = left + width;
  im_scene_open_group (panel->scene, band->label->name);
  im_scene_add_rectangle (panel->scene, get_style (panel, band->label, IM_STYLE_LABEL),
                          (ImScenePoint){ left, y + 0.5 }, width, BAND - 1,
                          MIN (RADIUS, width / 2));
  if (width > 3 * TEXT_PAD)
    {
      g_autofree char *text = im_scene_text_dup_elided (IM_STYLE_VALUE, band->label->name,
                                                        width - 2 * TEXT_PAD);

      if (im_scene_text_get_width (IM_STYLE_VALUE, text) <= width - 2 * TEXT_PAD)
        im_scene_add_text (panel->scene, IM_STYLE_VALUE,
                           (ImScenePoint){ left + TEXT_PAD, y + 14 }, IM_ANCHOR_START,
                           text);
    }
  im_scene_close_group (panel->scene);
}

static double
draw_labels (const ImTrackPanel *panel, const ImTrack *track, double y)
{
  const ImTracks *tracks = panel->tracks;
  guint n_rows;
  g_autoptr (GArray) bands = im_track_rows_stack (track, tracks->from, tracks->to,
                                                  &n_rows);
  double right[IM_TRACK_MAX_ROWS];

  n_rows = MAX (n_rows, 1);
  for (guint i = 0; i < n_rows; i++)
    {
      right[i] = -1;
      im_scene_begin_path (panel->scene, IM_STYLE_DIVIDER);
      im_scene_move_to (panel->scene,
                        (ImScenePoint){ panel->axis.left, y + i * ROW + BAND / 2.0 });
      im_scene_line_to (panel->scene,
                        (ImScenePoint){ panel->axis.right, y + i * ROW + BAND / 2.0 });
    }
  for (guint i = 0; i < bands->len; i++)
    {
      const ImTrackBand *band = &g_array_index (bands, ImTrackBand, i);

      draw_band (panel, band, y + band->row * ROW, &right[band->row]);
    }

  return y + n_rows * ROW;
}

/* Channels share a lane if their names differ only in a number or an axis at the end,
 * before a unit in brackets. */
static gsize
get_stem_length (const char *name)
{
  gsize length = strcspn (name, "([");
  gsize all;

  while (length > 0 && name[length - 1] == ' ')
    length--;
  all = length;
  while (length > 0 && g_ascii_isdigit (name[length - 1]))
    length--;
  if (length == all && length > 0 && strchr ("wxyzWXYZ", name[length - 1]) != NULL)
    length--;

  return length;
}

static gboolean
has_same_stem (const char *a, const char *b)
{
  gsize length = get_stem_length (a);

  return length == get_stem_length (b) && strncmp (a, b, length) == 0 &&
         (a[length] != '\0' && a[length] != ' ') ==
             (b[length] != '\0' && b[length] != ' ');
}

static double
get_column_x (const Lane *lane, double column)
{
  const ImTimeAxis *axis = &lane->panel->axis;

  return axis->left +
         (axis->right - axis->left) * column / lane->track->envelope->n_columns;
}

static void
find_scale (Lane *lane)
{
  double low = G_MAXDOUBLE, high = -G_MAXDOUBLE;

  for (guint i = 0; i < lane->n; i++)
    {
      const ImEnvelopeCell *total = &lane->track->envelope->totals[lane->first + i];

      low = total->n > 0 ? MIN (low, total->min) : low;
      high = total->n > 0 ? MAX (high, total->max) : high;
    }
  lane->scale = (ImTrackScale){ .left = lane->panel->axis.left,
                                .top = lane->top,
                                .height = LANE,
                                .padding = PADDING };
  im_track_scale_fit (&lane->scale, low, high);
}

/* Where a line begins anew it is first moved to. */
static void
add_point (const Lane *lane, double column, double number, gboolean *is_begun)
{
  ImScenePoint point = { get_column_x (lane, column),
                         im_track_scale_get_y (&lane->scale, number) };

  if (*is_begun)
    im_scene_line_to (lane->panel->scene, point);
  else
    im_scene_move_to (lane->panel->scene, point);
  *is_begun = TRUE;
}

/* A number that nothing joins to others is a dash. */
static void
add_cell (const Lane *lane,
          const ImEnvelopeCell *cell,
          guint column,
          gboolean is_begun,
          gboolean is_ended)
{
  double middle = cell->n > SINGLE_POINTS ? column + 0.5
                                          : (cell->first_at + cell->last_at) / 2;
  double before = cell->falls ? cell->max : cell->min;
  double after = cell->falls ? cell->min : cell->max;
  gboolean is_alone = cell->n == 1 && !is_begun && is_ended;

  if (cell->n > SINGLE_POINTS)
    {
      add_point (lane, middle, before, &is_begun);
      add_point (lane, middle, after, &is_begun);
      return;
    }
  add_point (lane, cell->first_at, cell->first, &is_begun);
  if (cell->n > 2)
    {
      add_point (lane, middle, before, &is_begun);
      add_point (lane, middle, after, &is_begun);
    }
  if (cell->n > 1 || is_alone)
    add_point (lane, cell->last_at + (is_alone ? 1 : 0), cell->last, &is_begun);
}

static guint
find_next (const Lane *lane, guint channel, guint column)
{
  const ImEnvelope *envelope = lane->track->envelope;

  while (column < envelope->n_columns &&
         im_envelope_get_cell (envelope, channel, column)->n == 0)
    column++;

  return column;
}

static void
draw_signal (const Lane *lane, guint i)
{
  const ImEnvelope *envelope = lane->track->envelope;
  guint channel = lane->first + i, end = envelope->n_columns;
  guint column = find_next (lane, channel, 0), next;

  if (column == end)
    return;
  im_scene_begin_path (lane->panel->scene, (ImSceneStyleId) (IM_STYLE_SIGNAL + i));
  for (gboolean is_begun = FALSE; column < end; column = next)
    {
      next = find_next (lane, channel, column + 1);
      gboolean is_ended = next == end ||
                          im_envelope_get_cell (envelope, channel, next)->is_broken;

      add_cell (lane, im_envelope_get_cell (envelope, channel, column), column, is_begun,
                is_ended);
      is_begun = !is_ended;
    }
}

static gboolean
is_missing (const Lane *lane, guint column)
{
  for (guint i = 0; i < lane->n; i++)
    if (im_envelope_is_missing (lane->track->envelope, lane->first + i, column))
      return TRUE;

  return FALSE;
}

static void
draw_missing (const Lane *lane)
{
  const ImEnvelope *envelope = lane->track->envelope;
  guint end;

  for (guint i = 0; i < envelope->n_columns; i = end + 1)
    {
      end = i;
      while (end < envelope->n_columns && is_missing (lane, end))
        end++;
      if (end > i)
        im_scene_add_hatch (lane->panel->scene, IM_STYLE_HATCH,
                            (ImScenePoint){ get_column_x (lane, i), lane->top },
                            get_column_x (lane, end) - get_column_x (lane, i), LANE, 0);
    }
}

/* What is labelled is shaded, once where labels overlap. */
static void
draw_shade (const Lane *lane)
{
  const ImTrackPanel *panel = lane->panel;
  guint n_rows;
  g_autoptr (GArray) bands = NULL;
  double right = panel->axis.left;

  if (panel->shading == NULL)
    return;
  bands = im_track_rows_stack (panel->shading, panel->tracks->from, panel->tracks->to,
                               &n_rows);
  for (guint i = 0; i < bands->len; i++)
    {
      const ImTrackLabel *label = g_array_index (bands, ImTrackBand, i).label;
      double from = MAX (get_x (panel, label->start), right);
      double to = get_x (panel, label->end);

      if (to - from < 0.5)
        continue;
      im_scene_add_rectangle (panel->scene,
                              get_style (panel, label, IM_STYLE_LABEL_SHADE),
                              (ImScenePoint){ from, lane->top }, to - from, LANE, 0);
      right = to;
    }
}

/* Returns the lower edge. */
static double
draw_legend (const Lane *lane, double y)
{
  const ImTrackPanel *panel = lane->panel;
  double x = panel->axis.left, room = panel->axis.right - panel->axis.left - SWATCH - 4;

  for (guint i = 0; i < lane->n; i++)
    {
      g_autofree char *name = im_scene_text_dup_elided (
          IM_STYLE_VALUE, lane->track->channels[lane->first + i], room);
      double width = SWATCH + 4 + im_scene_text_get_width (IM_STYLE_VALUE, name);

      if (x > panel->axis.left && x + width > panel->axis.right)
        {
          x = panel->axis.left;
          y += LINE;
        }
      for (guint k = 0; k < 2; k++) /* two lines are as thick as a signal looks */
        {
          im_scene_begin_path (panel->scene, (ImSceneStyleId) (IM_STYLE_SIGNAL + i));
          im_scene_move_to (panel->scene, (ImScenePoint){ x, y + 7 + k });
          im_scene_line_to (panel->scene, (ImScenePoint){ x + SWATCH, y + 7 + k });
        }
      im_scene_add_text (panel->scene, IM_STYLE_VALUE,
                         (ImScenePoint){ x + SWATCH + 4, y + 11 }, IM_ANCHOR_START, name);
      x += width + LEGEND_GAP;
    }

  return y + LINE;
}

static double
draw_lane (Lane *lane, double y)
{
  const ImTimeAxis *axis = &lane->panel->axis;
  ImScene *scene = lane->panel->scene;
  g_autofree char *name = g_strdup_printf (
      lane->n == 1 ? "%s" : "%s to %s", lane->track->channels[lane->first],
      lane->track->channels[lane->first + lane->n - 1]);

  im_scene_open_group (scene, name);
  lane->top = draw_legend (lane, y);
  find_scale (lane);
  draw_shade (lane);
  draw_missing (lane);
  for (guint i = 0; i < lane->n; i++)
    draw_signal (lane, i);
  im_scene_add_rectangle (scene, IM_STYLE_LANE, (ImScenePoint){ axis->left, lane->top },
                          axis->right - axis->left, LANE, 0);
  im_track_scale_draw (&lane->scale, scene);
  im_scene_close_group (scene);

  return lane->top + LANE;
}

static double
draw_signals (const ImTrackPanel *panel, const ImTrack *track, double y)
{
  guint n = track->envelope->n_channels, next;

  for (guint i = 0; i < n; i = next)
    {
      Lane lane = { .panel = panel, .track = track, .first = i };

      next = i + 1;
      while (next < n && next - i < MAX_SIGNALS &&
             has_same_stem (track->channels[i], track->channels[next]))
        next++;
      lane.n = next - i;
      y = draw_lane (&lane, y) + (next < n ? LANE_GAP : 0);
    }

  return y;
}

double
im_track_draw (const ImTrackPanel *panel, const ImTrack *track, double y)
{
  double bottom;

  im_scene_open_group (panel->scene, track->name);
  draw_heading (panel, track, y);
  bottom = track->envelope == NULL ? draw_labels (panel, track, y + HEADING)
                                   : draw_signals (panel, track, y + HEADING);
  im_scene_close_group (panel->scene);

  return bottom;
}
