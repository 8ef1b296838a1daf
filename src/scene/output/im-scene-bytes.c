/* SPDX-License-Identifier: MIT
 *
 * PDF and PNG: a scene painted into memory.
 */
#include <cairo-pdf.h>
#include <math.h>

#include "scene/output/im-scene-cairo.h"

#define POINTS_PER_PIXEL 0.75

G_DEFINE_QUARK (im_scene_error_quark, im_scene_error)

static cairo_status_t
append_cb (gpointer data, const guchar *bytes, guint n)
{
  g_byte_array_append ((GByteArray *) data, bytes, n);

  return CAIRO_STATUS_SUCCESS;
}

/* A failed picture leaves @out as it was. */
static gboolean
check_status (cairo_status_t status,
              const char *format,
              GByteArray *out,
              guint old_length,
              GError **error)
{
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;

  g_byte_array_set_size (out, old_length);
  g_set_error (error, IM_SCENE_ERROR, IM_SCENE_ERROR_PAINT, "cannot make the %s: %s",
               format, cairo_status_to_string (status));
  return FALSE;
}

/* Paints with so many units of the surface to a pixel. */
static cairo_status_t
paint (const ImScene *scene, ImSceneTheme theme, cairo_surface_t *surface, double scale)
{
  g_autoptr (ImScenePainter) painter = im_scene_painter_new (scene);
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, scale, scale);
  im_scene_painter_paint (painter, theme, cr);
  cairo_status_t status = cairo_status (cr);
  cairo_destroy (cr);

  return status;
}

gboolean
im_scene_write_pdf (const ImScene *scene,
                    ImSceneTheme theme,
                    GByteArray *out,
                    GError **error)
{
  guint old_length = out->len;
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (
      append_cb, out, scene->width * POINTS_PER_PIXEL, scene->height * POINTS_PER_PIXEL);

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, scene->title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, NULL);
  cairo_status_t status = paint (scene, theme, surface, POINTS_PER_PIXEL);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);

  return check_status (status, "PDF", out, old_length, error);
}

gboolean
im_scene_write_png (const ImScene *scene,
                    ImSceneTheme theme,
                    double scale,
                    GByteArray *out,
                    GError **error)
{
  guint old_length = out->len;
  double largest = MAX (scene->width, scene->height);

  scale = MIN (scale, IM_SCENE_MAX_PIXELS / largest);

  cairo_surface_t *surface = cairo_image_surface_create (
      theme == IM_THEME_PRINT ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24,
      MAX (1, (int) floor (scene->width * scale + 0.5)),
      MAX (1, (int) floor (scene->height * scale + 0.5)));
  cairo_status_t status = paint (scene, theme, surface, scale);

  cairo_surface_flush (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream (surface, append_cb, out);
  cairo_surface_destroy (surface);

  return check_status (status, "PNG", out, old_length, error);
}
