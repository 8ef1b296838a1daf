/* SPDX-License-Identifier: MIT
 *
 * How wires look, and which one is near a place.
 */
#include <math.h>

#include "studio/canvas/studio-canvas-private.h"
#include "studio/common/studio-colour.h"

#define N_SAMPLES 16 /* of each curve, to find what is near */

static graphene_point_t
get_curve_point (const graphene_point_t *p, double t)
{
  double u = 1 - t, a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;

  return GRAPHENE_POINT_INIT ((float) (a * (double) p[0].x + b * (double) p[1].x +
                                       c * (double) p[2].x + d * (double) p[3].x),
                              (float) (a * (double) p[0].y + b * (double) p[1].y +
                                       c * (double) p[2].y + d * (double) p[3].y));
}

graphene_point_t
studio_wire_get_place (const StudioWire *wire, guint curve, double part)
{
  return get_curve_point (wire->points + 3 * curve, part);
}

graphene_point_t
studio_wire_get_middle (const StudioWire *wire)
{
  return studio_wire_get_place (wire, wire->n_points > 4 ? 1 : 0, 0.5);
}

/* How far a place is from a straight line. */
static double
get_line_distance (const graphene_point_t *from,
                   const graphene_point_t *to,
                   const graphene_point_t *at)
{
  double dx = (double) (to->x - from->x), dy = (double) (to->y - from->y);
  double length = dx * dx + dy * dy;
  double part = length <= 0 ? 0
                            : ((double) (at->x - from->x) * dx +
                               (double) (at->y - from->y) * dy) /
                                  length;

  part = CLAMP (part, 0, 1);

  return hypot ((double) (from->x - at->x) + part * dx,
                (double) (from->y - at->y) + part * dy);
}

static double
get_distance (const StudioWire *wire, const graphene_point_t *at)
{
  double best = G_MAXDOUBLE;

  for (guint i = 0; i + 3 < wire->n_points; i += 3)
    {
      graphene_point_t last = wire->points[i];

      for (guint k = 1; k <= N_SAMPLES; k++)
        {
          graphene_point_t point = get_curve_point (wire->points + i,
                                                    (double) k / N_SAMPLES);

          best = MIN (best, get_line_distance (&last, &point, at));
          last = point;
        }
    }

  return best;
}

gint
studio_canvas_find_wire (StudioCanvas *self,
                         const graphene_point_t *at,
                         double max_distance)
{
  double best = max_distance;
  gint found = -1;

  for (guint i = 0; i < self->wires->len; i++)
    {
      const StudioWire *wire = studio_canvas_wire (self, i);
      double distance;

      if (wire->n_points == 0)
        continue;
      distance = get_distance (wire, at);
      if (distance > best)
        continue;
      best = distance;
      found = (gint) i;
    }

  return found;
}

/* The curves stay inside of the hull of their points. */
static gboolean
is_seen (const StudioWire *wire, const graphene_rect_t *view)
{
  graphene_rect_t hull = GRAPHENE_RECT_INIT (wire->points[0].x, wire->points[0].y, 0, 0);

  for (guint i = 1; i < wire->n_points; i++)
    graphene_rect_expand (&hull, &wire->points[i], &hull);
  graphene_rect_inset (&hull, -8, -8);

  return graphene_rect_intersection (&hull, view, NULL);
}

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
paint_head (const StudioWire *wire, gboolean is_vertical, cairo_t *cr)
{
  const graphene_point_t *end = &wire->points[wire->n_points - 1];
  double x = (double) end->x, y = (double) end->y;

  cairo_move_to (cr, x, y);
  if (is_vertical)
    {
      cairo_line_to (cr, x - 5, y - 12);
      cairo_line_to (cr, x + 5, y - 12);
    }
  else
    {
      cairo_line_to (cr, x - 12, y - 5);
      cairo_line_to (cr, x - 12, y + 5);
    }
  cairo_close_path (cr);
  cairo_fill (cr);
}

/* Data is a full line, time a dashed one, a value a thin dotted one. */
static void
paint_wire (StudioCanvas *self, const StudioWire *wire, gboolean is_target, cairo_t *cr)
{
  static const double dashes[][2] = { { 0, 0 }, { 7, 4 }, { 2, 3 } };
  gboolean is_selected = studio_canvas_node (self, wire->link->source)->is_selected ||
                         studio_canvas_node (self, wire->link->target)->is_selected;

  studio_colour_set (GTK_WIDGET (self), is_target || is_selected ? "accent_color" : NULL,
                     is_target || is_selected ? 1 : 0.55, cr);
  cairo_set_line_width (cr, is_target ? 6 : wire->kind == STUDIO_PIPE_VALUE ? 1.5 : 2);
  cairo_set_dash (cr, dashes[wire->kind], wire->kind == STUDIO_PIPE_DATA ? 0 : 2, 0);
  trace (wire->points, wire->n_points, cr);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  paint_head (wire, studio_canvas_is_vertical (self), cr);
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

void
studio_canvas_paint (StudioCanvas *self, cairo_t *cr)
{
  graphene_rect_t view;

  studio_canvas_get_view (self, &view);
  for (guint i = 0; i < self->wires->len; i++)
    {
      const StudioWire *wire = studio_canvas_wire (self, i);

      if (wire->n_points > 0 && is_seen (wire, &view))
        paint_wire (self, wire, self->drop_wire == (gint) i, cr);
    }
  if (self->drag == STUDIO_DRAG_LINK)
    paint_new_link (self, cr);
  if (self->drag == STUDIO_DRAG_MARQUEE)
    paint_marquee (self, cr);
}
