/* SPDX-License-Identifier: MIT
 *
 * How the canvas is painted. Each wire and each widget is a node of its own for the
 * renderer, which lasts as long as it looks the same: then only what has changed is
 * painted anew.
 */
#include "studio/canvas/studio-canvas-private.h"
#include "studio/common/studio-colour.h"

#define AROUND 12.0f /* a wire: half of its width, and its head */
#define HEAD   12.0  /* its length */

/* What wires look like at the time. */
typedef struct
{
  GdkRGBA text;
  GdkRGBA accent;
  gboolean is_vertical;
} Style;

static void
trace (const graphene_point_t *points, guint n_points, cairo_t *cr)
{
  cairo_move_to (cr, (double) points[0].x, (double) points[0].y);
  for (guint i = 1; i + 2 < n_points; i += 3)
    cairo_curve_to (cr, (double) points[i].x, (double) points[i].y,
                    (double) points[i + 1].x, (double) points[i + 1].y,
                    (double) points[i + 2].x, (double) points[i + 2].y);
}

static void
paint_head (const graphene_point_t *end, gboolean is_vertical, cairo_t *cr)
{
  double x = (double) end->x, y = (double) end->y;

  cairo_move_to (cr, x, y);
  if (is_vertical)
    {
      cairo_line_to (cr, x - 5, y - HEAD);
      cairo_line_to (cr, x + 5, y - HEAD);
    }
  else
    {
      cairo_line_to (cr, x - HEAD, y - 5);
      cairo_line_to (cr, x - HEAD, y + 5);
    }
  cairo_close_path (cr);
  cairo_fill (cr);
}

/* Data is a full line, time a dashed one, a value a thin dotted one. */
static void
set_line (const StudioWire *wire, cairo_t *cr)
{
  static const double dashes[][2] = { { 0, 0 }, { 7, 4 }, { 2, 3 } };

  gdk_cairo_set_source_rgba (cr, &wire->colour);
  cairo_set_line_width (cr, wire->is_target                   ? 6
                            : wire->kind == STUDIO_PIPE_VALUE ? 1.5
                                                              : 2);
  cairo_set_dash (cr, dashes[wire->kind], wire->kind == STUDIO_PIPE_DATA ? 0 : 2, 0);
}

/* The curves stay inside of the hull of their points. */
static graphene_rect_t
get_bounds (const graphene_point_t *points, guint n_points)
{
  graphene_rect_t hull = GRAPHENE_RECT_INIT (points[0].x, points[0].y, 0, 0);

  for (guint i = 1; i < n_points; i++)
    graphene_rect_expand (&hull, &points[i], &hull);
  graphene_rect_inset (&hull, -AROUND, -AROUND);

  return hull;
}

/* Curves of a wire that follow each other, and its head behind the last of them. */
static GskRenderNode *
draw_piece (const StudioWire *wire, guint first, guint n_points, const Style *style)
{
  const graphene_point_t *points = wire->points + first;
  graphene_rect_t bounds = get_bounds (points, n_points);
  GskRenderNode *piece = gsk_cairo_node_new (&bounds);
  cairo_t *cr = gsk_cairo_node_get_draw_context (piece);

  set_line (wire, cr);
  trace (points, n_points, cr);
  cairo_stroke (cr);
  if (first + n_points == wire->n_points)
    {
      cairo_set_dash (cr, NULL, 0, 0);
      paint_head (&points[n_points - 1], style->is_vertical, cr);
    }
  cairo_destroy (cr);

  return piece;
}

/* The renderer paints all of the area of a node, which is large and nearly empty where a
 * wire leads around others: there each of its curves is a node. Dashes go on from curve
 * to curve, which only one node can tell. */
static GskRenderNode *
draw_wire (const StudioWire *wire, const Style *style)
{
  GskRenderNode *pieces[G_N_ELEMENTS (wire->points) / 3], *all;
  guint n_pieces = 0;

  if (wire->kind != STUDIO_PIPE_DATA)
    return draw_piece (wire, 0, wire->n_points, style);
  for (guint i = 0; i + 3 < wire->n_points; i += 3)
    pieces[n_pieces++] = draw_piece (wire, i, 4, style);
  all = gsk_container_node_new (pieces, n_pieces);
  for (guint i = 0; i < n_pieces; i++)
    gsk_render_node_unref (pieces[i]);

  return all;
}

static void
forget_picture (StudioWire *wire)
{
  g_clear_pointer (&wire->picture, gsk_render_node_unref);
}

static void
update_picture (StudioCanvas *self, guint index, const Style *style)
{
  StudioWire *wire = studio_canvas_wire (self, index);
  gboolean is_target = self->drop_wire == (gint) index;
  gboolean is_accent = is_target || studio_canvas_is_origin (self, wire) ||
                       studio_canvas_node (self, wire->link->source)->is_selected ||
                       studio_canvas_node (self, wire->link->target)->is_selected;
  GdkRGBA colour = is_accent ? style->accent : style->text;

  if (!gdk_rgba_equal (&colour, &wire->colour) || is_target != wire->is_target)
    forget_picture (wire);
  if (wire->picture != NULL)
    return;
  wire->colour = colour;
  wire->is_target = is_target;
  wire->picture = draw_wire (wire, style);
}

static void
append (GtkSnapshot *snapshot, GskRenderNode *node, GskTransform *transform)
{
  g_autoptr (GskRenderNode) placed = gsk_transform_node_new (node, transform);

  gtk_snapshot_append_node (snapshot, placed);
}

static Style
get_style (StudioCanvas *self)
{
  Style style = { .is_vertical = studio_canvas_is_vertical (self) };

  studio_colour_get (GTK_WIDGET (self), NULL, &style.text);
  studio_colour_get (GTK_WIDGET (self), "accent_color", &style.accent);
  style.text.alpha *= 0.55f;

  return style;
}

/* From the canvas to the widget. */
static GskTransform *
new_transform (StudioCanvas *self)
{
  float zoom = (float) studio_canvas_get_zoom (self);
  GskTransform *scrolled = gsk_transform_translate (
      NULL, &GRAPHENE_POINT_INIT (
                (float) -studio_canvas_get_scroll (self, GTK_ORIENTATION_HORIZONTAL),
                (float) -studio_canvas_get_scroll (self, GTK_ORIENTATION_VERTICAL)));

  return gsk_transform_scale (scrolled, zoom, zoom);
}

static void
append_wires (StudioCanvas *self, GtkSnapshot *snapshot, GskTransform *transform)
{
  const Style style = get_style (self);
  graphene_rect_t view;

  studio_canvas_get_view (self, &view);
  for (guint i = 0; i < self->wires->len; i++)
    {
      StudioWire *wire = studio_canvas_wire (self, i);

      if (wire->n_points == 0 || !graphene_rect_intersection (&wire->bounds, &view, NULL))
        {
          forget_picture (wire);
          continue;
        }
      update_picture (self, i, &style);
      append (snapshot, wire->picture, transform);
    }
}

/* The pipe that is being drawn. */
static void
paint_new_link (StudioCanvas *self, cairo_t *cr)
{
  StudioWire wire = { NULL };
  graphene_point_t place;

  if (!studio_canvas_get_port_place (self, self->link_end.node, self->link_end.port,
                                     self->link_end.is_output, &place))
    return;
  studio_wire_route_straight (&wire, self->link_end.is_output ? place : self->drag_now,
                              self->link_end.is_output ? self->drag_now : place,
                              studio_canvas_is_vertical (self));
  studio_colour_set (GTK_WIDGET (self), "accent_color", 1, cr);
  cairo_set_line_width (cr, 3);
  trace (wire.points, wire.n_points, cr);
  cairo_stroke (cr);
}

static void
paint_marquee (StudioCanvas *self, cairo_t *cr)
{
  cairo_rectangle (cr, (double) self->drag_start.x, (double) self->drag_start.y,
                   (double) (self->drag_now.x - self->drag_start.x),
                   (double) (self->drag_now.y - self->drag_start.y));
  studio_colour_set (GTK_WIDGET (self), "accent_color", 0.15, cr);
  cairo_fill_preserve (cr);
  studio_colour_set (GTK_WIDGET (self), "accent_color", 1, cr);
  cairo_set_line_width (cr, 1 / studio_canvas_get_zoom (self));
  cairo_stroke (cr);
}

/* What is drawn while the pointer is dragged. */
static void
append_drag (StudioCanvas *self, GtkSnapshot *snapshot)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (
      0, 0, (float) gtk_widget_get_width (GTK_WIDGET (self)),
      (float) gtk_widget_get_height (GTK_WIDGET (self)));
  cairo_t *cr;

  if (self->drag != STUDIO_DRAG_LINK && self->drag != STUDIO_DRAG_MARQUEE)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  cairo_translate (cr, -studio_canvas_get_scroll (self, GTK_ORIENTATION_HORIZONTAL),
                   -studio_canvas_get_scroll (self, GTK_ORIENTATION_VERTICAL));
  cairo_scale (cr, studio_canvas_get_zoom (self), studio_canvas_get_zoom (self));
  if (self->drag == STUDIO_DRAG_LINK)
    paint_new_link (self, cr);
  else
    paint_marquee (self, cr);
  cairo_destroy (cr);
}

static gboolean
is_placed (GskRenderNode *node)
{
  return gsk_render_node_get_node_type (node) == GSK_TRANSFORM_NODE;
}

/* What GTK has drawn of a plane is one node with a zoom. Whatever changes below a zoom
 * is painted with all that is below it, so each child gets the zoom by itself. */
static void
append_plane (StudioCanvas *self, GtkWidget *widget, GtkSnapshot *snapshot)
{
  GtkSnapshot *own = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) plane = NULL;
  GskRenderNode *all;
  GskTransform *zoom;

  gtk_widget_snapshot_child (GTK_WIDGET (self), widget, own);
  plane = gtk_snapshot_free_to_node (own);
  if (plane == NULL)
    return;
  all = is_placed (plane) ? gsk_transform_node_get_child (plane) : NULL;
  if (all == NULL || gsk_render_node_get_node_type (all) != GSK_CONTAINER_NODE)
    {
      gtk_snapshot_append_node (snapshot, plane);
      return;
    }
  zoom = gsk_transform_node_get_transform (plane);
  for (guint i = 0; i < gsk_container_node_get_n_children (all); i++)
    {
      GskRenderNode *child = gsk_container_node_get_child (all, i);
      g_autoptr (GskTransform) transform = gsk_transform_ref (zoom);

      if (!is_placed (child))
        {
          append (snapshot, child, transform);
          continue;
        }
      transform = gsk_transform_transform (g_steal_pointer (&transform),
                                           gsk_transform_node_get_transform (child));
      append (snapshot, gsk_transform_node_get_child (child), transform);
    }
}

void
studio_canvas_paint (StudioCanvas *self, GtkSnapshot *snapshot)
{
  g_autoptr (GskTransform) transform = new_transform (self);

  append_plane (self, self->ground, snapshot);
  append_wires (self, snapshot, transform);
  append_drag (self, snapshot);
  append_plane (self, self->plane, snapshot);
  studio_canvas_append_sparks (self, snapshot, transform);
  studio_canvas_append_marks (self, snapshot, transform);
}

void
studio_canvas_wire_moved (StudioWire *wire)
{
  forget_picture (wire);
  if (wire->n_points > 0)
    wire->bounds = get_bounds (wire->points, wire->n_points);
}

void
studio_canvas_wire_clear (gpointer data)
{
  StudioWire *wire = data;

  forget_picture (wire);
  studio_wire_set_signal (wire, NULL);
  g_clear_pointer (&wire->label, gtk_widget_unparent);
  g_free (wire->text);
}
