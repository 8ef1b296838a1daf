/* SPDX-License-Identifier: MIT
 *
 * The ways of wires: in a stack down, beside the layers that they pass, and up between
 * columns; in a node graph across, around the nodes that stand in the way.
 */
#include <math.h>
#include <string.h>

#include "studio/canvas/studio-canvas-private.h"

#define MIN_BEND  30.0 /* pixels that a wire goes straight on from a port, about */
#define MAX_BEND  160.0
#define LANE      36.0  /* beside the nodes that a wire passes */
#define CLEARANCE 24.0  /* between a wire of a node graph and the nodes that it avoids */
#define GAP       12.0f /* between two nodes that a wire between them needs at least */
#define TOUCH     2.0f  /* that a wire may go over the border of a node */
#define N_SAMPLES 24    /* of a curve, to find what it meets */

/* The middle of a port on the canvas. */
gboolean
studio_canvas_get_port_place (StudioCanvas *self,
                              guint node,
                              const char *port,
                              gboolean is_output,
                              graphene_point_t *place)
{
  const StudioCanvasNode *item = studio_canvas_node (self, node);
  const StudioPort *found = studio_node_find_port (STUDIO_NODE (item->widget), port,
                                                   is_output);

  if (found == NULL)
    return FALSE;
  *place = GRAPHENE_POINT_INIT (item->area.origin.x + found->place.x,
                                item->area.origin.y + found->place.y);

  return TRUE;
}

static void
add_curve (StudioWire *wire,
           graphene_point_t first,
           graphene_point_t second,
           graphene_point_t end)
{
  wire->points[wire->n_points++] = first;
  wire->points[wire->n_points++] = second;
  wire->points[wire->n_points++] = end;
}

/* One curve that leaves and arrives in the direction of reading. */
void
studio_wire_route_straight (StudioWire *wire,
                            graphene_point_t from,
                            graphene_point_t to,
                            gboolean is_vertical)
{
  double distance = is_vertical ? fabs ((double) (to.y - from.y))
                                : fabs ((double) (to.x - from.x));
  float bend = (float) CLAMP (distance / 2, MIN_BEND, MAX_BEND);
  graphene_point_t first = from, second = to;

  if (is_vertical)
    {
      first.y += bend;
      second.y -= bend;
    }
  else
    {
      first.x += bend;
      second.x -= bend;
    }
  wire->points[0] = from;
  wire->n_points = 1;
  add_curve (wire, first, second, to);
}

/* Beside the nodes of a stack: out, down, and in again. */
static void
route_beside (StudioWire *wire, graphene_point_t from, graphene_point_t to, float lane)
{
  float bend = (float) MIN_BEND;
  graphene_point_t upper = GRAPHENE_POINT_INIT (lane, from.y + 1.6f * bend);
  graphene_point_t lower = GRAPHENE_POINT_INIT (lane, to.y - 1.6f * bend);

  wire->points[0] = from;
  wire->n_points = 1;
  add_curve (wire, GRAPHENE_POINT_INIT (from.x, upper.y),
             GRAPHENE_POINT_INIT (lane, from.y), upper);
  add_curve (wire, upper, lower, lower);
  add_curve (wire, GRAPHENE_POINT_INIT (lane, to.y), GRAPHENE_POINT_INIT (to.x, lower.y),
             to);
}

/* Whether a node stands in the way of a wire that goes straight down; its right edge. */
static gboolean
find_obstacle (StudioCanvas *self,
               const StudioWire *wire,
               graphene_point_t from,
               graphene_point_t to,
               float *right)
{
  gboolean is_found = FALSE;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const graphene_rect_t *area = &studio_canvas_node (self, i)->area;
      float middle = area->origin.y + area->size.height / 2;
      float at = from.x + (to.x - from.x) * (middle - from.y) / (to.y - from.y);

      if (i == wire->link->source || i == wire->link->target || middle <= from.y ||
          middle >= to.y || at < area->origin.x || at > area->origin.x + area->size.width)
        continue;
      *right = is_found ? MAX (*right, area->origin.x + area->size.width)
                        : area->origin.x + area->size.width;
      is_found = TRUE;
    }

  return is_found;
}

/* Only links over several layers can meet one on their way. */
static gboolean
is_long (StudioCanvas *self, const StudioWire *wire)
{
  gint source = im_document_get_node (self->document, wire->link->source)->layer;
  gint target = im_document_get_node (self->document, wire->link->target)->layer;
  gint last = (gint) im_document_get_n_layers (self->document);

  return (target < 0 ? last : target) - source > 1;
}

/* From the end of one column of a stack to the head of another one: below, up between
 * the columns, and in from above. */
static void
route_up (StudioWire *wire, graphene_point_t from, graphene_point_t to, float lane)
{
  float bend = (float) (1.4 * MIN_BEND);
  graphene_point_t lower = GRAPHENE_POINT_INIT (lane, from.y);
  graphene_point_t upper = GRAPHENE_POINT_INIT (lane, to.y);

  wire->points[0] = from;
  wire->n_points = 1;
  add_curve (wire, GRAPHENE_POINT_INIT (from.x, from.y + bend),
             GRAPHENE_POINT_INIT (lane, from.y + bend), lower);
  add_curve (wire, lower, upper, upper);
  add_curve (wire, GRAPHENE_POINT_INIT (lane, to.y - bend),
             GRAPHENE_POINT_INIT (to.x, to.y - bend), to);
}

/* The lane in front of the column that a node of a stack stands in. */
static float
find_lane (StudioCanvas *self, guint node)
{
  const StudioCanvasNode *target = studio_canvas_node (self, node);
  float left = target->area.origin.x;

  for (guint i = 0; i < self->nodes->len; i++)
    if (studio_canvas_node (self, i)->column == target->column)
      left = MIN (left, studio_canvas_node (self, i)->area.origin.x);

  return left - (float) LANE;
}

/* The box that a wire of one curve is in, a bit of room around it. */
static graphene_rect_t
get_hull (const StudioWire *wire)
{
  graphene_rect_t hull = GRAPHENE_RECT_INIT (wire->points[0].x, wire->points[0].y, 0, 0);

  for (guint i = 1; i < wire->n_points; i++)
    graphene_rect_expand (&hull, &wire->points[i], &hull);

  return hull;
}

/* Whether a wire passes a node that it does not belong to. */
static gboolean
passes (const StudioWire *wire, const graphene_rect_t *area)
{
  graphene_rect_t inner;

  graphene_rect_inset_r (area, TOUCH, TOUCH, &inner);
  for (guint i = 0; i < wire->n_points / 3; i++)
    for (guint k = 0; k <= N_SAMPLES; k++)
      {
        graphene_point_t place = studio_wire_get_place (wire, i, (double) k / N_SAMPLES);

        if (graphene_rect_contains_point (&inner, &place))
          return TRUE;
      }

  return FALSE;
}

/* What nodes stand in the way of a wire of a node graph, as one area; a pipe that leads
 * back meets its own nodes, too. */
static gboolean
find_obstacles (StudioCanvas *self,
                const StudioWire *wire,
                gboolean is_back,
                graphene_rect_t *all)
{
  graphene_rect_t hull = get_hull (wire);
  gboolean is_any = FALSE;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const graphene_rect_t *area = &studio_canvas_node (self, i)->area;
      gboolean is_own = i == wire->link->source || i == wire->link->target;

      if (is_own
              ? !is_back
              : !graphene_rect_intersection (area, &hull, NULL) || !passes (wire, area))
        continue;
      if (is_any)
        graphene_rect_union (all, area, all);
      else
        *all = *area;
      is_any = TRUE;
    }

  return is_any;
}

/* Where a wire that runs across from one place to another one meets nothing: at the
 * height @y, or as little as it takes above or below that. */
static float
find_free_height (StudioCanvas *self, float left, float right, float y, gboolean is_above)
{
  gboolean is_free;
  guint n_steps = 0;

  do
    {
      is_free = TRUE;
      for (guint i = 0; i < self->nodes->len && is_free; i++)
        {
          const graphene_rect_t *area = &studio_canvas_node (self, i)->area;

          if (area->origin.x > right || area->origin.x + area->size.width < left ||
              area->origin.y > y + (float) CLEARANCE / 2 ||
              area->origin.y + area->size.height < y - (float) CLEARANCE / 2)
            continue;
          y = is_above ? area->origin.y - (float) CLEARANCE
                       : area->origin.y + area->size.height + (float) CLEARANCE;
          is_free = FALSE;
        }
    }
  while (!is_free && n_steps++ < self->nodes->len);

  return y;
}

/* The height at which a wire that leads back runs between its own two nodes, if they
 * stand below each other and nothing else is there. */
static gboolean
find_gap (StudioCanvas *self,
          const StudioWire *wire,
          graphene_point_t from,
          graphene_point_t to,
          float *y)
{
  const graphene_rect_t *source = &studio_canvas_node (self, wire->link->source)->area;
  const graphene_rect_t *target = &studio_canvas_node (self, wire->link->target)->area;
  gboolean is_down = source->origin.y < target->origin.y;
  const graphene_rect_t *upper = is_down ? source : target;
  float top = upper->origin.y + upper->size.height;
  float bottom = is_down ? target->origin.y : source->origin.y;
  float height = (top + bottom) / 2;
  graphene_rect_t way = GRAPHENE_RECT_INIT (to.x, height - GAP / 4, from.x - to.x,
                                            GAP / 2);

  if (bottom - top < GAP)
    return FALSE;
  for (guint i = 0; i < self->nodes->len; i++)
    if (graphene_rect_intersection (&studio_canvas_node (self, i)->area, &way, NULL))
      return FALSE;
  *y = height;

  return TRUE;
}

/* Past the nodes that stand in the way of a wire, above or below them: whichever is
 * nearer to its ends. */
static void
route_around (StudioCanvas *self,
              StudioWire *wire,
              graphene_point_t from,
              graphene_point_t to,
              const graphene_rect_t *obstacles)
{
  float bend = (float) (2 * MIN_BEND);
  float left = MIN (obstacles->origin.x, MAX (from.x, to.x)) - (float) CLEARANCE;
  float right = obstacles->origin.x + obstacles->size.width + (float) CLEARANCE;
  float above = find_free_height (self, left, right,
                                  obstacles->origin.y - (float) CLEARANCE, TRUE);
  float below = find_free_height (
      self, left, right, obstacles->origin.y + obstacles->size.height + (float) CLEARANCE,
      FALSE);
  float middle = (from.y + to.y) / 2;
  float y = middle - above < below - middle ? above : below;
  graphene_point_t enter, leave;

  if (to.x <= from.x)
    find_gap (self, wire, from, to, &y);
  if (to.x > from.x)
    {
      enter = GRAPHENE_POINT_INIT (MAX (left, from.x), y);
      leave = GRAPHENE_POINT_INIT (MIN (right, to.x), y);
    }
  else
    {
      enter = GRAPHENE_POINT_INIT (from.x, y);
      leave = GRAPHENE_POINT_INIT (to.x, y);
    }
  wire->points[0] = from;
  wire->n_points = 1;
  if (to.x > from.x)
    {
      float first = (enter.x - from.x) / 2, last = (to.x - leave.x) / 2;

      add_curve (wire, GRAPHENE_POINT_INIT (from.x + MAX (first, 12), from.y),
                 GRAPHENE_POINT_INIT (enter.x - MAX (first, 12), y), enter);
      add_curve (wire, enter, leave, leave);
      add_curve (wire, GRAPHENE_POINT_INIT (leave.x + MAX (last, 12), y),
                 GRAPHENE_POINT_INIT (to.x - MAX (last, 12), to.y), to);
      return;
    }
  add_curve (wire, GRAPHENE_POINT_INIT (from.x + bend, from.y),
             GRAPHENE_POINT_INIT (from.x + bend, y), enter);
  add_curve (wire, enter, leave, leave);
  add_curve (wire, GRAPHENE_POINT_INIT (to.x - bend, y),
             GRAPHENE_POINT_INIT (to.x - bend, to.y), to);
}

static void
route_across (StudioCanvas *self,
              StudioWire *wire,
              graphene_point_t from,
              graphene_point_t to)
{
  gboolean is_back = to.x < from.x;
  graphene_rect_t obstacles;

  studio_wire_route_straight (wire, from, to, FALSE);
  if (find_obstacles (self, wire, is_back, &obstacles))
    route_around (self, wire, from, to, &obstacles);
}

static void
route_down (StudioCanvas *self,
            StudioWire *wire,
            graphene_point_t from,
            graphene_point_t to)
{
  const StudioCanvasNode *source = studio_canvas_node (self, wire->link->source);
  const StudioCanvasNode *target = studio_canvas_node (self, wire->link->target);
  float right = 0;

  if (source->column != target->column)
    route_up (wire, from, to, find_lane (self, wire->link->target));
  else if (is_long (self, wire) && to.y > from.y &&
           find_obstacle (self, wire, from, to, &right))
    route_beside (wire, from, to, right + (float) LANE);
  else
    studio_wire_route_straight (wire, from, to, TRUE);
}

static void
route_wire (StudioCanvas *self, StudioWire *wire)
{
  graphene_point_t from, to;

  wire->n_points = 0;
  if (!studio_canvas_get_port_place (self, wire->link->source, wire->link->source_port,
                                     TRUE, &from) ||
      !studio_canvas_get_port_place (self, wire->link->target, wire->link->target_port,
                                     FALSE, &to))
    return;
  if (studio_canvas_is_vertical (self))
    route_down (self, wire, from, to);
  else
    route_across (self, wire, from, to);
}

void
studio_canvas_route_wires (StudioCanvas *self)
{
  if (!self->needs_ways)
    return;
  self->needs_ways = FALSE;
  self->needs_label_places = TRUE;
  for (guint i = 0; i < self->wires->len; i++)
    {
      StudioWire *wire = studio_canvas_wire (self, i);
      graphene_point_t last[STUDIO_WIRE_POINTS];
      guint n_last = wire->n_points;

      memcpy (last, wire->points, n_last * sizeof *last);
      route_wire (self, wire);
      if (n_last != wire->n_points ||
          memcmp (last, wire->points, n_last * sizeof *last) != 0)
        studio_canvas_wire_moved (wire);
    }
}
