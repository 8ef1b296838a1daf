/* SPDX-License-Identifier: MIT
 *
 * Numbers as curves and heat maps: pictures kept as SVG beside this file, and what is
 * said of them.
 */
#include <math.h>

#include "golden-text.h"
#include "scene-geometry.h"
#include "scene/output/im-scene-svg.h"
#include "scene/values/im-scene-values.h"

#define MAX_COUNT 65536

typedef struct
{
  const char *name;
  ImShape shape;
  guint n_series;
  double width;
  const char *description;
} Case;

static const Case cases[] = {
  { "curve",
    { 1, { 24 } },
    2,
    480,
    "C from -1 to 1; Python from -1 to 1; C \342\210\222 Python from 0 to 0.5." },
  { "curve-narrow", { 2, { 1, 24 } }, 1, 240, "C from -1 to 1." },
  { "curve-long",
    { 1, { MAX_COUNT } },
    2,
    480,
    "C from -1 to 1; Python from -1 to 1; C \342\210\222 Python from 0 to 0.5." },
  { "map",
    { 2, { 8, 3 } },
    2,
    480,
    "C from -1 to 1; Python from -1 to 1; C \342\210\222 Python from 0 to 0.5." },
  { "map-narrow", { 3, { 4, 3, 2 } }, 1, 240, "C from -1 to 1." },
  { "map-large", { 2, { 256, 256 } }, 1, 480, "C from -1 to 1." },
};

/* A wave, of which one number is none. In Python one is half as large. */
static void
fill (double *numbers, guint count, gboolean is_python)
{
  for (guint i = 0; i < count; i++)
    numbers[i] = i == 5 ? (double) NAN : sin (i * G_PI_2);
  if (is_python)
    numbers[1] = 0.5;
}

static void
test_picture (gconstpointer data)
{
  const Case *c = data;
  g_autofree double *of_c = g_new (double, MAX_COUNT);
  g_autofree double *of_python = g_new (double, MAX_COUNT);
  ImValues values = { .title = "output",
                      .shape = c->shape,
                      .series = { { "C", of_c }, { "Python", of_python } },
                      .n_series = c->n_series };
  g_autoptr (ImScene) scene = NULL;
  g_autoptr (GString) svg = g_string_new (NULL);
  g_autofree char *path = g_strdup_printf ("scene/golden/values-%s.svg", c->name);

  fill (of_c, MAX_COUNT, FALSE);
  fill (of_python, MAX_COUNT, TRUE);
  scene = im_scene_values_new (&values, c->width);
  scene_geometry_check (scene);
  g_assert_cmpstr (scene->title, ==, "output");
  g_assert_cmpstr (scene->description, ==, c->description);
  g_assert_cmpuint (scene->n_items, <, 64 * 64 + 100);
  im_scene_append_svg (scene, IM_THEME_AUTO, svg);
  g_assert_cmpuint (svg->len, <, 600000);
  if (im_shape_equal (&c->shape, &(ImShape){ 1, { MAX_COUNT } }) || c->shape.size[0] > 64)
    return;
  golden_compare (path, svg->str);
}

/* A single number needs no picture. */
static void
test_single (void)
{
  const double number = 1;
  const ImValues values = { .title = "output",
                            .shape = { 2, { 1, 1 } },
                            .series = { { "C", &number } },
                            .n_series = 1 };

  g_assert_null (im_scene_values_new (&values, 480));
}

/* Where nothing is finite there are a frame and a scale all the same. */
static void
test_not_finite (void)
{
  const double numbers[4] = { (double) NAN, (double) INFINITY, (double) NAN,
                              (double) NAN };
  ImValues values = { .title = "output",
                      .shape = { 1, { 4 } },
                      .series = { { "C", numbers }, { "Python", numbers } },
                      .n_series = 2 };

  for (guint rank = 1; rank <= 2; rank++)
    {
      g_autoptr (ImScene) scene = NULL;

      values.shape = rank == 1 ? (ImShape){ 1, { 4 } } : (ImShape){ 2, { 2, 2 } };
      scene = im_scene_values_new (&values, 480);
      scene_geometry_check (scene);
      g_assert_cmpstr (
          scene->description, ==,
          "C from 0 to 0; Python from 0 to 0; C \342\210\222 Python from 0 to "
          "0.");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/values/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_picture);
    }
  g_test_add_func ("/values/single", test_single);
  g_test_add_func ("/values/not-finite", test_not_finite);

  return g_test_run ();
}
