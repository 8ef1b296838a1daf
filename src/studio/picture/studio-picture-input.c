/* SPDX-License-Identifier: MIT
 *
 * Zooming and scrolling a picture by pointer, wheel, touch, keys and actions.
 */
#include <math.h>

#include "studio/picture/studio-picture-private.h"

#define ZOOM_STEP 1.2

static void
moved_cb (GtkEventControllerMotion *motion, double x, double y, StudioPicture *self)
{
  self->pointer[0] = x;
  self->pointer[1] = y;
}

static gboolean
scroll_cb (GtkEventControllerScroll *scroll, double dx, double dy, StudioPicture *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (
      GTK_EVENT_CONTROLLER (scroll));

  if ((state & GDK_CONTROL_MASK) == 0)
    return GDK_EVENT_PROPAGATE;
  studio_picture_zoom_at (self, self->zoom * pow (ZOOM_STEP, -dy), self->pointer[0],
                          self->pointer[1]);

  return GDK_EVENT_STOP;
}

static void
zoom_begin_cb (GtkGesture *gesture, GdkEventSequence *sequence, StudioPicture *self)
{
  self->zoom_at_begin = self->zoom;
}

static void
zoom_changed_cb (GtkGestureZoom *gesture, double scale, StudioPicture *self)
{
  double x, y;

  if (gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    studio_picture_zoom_at (self, self->zoom_at_begin * scale, x, y);
}

static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, StudioPicture *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  for (guint i = 0; i < 2; i++)
    self->scroll_at_begin[i] = studio_picture_get_scroll (self, (GtkOrientation) i);
}

static void
drag_update_cb (GtkGestureDrag *drag, double dx, double dy, StudioPicture *self)
{
  const double moved[] = { dx, dy };

  for (guint i = 0; i < 2; i++)
    if (self->adjustments[i] != NULL)
      gtk_adjustment_set_value (self->adjustments[i],
                                self->scroll_at_begin[i] - moved[i]);
}

static void
zoom_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioPicture *self = STUDIO_PICTURE (widget);

  if (g_str_equal (name, "picture.zoom-in"))
    studio_picture_set_zoom (self, self->zoom * ZOOM_STEP);
  else if (g_str_equal (name, "picture.zoom-out"))
    studio_picture_set_zoom (self, self->zoom / ZOOM_STEP);
  else if (g_str_equal (name, "picture.fit"))
    studio_picture_fit (self);
  else
    studio_picture_set_zoom (self, 1);
}

static gboolean
scroll_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  StudioPicture *self = STUDIO_PICTURE (widget);
  int steps[2];

  g_variant_get (arguments, "(ii)", &steps[0], &steps[1]);
  for (guint i = 0; i < 2; i++)
    if (self->adjustments[i] != NULL)
      gtk_adjustment_set_value (self->adjustments[i],
                                gtk_adjustment_get_value (self->adjustments[i]) +
                                    steps[i] * STUDIO_PICTURE_STEP);

  return GDK_EVENT_STOP;
}

static void
add_zoom_key (GtkWidgetClass *widget_class, const char *action, guint key, guint other)
{
  gtk_widget_class_add_binding_action (widget_class, key, GDK_CONTROL_MASK, action, NULL);
  gtk_widget_class_add_binding_action (widget_class, other, GDK_CONTROL_MASK, action,
                                       NULL);
}

void
studio_picture_class_add_actions (GtkWidgetClass *widget_class)
{
  static const char *const zooms[] = { "picture.zoom-in", "picture.zoom-out",
                                       "picture.zoom-reset", "picture.fit" };
  static const struct
  {
    guint key;
    int across, down;
  } arrows[] = { { GDK_KEY_Left, -1, 0 },
                 { GDK_KEY_Right, 1, 0 },
                 { GDK_KEY_Up, 0, -1 },
                 { GDK_KEY_Down, 0, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    gtk_widget_class_install_action (widget_class, zooms[i], NULL, zoom_action);
  add_zoom_key (widget_class, "picture.zoom-in", GDK_KEY_plus, GDK_KEY_KP_Add);
  add_zoom_key (widget_class, "picture.zoom-in", GDK_KEY_equal, GDK_KEY_ZoomIn);
  add_zoom_key (widget_class, "picture.zoom-out", GDK_KEY_minus, GDK_KEY_KP_Subtract);
  add_zoom_key (widget_class, "picture.zoom-reset", GDK_KEY_0, GDK_KEY_KP_0);
  add_zoom_key (widget_class, "picture.fit", GDK_KEY_9, GDK_KEY_KP_9);
  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    gtk_widget_class_add_binding (widget_class, arrows[i].key, 0, scroll_key_cb, "(ii)",
                                  arrows[i].across, arrows[i].down);
}

void
studio_picture_add_controllers (StudioPicture *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *zoom = gtk_gesture_zoom_new ();

  g_signal_connect (motion, "motion", G_CALLBACK (moved_cb), self);
  g_signal_connect (motion, "enter", G_CALLBACK (moved_cb), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (zoom, "begin", G_CALLBACK (zoom_begin_cb), self);
  g_signal_connect (zoom, "scale-changed", G_CALLBACK (zoom_changed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (zoom));
}
