/* SPDX-License-Identifier: MIT
 *
 * What is seen of a picture and some around it, painted once.
 */
#include <math.h>

#include "studio/common/studio-scene-view.h"
#include "studio/picture/studio-picture-private.h"

#define MARGIN     0.5 /* of the view, painted around it */
#define MAX_MARGIN 400

/* What is to be painted: the view and a margin, as far as there is scene. */
static void
find_area (StudioPicture *self, const graphene_rect_t *view, graphene_rect_t *area)
{
  graphene_rect_t all;
  float across = MIN (MAX_MARGIN, view->size.width * (float) MARGIN);
  float down = MIN (MAX_MARGIN, view->size.height * (float) MARGIN);

  graphene_rect_init (&all, 0, 0,
                      (float) studio_picture_get_size (self, GTK_ORIENTATION_HORIZONTAL),
                      (float) studio_picture_get_size (self, GTK_ORIENTATION_VERTICAL));
  graphene_rect_inset_r (view, -floorf (across), -floorf (down), area);
  graphene_rect_intersection (area, &all, area);
}

static void
paint (StudioPicture *self, const graphene_rect_t *view)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  graphene_rect_t area;

  find_area (self, view, &area);

  int width = scale * (int) ceilf (area.size.width);
  int height = scale * (int) ceilf (area.size.height);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32,
                                                         MAX (1, width), MAX (1, height));
  cairo_t *cr = cairo_create (surface);
  cairo_scale (cr, scale, scale);
  cairo_translate (cr, -area.origin.x, -area.origin.y);
  cairo_scale (cr, self->zoom, self->zoom);
  im_scene_painter_paint (self->painter, studio_scene_get_theme (), cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);

  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) pixels = g_bytes_new_with_free_func (
      cairo_image_surface_get_data (surface),
      stride * (gsize) cairo_image_surface_get_height (surface),
      (GDestroyNotify) cairo_surface_destroy, surface);
  g_clear_object (&self->cache);
  self->cache = gdk_memory_texture_new (MAX (1, width), MAX (1, height),
                                        GDK_MEMORY_DEFAULT, pixels, stride);
  self->cached = GRAPHENE_RECT_INIT (area.origin.x, area.origin.y,
                                     (float) MAX (1, width) / scale,
                                     (float) MAX (1, height) / scale);
}

static void
append_canvas (GtkSnapshot *snapshot, const graphene_rect_t *bounds)
{
  guint32 colour = im_scene_style_get_colours (IM_STYLE_CANVAS, studio_scene_get_theme ())
                       .fill;
  const GdkRGBA fill = { (float) (colour >> 16 & 0xff) / 255,
                         (float) (colour >> 8 & 0xff) / 255,
                         (float) (colour & 0xff) / 255, 1 };

  gtk_snapshot_append_color (snapshot, &fill, bounds);
}

void
studio_picture_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioPicture *self = STUDIO_PICTURE (widget);
  float x = (float) studio_picture_get_origin (self, GTK_ORIENTATION_HORIZONTAL);
  float y = (float) studio_picture_get_origin (self, GTK_ORIENTATION_VERTICAL);
  graphene_rect_t bounds, view, all;

  graphene_rect_init (&bounds, 0, 0, (float) gtk_widget_get_width (widget),
                      (float) gtk_widget_get_height (widget));
  append_canvas (snapshot, &bounds);
  if (self->scene == NULL)
    return;

  graphene_rect_init (&all, 0, 0,
                      (float) studio_picture_get_size (self, GTK_ORIENTATION_HORIZONTAL),
                      (float) studio_picture_get_size (self, GTK_ORIENTATION_VERTICAL));
  graphene_rect_offset_r (&bounds, -x, -y, &view);
  if (!graphene_rect_intersection (&view, &all, &view))
    return;
  if (self->cache == NULL || !graphene_rect_contains_rect (&self->cached, &view))
    paint (self, &view);
  graphene_rect_offset_r (&self->cached, x, y, &all);
  gtk_snapshot_push_clip (snapshot, &bounds);
  gtk_snapshot_append_texture (snapshot, self->cache, &all);
  gtk_snapshot_pop (snapshot);
}
