/* SPDX-License-Identifier: MIT
 *
 * Signals and labels over time: envelopes against numbers that are all there, pictures
 * kept as SVG beside this file, and that a picture does not grow with the signal.
 */
#include <math.h>
#include <string.h>

#include "golden-text.h"
#include "scene-geometry.h"
#include "scene/display/im-scene-metrics.h"
#include "scene/output/im-scene-svg.h"
#include "scene/track/im-scene-tracks.h"
#include "scene/track/im-track-rows.h"

#define RATE 10.0

static const char *const channels[] = { "acc_x", "acc_y", "light" };

static const ImTrackLabel seen[] = {
  { 0, 1.5, "still" }, { 1.2, 3, "walking" }, { 3, 3.3, "a name that has no room" },
  { 3.5, 3.5, "tap" }, { 3.8, 9, "still" },
};
static const ImTrackLabel guessed[] = { { 0, 2, "walking" }, { 2, 4, "still" } };

/* Four seconds: the first channel lacks some numbers, and all a part of their rows. */
static ImEnvelope *
new_signals (void)
{
  ImEnvelope *envelope = im_envelope_new (3, 40, 0, 4, 1 / RATE);

  for (guint i = 0; i < 40; i++)
    {
      double row[] = { i == 5 || i == 6 ? NAN : sin (i * 0.4), 0.5, i * 10.0 };

      if (i < 20 || i > 25)
        im_envelope_add (envelope, i / RATE, row);
    }

  return envelope;
}

static ImTracks
get_tracks (const ImEnvelope *envelope, ImTrack all[3])
{
  all[0] = (ImTrack){ .name = "walk.data",
                      .channels = channels,
                      .rate_hz = RATE,
                      .envelope = envelope };
  all[1] = (ImTrack){ .name = "walk.label", .labels = seen, .n_labels = 5 };
  all[2] = (ImTrack){ .name = "guess.label", .labels = guessed, .n_labels = 2 };

  return (ImTracks){ .title = "walk",
                     .tracks = all,
                     .n_tracks = 3,
                     .to = 4,
                     .is_timed = TRUE };
}

static void
test_picture (gconstpointer data)
{
  gboolean is_narrow = GPOINTER_TO_INT (data);
  g_autoptr (ImEnvelope) envelope = new_signals ();
  ImTrack all[3];
  ImTracks tracks = get_tracks (envelope, all);
  g_autoptr (ImScene) scene = im_scene_tracks_new (
      &tracks, is_narrow ? IM_TRACKS_NARROW_WIDTH : IM_TRACKS_WIDTH, !is_narrow);
  g_autoptr (GString) svg = g_string_new (NULL);

  scene_geometry_check (scene);
  im_scene_append_svg (scene, IM_THEME_AUTO, svg);
  golden_compare (is_narrow ? "scene/golden/tracks-narrow.svg"
                            : "scene/golden/tracks-page.svg",
                  svg->str);
}

static void
test_description (void)
{
  g_autoptr (ImEnvelope) envelope = new_signals ();
  ImTrack all[3];
  ImTracks tracks = get_tracks (envelope, all);
  g_autoptr (ImScene) scene = im_scene_tracks_new (&tracks, IM_TRACKS_WIDTH, TRUE);

  g_assert_cmpstr (scene->title, ==, "walk");
  g_assert_cmpstr (
      scene->description, ==,
      "From 0 to 4 s.\n"
      "walk.data: 3 channels, 34 rows, 10 Hz, 2 numbers missing, 1 gap; acc_x from "
      "-0.996165 to 0.999574; acc_y from 0.5 to 0.5; light from 0 to 390.\n"
      "walk.label: a name that has no room: 1 label, 0.3 s, still: 2 labels, 6.7 s, tap: "
      "1 label, 0 s, walking: 1 label, 1.8 s.\n"
      "guess.label: still: 1 label, 2 s, walking: 1 label, 2 s.");
}

/* What is under the pointer, and nothing beside the axis. */
static void
test_readout (void)
{
  static const struct
  {
    double time;
    const char *text;
  } cases[] = {
    { 0.05, "0.050 s · acc_x 0 · acc_y 0.5 · light 0 · still · walking" },
    { 0.55, "0.550 s · acc_x – · acc_y 0.5 · light 50 · still · walking" },
    { 1.3,
      "1.300 s · acc_x -0.8835 · acc_y 0.5 · light 130 · still · walking · walking" },
    { 2.25, "2.250 s · acc_x – · acc_y – · light – · walking · still" },
    { 3.95, "3.950 s · acc_x 0.1078 · acc_y 0.5 · light 390 · still · still" },
  };
  g_autoptr (ImEnvelope) envelope = new_signals ();
  ImTrack all[3];
  ImTracks tracks = get_tracks (envelope, all);
  double time = -1;

  g_assert_false (im_tracks_get_time (&tracks, 960, 10, &time));
  g_assert_false (im_tracks_get_time (&tracks, 960, 950, &time));
  g_assert_cmpfloat (time, ==, -1);
  g_assert_true (im_tracks_get_time (&tracks, 960, (56 + 932) / 2.0, &time));
  g_assert_cmpfloat_with_epsilon (time, 2, 1e-9);
  g_assert_cmpfloat_with_epsilon (im_tracks_get_x (&tracks, 960, 2), (56 + 932) / 2.0,
                                  1e-9);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_tracks_append_at (&tracks, cases[i].time, text);
      g_assert_cmpstr (text->str, ==, cases[i].text);
    }
}

/* Each cell has what a search among all numbers finds. */
static void
test_envelope (void)
{
  const guint n_rows = 1000, n_columns = 37;
  g_autoptr (ImEnvelope) envelope = im_envelope_new (1, n_columns, 0, n_rows, 1);
  g_autofree double *numbers = g_new (double, n_rows);
  guint next = 0;

  for (guint i = 0; i < n_rows; i++)
    {
      numbers[i] = (double) (i * 7919 % 1009) - 500;
      im_envelope_add (envelope, i, &numbers[i]);
    }
  for (guint column = 0; column < n_columns; column++)
    {
      const ImEnvelopeCell *cell = im_envelope_get_cell (envelope, 0, column);
      double min = numbers[next], max = numbers[next];

      g_assert_cmpfloat (cell->first, ==, numbers[next]);
      g_assert_cmpuint (cell->n, >, 0);
      for (guint i = 0; i < cell->n; i++, next++)
        {
          g_assert_cmpuint (im_envelope_get_column (envelope, next), ==, column);
          min = MIN (min, numbers[next]);
          max = MAX (max, numbers[next]);
        }
      g_assert_cmpfloat (cell->last, ==, numbers[next - 1]);
      g_assert_cmpfloat (cell->min, ==, min);
      g_assert_cmpfloat (cell->max, ==, max);
      g_assert_true (cell->is_broken == (column == 0));
    }
  g_assert_cmpuint (next, ==, n_rows);
}

static guint
count_segments (guint n_rows)
{
  g_autoptr (ImEnvelope) envelope = im_envelope_new (2, IM_TRACKS_COLUMNS, 0, n_rows, 1);
  const ImTrack track = { .name = "long", .channels = channels, .envelope = envelope };
  const ImTracks tracks = { .title = "long",
                            .tracks = &track,
                            .n_tracks = 1,
                            .to = n_rows,
                            .is_timed = TRUE };
  g_autoptr (ImScene) scene = NULL;
  guint n = 0;

  for (guint i = 0; i < n_rows; i++)
    {
      double row[] = { i * 7919 % 1009, i % 500 };

      im_envelope_add (envelope, i, row);
    }
  g_assert_cmpuint (envelope->n_rows, ==, n_rows);
  scene = im_scene_tracks_new (&tracks, IM_TRACKS_WIDTH, TRUE);
  for (guint i = 0; i < scene->n_items; i++)
    n += scene->items[i].kind == IM_SCENE_PATH ? scene->items[i].n_segments : 0;

  return n;
}

/* A million rows are as many lines as some thousand. */
static void
test_million (void)
{
  guint n = count_segments (1000000);

  g_assert_cmpuint (n, >, 2 * 2 * IM_TRACKS_COLUMNS);
  g_assert_cmpuint (n, <, 2 * 2 * IM_TRACKS_COLUMNS + 60);
  g_assert_cmpuint (count_segments (20000), <, 2 * 2 * IM_TRACKS_COLUMNS + 60);
}

/* Bands that would hide each other are one. */
static void
test_many_labels (void)
{
  const guint n = 50000;
  g_autofree ImTrackLabel *labels = g_new (ImTrackLabel, n);
  const ImTrack track = { .name = "many", .labels = labels, .n_labels = n };
  const ImTracks tracks = { .title = "many",
                            .tracks = &track,
                            .n_tracks = 1,
                            .to = n,
                            .is_timed = TRUE };
  g_autoptr (ImScene) scene = NULL;

  for (guint i = 0; i < n; i++)
    labels[i] = (ImTrackLabel){ i, i + 1, i % 2 == 0 ? "even" : "odd" };
  scene = im_scene_tracks_new (&tracks, IM_TRACKS_WIDTH, TRUE);
  g_assert_cmpuint (scene->n_items, >, 300);
  g_assert_cmpuint (scene->n_items, <, 3 * IM_TRACKS_WIDTH);
}

/* A name keeps its colour where others come and go, and two do not share one. */
static void
test_colours (void)
{
  ImTrack all[3];
  ImTracks tracks = get_tracks (NULL, all);
  g_autoptr (GHashTable) colours = im_track_rows_find_colours (&tracks);
  g_autoptr (GHashTable) taken = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer name, colour;

  g_assert_cmpuint (g_hash_table_size (colours), ==, 4);
  g_hash_table_iter_init (&iter, colours);
  while (g_hash_table_iter_next (&iter, &name, &colour))
    g_assert_true (g_hash_table_add (taken, colour));

  all[1] = all[2];
  tracks.n_tracks = 2;
  g_autoptr (GHashTable) fewer = im_track_rows_find_colours (&tracks);
  g_assert_true (g_hash_table_lookup (fewer, "walking") ==
                 g_hash_table_lookup (colours, "walking"));
}

static double
get_luminance (guint32 colour)
{
  static const double weights[] = { 0.0722, 0.7152, 0.2126 };
  double sum = 0;

  for (guint i = 0; i < 3; i++)
    {
      double part = (colour >> (8 * i) & 0xff) / 255.0;

      sum += weights[i] *
             (part <= 0.04045 ? part / 12.92 : pow ((part + 0.055) / 1.055, 2.4));
    }

  return sum;
}

static void
check_contrast (guint32 above, guint32 below, double least)
{
  double a = get_luminance (above), b = get_luminance (below);

  g_assert_cmpfloat ((MAX (a, b) + 0.05) / (MIN (a, b) + 0.05), >=, least);
}

/* Source: WCAG 2.1, 1.4.3 for texts and 1.4.11 for lines. */
static void
test_contrast (void)
{
  const ImSceneTheme themes[] = { IM_THEME_LIGHT, IM_THEME_DARK, IM_THEME_PRINT };

  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    for (guint label = 0; label < IM_TRACK_N_COLOURS; label++)
      {
        guint32 shade =
            im_scene_style_get_colours (IM_STYLE_LABEL_SHADE + label, themes[i]).fill;

        check_contrast (
            im_scene_style_get_colours (IM_STYLE_VALUE, themes[i]).fill,
            im_scene_style_get_colours (IM_STYLE_LABEL + label, themes[i]).fill, 4.5);
        for (guint signal = IM_STYLE_SIGNAL; signal < IM_STYLE_LABEL; signal++)
          check_contrast (im_scene_style_get_colours (signal, themes[i]).stroke, shade,
                          3);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/scene/tracks/page", GINT_TO_POINTER (FALSE), test_picture);
  g_test_add_data_func ("/scene/tracks/narrow", GINT_TO_POINTER (TRUE), test_picture);
  g_test_add_func ("/scene/tracks/description", test_description);
  g_test_add_func ("/scene/tracks/readout", test_readout);
  g_test_add_func ("/scene/tracks/envelope", test_envelope);
  g_test_add_func ("/scene/tracks/million", test_million);
  g_test_add_func ("/scene/tracks/many-labels", test_many_labels);
  g_test_add_func ("/scene/tracks/colours", test_colours);
  g_test_add_func ("/scene/tracks/contrast", test_contrast);

  return g_test_run ();
}
