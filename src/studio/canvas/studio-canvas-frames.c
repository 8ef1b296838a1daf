/* SPDX-License-Identifier: MIT
 *
 * Frames of a graph, behind its pipes and nodes: their widgets and places, and what of
 * them is at a place.
 */

#include "studio/canvas/studio-canvas-private.h"
#include "studio/canvas/studio-graph-frame.h"

#define EDGE_REACH 6.0f /* pixels of the widget inside and outside of an edge */

static const ImUnitFrame *
get_declaration (StudioCanvas *self, guint number)
{
  return &im_document_get_unit (self->document)->frames[number];
}

void
studio_canvas_frame_clear (gpointer data)
{
  StudioCanvasFrame *frame = data;

  g_clear_pointer (&frame->widget, gtk_widget_unparent);
  g_clear_pointer (&frame->name, g_free);
}

static void
focus_cb (GtkEventControllerFocus *controller, StudioCanvas *self)
{
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));

  for (guint i = 0; i < self->frames->len; i++)
    if (studio_canvas_frame (self, i)->widget == widget && self->frame != (gint) i)
      studio_canvas_select_frame (self, (gint) i);
}

static GtkWidget *
new_widget (StudioCanvas *self)
{
  GtkWidget *widget = studio_graph_frame_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect (focus, "enter", G_CALLBACK (focus_cb), self);
  gtk_widget_add_controller (widget, focus);
  gtk_widget_set_parent (widget, self->ground);

  return widget;
}

static guint
count_nodes (StudioCanvas *self, const graphene_rect_t *area)
{
  guint n = 0;

  for (guint i = 0; i < self->nodes->len; i++)
    n += graphene_rect_contains_rect (area, &studio_canvas_node (self, i)->area) ? 1 : 0;

  return n;
}

/* Widgets stay with the numbers of frames, which are few. */
void
studio_canvas_update_frames (StudioCanvas *self)
{
  const ImUnit *unit = im_document_get_unit (self->document);

  studio_canvas_mark_frame (self, -1);
  g_array_set_size (self->frames, MIN (self->frames->len, unit->n_frames));
  while (self->frames->len < unit->n_frames)
    {
      StudioCanvasFrame frame = { .widget = new_widget (self) };

      g_array_append_val (self->frames, frame);
    }
  for (guint i = 0; i < unit->n_frames; i++)
    {
      StudioCanvasFrame *frame = studio_canvas_frame (self, i);

      g_free (frame->name);
      frame->name = g_strdup (unit->frames[i].id);
      frame->n_nodes = G_MAXUINT;
    }
}

/* Where the edges of a frame are that is being resized. */
static void
resize (StudioCanvas *self, const ImUnitFrame *frame, graphene_rect_t *area)
{
  float dx = self->drag_offset.x, dy = self->drag_offset.y;
  float left = (float) frame->x, top = (float) frame->y;
  float right = left + (float) frame->width, bottom = top + (float) frame->height;

  if ((self->frame_part & STUDIO_FRAME_LEFT) != 0)
    left = MIN (left + dx, right - IM_FRAME_MIN_SIZE);
  if ((self->frame_part & STUDIO_FRAME_RIGHT) != 0)
    right = MAX (right + dx, left + IM_FRAME_MIN_SIZE);
  if ((self->frame_part & STUDIO_FRAME_TOP) != 0)
    top = MIN (top + dy, bottom - IM_FRAME_MIN_SIZE);
  if ((self->frame_part & STUDIO_FRAME_BOTTOM) != 0)
    bottom = MAX (bottom + dy, top + IM_FRAME_MIN_SIZE);
  graphene_rect_init (area, left, top, right - left, bottom - top);
}

void
studio_canvas_place_frames (StudioCanvas *self)
{
  for (guint i = 0; i < self->frames->len; i++)
    {
      const ImUnitFrame *declaration = get_declaration (self, i);
      StudioCanvasFrame *frame = studio_canvas_frame (self, i);
      guint n_nodes;

      graphene_rect_init (&frame->area, (float) declaration->x, (float) declaration->y,
                          (float) declaration->width, (float) declaration->height);
      if (self->drag == STUDIO_DRAG_FRAME && frame->is_carried)
        graphene_rect_offset (&frame->area, self->drag_offset.x, self->drag_offset.y);
      else if (self->drag == STUDIO_DRAG_RESIZE && self->frame == (gint) i)
        resize (self, declaration, &frame->area);
      n_nodes = count_nodes (self, &frame->area);
      if (frame->n_nodes != n_nodes)
        studio_graph_frame_update (STUDIO_GRAPH_FRAME (frame->widget), declaration,
                                   n_nodes);
      frame->n_nodes = n_nodes;
      if (i == 0 && self->nodes->len == 0)
        self->extents = frame->area;
      else
        graphene_rect_union (&self->extents, &frame->area, &self->extents);
    }
}

/* Which edges of a frame are near a place, or whether its title and note are there. */
static guint
find_part (StudioCanvas *self, StudioCanvasFrame *frame, const graphene_point_t *at)
{
  graphene_rect_t reach = frame->area;
  float near = EDGE_REACH / (float) studio_canvas_get_zoom (self);
  float x = at->x - frame->area.origin.x, y = at->y - frame->area.origin.y;
  float width = frame->area.size.width, height = frame->area.size.height;
  guint part = 0;

  graphene_rect_inset (&reach, -near, -near);
  if (!graphene_rect_contains_point (&reach, at))
    return 0;
  part |= x < near ? STUDIO_FRAME_LEFT : x > width - near ? STUDIO_FRAME_RIGHT : 0;
  part |= y < near ? STUDIO_FRAME_TOP : y > height - near ? STUDIO_FRAME_BOTTOM : 0;
  if (part != 0)
    return part;

  return (double) y < studio_graph_frame_get_handle (STUDIO_GRAPH_FRAME (frame->widget),
                                                     (double) width, (double) height)
             ? STUDIO_FRAME_HANDLE
             : 0;
}

gint
studio_canvas_find_frame (StudioCanvas *self, const graphene_point_t *at, guint *part)
{
  for (guint i = self->frames->len; i > 0; i--)
    {
      *part = find_part (self, studio_canvas_frame (self, i - 1), at);
      if (*part != 0)
        return (gint) i - 1;
    }

  return -1;
}

void
studio_canvas_mark_frame (StudioCanvas *self, gint number)
{
  if (self->frame >= 0)
    studio_graph_frame_set_selected (
        STUDIO_GRAPH_FRAME (studio_canvas_frame (self, (guint) self->frame)->widget),
        FALSE);
  self->frame = number;
  if (number >= 0)
    studio_graph_frame_set_selected (
        STUDIO_GRAPH_FRAME (studio_canvas_frame (self, (guint) number)->widget), TRUE);
}

guint
studio_canvas_get_n_frames (StudioCanvas *self)
{
  return self->frames->len;
}

const graphene_rect_t *
studio_canvas_get_frame_area (StudioCanvas *self, guint number)
{
  return &studio_canvas_frame (self, number)->area;
}
