/* SPDX-License-Identifier: MIT
 *
 * Room for what is new in a node graph: in a pipe the nodes behind it step back, anywhere
 * else it goes where nothing stands.
 */
#include "studio/canvas/studio-canvas-private.h"

/* About the size of a node that is not there yet, in pixels at 100 %. */
#define NODE_WIDTH  240.0f
#define NODE_HEIGHT 48.0f
#define ROW_HEIGHT  18.5f

#define GAP_ACROSS 60.0f /* that a pipe and its label need beside a node */
#define GAP_DOWN   20.0f

graphene_size_t
studio_canvas_guess_size (const ImUnit *unit)
{
  guint n_rows = 0;

  for (guint i = 0; unit != NULL && i < unit->n_parameters; i++)
    n_rows += im_parameter_is_option (&unit->parameters[i]) ||
              unit->parameters[i].socket != NULL;

  return GRAPHENE_SIZE_INIT (NODE_WIDTH, NODE_HEIGHT + ROW_HEIGHT * (float) n_rows);
}

/* Whether a node is among those that step back. */
static gboolean
is_behind (const StudioCanvasNode *node, const graphene_rect_t *first, float step)
{
  return step > 0 && node->area.origin.x >= first->origin.x;
}

/* Goes down until nothing is in the way. */
static void
avoid (StudioCanvas *self,
       const graphene_rect_t *first,
       float step,
       graphene_rect_t *area)
{
  gboolean is_free;
  guint n_steps = 0;

  do
    {
      is_free = TRUE;
      for (guint i = 0; i < self->nodes->len; i++)
        {
          graphene_rect_t other = studio_canvas_node (self, i)->area;

          if (first != NULL && is_behind (studio_canvas_node (self, i), first, step))
            other.origin.x += step;
          graphene_rect_inset (&other, -GAP_DOWN + 1, -GAP_DOWN + 1);
          if (!graphene_rect_intersection (area, &other, NULL))
            continue;
          area->origin.y = other.origin.y + other.size.height;
          is_free = FALSE;
        }
    }
  while (!is_free && n_steps++ < self->nodes->len);
}

void
studio_canvas_avoid_nodes (StudioCanvas *self, graphene_rect_t *area)
{
  avoid (self, NULL, 0, area);
}

ImDocumentPlace *
studio_canvas_make_room (StudioCanvas *self,
                         const ImGraphLink *link,
                         graphene_rect_t *area,
                         guint *n_places)
{
  const graphene_rect_t *source = &studio_canvas_node (self, link->source)->area;
  const graphene_rect_t *target = &studio_canvas_node (self, link->target)->area;
  ImDocumentPlace *places = g_new (ImDocumentPlace, self->nodes->len + 1);
  float step;

  *n_places = 0;
  area->origin.x = MAX (area->origin.x - area->size.width / 2,
                        source->origin.x + source->size.width + GAP_ACROSS);
  area->origin.y -= area->size.height / 2;
  step = area->origin.x + area->size.width + GAP_ACROSS - target->origin.x;
  if (target->origin.x < source->origin.x + source->size.width)
    step = 0; /* a pipe that leads back: nothing is behind it */
  avoid (self, target, step, area);
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const StudioCanvasNode *node = studio_canvas_node (self, i);

      if (is_behind (node, target, step))
        places[(*n_places)++] = (ImDocumentPlace){ i,
                                                   (double) (node->area.origin.x + step),
                                                   (double) node->area.origin.y };
    }

  return places;
}

/* The places of nodes in a text, from which follows how much room they need. */
static graphene_size_t
measure_clip (const char *text)
{
  static const char *const patterns[] = { "\\sx=\"(-?[0-9]+)", "\\sy=\"(-?[0-9]+)" };
  const graphene_size_t size = studio_canvas_guess_size (NULL);
  float room[] = { size.width, size.height + 4 * ROW_HEIGHT };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GRegex) regex = g_regex_new (patterns[i], 0, 0, NULL);
      g_autoptr (GMatchInfo) match = NULL;
      float low = G_MAXFLOAT, high = -G_MAXFLOAT;

      for (g_regex_match (regex, text, 0, &match); g_match_info_matches (match);
           g_match_info_next (match, NULL))
        {
          g_autofree char *number = g_match_info_fetch (match, 1);
          float place = (float) g_ascii_strtod (number, NULL);

          low = MIN (low, place);
          high = MAX (high, place);
        }
      if (high > low)
        room[i] += high - low;
    }

  return GRAPHENE_SIZE_INIT (room[0], room[1]);
}

void
studio_canvas_find_room (StudioCanvas *self, const char *text, graphene_point_t *at)
{
  graphene_rect_t area = { *at, measure_clip (text) };

  g_return_if_fail (STUDIO_IS_CANVAS (self));

  studio_canvas_avoid_nodes (self, &area);
  *at = area.origin;
}

void
studio_canvas_find_room_below (StudioCanvas *self, graphene_point_t *at)
{
  graphene_rect_t area = GRAPHENE_RECT_INIT (0, 0, 0, 0);
  gboolean is_any = self->frame >= 0;

  g_return_if_fail (STUDIO_IS_CANVAS (self));

  if (is_any)
    area = studio_canvas_frame (self, (guint) self->frame)->area;
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const StudioCanvasNode *node = studio_canvas_node (self, i);

      if (!node->is_selected)
        continue;
      if (is_any)
        graphene_rect_union (&area, &node->area, &area);
      else
        area = node->area;
      is_any = TRUE;
    }
  area.origin.y += area.size.height + GAP_DOWN;
  studio_canvas_avoid_nodes (self, &area);
  *at = area.origin;
}
