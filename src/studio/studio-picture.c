/* SPDX-License-Identifier: MIT */
#include "studio/studio-picture.h"

#include <adwaita.h>
#include <math.h>

#include "scene/im-scene-cairo.h"

#define ZOOM_STEP  1.2
#define KEY_STEP   40  /* pixels that an arrow key scrolls */
#define MARGIN     0.5 /* of the view, painted around it */
#define MAX_MARGIN 400

struct _StudioPicture
{
  GtkWidget parent_instance;

  ImScene *scene;
  ImScenePainter *painter;
  double zoom;
  GtkAdjustment *adjustments[2]; /* by GtkOrientation */
  GtkScrollablePolicy policies[2];

  GdkTexture *cache;
  graphene_rect_t cached; /* where the cache is in the zoomed scene */

  double pointer[2];
  double zoom_at_begin;
  double scroll_at_begin[2];
};

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

static double
get_size (StudioPicture *self, GtkOrientation orientation)
{
  if (self->scene == NULL)
    return 0;

  return ceil (self->zoom * (orientation == GTK_ORIENTATION_HORIZONTAL
                                 ? self->scene->width
                                 : self->scene->height));
}

/* Where the scene begins in the view: scrolled, or if there is room in the middle of its
 * width and at the top. */
static double
get_origin (StudioPicture *self, GtkOrientation orientation)
{
  double room = get_view_size (self, orientation) - get_size (self, orientation);

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
  double size = MAX (view, get_size (self, orientation));

  if (self->adjustments[orientation] != NULL)
    gtk_adjustment_configure (self->adjustments[orientation],
                              CLAMP (value, 0, size - view), 0, size, KEY_STEP,
                              view * 0.9, view);
}

static double
get_scroll (StudioPicture *self, GtkOrientation orientation)
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
    configure (self, (GtkOrientation) i, get_scroll (self, (GtkOrientation) i));
}

static void
forget (StudioPicture *self)
{
  g_clear_object (&self->cache);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Zooms; what is under a point of the view stays there. */
static void
zoom_at (StudioPicture *self, double zoom, double x, double y)
{
  const double at[] = { x, y };
  double under[2];

  zoom = CLAMP (zoom, STUDIO_PICTURE_MIN_ZOOM, STUDIO_PICTURE_MAX_ZOOM);
  if (fabs (zoom - self->zoom) < 1e-9)
    return;
  for (guint i = 0; i < 2; i++)
    under[i] = (at[i] - get_origin (self, (GtkOrientation) i)) / self->zoom;
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

  zoom_at (self, zoom, get_view_size (self, GTK_ORIENTATION_HORIZONTAL) / 2,
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

const ImScene *
studio_picture_get_scene (StudioPicture *self)
{
  g_return_val_if_fail (STUDIO_IS_PICTURE (self), NULL);

  return self->scene;
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
    configure (self, (GtkOrientation) i, get_scroll (self, (GtkOrientation) i));
  forget (self);
}

static ImSceneTheme
get_theme (void)
{
  return adw_style_manager_get_dark (adw_style_manager_get_default ()) ? IM_THEME_DARK
                                                                       : IM_THEME_LIGHT;
}

/* What is to be painted: the view and a margin, as far as there is scene. */
static void
find_area (StudioPicture *self, const graphene_rect_t *view, graphene_rect_t *area)
{
  graphene_rect_t all;
  float across = MIN (MAX_MARGIN, view->size.width * (float) MARGIN);
  float down = MIN (MAX_MARGIN, view->size.height * (float) MARGIN);

  graphene_rect_init (&all, 0, 0, (float) get_size (self, GTK_ORIENTATION_HORIZONTAL),
                      (float) get_size (self, GTK_ORIENTATION_VERTICAL));
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
  im_scene_painter_paint (self->painter, get_theme (), cr);
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
  guint32 colour = im_scene_style_get_colours (IM_STYLE_CANVAS, get_theme ()).fill;
  const GdkRGBA fill = { (float) (colour >> 16 & 0xff) / 255,
                         (float) (colour >> 8 & 0xff) / 255,
                         (float) (colour & 0xff) / 255, 1 };

  gtk_snapshot_append_color (snapshot, &fill, bounds);
}

static void
studio_picture_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioPicture *self = STUDIO_PICTURE (widget);
  float x = (float) get_origin (self, GTK_ORIENTATION_HORIZONTAL);
  float y = (float) get_origin (self, GTK_ORIENTATION_VERTICAL);
  graphene_rect_t bounds, view, all;

  graphene_rect_init (&bounds, 0, 0, (float) gtk_widget_get_width (widget),
                      (float) gtk_widget_get_height (widget));
  append_canvas (snapshot, &bounds);
  if (self->scene == NULL)
    return;

  graphene_rect_init (&all, 0, 0, (float) get_size (self, GTK_ORIENTATION_HORIZONTAL),
                      (float) get_size (self, GTK_ORIENTATION_VERTICAL));
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
  zoom_at (self, self->zoom * pow (ZOOM_STEP, -dy), self->pointer[0], self->pointer[1]);

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
    zoom_at (self, self->zoom_at_begin * scale, x, y);
}

static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, StudioPicture *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  for (guint i = 0; i < 2; i++)
    self->scroll_at_begin[i] = get_scroll (self, (GtkOrientation) i);
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
                                    steps[i] * KEY_STEP);

  return GDK_EVENT_STOP;
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
add_zoom_key (GtkWidgetClass *widget_class, const char *action, guint key, guint other)
{
  gtk_widget_class_add_binding_action (widget_class, key, GDK_CONTROL_MASK, action, NULL);
  gtk_widget_class_add_binding_action (widget_class, other, GDK_CONTROL_MASK, action,
                                       NULL);
}

static void
add_keys (GtkWidgetClass *widget_class)
{
  static const struct
  {
    guint key;
    int across, down;
  } arrows[] = { { GDK_KEY_Left, -1, 0 },
                 { GDK_KEY_Right, 1, 0 },
                 { GDK_KEY_Up, 0, -1 },
                 { GDK_KEY_Down, 0, 1 } };

  add_zoom_key (widget_class, "picture.zoom-in", GDK_KEY_plus, GDK_KEY_KP_Add);
  add_zoom_key (widget_class, "picture.zoom-in", GDK_KEY_equal, GDK_KEY_ZoomIn);
  add_zoom_key (widget_class, "picture.zoom-out", GDK_KEY_minus, GDK_KEY_KP_Subtract);
  add_zoom_key (widget_class, "picture.zoom-reset", GDK_KEY_0, GDK_KEY_KP_0);
  add_zoom_key (widget_class, "picture.fit", GDK_KEY_9, GDK_KEY_KP_9);
  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    gtk_widget_class_add_binding (widget_class, arrows[i].key, 0, scroll_key_cb, "(ii)",
                                  arrows[i].across, arrows[i].down);
}

static void
studio_picture_class_init (StudioPictureClass *klass)
{
  static const char *const zooms[] = { "picture.zoom-in", "picture.zoom-out",
                                       "picture.zoom-reset", "picture.fit" };
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
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    gtk_widget_class_install_action (widget_class, zooms[i], NULL, zoom_action);
  add_keys (widget_class);
}

static void
add_controllers (StudioPicture *self)
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

static void
studio_picture_init (StudioPicture *self)
{
  self->zoom = 1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  add_controllers (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (forget), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (forget), NULL);
}
