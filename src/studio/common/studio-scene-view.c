/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-scene-view.h"

#include <adwaita.h>
#include <math.h>

#include "scene/output/im-scene-cairo.h"

#define MIN_WIDTH 240.0 /* pixels */

struct _StudioSceneView
{
  GtkWidget parent_instance;

  ImScene *scene;
  ImScenePainter *painter;
};

G_DEFINE_FINAL_TYPE (StudioSceneView, studio_scene_view, GTK_TYPE_WIDGET)

ImSceneTheme
studio_scene_get_theme (void)
{
  return adw_style_manager_get_dark (adw_style_manager_get_default ()) ? IM_THEME_DARK
                                                                       : IM_THEME_LIGHT;
}

static double
get_zoom (StudioSceneView *self, double width)
{
  return MIN (width / self->scene->width, 1);
}

/* In the middle of what is wider. */
static double
get_left (StudioSceneView *self, double width)
{
  return floor (MAX (0, width - self->scene->width) / 2);
}

static GtkSizeRequestMode
studio_scene_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
studio_scene_view_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  StudioSceneView *self = STUDIO_SCENE_VIEW (widget);
  double zoom;

  *minimum = *natural = 0;
  if (self->scene == NULL)
    return;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = (int) ceil (MIN (self->scene->width, MIN_WIDTH));
      *natural = (int) ceil (self->scene->width);
      return;
    }
  zoom = for_size < 0 ? 1 : get_zoom (self, for_size);
  *minimum = *natural = (int) ceil (self->scene->height * zoom);
}

static void
studio_scene_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioSceneView *self = STUDIO_SCENE_VIEW (widget);
  double width = gtk_widget_get_width (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width,
                                               (float) gtk_widget_get_height (widget));
  cairo_t *cr;

  if (self->scene == NULL)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  cairo_translate (cr, get_left (self, width), 0);
  cairo_scale (cr, get_zoom (self, width), get_zoom (self, width));
  im_scene_painter_paint (self->painter, studio_scene_get_theme (), cr);
  cairo_destroy (cr);
}

ImScenePoint
studio_scene_view_get_point (StudioSceneView *self, double x, double y)
{
  double width;

  g_return_val_if_fail (STUDIO_IS_SCENE_VIEW (self), ((ImScenePoint){ 0, 0 }));
  g_return_val_if_fail (self->scene != NULL, ((ImScenePoint){ 0, 0 }));

  width = gtk_widget_get_width (GTK_WIDGET (self));
  return (ImScenePoint){ (x - get_left (self, width)) / get_zoom (self, width),
                         y / get_zoom (self, width) };
}

static void
clear (StudioSceneView *self)
{
  g_clear_pointer (&self->painter, im_scene_painter_free);
  g_clear_pointer (&self->scene, im_scene_free);
}

void
studio_scene_view_set_scene (StudioSceneView *self, ImScene *scene)
{
  g_return_if_fail (STUDIO_IS_SCENE_VIEW (self));

  clear (self);
  self->scene = scene;
  if (scene != NULL)
    {
      self->painter = im_scene_painter_new (scene);
      gtk_accessible_update_property (
          GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, scene->title,
          GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, scene->description, -1);
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
studio_scene_view_finalize (GObject *object)
{
  clear (STUDIO_SCENE_VIEW (object));
  G_OBJECT_CLASS (studio_scene_view_parent_class)->finalize (object);
}

static void
studio_scene_view_class_init (StudioSceneViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_scene_view_finalize;
  widget_class->get_request_mode = studio_scene_view_get_request_mode;
  widget_class->measure = studio_scene_view_measure;
  widget_class->snapshot = studio_scene_view_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
studio_scene_view_init (StudioSceneView *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

GtkWidget *
studio_scene_view_new (void)
{
  return g_object_new (STUDIO_TYPE_SCENE_VIEW, NULL);
}
