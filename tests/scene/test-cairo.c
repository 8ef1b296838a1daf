/* SPDX-License-Identifier: MIT
 *
 * Painting, PDF and PNG, without a display. What depends on fonts is only looked at for
 * what must hold with any font.
 */
#include <cairo.h>
#include <glib/gstdio.h>
#include <string.h>

#include "scene-fixture.h"
#include "scene/output/im-scene-cairo.h"
#include "scene/output/im-scene-format.h"
#include "scene/pipeline/im-scene-pipeline.h"

#define TILE 150

static ImScene *
new_mfcc_scene (void)
{
  g_autoptr (ImUnitLibrary) library = scene_fixture_new_library ();
  g_autoptr (ImProgram) program = scene_fixture_elaborate (library, "Core.Spectral.Mfcc",
                                                           NULL, "float32[1]@16000");

  return im_scene_pipeline_new (program);
}

/* Paints a part of a scene; the caller destroys the surface. */
static cairo_surface_t *
paint (const ImScene *scene,
       ImSceneTheme theme,
       double x,
       double y,
       int width,
       int height)
{
  g_autoptr (ImScenePainter) painter = im_scene_painter_new (scene);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width,
                                                         height);
  cairo_t *cr = cairo_create (surface);

  cairo_translate (cr, -x, -y);
  im_scene_painter_paint (painter, theme, cr);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);

  return surface;
}

static guint32
get_pixel (cairo_surface_t *surface, int x, int y)
{
  const guchar *row = cairo_image_surface_get_data (surface) +
                      y * cairo_image_surface_get_stride (surface);
  guint32 pixel;

  memcpy (&pixel, row + 4 * x, sizeof pixel);

  return pixel;
}

typedef struct
{
  const char *name;
  ImSceneTheme theme;
  guint32 canvas; /* with alpha */
  guint32 fill;
  guint32 line;
} ThemeCase;

static const ThemeCase theme_cases[] = {
  { "auto", IM_THEME_AUTO, 0xffffffff, 0xffe9f2fd, 0xff16181d },
  { "light", IM_THEME_LIGHT, 0xffffffff, 0xffe9f2fd, 0xff16181d },
  { "dark", IM_THEME_DARK, 0xff1d1d20, 0xff22324a, 0xfff4f4f6 },
  { "print", IM_THEME_PRINT, 0, 0xfff0f0f0, 0xff171717 },
};

static void
test_theme (gconstpointer data)
{
  const ThemeCase *c = data;
  g_autoptr (ImScene) scene = im_scene_new ("t", "d");

  scene->width = scene->height = 60;
  im_scene_add_rectangle (scene, IM_STYLE_BUFFER, (ImScenePoint){ 10, 10 }, 20, 20, 5);
  im_scene_begin_path (scene, IM_STYLE_PEAK);
  im_scene_move_to (scene, (ImScenePoint){ 0, 50 });
  im_scene_line_to (scene, (ImScenePoint){ 60, 50 });

  cairo_surface_t *surface = paint (scene, c->theme, 0, 0, 60, 60);
  g_assert_cmphex (get_pixel (surface, 45, 5), ==, c->canvas);
  g_assert_cmphex (get_pixel (surface, 20, 20), ==, c->fill);
  g_assert_cmphex (get_pixel (surface, 30, 50), ==, c->line);
  cairo_surface_destroy (surface);
}

/* Whether no channel differs by more than the rounding of edges that a clip cuts. */
static gboolean
is_near (guint32 a, guint32 b)
{
  for (guint shift = 0; shift < 32; shift += 8)
    if (ABS ((gint) (a >> shift & 0xff) - (gint) (b >> shift & 0xff)) > 2)
      return FALSE;

  return TRUE;
}

/* Leaving out what is not in the clip changes no pixel. */
static void
test_tiles (void)
{
  g_autoptr (ImScene) scene = new_mfcc_scene ();
  int width = (int) scene->width, height = (int) scene->height;
  cairo_surface_t *whole = paint (scene, IM_THEME_LIGHT, 0, 0, width, height);
  guint n_tiles = 0;

  for (int y = 0; y + TILE <= height; y += TILE)
    for (int x = 0; x + TILE <= width; x += TILE)
      {
        cairo_surface_t *tile = paint (scene, IM_THEME_LIGHT, x, y, TILE, TILE);

        for (int i = 0; i < TILE * TILE; i++)
          g_assert_true (is_near (get_pixel (tile, i % TILE, i / TILE),
                                  get_pixel (whole, x + i % TILE, y + i / TILE)));
        cairo_surface_destroy (tile);
        n_tiles++;
      }
  cairo_surface_destroy (whole);
  g_assert_cmpuint (n_tiles, >=, 8);
}

typedef struct
{
  const char *name;
  ImAnchor anchor;
  int left; /* of the text, which stands at 100 */
} AnchorCase;

static const AnchorCase anchor_cases[] = {
  { "start", IM_ANCHOR_START, 100 },
  { "middle", IM_ANCHOR_MIDDLE, 60 },
  { "end", IM_ANCHOR_END, 20 },
};

/* A text has ink within what was measured, and none beside it, also if that is far less
 * than its font wants. */
static void
test_text (gconstpointer data)
{
  const AnchorCase *c = data;
  g_autoptr (ImScene) scene = im_scene_new ("t", "d");
  const int measured = 80;
  guint n_inside = 0;

  scene->width = 200;
  scene->height = 40;
  im_scene_add_text (scene, IM_STYLE_TITLE, (ImScenePoint){ 100, 25 }, c->anchor,
                     "MMMMMMMMMMMMMMMM");
  ImSceneItem *item = &g_array_index (scene->item_array, ImSceneItem, 0);
  item->width = measured;

  cairo_surface_t *surface = paint (scene, IM_THEME_LIGHT, 0, 0, 200, 40);
  for (int i = 0; i < 200 * 40; i++)
    {
      int x = i % 200;
      gboolean has_ink = get_pixel (surface, x, i / 200) != 0xffffffff;

      n_inside += has_ink && x >= c->left && x < c->left + measured;
      if (x < c->left - 2 || x > c->left + measured + 2)
        g_assert_false (has_ink);
    }
  cairo_surface_destroy (surface);
  g_assert_cmpuint (n_inside, >, 100);
}

static GByteArray *
new_pdf (const ImScene *scene)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  gboolean ok = im_scene_write_pdf (scene, IM_THEME_LIGHT, bytes, &error);

  g_assert_no_error (error);
  g_assert_true (ok);

  return bytes;
}

static gboolean
has_text (const GByteArray *bytes, const char *text)
{
  return memmem (bytes->data, bytes->len, text, strlen (text)) != NULL;
}

static void
test_pdf (void)
{
  g_autoptr (ImScene) scene = new_mfcc_scene ();
  g_autoptr (GByteArray) first = new_pdf (scene);
  g_autoptr (GByteArray) second = new_pdf (scene);

  g_assert_cmpmem (first->data, first->len, second->data, second->len);
  g_assert_true (g_str_has_prefix ((const char *) first->data, "%PDF-"));
  g_assert_true (has_text (first, "/Title (MFCC)"));
  g_assert_false (has_text (first, "Date"));
  g_assert_true (has_text (first, "/ToUnicode")); /* so that text can be searched */
}

static void
test_pdf_text (void)
{
  g_autofree char *program = g_find_program_in_path ("pdftotext");
  g_autoptr (ImScene) scene = new_mfcc_scene ();
  g_autoptr (GByteArray) pdf = new_pdf (scene);
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (program == NULL)
    {
      g_test_skip ("pdftotext (poppler-utils) is not installed");
      return;
    }

  int fd = g_file_open_tmp ("scene-XXXXXX.pdf", &path, &error);
  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (path, (const char *) pdf->data, pdf->len, &error);
  g_assert_no_error (error);

  const char *arguments[] = { program, path, "-", NULL };
  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &text, NULL,
                NULL, &error);
  g_remove (path);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (text, "MelSpectrogram"));
  g_assert_nonnull (strstr (text, "float32[40]"));
}

static cairo_status_t
read_cb (gpointer data, guchar *bytes, guint n)
{
  GByteArray *rest = data;

  if (rest->len < n)
    return CAIRO_STATUS_READ_ERROR;
  memcpy (bytes, rest->data, n);
  g_byte_array_remove_range (rest, 0, n);

  return CAIRO_STATUS_SUCCESS;
}

typedef struct
{
  const char *name;
  double width, height, scale;
  int pixels[2];
} PngCase;

static const PngCase png_cases[] = {
  { "same", 30, 20, 1, { 30, 20 } },   { "twice", 30, 20, 2, { 60, 40 } },
  { "half", 30, 21, 0.5, { 15, 11 } }, { "too-high", 100, 65534, 2, { 50, 32767 } },
  { "thin", 0.1, 10, 1, { 1, 10 } },
};

static void
test_png (gconstpointer data)
{
  const PngCase *c = data;
  g_autoptr (ImScene) scene = im_scene_new ("t", "d");
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  scene->width = c->width;
  scene->height = c->height;
  g_assert_true (im_scene_write_png (scene, IM_THEME_DARK, c->scale, bytes, &error));
  g_assert_no_error (error);

  cairo_surface_t *surface = cairo_image_surface_create_from_png_stream (read_cb, bytes);
  g_assert_cmpint (cairo_image_surface_get_width (surface), ==, c->pixels[0]);
  g_assert_cmpint (cairo_image_surface_get_height (surface), ==, c->pixels[1]);
  g_assert_cmphex (get_pixel (surface, c->pixels[0] / 2, 5) & 0xffffff, ==, 0x1d1d20);
  cairo_surface_destroy (surface);
}

/* Nothing can be painted at scale 0. The bytes that were there stay. */
static void
test_failure (void)
{
  g_autoptr (ImScene) scene = im_scene_new ("t", "d");
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  g_byte_array_append (bytes, (const guint8 *) "x", 1);
  scene->width = scene->height = 1;
  g_assert_false (im_scene_write_png (scene, IM_THEME_LIGHT, 0, bytes, &error));
  g_assert_error (error, IM_SCENE_ERROR, IM_SCENE_ERROR_PAINT);
  g_assert_nonnull (strstr (error->message, "cannot make the PNG: "));
  g_assert_cmpuint (bytes->len, ==, 1);
}

typedef struct
{
  const char *path;
  gint format; /* -1 if it is none of ours */
} FormatCase;

static const FormatCase format_cases[] = {
  { "a.svg", IM_FORMAT_SVG },
  { "a.b.PDF", IM_FORMAT_PDF },
  { "/x.y/a.png", IM_FORMAT_PNG },
  { "svg", -1 },
  { "a.jpeg", -1 },
  { "a.svg/b", -1 },
  { "a.", -1 },
  { "", -1 },
};

static void
test_formats (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (format_cases); i++)
    {
      ImSceneFormat format = IM_N_FORMATS;
      gboolean found = im_scene_format_find (format_cases[i].path, &format);

      g_test_message ("%s", format_cases[i].path);
      g_assert_true (found == (format_cases[i].format >= 0));
      g_assert_cmpint (format, ==, found ? format_cases[i].format : IM_N_FORMATS);
    }
}

#define ADD_ROWS(prefix, rows, function)                                \
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)                       \
    {                                                                   \
      g_autofree char *path = g_strconcat (prefix, rows[i].name, NULL); \
                                                                        \
      g_test_add_data_func (path, &rows[i], function);                  \
    }

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD_ROWS ("/scene/cairo/theme/", theme_cases, test_theme)
  ADD_ROWS ("/scene/cairo/text/", anchor_cases, test_text)
  ADD_ROWS ("/scene/cairo/png/", png_cases, test_png)
  g_test_add_func ("/scene/cairo/tiles", test_tiles);
  g_test_add_func ("/scene/cairo/pdf", test_pdf);
  g_test_add_func ("/scene/cairo/pdf-text", test_pdf_text);
  g_test_add_func ("/scene/cairo/failure", test_failure);
  g_test_add_func ("/scene/cairo/formats", test_formats);

  return g_test_run ();
}
