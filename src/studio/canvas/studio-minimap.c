/* SPDX-License-Identifier: MIT */
#include "studio/canvas/studio-minimap.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "studio/common/studio-colour.h"

#define WIDTH   150.0
#define HEIGHT  110.0
#define PADDING 6.0
#define MARGIN  18.0 /* between the map and the edges of the canvas */
#define FAINT   0.35
#define REST_MS 200  /* without scrolling before the map goes to another corner */
#define SHARE   4    /* of the canvas that the map covers at most, along each side */
#define SLACK   1.15 /* of the window that may be out of sight before it is worth a map */

/* All that a picture of the nodes follows from. */
typedef struct
{
  guint nodes; /* a hash of their areas, and of which are selected */
  int scale;
  GdkRGBA text;
  GdkRGBA accent;
} Key;

struct _StudioMinimap
{
  GtkWidget parent_instance;

  StudioSession *session; /* NULL before it is bound */
  StudioCanvas *canvas;
  GtkAdjustment *adjustments[2];
  gboolean is_hidden;
  gboolean is_pointed_at;
  guint moving;      /* timeout source that looks for a free corner, or 0 */
  GdkTexture *nodes; /* how they were painted last, or NULL */
  Key key;           /* of that */
};

G_DEFINE_FINAL_TYPE (StudioMinimap, studio_minimap, GTK_TYPE_WIDGET)

/* How places of the canvas become those of the widget. */
typedef struct
{
  double scale;
  double x;
  double y;
} Mapping;

static Mapping
get_mapping (StudioMinimap *self)
{
  graphene_rect_t all;
  Mapping mapping;

  studio_canvas_get_extents (self->canvas, &all);
  mapping.scale = MIN ((WIDTH - 2 * PADDING) / MAX (1.0, (double) all.size.width),
                       (HEIGHT - 2 * PADDING) / MAX (1.0, (double) all.size.height));
  mapping.x = (WIDTH - (double) all.size.width * mapping.scale) / 2 -
              (double) all.origin.x * mapping.scale;
  mapping.y = (HEIGHT - (double) all.size.height * mapping.scale) / 2 -
              (double) all.origin.y * mapping.scale;

  return mapping;
}

static void
add_rectangle (cairo_t *cr, const Mapping *mapping, const graphene_rect_t *area)
{
  cairo_rectangle (cr, (double) area->origin.x * mapping->scale + mapping->x,
                   (double) area->origin.y * mapping->scale + mapping->y,
                   MAX (1, (double) area->size.width * mapping->scale),
                   MAX (1, (double) area->size.height * mapping->scale));
}

/* All that have one colour are one path: to look for the colour of each takes longer than
 * to paint it. */
static void
paint_nodes (StudioMinimap *self, const Mapping *mapping, cairo_t *cr)
{
  for (guint i = 0; i < studio_canvas_get_n_frames (self->canvas); i++)
    {
      studio_colour_set (GTK_WIDGET (self), NULL, 0.12, cr);
      add_rectangle (cr, mapping, studio_canvas_get_frame_area (self->canvas, i));
      cairo_fill (cr);
    }
  for (gboolean selected = FALSE; selected <= TRUE; selected++)
    {
      studio_colour_set (GTK_WIDGET (self), selected ? "accent_color" : NULL,
                         selected ? 1 : 0.45, cr);
      for (guint i = 0; i < studio_canvas_get_n_nodes (self->canvas); i++)
        {
          gboolean is_selected;
          const graphene_rect_t *area = studio_canvas_get_node_area (self->canvas, i,
                                                                     &is_selected);

          if (is_selected == selected)
            add_rectangle (cr, mapping, area);
        }
      cairo_fill (cr);
    }
}

static void
add_to_hash (guint *hash, gconstpointer data, gsize length)
{
  const guint32 *words = data;

  for (gsize i = 0; i < length / sizeof *words; i++)
    *hash = (*hash ^ words[i]) * 16777619;
}

static Key
get_key (StudioMinimap *self)
{
  Key key = { .nodes = 2166136261,
              .scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)) };

  studio_colour_get (GTK_WIDGET (self), NULL, &key.text);
  studio_colour_get (GTK_WIDGET (self), "accent_color", &key.accent);
  for (guint i = 0; i < studio_canvas_get_n_nodes (self->canvas); i++)
    {
      gboolean is_selected;

      add_to_hash (&key.nodes,
                   studio_canvas_get_node_area (self->canvas, i, &is_selected),
                   sizeof (graphene_rect_t));
      add_to_hash (&key.nodes, &is_selected, sizeof is_selected);
    }
  for (guint i = 0; i < studio_canvas_get_n_frames (self->canvas); i++)
    add_to_hash (&key.nodes, studio_canvas_get_frame_area (self->canvas, i),
                 sizeof (graphene_rect_t));

  return key;
}

/* All nodes of a large pipeline are painted only when they are others than before, and
 * not each time that another part of them is seen. */
static void
update_nodes (StudioMinimap *self, const Mapping *mapping)
{
  Key key = get_key (self);
  int width = (int) WIDTH * key.scale, height = (int) HEIGHT * key.scale;
  cairo_surface_t *surface;
  cairo_t *cr;
  GBytes *bytes;

  if (self->nodes != NULL && memcmp (&key, &self->key, sizeof key) == 0)
    return;
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cr = cairo_create (surface);
  cairo_scale (cr, key.scale, key.scale);
  paint_nodes (self, mapping, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  bytes = g_bytes_new_with_free_func (
      cairo_image_surface_get_data (surface),
      (gsize) (cairo_image_surface_get_stride (surface) * height),
      (GDestroyNotify) cairo_surface_destroy, surface);
  g_clear_object (&self->nodes);
  self->nodes = gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes,
                                        (gsize) cairo_image_surface_get_stride (surface));
  self->key = key;
  g_bytes_unref (bytes);
}

static void
paint_view (StudioMinimap *self, const Mapping *mapping, cairo_t *cr)
{
  graphene_rect_t view;

  studio_canvas_get_view (self->canvas, &view);
  add_rectangle (cr, mapping, &view);
  studio_colour_set (GTK_WIDGET (self), "accent_color", 0.12, cr);
  cairo_fill_preserve (cr);
  studio_colour_set (GTK_WIDGET (self), "accent_color", 1, cr);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

static void
studio_minimap_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioMinimap *self = STUDIO_MINIMAP (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) WIDTH, (float) HEIGHT);
  Mapping mapping;
  cairo_t *cr;

  if (self->canvas == NULL || self->is_hidden)
    return;
  mapping = get_mapping (self);
  update_nodes (self, &mapping);
  gtk_snapshot_push_clip (snapshot, &bounds);
  gtk_snapshot_append_texture (snapshot, self->nodes, &bounds);
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  paint_view (self, &mapping, cr);
  cairo_destroy (cr);
  gtk_snapshot_pop (snapshot);
}

static void
studio_minimap_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  *minimum = *natural = (int) (orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH
                                                                         : HEIGHT);
}

static gboolean
is_seen (GtkAdjustment *adjustment)
{
  return gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_lower (adjustment) <=
         gtk_adjustment_get_page_size (adjustment) * SLACK;
}

/* On a small window the map would stand on the nodes that it is to lead to. */
static gboolean
has_room (StudioMinimap *self)
{
  return gtk_adjustment_get_page_size (self->adjustments[0]) >= SHARE * WIDTH &&
         gtk_adjustment_get_page_size (self->adjustments[1]) >= SHARE * HEIGHT;
}

/* Whether the map stands on a node in a corner of the view, or would. */
static gboolean
covers_node (StudioMinimap *self, GtkAlign across, GtkAlign down)
{
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  gboolean is_left = (across == GTK_ALIGN_START) != is_rtl;
  double zoom = studio_session_get_zoom (self->session);
  double margin = MARGIN / zoom, width = WIDTH / zoom, height = HEIGHT / zoom;
  graphene_rect_t view, own;

  studio_canvas_get_view (self->canvas, &view);
  own = GRAPHENE_RECT_INIT (
      view.origin.x +
          (float) (is_left ? margin : (double) view.size.width - margin - width),
      view.origin.y + (float) (down == GTK_ALIGN_START
                                   ? margin
                                   : (double) view.size.height - margin - height),
      (float) width, (float) height);
  for (guint i = 0; i < studio_canvas_get_n_nodes (self->canvas); i++)
    {
      gboolean is_selected;

      if (graphene_rect_intersection (
              studio_canvas_get_node_area (self->canvas, i, &is_selected), &own, NULL))
        return TRUE;
    }

  return FALSE;
}

/* A node below the map can be read through it, until the pointer is on the map. */
static void
show_opacity (StudioMinimap *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean is_faint = !self->is_hidden && !self->is_pointed_at &&
                      covers_node (self, gtk_widget_get_halign (widget),
                                   gtk_widget_get_valign (widget));

  gtk_widget_set_opacity (widget, self->is_hidden ? 0 : is_faint ? FAINT : 1);
}

/* The map stays where it is while it covers nothing, and where no corner is free. */
static gboolean
move_cb (gpointer data)
{
  static const GtkAlign corners[][2] = { { GTK_ALIGN_END, GTK_ALIGN_END },
                                         { GTK_ALIGN_END, GTK_ALIGN_START },
                                         { GTK_ALIGN_START, GTK_ALIGN_END },
                                         { GTK_ALIGN_START, GTK_ALIGN_START } };
  StudioMinimap *self = data;
  GtkWidget *widget = data;

  self->moving = 0;
  if (self->is_hidden || self->is_pointed_at ||
      !covers_node (self, gtk_widget_get_halign (widget), gtk_widget_get_valign (widget)))
    return G_SOURCE_REMOVE;
  for (guint i = 0; i < G_N_ELEMENTS (corners); i++)
    if (!covers_node (self, corners[i][0], corners[i][1]))
      {
        gtk_widget_set_halign (widget, corners[i][0]);
        gtk_widget_set_valign (widget, corners[i][1]);
        break;
      }
  show_opacity (self);

  return G_SOURCE_REMOVE;
}

static void
plan_move (StudioMinimap *self)
{
  g_clear_handle_id (&self->moving, g_source_remove);
  self->moving = g_timeout_add (REST_MS, move_cb, self);
}

static void
enter_cb (GtkEventControllerMotion *motion, double x, double y, StudioMinimap *self)
{
  self->is_pointed_at = TRUE;
  show_opacity (self);
}

static void
leave_cb (GtkEventControllerMotion *motion, StudioMinimap *self)
{
  self->is_pointed_at = FALSE;
  show_opacity (self);
  plan_move (self);
}

/* Whether all nodes are in the view. */
static gboolean
is_all_in_view (StudioMinimap *self)
{
  graphene_rect_t view, all;

  studio_canvas_get_view (self->canvas, &view);
  studio_canvas_get_extents (self->canvas, &all);

  return graphene_rect_contains_rect (&view, &all);
}

static void
scrolled_cb (StudioMinimap *self)
{
  self->is_hidden = !has_room (self) || is_all_in_view (self) ||
                    (is_seen (self->adjustments[0]) && is_seen (self->adjustments[1]));
  show_opacity (self);
  plan_move (self);
  gtk_widget_set_can_target (GTK_WIDGET (self), !self->is_hidden);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
go_to (StudioMinimap *self, double x, double y)
{
  Mapping mapping = get_mapping (self);

  studio_canvas_center_on (self->canvas, (x - mapping.x) / mapping.scale,
                           (y - mapping.y) / mapping.scale);
}

static void
begin_cb (GtkGestureDrag *gesture, double x, double y, StudioMinimap *self)
{
  go_to (self, x, y);
}

static void
update_cb (GtkGestureDrag *gesture, double dx, double dy, StudioMinimap *self)
{
  double x, y;

  if (gtk_gesture_drag_get_start_point (gesture, &x, &y))
    go_to (self, x + dx, y + dy);
}

static gboolean
scroll_cb (GtkEventControllerScroll *controller,
           double dx,
           double dy,
           StudioMinimap *self)
{
  studio_session_set_zoom (self->session,
                           studio_session_get_zoom (self->session) * pow (1.1, -dy));

  return TRUE;
}

static void
redraw (gpointer view, StudioSession *session)
{
  gtk_widget_queue_draw (GTK_WIDGET (view));
}

void
studio_minimap_bind (StudioMinimap *self, StudioSession *session, StudioCanvas *canvas)
{
  GtkScrollable *scrollable = GTK_SCROLLABLE (canvas);

  g_return_if_fail (STUDIO_IS_MINIMAP (self) && self->canvas == NULL);

  self->canvas = g_object_ref (canvas);
  self->session = g_object_ref (session);
  self->adjustments[0] = g_object_ref (gtk_scrollable_get_hadjustment (scrollable));
  self->adjustments[1] = g_object_ref (gtk_scrollable_get_vadjustment (scrollable));
  for (guint i = 0; i < 2; i++)
    {
      g_signal_connect_object (self->adjustments[i], "changed", G_CALLBACK (scrolled_cb),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->adjustments[i], "value-changed",
                               G_CALLBACK (scrolled_cb), self, G_CONNECT_SWAPPED);
    }
  studio_session_bind (session, self, redraw, redraw);
}

static void
studio_minimap_dispose (GObject *object)
{
  StudioMinimap *self = STUDIO_MINIMAP (object);

  g_clear_handle_id (&self->moving, g_source_remove);
  for (guint i = 0; i < 2; i++)
    g_clear_object (&self->adjustments[i]);
  g_clear_object (&self->nodes);
  g_clear_object (&self->canvas);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (studio_minimap_parent_class)->dispose (object);
}

static void
studio_minimap_class_init (StudioMinimapClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_minimap_dispose;
  widget_class->measure = studio_minimap_measure;
  widget_class->snapshot = studio_minimap_snapshot;
  gtk_widget_class_set_css_name (widget_class, "minimap");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
studio_minimap_init (StudioMinimap *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkEventController *motion = gtk_event_controller_motion_new ();

  self->is_hidden = TRUE;
  g_signal_connect (motion, "enter", G_CALLBACK (enter_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_set_opacity (GTK_WIDGET (self), 0);
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Overview of the canvas"), -1);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (update_cb), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}
