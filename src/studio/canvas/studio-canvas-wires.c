/* SPDX-License-Identifier: MIT
 *
 * Places of wires, and which wire is near a place.
 */
#include <math.h>

#include "studio/canvas/studio-canvas-private.h"

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
