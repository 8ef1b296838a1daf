/* SPDX-License-Identifier: MIT
 *
 * A layout of a graph that has frames: a frame holds the nodes that it held before, as
 * far from them as it was, and no others. Nodes that the layout puts among them step
 * down, and so do frames without nodes that it puts nodes on.
 */
#include <string.h>

#include "studio/canvas/studio-canvas-private.h"
#include "unit/im-unit-frame.h"

#define GAP 30.0f
#define MAX_PASSES                                                    \
  8 /* in which nodes step out of frames, and frames grow with others \
     */

typedef struct
{
  graphene_rect_t area;
  gboolean *holds; /* of each node, whether it is in it */
  guint n_held;
  float margins[4]; /* left, top, right, bottom: from nodes to edges */
} Frame;

static gboolean
find_bounds (StudioCanvas *self, const Frame *frame, graphene_rect_t *bounds)
{
  gboolean is_found = FALSE;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const graphene_rect_t *area = &studio_canvas_node (self, i)->area;

      if (!frame->holds[i])
        continue;
      if (is_found)
        graphene_rect_union (bounds, area, bounds);
      else
        *bounds = *area;
      is_found = TRUE;
    }

  return is_found;
}

/* What a frame holds before anything has moved. */
static void
look_at (StudioCanvas *self, guint number, Frame *frame)
{
  graphene_rect_t bounds;

  frame->area = studio_canvas_frame (self, number)->area;
  frame->holds = g_new0 (gboolean, self->nodes->len + 1);
  for (guint i = 0; i < self->nodes->len; i++)
    {
      frame->holds[i] = graphene_rect_contains_rect (&frame->area,
                                                     &studio_canvas_node (self, i)->area);
      frame->n_held += frame->holds[i] ? 1 : 0;
    }
  if (!find_bounds (self, frame, &bounds))
    return;
  frame->margins[0] = bounds.origin.x - frame->area.origin.x;
  frame->margins[1] = bounds.origin.y - frame->area.origin.y;
  frame->margins[2] = frame->area.size.width - bounds.size.width - frame->margins[0];
  frame->margins[3] = frame->area.size.height - bounds.size.height - frame->margins[1];
}

static void
follow (StudioCanvas *self, Frame *frame)
{
  graphene_rect_t bounds;

  if (find_bounds (self, frame, &bounds))
    graphene_rect_init (&frame->area, bounds.origin.x - frame->margins[0],
                        bounds.origin.y - frame->margins[1],
                        bounds.size.width + frame->margins[0] + frame->margins[2],
                        bounds.size.height + frame->margins[1] + frame->margins[3]);
}

/* Moves a node down until it covers no other one. */
static void
avoid_others (StudioCanvas *self, guint number)
{
  graphene_rect_t *area = &studio_canvas_node (self, number)->area;
  gboolean is_free;

  do
    {
      is_free = TRUE;
      for (guint i = 0; i < self->nodes->len; i++)
        {
          const graphene_rect_t *other = &studio_canvas_node (self, i)->area;

          if (i == number || !graphene_rect_intersection (area, other, NULL))
            continue;
          area->origin.y = other->origin.y + other->size.height + GAP;
          is_free = FALSE;
        }
    }
  while (!is_free);
}

/* Returns whether nodes had to leave. */
static gboolean
clear_frame (StudioCanvas *self, const Frame *frame)
{
  gboolean is_changed = FALSE;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      graphene_rect_t *area = &studio_canvas_node (self, i)->area;

      if (frame->n_held == 0 || frame->holds[i] ||
          !graphene_rect_intersection (area, &frame->area, NULL))
        continue;
      area->origin.y = frame->area.origin.y + frame->area.size.height + GAP;
      avoid_others (self, i);
      is_changed = TRUE;
    }

  return is_changed;
}

/* A note goes below what is put on it. */
static void
move_note (StudioCanvas *self, Frame *note)
{
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const graphene_rect_t *area = &studio_canvas_node (self, i)->area;

      if (!graphene_rect_intersection (area, &note->area, NULL))
        continue;
      note->area.origin.y = area->origin.y + area->size.height + GAP;
      i = G_MAXUINT; /* from the first one again */
    }
}

static void
let_follow (StudioCanvas *self, Frame *frames, guint n)
{
  gboolean is_changed = TRUE;

  for (guint pass = 0; pass < MAX_PASSES && is_changed; pass++)
    {
      is_changed = FALSE;
      for (guint i = 0; i < n; i++)
        {
          follow (self, &frames[i]);
          is_changed |= clear_frame (self, &frames[i]);
        }
    }
  for (guint i = 0; i < n; i++)
    if (frames[i].n_held == 0)
      move_note (self, &frames[i]);
    else
      follow (self, &frames[i]);
}

/* All places, as one step. */
static void
apply (StudioCanvas *self, const Frame *frames, guint n)
{
  const ImUnit *unit = im_document_get_unit (self->document);
  guint n_nodes = self->nodes->len;
  g_autofree const char **names = g_new (const char *, n_nodes + 1);
  g_autofree ImEditPlace *places = g_new (ImEditPlace, n_nodes + 1);
  g_autofree ImEditPlace *areas = g_new (ImEditPlace, 2 * n + 1);
  g_autofree ImEdit *edits = g_new0 (ImEdit, n + 1);

  for (guint i = 0; i < n_nodes; i++)
    {
      const graphene_point_t *corner = &studio_canvas_node (self, i)->area.origin;

      names[i] = im_document_get_node (self->document, i)->node->name;
      places[i] = (ImEditPlace){ (double) corner->x, (double) corner->y };
    }
  for (guint i = 0; i < n; i++)
    {
      const graphene_rect_t *area = &frames[i].area;

      areas[2 * i] = (ImEditPlace){ (double) area->origin.x, (double) area->origin.y };
      areas[2 * i + 1] = (ImEditPlace){ (double) area->size.width,
                                        (double) area->size.height };
      edits[i] = (ImEdit){ .kind = IM_EDIT_FRAME,
                           .nodes = &unit->frames[i].id,
                           .n_nodes = 1,
                           .places = &areas[2 * i] };
    }
  edits[n] = (ImEdit){ .kind = IM_EDIT_PLACE,
                       .nodes = names,
                       .n_nodes = n_nodes,
                       .places = places };
  im_document_apply (self->document, edits, n + 1, NULL);
}

void
studio_canvas_lay_out_with_frames (StudioCanvas *self)
{
  guint n = self->frames->len;
  g_autofree Frame *frames = g_new0 (Frame, n + 1);

  for (guint i = 0; i < n; i++)
    look_at (self, i, &frames[i]);
  studio_canvas_lay_out_all (self);
  let_follow (self, frames, n);
  apply (self, frames, n);
  for (guint i = 0; i < n; i++)
    g_free (frames[i].holds);
}
