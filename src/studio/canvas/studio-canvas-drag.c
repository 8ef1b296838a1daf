/* SPDX-License-Identifier: MIT
 *
 * Dragging on the canvas: nodes, a marquee around them, pipes, and the canvas itself.
 */
#include <glib/gi18n.h>
#include <math.h>

#include "studio/canvas/studio-canvas-private.h"

#define PORT_REACH  14.0 /* pixels at 100 % that a drag is a drag at */
#define WIRE_REACH  12.0
#define ALIGN_REACH 6.0  /* within which a node snaps to edges and middles of others */
#define EDGE        24.0 /* of the window, where a drag scrolls */

static GdkModifierType
get_state (gpointer controller)
{
  return gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
}

/* A click selects; with Shift it adds, with Ctrl it takes what is selected away. */
static void
press_node (StudioCanvas *self, guint node, GdkModifierType state)
{
  gboolean is_selected = studio_canvas_node (self, node)->is_selected;

  if ((state & GDK_CONTROL_MASK) != 0)
    studio_canvas_set_selected (self, node, !is_selected);
  else if ((state & GDK_SHIFT_MASK) != 0 || is_selected)
    studio_canvas_set_selected (self, node, TRUE);
  else
    {
      studio_canvas_clear_selection (self);
      studio_canvas_set_selected (self, node, TRUE);
    }
  studio_canvas_selection_changed (self);
  gtk_widget_grab_focus (studio_canvas_node (self, node)->widget);
}

static void
begin_marquee (StudioCanvas *self, GdkModifierType state)
{
  if ((state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) == 0)
    studio_canvas_clear_selection (self);
  self->was_selected = g_new0 (gboolean, self->nodes->len + 1);
  for (guint i = 0; i < self->nodes->len; i++)
    self->was_selected[i] = studio_canvas_node (self, i)->is_selected;
  self->drag = STUDIO_DRAG_MARQUEE;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  studio_canvas_selection_changed (self);
}

static void
begin_pan (StudioCanvas *self)
{
  self->drag = STUDIO_DRAG_PAN;
  for (guint i = 0; i < 2; i++)
    self->pan_start[i] = self->adjustments[i] == NULL
                             ? 0
                             : gtk_adjustment_get_value (self->adjustments[i]);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
}

/* From an input that has a pipe, the pipe is taken away. */
static void
begin_link (StudioCanvas *self, const StudioEnd *end)
{
  const ImGraphLink *link = end->is_output || !im_document_is_free (self->document)
                                ? NULL
                                : im_graph_find_link (
                                      im_document_get_graph (self->document), end->node,
                                      end->port);

  self->drag = STUDIO_DRAG_LINK;
  if (link == NULL)
    {
      self->link_end = (StudioEnd){ end->node, g_strdup (end->port), end->is_output };
      studio_canvas_mark_targets (self);
      return;
    }
  self->link_end = (StudioEnd){ link->source, g_strdup (link->source_port), TRUE };
  self->detached = (StudioEnd){ end->node, g_strdup (end->port), FALSE };
  studio_canvas_mark_targets (self);
}

static void
drag_begin_cb (GtkGestureDrag *gesture, double x, double y, StudioCanvas *self)
{
  GdkModifierType state = get_state (gesture);
  StudioEnd end;
  gint node, frame;
  guint part;

  if (self->document == NULL)
    return;
  self->drag_start = self->drag_now = studio_canvas_from_widget (self, x, y);
  self->drag_offset = GRAPHENE_POINT_INIT (0, 0);
  if (self->is_space_down)
    {
      begin_pan (self);
      return;
    }
  if (studio_canvas_find_port (self, &self->drag_start, &end))
    {
      begin_link (self, &end);
      return;
    }
  node = studio_canvas_find_node (self, &self->drag_start);
  frame = node >= 0 ? -1 : studio_canvas_find_frame (self, &self->drag_start, &part);
  if (frame >= 0)
    studio_canvas_begin_frame (self, (guint) frame, part);
  else if (node < 0)
    begin_marquee (self, state);
  else
    {
      press_node (self, (guint) node, state);
      self->drag = STUDIO_DRAG_NODES;
      studio_canvas_raise_selected (self);
    }
}

static double
snap (double value, double grid)
{
  return round (value / grid) * grid;
}

/* How far a span of one node is from the nearest start, middle or end of another one. */
static double
find_alignment (StudioCanvas *self, const graphene_rect_t *area, gboolean is_across)
{
  double best = ALIGN_REACH;
  double start = (double) (is_across ? area->origin.x : area->origin.y);
  double size = (double) (is_across ? area->size.width : area->size.height);

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const StudioCanvasNode *other = studio_canvas_node (self, i);
      double at = (double) (is_across ? other->area.origin.x : other->area.origin.y);
      double length = (double) (is_across ? other->area.size.width
                                          : other->area.size.height);

      if (other->is_selected)
        continue;
      for (guint k = 0; k < 3; k++)
        {
          double distance = at + length * k / 2 - (start + size * k / 2);

          if (fabs (distance) < fabs (best))
            best = distance;
        }
    }

  return fabs (best) < ALIGN_REACH ? best : 0;
}

/* Nodes keep their places to each other: the one that is dragged snaps, to what it can be
 * aligned with, or else to the grid. */
static void
drag_nodes (StudioCanvas *self, gboolean snaps)
{
  graphene_point_t offset = GRAPHENE_POINT_INIT (self->drag_now.x - self->drag_start.x,
                                                 self->drag_now.y - self->drag_start.y);
  graphene_rect_t area = studio_canvas_node (self, (guint) self->primary)->area;
  double across, down;

  graphene_rect_offset (&area, offset.x - self->drag_offset.x,
                        offset.y - self->drag_offset.y);
  if (snaps)
    {
      across = find_alignment (self, &area, TRUE);
      down = find_alignment (self, &area, FALSE);
      if (across == 0)
        across = snap ((double) area.origin.x, STUDIO_CANVAS_GRID) -
                 (double) area.origin.x;
      if (down == 0)
        down = snap ((double) area.origin.y, STUDIO_CANVAS_GRID) - (double) area.origin.y;
      offset.x += (float) across;
      offset.y += (float) down;
    }
  self->drag_offset = offset;
  studio_canvas_queue_layout (self);
}

/* A layer of a stack can be dropped on another pipe. */
static gint
find_drop_wire (StudioCanvas *self)
{
  guint n;
  g_autofree guint *selected = studio_canvas_dup_selection (self, &n);
  gint wire;

  if (n != 1 || !studio_canvas_is_vertical (self) ||
      im_document_get_node (self->document, selected[0])->layer < 0)
    return -1;
  wire = studio_canvas_find_wire (self, &self->drag_now, WIRE_REACH);
  if (wire >= 0 &&
      (studio_canvas_wire (self, (guint) wire)->link->source == selected[0] ||
       studio_canvas_wire (self, (guint) wire)->link->target == selected[0]))
    return -1;

  return wire;
}

static void
drag_marquee (StudioCanvas *self)
{
  graphene_rect_t area;

  graphene_rect_init (&area, MIN (self->drag_start.x, self->drag_now.x),
                      MIN (self->drag_start.y, self->drag_now.y),
                      fabsf (self->drag_now.x - self->drag_start.x),
                      fabsf (self->drag_now.y - self->drag_start.y));
  for (guint i = 0; i < self->nodes->len; i++)
    {
      StudioCanvasNode *node = studio_canvas_node (self, i);
      gboolean is_in = graphene_rect_intersection (&area, &node->area, NULL);

      if (node->is_selected != (is_in || self->was_selected[i]))
        studio_canvas_set_selected (self, i, !node->is_selected);
    }
}

static void
pan_by (StudioCanvas *self, double x, double y)
{
  const double offsets[] = { x, y };

  for (guint i = 0; i < 2; i++)
    if (self->adjustments[i] != NULL)
      gtk_adjustment_set_value (self->adjustments[i], self->pan_start[i] - offsets[i]);
}

/* At the edge of the window a drag scrolls. */
static void
scroll_at_edge (StudioCanvas *self, double x, double y)
{
  const double places[] = { x, y };
  const int sizes[] = { gtk_widget_get_width (GTK_WIDGET (self)),
                        gtk_widget_get_height (GTK_WIDGET (self)) };

  for (guint i = 0; i < 2; i++)
    {
      double step = places[i] < EDGE              ? places[i] - EDGE
                    : places[i] > sizes[i] - EDGE ? places[i] - (sizes[i] - EDGE)
                                                  : 0;

      if (step != 0 && self->adjustments[i] != NULL)
        gtk_adjustment_set_value (self->adjustments[i],
                                  gtk_adjustment_get_value (self->adjustments[i]) + step);
    }
}

static void
drag_update_cb (GtkGestureDrag *gesture, double dx, double dy, StudioCanvas *self)
{
  double x, y;

  if (self->drag == STUDIO_DRAG_NONE ||
      !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  if (self->drag == STUDIO_DRAG_PAN)
    {
      pan_by (self, dx, dy);
      return;
    }
  scroll_at_edge (self, x + dx, y + dy);
  self->drag_now = studio_canvas_from_widget (self, x + dx, y + dy);
  if (self->drag == STUDIO_DRAG_NODES && self->primary >= 0)
    {
      drag_nodes (self, self->snaps != ((get_state (gesture) & GDK_SHIFT_MASK) != 0));
      self->drop_wire = find_drop_wire (self);
    }
  else if (self->drag == STUDIO_DRAG_FRAME || self->drag == STUDIO_DRAG_RESIZE)
    studio_canvas_drag_frame (self, self->snaps !=
                                        ((get_state (gesture) & GDK_SHIFT_MASK) != 0));
  else if (self->drag == STUDIO_DRAG_MARQUEE)
    drag_marquee (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The layer in front of which something goes that is dropped on a wire. */
static guint
get_layer_behind (StudioCanvas *self, gint wire)
{
  guint target = studio_canvas_wire (self, (guint) wire)->link->target;
  gint layer = im_document_get_node (self->document, target)->layer;

  return layer < 0 ? im_document_get_n_layers (self->document) : (guint) layer;
}

static void
drop_layer (StudioCanvas *self, gint wire)
{
  gint layer = im_document_get_node (self->document, (guint) self->primary)->layer;
  guint before = get_layer_behind (self, wire);

  if (layer >= 0 && im_document_move_layer (self->document, (guint) layer, before, NULL))
    studio_session_select_layer (self->session, (gint) before > layer ? (gint) before - 1
                                                                      : (gint) before);
}

static void
drop_nodes (StudioCanvas *self)
{
  guint n;
  g_autofree guint *selected = studio_canvas_dup_selection (self, &n);
  g_autofree ImDocumentPlace *places = g_new (ImDocumentPlace, n + 1);

  for (guint i = 0; i < n; i++)
    {
      const graphene_rect_t *area = &studio_canvas_node (self, selected[i])->area;

      places[i] = (ImDocumentPlace){ selected[i], (double) area->origin.x,
                                     (double) area->origin.y };
    }
  im_document_place_nodes (self->document, places, n, NULL);
}

static void
end_nodes (StudioCanvas *self)
{
  gint wire = self->drop_wire;
  gboolean is_moved = self->drag_offset.x != 0 || self->drag_offset.y != 0;

  if (is_moved && wire < 0)
    drop_nodes (self);
  studio_canvas_cancel_drag (self);
  if (is_moved && wire >= 0)
    drop_layer (self, wire);
}

static void
end_frame (StudioCanvas *self)
{
  studio_canvas_end_frame (self);
  studio_canvas_cancel_drag (self);
}

gboolean
studio_canvas_try_link (StudioCanvas *self,
                        const StudioEnd *a,
                        const StudioEnd *b,
                        double x,
                        double y)
{
  const StudioEnd *source = a->is_output ? a : b, *target = a->is_output ? b : a;
  g_autoptr (GError) error = NULL;
  g_autofree char *problem = NULL;

  if (a->is_output == b->is_output)
    {
      studio_canvas_explain (self, _ ("A pipe goes from an output to an input"), x, y);
      return FALSE;
    }
  problem = im_document_check_link (self->document, source->node, source->port,
                                    target->node, target->port);
  if (problem != NULL)
    {
      studio_canvas_explain (self, problem, x, y);
      return FALSE;
    }
  if (im_document_connect (self->document, source->node, source->port, target->node,
                           target->port, &error))
    return TRUE;
  if (error != NULL)
    studio_canvas_explain (self, error->message, x, y);

  return FALSE;
}

/* A pipe that was taken from an input goes to another one, or away. */
static void
move_link (StudioCanvas *self,
           const StudioEnd *from,
           const StudioEnd *old,
           double x,
           double y)
{
  graphene_point_t at = self->drag_now;
  StudioEnd to;

  if (!studio_canvas_find_port (self, &at, &to))
    {
      im_document_disconnect (self->document, old->node, old->port, NULL);
      return;
    }
  if (to.node == old->node && g_str_equal (to.port, old->port))
    return;
  to.port = g_strdup (to.port);
  if (studio_canvas_try_link (self, from, &to, x, y))
    im_document_disconnect (self->document, old->node, old->port, NULL);
  studio_canvas_end_clear (&to);
}

/* A new pipe that is dropped into empty space asks for a unit at its end. */
static void
make_link (StudioCanvas *self, const StudioEnd *from, double x, double y)
{
  graphene_point_t at = self->drag_now;
  StudioEnd to;

  if (studio_canvas_find_port (self, &at, &to))
    {
      to.port = g_strdup (to.port);
      studio_canvas_try_link (self, from, &to, x, y);
      studio_canvas_end_clear (&to);
    }
  else if (studio_canvas_find_node (self, &at) < 0)
    studio_canvas_want (self, &at, -1, from);
}

static void
end_link (StudioCanvas *self, double x, double y)
{
  StudioEnd from = self->link_end, old = self->detached;
  gboolean is_moved = hypot ((double) (self->drag_now.x - self->drag_start.x),
                             (double) (self->drag_now.y - self->drag_start.y)) >
                      PORT_REACH;

  self->link_end = self->detached = (StudioEnd){ 0, NULL, FALSE };
  studio_canvas_cancel_drag (self);
  if (is_moved && old.port != NULL)
    move_link (self, &from, &old, x, y);
  else if (is_moved)
    make_link (self, &from, x, y);
  studio_canvas_end_clear (&from);
  studio_canvas_end_clear (&old);
}

static void
drag_end_cb (GtkGestureDrag *gesture, double dx, double dy, StudioCanvas *self)
{
  StudioDrag drag = self->drag;
  double x = 0, y = 0;

  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  if (drag == STUDIO_DRAG_NODES)
    end_nodes (self);
  else if (drag == STUDIO_DRAG_FRAME || drag == STUDIO_DRAG_RESIZE)
    end_frame (self);
  else if (drag == STUDIO_DRAG_LINK)
    end_link (self, x + dx, y + dy);
  else
    studio_canvas_cancel_drag (self);
  if (drag == STUDIO_DRAG_MARQUEE)
    studio_canvas_selection_changed (self);
}

void
studio_canvas_cancel_drag (StudioCanvas *self)
{
  if (self->drag == STUDIO_DRAG_PAN)
    {
      gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
      self->cursor_part = 0;
    }
  if (self->drag == STUDIO_DRAG_NODES)
    studio_canvas_order_children (self);
  self->drag = STUDIO_DRAG_NONE;
  self->drop_wire = -1;
  studio_canvas_unmark_targets (self);
  studio_canvas_end_clear (&self->link_end);
  studio_canvas_end_clear (&self->detached);
  g_clear_pointer (&self->was_selected, g_free);
  if (self->plane != NULL)
    studio_canvas_queue_layout (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
pan_begin_cb (GtkGestureDrag *gesture, double x, double y, StudioCanvas *self)
{
  if (self->document != NULL && self->drag == STUDIO_DRAG_NONE)
    begin_pan (self);
}

static void
add_drag (StudioCanvas *self, guint button, GCallback begin)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), button);
  g_signal_connect (drag, "drag-begin", begin, self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

void
studio_canvas_add_drags (StudioCanvas *self)
{
  add_drag (self, GDK_BUTTON_PRIMARY, G_CALLBACK (drag_begin_cb));
  add_drag (self, GDK_BUTTON_MIDDLE, G_CALLBACK (pan_begin_cb));
}
