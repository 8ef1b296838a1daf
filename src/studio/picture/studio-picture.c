/* SPDX-License-Identifier: MIT */
#include "studio/picture/studio-picture.h"

#include <adwaita.h>
#include <math.h>

#include "studio/picture/studio-picture-private.h"

enum
{
  PROP_ZOOM = 1,
  PROP_HADJUSTMENT,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY,
};

G_DEFINE_FINAL_TYPE_WITH_CODE (StudioPicture,
                               studio_picture,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL))

static double
get_view_size (StudioPicture *self, GtkOrientation orientation)
{
  return orientation == GTK_ORIENTATION_HORIZONTAL
             ? gtk_widget_get_width (GTK_WIDGET (self))
             : gtk_widget_get_height (GTK_WIDGET (self));
}

double
studio_picture_get_size (StudioPicture *self, GtkOrientation orientation)
{
  if (self->scene == NULL)
    return 0;

  return ceil (self->zoom * (orientation == GTK_ORIENTATION_HORIZONTAL
                                 ? self->scene->width
                                 : self->scene->height));
}

double
studio_picture_get_origin (StudioPicture *self, GtkOrientation orientation)
{
  double room = get_view_size (self, orientation) -
                studio_picture_get_size (self, orientation);

  if (room > 0 && orientation == GTK_ORIENTATION_VERTICAL)
    return 0;
  if (room > 0 || self->adjustments[orientation] == NULL)
    return floor (MAX (0, room) / 2);

  return -floor (gtk_adjustment_get_value (self->adjustments[orientation]));
}

static void
configure (StudioPicture *self, GtkOrientation orientation, double value)
{
  double view = get_view_size (self, orientation);
  double size = MAX (view, studio_picture_get_size (self, orientation));

  if (self->adjustments[orientation] != NULL)
    gtk_adjustment_configure (self->adjustments[orientation],
                              CLAMP (value, 0, size - view), 0, size, STUDIO_PICTURE_STEP,
                              view * 0.9, view);
}

double
studio_picture_get_scroll (StudioPicture *self, GtkOrientation orientation)
{
  return self->adjustments[orientation] == NULL
             ? 0
             : gtk_adjustment_get_value (self->adjustments[orientation]);
}

static void
studio_picture_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  StudioPicture *self = STUDIO_PICTURE (widget);

  for (guint i = 0; i < 2; i++)
    configure (self, (GtkOrientation) i,
               studio_picture_get_scroll (self, (GtkOrientation) i));
}

static void
forget (StudioPicture *self)
{
  g_clear_object (&self->cache);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
studio_picture_zoom_at (StudioPicture *self, double zoom, double x, double y)
{
  const double at[] = { x, y };
  double under[2];

  zoom = CLAMP (zoom, STUDIO_PICTURE_MIN_ZOOM, STUDIO_PICTURE_MAX_ZOOM);
  if (fabs (zoom - self->zoom) < 1e-9)
    return;
  for (guint i = 0; i < 2; i++)
    under[i] = (at[i] - studio_picture_get_origin (self, (GtkOrientation) i)) /
               self->zoom;
  self->zoom = zoom;
  for (guint i = 0; i < 2; i++)
    configure (self, (GtkOrientation) i, under[i] * zoom - at[i]);
  forget (self);
  g_object_notify (G_OBJECT (self), "zoom");
}

double
studio_picture_get_zoom (StudioPicture *self)
{
  g_return_val_if_fail (STUDIO_IS_PICTURE (self), 1);

  return self->zoom;
}

void
studio_picture_set_zoom (StudioPicture *self, double zoom)
{
  g_return_if_fail (STUDIO_IS_PICTURE (self));

  studio_picture_zoom_at (self, zoom,
                          get_view_size (self, GTK_ORIENTATION_HORIZONTAL) / 2,
                          get_view_size (self, GTK_ORIENTATION_VERTICAL) / 2);
}

void
studio_picture_fit (StudioPicture *self)
{
  double across, down;

  g_return_if_fail (STUDIO_IS_PICTURE (self));

  if (self->scene == NULL)
    return;
  across = get_view_size (self, GTK_ORIENTATION_HORIZONTAL) / self->scene->width;
  down = get_view_size (self, GTK_ORIENTATION_VERTICAL) / self->scene->height;
  studio_picture_set_zoom (self, MIN (across, down));
}

void
studio_picture_set_scene (StudioPicture *self, ImScene *scene)
{
  g_return_if_fail (STUDIO_IS_PICTURE (self));

  g_clear_pointer (&self->painter, im_scene_painter_free);
  g_clear_pointer (&self->scene, im_scene_free);
  self->scene = scene;
  if (scene != NULL)
    {
      self->painter = im_scene_painter_new (scene);
      gtk_accessible_update_property (
          GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, scene->title,
          GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, scene->description, -1);
    }
  for (guint i = 0; i < 2; i++)
    configure (self, (GtkOrientation) i,
               studio_picture_get_scroll (self, (GtkOrientation) i));
  forget (self);
}

static void
set_adjustment (StudioPicture *self,
                GtkOrientation orientation,
                GtkAdjustment *adjustment)
{
  if (self->adjustments[orientation] != NULL)
    g_signal_handlers_disconnect_by_data (self->adjustments[orientation], self);
  g_set_object (&self->adjustments[orientation], adjustment);
  if (adjustment != NULL)
    g_signal_connect_object (adjustment, "value-changed",
                             G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  configure (self, orientation, 0);
}

static void
studio_picture_set_property (GObject *object,
                             guint id,
                             const GValue *value,
                             GParamSpec *pspec)
{
  StudioPicture *self = STUDIO_PICTURE (object);

  switch (id)
    {
    case PROP_HADJUSTMENT:
    case PROP_VADJUSTMENT:
      set_adjustment (self, (GtkOrientation) (id - PROP_HADJUSTMENT),
                      g_value_get_object (value));
      break;
    case PROP_HSCROLL_POLICY:
    case PROP_VSCROLL_POLICY:
      self->policies[id - PROP_HSCROLL_POLICY] = (GtkScrollablePolicy) g_value_get_enum (
          value);
      gtk_widget_queue_resize (GTK_WIDGET (self));
      break;
    case PROP_ZOOM:
      studio_picture_set_zoom (self, g_value_get_double (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
studio_picture_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StudioPicture *self = STUDIO_PICTURE (object);

  switch (id)
    {
    case PROP_HADJUSTMENT:
    case PROP_VADJUSTMENT:
      g_value_set_object (value, self->adjustments[id - PROP_HADJUSTMENT]);
      break;
    case PROP_HSCROLL_POLICY:
    case PROP_VSCROLL_POLICY:
      g_value_set_enum (value, (gint) self->policies[id - PROP_HSCROLL_POLICY]);
      break;
    case PROP_ZOOM:
      g_value_set_double (value, self->zoom);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
studio_picture_dispose (GObject *object)
{
  StudioPicture *self = STUDIO_PICTURE (object);

  g_clear_pointer (&self->painter, im_scene_painter_free);
  g_clear_pointer (&self->scene, im_scene_free);
  g_clear_object (&self->cache);
  g_clear_object (&self->adjustments[0]);
  g_clear_object (&self->adjustments[1]);
  G_OBJECT_CLASS (studio_picture_parent_class)->dispose (object);
}

static void
studio_picture_class_init (StudioPictureClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = studio_picture_dispose;
  object_class->set_property = studio_picture_set_property;
  object_class->get_property = studio_picture_get_property;
  widget_class->snapshot = studio_picture_snapshot;
  widget_class->size_allocate = studio_picture_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);

  /**
   * StudioPicture:zoom:
   *
   * How many pixels a unit of the scene takes.
   */
  g_object_class_install_property (
      object_class, PROP_ZOOM,
      g_param_spec_double ("zoom", NULL, NULL, STUDIO_PICTURE_MIN_ZOOM,
                           STUDIO_PICTURE_MAX_ZOOM, 1,
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY, "vscroll-policy");
  studio_picture_class_add_actions (widget_class);
}

static void
studio_picture_init (StudioPicture *self)
{
  self->zoom = 1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  studio_picture_add_controllers (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (forget), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (forget), NULL);
}
