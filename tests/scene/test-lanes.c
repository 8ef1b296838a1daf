/* SPDX-License-Identifier: MIT
 *
 * Lanes: pictures of lines and texts kept as SVG beside this file, levels of heat maps
 * against the numbers, and that a picture does not grow with the signal.
 */
#include <cairo.h>
#include <math.h>
#include <string.h>

#include "golden-text.h"
#include "scene/output/im-scene-cairo.h"
#include "scene/output/im-scene-svg.h"
#include "scene/track/im-scene-ruler.h"
#include "scene/track/im-spectrum.h"
#include "scene/track/im-track-rows.h"

#define RATE   100.0
#define WIDTH  (IM_LANE_LEFT + IM_LANE_RIGHT + 200)
#define HEIGHT 80

static const ImTrackLabel labels[] = { { 1, 3, "yes" }, { 4, 5.5, "no" } };
static const ImTrack label_track = { .labels = labels, .n_labels = 2 };

static ImSignal *
new_signal (const char *type, const char *const *channels, double step_s)
{
  ImSignalFormat format = { .name = "x", .channels = channels, .step_s = step_s };

  g_assert_true (im_tensor_type_parse (type, &format.type, NULL));

  return im_signal_new (&format);
}

/* Ten seconds of two channels: waves, the first one clipped and with a gap. */
static ImSignal *
new_waves (void)
{
  static const char *const channels[] = { "left", "right", NULL };
  ImSignal *signal = new_signal ("float32[2]", channels, 1 / RATE);

  for (guint i = 0; i < 1000; i++)
    {
      float value[] = { (float) sin (i * 0.05), (float) (0.5 * cos (i * 0.31)) };

      if (i >= 600 && i < 640)
        value[0] = NAN;
      im_signal_append (signal, value, NULL, 1);
    }

  return signal;
}

/* Integers of which the last ones are at the limit. */
static ImSignal *
new_clipped (void)
{
  ImSignal *signal = new_signal ("q15[]", NULL, 1 / RATE);

  for (guint i = 0; i < 1000; i++)
    {
      gint16 value = (gint16) CLAMP (i * 40 * sin (i * 0.7), -32768, 32767);

      im_signal_append (signal, &value, NULL, 1);
    }

  return signal;
}

typedef struct
{
  const char *name;
  ImLaneKind kind;
  gboolean is_clipped;
  double from_s, to_s;
  double at_s;
} LaneCase;

static const LaneCase lane_cases[] = {
  { "waveform-all", IM_LANE_WAVEFORM, FALSE, 0, 10, 0 },
  { "waveform-values", IM_LANE_WAVEFORM, FALSE, 5.9, 6.1, 0 },
  { "waveform-clipped", IM_LANE_WAVEFORM, TRUE, 0, 10, 0 },
  { "overview", IM_LANE_OVERVIEW, FALSE, 0, 10, 0 },
  { "histogram", IM_LANE_HISTOGRAM, FALSE, 0, 10, 0 },
  { "scatter", IM_LANE_SCATTER, FALSE, 0, 1, 0 },
  { "table", IM_LANE_TABLE, FALSE, 0, 10, 5.98 },
  { "table-end", IM_LANE_TABLE, TRUE, 0, 10, 99 },
};

static void
test_picture (gconstpointer data)
{
  const LaneCase *c = data;
  const ImTracks tracks = { .tracks = &label_track, .n_tracks = 1 };
  g_autoptr (GHashTable) colours = im_track_rows_find_colours (&tracks);
  g_autoptr (ImSignal) signal = c->is_clipped ? new_clipped () : new_waves ();
  g_autofree char *path = g_strdup_printf ("scene/golden/lane-%s.svg", c->name);
  const ImLane lane = { .signal = signal,
                        .kind = c->kind,
                        .from_s = c->from_s,
                        .to_s = c->to_s,
                        .at_s = c->at_s,
                        .labels = &label_track,
                        .colours = colours,
                        .width = WIDTH,
                        .height = HEIGHT };
  g_autoptr (ImScene) scene = im_scene_lane_new (&lane);
  g_autoptr (GString) svg = g_string_new (NULL);

  im_scene_append_svg (scene, IM_THEME_AUTO, svg);
  golden_compare (path, svg->str);
}

static void
test_ruler (void)
{
  const ImTracks tracks = { .tracks = &label_track, .n_tracks = 1 };
  g_autoptr (GHashTable) colours = im_track_rows_find_colours (&tracks);
  const ImLane lane = { .to_s = 10,
                        .labels = &label_track,
                        .colours = colours,
                        .width = WIDTH };
  g_autoptr (ImScene) scene = im_scene_ruler_new (&lane, TRUE);
  g_autoptr (GString) svg = g_string_new (NULL);

  im_scene_append_svg (scene, IM_THEME_AUTO, svg);
  golden_compare ("scene/golden/lane-ruler.svg", svg->str);
}

static const ImSceneItem *
find_heat (const ImScene *scene)
{
  for (guint i = 0; i < scene->n_items; i++)
    if (scene->items[i].kind == IM_SCENE_HEAT)
      return &scene->items[i];
  g_assert_not_reached ();
}

static ImScene *
draw (ImSignal *signal, ImLaneKind kind, double to_s, double at_s)
{
  const ImLane lane = { .signal = signal,
                        .kind = kind,
                        .to_s = to_s,
                        .at_s = at_s,
                        .width = WIDTH,
                        .height = HEIGHT };

  return im_scene_lane_new (&lane);
}

/* The largest element of value i is i % 8: its row, upwards, is the brightest. */
static void
test_heat_map (void)
{
  g_autoptr (ImSignal) signal = new_signal ("float32[8]", NULL, 1);
  g_autoptr (ImScene) scene = NULL;
  const ImSceneItem *heat;

  g_assert_cmpint (im_lane_choose_kind (signal), ==, IM_LANE_HEAT_MAP);
  for (guint i = 0; i < 20; i++)
    {
      float value[8] = { 0 };

      value[i % 8] = i == 13 ? NAN : 1;
      im_signal_append (signal, value, NULL, 1);
    }
  scene = draw (signal, IM_LANE_HEAT_MAP, 20, NAN);
  heat = find_heat (scene);
  g_assert_cmpuint (heat->n_rows, ==, 8);
  g_assert_cmpuint (heat->n_columns, ==, 200);
  for (guint i = 1; i < 20; i++)
    for (guint row = 0; row < 8; row++)
      {
        guint level = heat->levels[row * 200 + i * 10];

        if (row != 7 - i % 8)
          g_assert_cmpuint (level, ==, 1);
        else
          g_assert_cmpuint (level, ==, i == 13 ? 0 : 255);
      }
}

/* Far away the blocks give the same: the largest number of each element. */
static void
test_heat_map_of_blocks (void)
{
  g_autoptr (ImSignal) signal = new_signal ("float32[8]", NULL, 1);
  g_autoptr (ImScene) scene = NULL;
  const ImSceneItem *heat;

  for (guint i = 0; i < 300000; i++)
    {
      float value[8] = { 0 };

      value[i < 150000 ? 2 : 5] = 1;
      im_signal_append (signal, value, NULL, 1);
    }
  scene = draw (signal, IM_LANE_HEAT_MAP, 300000, NAN);
  heat = find_heat (scene);
  for (guint row = 0; row < 8; row++)
    {
      g_assert_cmpuint (heat->levels[row * 200 + 20], ==, row == 5 ? 255 : 1);
      g_assert_cmpuint (heat->levels[row * 200 + 180], ==, row == 2 ? 255 : 1);
    }
}

static void
test_matrix (void)
{
  g_autoptr (ImSignal) signal = new_signal ("float32[2,3]", NULL, 1);
  const float values[] = { 0, 1, 2, 3, 4, 5, 5, 4, 3, 2, 1, 0 };
  g_autoptr (ImScene) scene = NULL;
  const ImSceneItem *heat;

  im_signal_append (signal, values, NULL, 2);
  scene = draw (signal, IM_LANE_MATRIX, 2, 1);
  heat = find_heat (scene);
  g_assert_cmpuint (heat->n_rows, ==, 2);
  g_assert_cmpuint (heat->n_columns, ==, 3);
  for (guint i = 0; i < 6; i++)
    g_assert_cmpuint (heat->levels[i], ==, 1 + lround (254 * (5.0 - i) / 5));
}

/* A tone of a quarter of the rate is in the middle, everywhere. */
static void
test_spectrogram (void)
{
  g_autoptr (ImSignal) signal = new_signal ("float32[]", NULL, 1 / RATE);
  g_autoptr (ImScene) scene = NULL;
  const ImSceneItem *heat;
  guint middle;

  for (guint i = 0; i < 1000; i++)
    {
      float value = (float) sin (i * G_PI / 2);

      im_signal_append (signal, &value, NULL, 1);
    }
  scene = draw (signal, IM_LANE_SPECTROGRAM, 10, NAN);
  heat = find_heat (scene);
  g_assert_cmpuint (heat->n_rows, ==, 16);
  middle = heat->n_rows / 2 - 1;
  /* Windows at the ends reach beyond the signal. */
  for (guint i = 8; i < heat->n_columns - 8; i++)
    {
      g_assert_cmpuint (heat->levels[middle * heat->n_columns + i], >=, 240);
      g_assert_cmpuint (heat->levels[i], <, 60);
    }
}

/* Against the sum that defines it. */
static void
test_spectrum (void)
{
  enum
  {
    SIZE = 64
  };
  g_autoptr (ImSpectrum) spectrum = im_spectrum_new (SIZE);
  double numbers[SIZE], decibels[SIZE / 2];

  for (guint i = 0; i < SIZE; i++)
    numbers[i] = sin (i * 0.9) + 0.3 * cos (i * 2.1) + 0.01 * (i % 5);
  im_spectrum_compute (spectrum, numbers, decibels);
  for (guint k = 0; k < SIZE / 2; k++)
    {
      double real = 0, imaginary = 0;

      for (guint i = 0; i < SIZE; i++)
        {
          double window = 0.5 - 0.5 * cos (2 * G_PI * i / SIZE);

          real += window * numbers[i] * cos (2 * G_PI * k * i / SIZE);
          imaginary -= window * numbers[i] * sin (2 * G_PI * k * i / SIZE);
        }
      g_assert_cmpfloat_with_epsilon (
          decibels[k], 20 * log10 (hypot (real, imaginary) * 4 / SIZE), 1e-6);
    }

  for (guint i = 0; i < SIZE; i++)
    numbers[i] = i == 7 ? NAN : 0;
  im_spectrum_compute (spectrum, numbers, decibels);
  g_assert_cmpfloat (decibels[3], ==, IM_SPECTRUM_FLOOR);
}

/* The colours of the lowest and of the highest level are those of the styles, painted and
 * in SVG, which is a picture in the picture. */
static void
test_heat_colours (void)
{
  g_autoptr (ImScene) scene = im_scene_new ("t", "d");
  const guint8 levels[] = { 1, 255, 0, 128 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 20, 20);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (ImScenePainter) painter = NULL;
  g_autoptr (GString) svg = g_string_new (NULL);
  const guint32 *pixels;

  scene->width = scene->height = 20;
  im_scene_add_heat (scene, (ImScenePoint){ 0, 0 }, 20, 20, 2, 2, levels);
  painter = im_scene_painter_new (scene);
  im_scene_painter_paint (painter, IM_THEME_LIGHT, cr);
  cairo_surface_flush (surface);
  pixels = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (surface);
  g_assert_cmphex (pixels[5 * 20 + 5] & 0xffffff, ==,
                   im_scene_style_get (IM_STYLE_HEAT)->light.fill);
  g_assert_cmphex (pixels[5 * 20 + 15] & 0xffffff, ==,
                   im_scene_style_get (IM_STYLE_HEAT_9)->light.fill);
  g_assert_cmphex (pixels[15 * 20 + 5] & 0xffffff, ==,
                   im_scene_style_get (IM_STYLE_HEAT_NONE)->light.fill);
  g_assert_cmphex (pixels[15 * 20 + 15] & 0xffffff, ==,
                   im_scene_style_get (IM_STYLE_HEAT_5)->light.fill);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);

  im_scene_append_svg (scene, IM_THEME_AUTO, svg);
  g_assert_nonnull (strstr (svg->str, "<image preserveAspectRatio=\"none\""));
  g_assert_nonnull (strstr (svg->str, "href=\"data:image/png;base64,iVBORw0KGgo"));
}

/* A hundred times as many values give a picture of the same size. */
static void
test_size (void)
{
  guint n_segments[2] = { 0 };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (ImSignal) signal = new_signal ("int16[]", NULL, 1 / RATE);
      guint n = i == 0 ? 10000 : 1000000;
      g_autofree gint16 *values = g_new (gint16, n);
      g_autoptr (ImScene) scene = NULL;

      for (guint k = 0; k < n; k++)
        values[k] = (gint16) (k * 7919);
      im_signal_append (signal, values, NULL, n);
      scene = draw (signal, IM_LANE_WAVEFORM, n / RATE, NAN);
      for (guint k = 0; k < scene->n_items; k++)
        if (scene->items[k].kind == IM_SCENE_PATH)
          n_segments[i] += scene->items[k].n_segments;
    }
  g_assert_cmpuint (n_segments[0], >, 400);
  g_assert_cmpuint (n_segments[1], <=, n_segments[0] + 20);
}

/* A signal that has no values yet is an empty lane of each kind. */
static void
test_empty (void)
{
  g_autoptr (ImSignal) signal = new_signal ("float32[3]", NULL, 1);

  for (guint kind = 0; kind < IM_N_LANE_KINDS; kind++)
    {
      g_autoptr (ImScene) scene = draw (signal, (ImLaneKind) kind, 1, NAN);

      g_assert_cmpfloat (scene->height, ==, HEIGHT);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (lane_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/lane/picture/%s", lane_cases[i].name);

      g_test_add_data_func (path, &lane_cases[i], test_picture);
    }
  g_test_add_func ("/lane/ruler", test_ruler);
  g_test_add_func ("/lane/heat-map", test_heat_map);
  g_test_add_func ("/lane/heat-map-of-blocks", test_heat_map_of_blocks);
  g_test_add_func ("/lane/matrix", test_matrix);
  g_test_add_func ("/lane/spectrogram", test_spectrogram);
  g_test_add_func ("/lane/spectrum", test_spectrum);
  g_test_add_func ("/lane/heat-colours", test_heat_colours);
  g_test_add_func ("/lane/size", test_size);
  g_test_add_func ("/lane/empty", test_empty);

  return g_test_run ();
}
