/* SPDX-License-Identifier: MIT
 *
 * SVG of single items, and the widths of texts.
 */
#include <string.h>

#include "scene/display/im-scene-metrics.h"
#include "scene/output/im-scene-svg.h"

/* What is behind the styles and the canvas. */
static char *
dup_items (const ImScene *scene)
{
  g_autoptr (GString) svg = g_string_new (NULL);
  const char *canvas;

  im_scene_append_svg (scene, IM_THEME_AUTO, svg);
  canvas = strstr (svg->str, "<rect class=\"canvas\"");
  g_assert_nonnull (canvas);

  return g_strdup (strchr (canvas, '\n') + 1);
}

static void
test_items (void)
{
  g_autoptr (ImScene) scene = im_scene_new ("t", "d");

  im_scene_open_group (scene, "a & b");
  im_scene_add_rectangle (scene, IM_STYLE_UNIT, (ImScenePoint){ -1.5, 0.25 }, 10, 2.999,
                          0);
  im_scene_begin_path (scene, IM_STYLE_PIPE);
  im_scene_move_to (scene, (ImScenePoint){ 1, 2 });
  im_scene_line_to (scene, (ImScenePoint){ 1, -0.001 });
  im_scene_curve_to (scene, (ImScenePoint){ 1, 2 }, (ImScenePoint){ 3, 4 },
                     (ImScenePoint){ 5.05, 6 });
  im_scene_close_path (scene);
  im_scene_add_text (scene, IM_STYLE_NAME, (ImScenePoint){ 7, 8 }, IM_ANCHOR_END, "<µ>");
  im_scene_close_group (scene);

  g_autofree char *items = dup_items (scene);
  g_assert_cmpstr (
      items, ==,
      "<g>\n<title>a &amp; b</title>\n"
      "<rect class=\"unit\" x=\"-1.5\" y=\"0.25\" width=\"10\" height=\"3\"/>\n"
      "<path class=\"pipe\" d=\"M1 2L1 0C1 2 3 4 5.05 6Z\"/>\n"
      "<text class=\"name\" x=\"7\" y=\"8\" text-anchor=\"end\">"
      "&lt;µ&gt;</text>\n</g>\n</svg>\n");
}

static void
test_bad_text (void)
{
  g_autoptr (ImScene) scene = im_scene_new ("t", "d");

  im_scene_open_group (scene, "a\001b\xff\xef\xbf\xbf]]>");
  im_scene_close_group (scene);

  g_autofree char *items = dup_items (scene);
  g_assert_cmpstr (items, ==,
                   "<g>\n<title>a\\u0001b�\\uffff]]&gt;</title>\n</g>\n</svg>\n");
}

typedef struct
{
  const char *name;
  ImSceneStyleId style;
  const char *text;
  double width;
  double max_width;
  const char *elided;
} TextCase;

static const TextCase text_cases[] = {
  { "plain", IM_STYLE_ID, "Hello", 2.278 * 11, 100, "Hello" },
  { "bold", IM_STYLE_NAME, "Hello", 2.445 * 13, 100, "Hello" },
  { "just", IM_STYLE_ID, "Hello", 2.278 * 11, 2.278 * 11, "Hello" },
  { "too-long", IM_STYLE_ID, "Hello!", 2.556 * 11, 2.4 * 11, "He…" },
  { "no-room", IM_STYLE_ID, "Hello", 2.278 * 11, 1, "H…" },
  { "blank-before-dots", IM_STYLE_ID, "H ello", 2.556 * 11, 2.1 * 11, "H…" },
  { "wide", IM_STYLE_ID, "窓ü", 1.611 * 11, 100, "窓ü" },
  { "empty", IM_STYLE_ID, "", 0, 100, "" },
};

static void
test_text (gconstpointer data)
{
  const TextCase *c = (const TextCase *) data;
  g_autofree char *elided = im_scene_text_dup_elided (c->style, c->text, c->max_width);

  g_assert_cmpfloat_with_epsilon (im_scene_text_get_width (c->style, c->text), c->width,
                                  1e-9);
  g_assert_cmpstr (elided, ==, c->elided);
}

typedef struct
{
  const char *name;
  const char *text;
  double max_width;
  const char *lines; /* with a stroke between */
} WrapCase;

/* At 11 pixels each of these letters takes 6.12, a blank 3.06. */
static const WrapCase wrap_cases[] = {
  { "fits", "Hello", 100, "Hello" },
  { "blank", "nana nana", 40, "nana|nana" },
  { "just", "nana nana", 9.018 * 11, "nana nana" },
  { "blanks", "  nana   nana  ", 40, "nana|nana" },
  { "long-word", "nananana", 4 * 6.12, "nana|nana" },
  { "long-word-behind", "n nananana", 4 * 6.12, "n|nana|nana" },
  { "no-room", "nä", 1, "n|ä" },
  { "controls", "a\nb\xff", 100, "a b�" },
  { "empty", "", 100, "" },
};

static void
test_wrap (gconstpointer data)
{
  const WrapCase *c = (const WrapCase *) data;
  g_auto (GStrv) lines = im_scene_text_wrap (IM_STYLE_ID, c->text, c->max_width);
  g_autofree char *joined = g_strjoinv ("|", lines);

  g_assert_cmpstr (joined, ==, c->lines);
}

static void
test_controls (void)
{
  g_autofree char *text = im_scene_text_dup_elided (IM_STYLE_ID, "a\nb\xff", 100);

  g_assert_cmpstr (text, ==, "a b�");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/scene/svg/items", test_items);
  g_test_add_func ("/scene/svg/bad-text", test_bad_text);
  for (gsize i = 0; i < G_N_ELEMENTS (text_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/scene/text/", text_cases[i].name, NULL);

      g_test_add_data_func (path, &text_cases[i], test_text);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (wrap_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/scene/wrap/", wrap_cases[i].name, NULL);

      g_test_add_data_func (path, &wrap_cases[i], test_wrap);
    }
  g_test_add_func ("/scene/text/controls", test_controls);

  return g_test_run ();
}
