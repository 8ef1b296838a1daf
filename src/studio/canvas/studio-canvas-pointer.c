/* SPDX-License-Identifier: MIT
 *
 * The pointer on the canvas: what it is at, clicks, menus and zooming.
 */
#include <math.h>

#include "studio/canvas/studio-canvas-private.h"

#define PORT_REACH 14.0 /* pixels at 100 % around a port */
#define WIRE_REACH 12.0

gint
studio_canvas_find_node (StudioCanvas *self, const graphene_point_t *at)
{
  for (guint i = self->nodes->len; i > 0; i--)
    if (graphene_rect_contains_point (&studio_canvas_node (self, i - 1)->area, at))
      return (gint) i - 1;

  return -1;
}

const char *
studio_canvas_find_input (StudioCanvas *self, double x, double y)
{
  graphene_point_t at;
  const ImGraphNode *node;
  gint number;

  g_return_val_if_fail (STUDIO_IS_CANVAS (self), NULL);

  if (self->document == NULL || studio_session_get_depth (self->session) > 0)
    return NULL;
  at = studio_canvas_from_widget (self, x, y);
  number = studio_canvas_find_node (self, &at);
  if (number < 0)
    return NULL;
  node = im_document_get_node (self->document, (guint) number)->node;

  return node->kind == IM_NODE_INPUT ? node->parameter->name.text : NULL;
}

gboolean
studio_canvas_find_port (StudioCanvas *self, const graphene_point_t *at, StudioEnd *end)
{
  double best = PORT_REACH;
  const StudioPort *found = NULL;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const StudioCanvasNode *node = studio_canvas_node (self, i);
      graphene_rect_t reach = node->area;

      graphene_rect_inset (&reach, (float) -PORT_REACH, (float) -PORT_REACH);
      if (!graphene_rect_contains_point (&reach, at))
        continue;
      for (guint k = 0; k < studio_node_get_n_ports (STUDIO_NODE (node->widget)); k++)
        {
          const StudioPort *port = studio_node_get_port (STUDIO_NODE (node->widget), k);
          double distance = hypot (
              (double) (node->area.origin.x + port->place.x - at->x),
              (double) (node->area.origin.y + port->place.y - at->y));

          if (distance > best)
            continue;
          best = distance;
          found = port;
          *end = (StudioEnd){ i, port->name, port->is_output };
        }
    }

  return found != NULL;
}

static GdkModifierType
get_state (gpointer controller)
{
  return gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
}

/* A double click on a node opens it, and on a frame asks for its title; on a pipe or on
 * the canvas it asks for a unit. */
static void
pressed_cb (GtkGestureClick *gesture, int n, double x, double y, StudioCanvas *self)
{
  graphene_point_t at = studio_canvas_from_widget (self, x, y);
  guint part;
  gint node;

  if (n != 2 || self->document == NULL)
    return;
  studio_canvas_cancel_drag (self);
  node = studio_canvas_find_node (self, &at);
  if (node < 0 && studio_canvas_find_frame (self, &at, &part) >= 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "edit.rename", NULL);
  else if (node < 0)
    studio_canvas_want (self, &at, studio_canvas_find_wire (self, &at, WIRE_REACH), NULL);
  else if (im_document_get_node (self->document, (guint) node)->layer >= 0)
    {
      studio_canvas_select_node (self, (guint) node);
      gtk_widget_activate_action (GTK_WIDGET (self), "layer.open", NULL);
    }
}

/* What is told of nodes does not cover the menu. GTK leaves the focus in the menu if the
 * item was in a submenu, and keys would be lost. */
static void
menu_closed_cb (GtkWidget *menu, StudioCanvas *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (menu));

  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  if (focus == NULL || !gtk_widget_is_ancestor (focus, menu))
    return;
  gtk_widget_grab_focus (
      self->primary >= 0 ? studio_canvas_node (self, (guint) self->primary)->widget
      : self->frame >= 0 ? studio_canvas_frame (self, (guint) self->frame)->widget
                         : GTK_WIDGET (self));
}

void
studio_canvas_open_menu (StudioCanvas *self,
                         gint node,
                         gint wire,
                         gint frame,
                         double x,
                         double y)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (
      "/org/imaginet/Studio/ui/studio-canvas-menu.ui");
  GtkWidget *menu;

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu_wire = wire;
  self->menu = menu = gtk_popover_menu_new_from_model (
      G_MENU_MODEL (gtk_builder_get_object (builder, node >= 0    ? "node_menu"
                                                     : wire >= 0  ? "wire_menu"
                                                     : frame >= 0 ? "frame_menu"
                                                                  : "canvas_menu")));
  gtk_widget_set_parent (menu, GTK_WIDGET (self));
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  /* Beside the pointer it can go up where the screen ends below it. */
  gtk_popover_set_position (GTK_POPOVER (menu), GTK_POS_RIGHT);
  gtk_widget_set_valign (menu, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (menu),
                               &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), FALSE);
  g_signal_connect (menu, "closed", G_CALLBACK (menu_closed_cb), self);
  gtk_popover_popup (GTK_POPOVER (menu));
}

static void
menu_cb (GtkGestureClick *gesture, int n, double x, double y, StudioCanvas *self)
{
  graphene_point_t at = studio_canvas_from_widget (self, x, y);
  gint node, wire, frame;
  guint part;

  if (self->document == NULL)
    return;
  node = studio_canvas_find_node (self, &at);
  wire = node >= 0 ? -1 : studio_canvas_find_wire (self, &at, WIRE_REACH);
  frame = node >= 0 || wire >= 0 ? -1 : studio_canvas_find_frame (self, &at, &part);
  if (node >= 0 && !studio_canvas_node (self, (guint) node)->is_selected)
    studio_canvas_select_node (self, (guint) node);
  if (frame >= 0)
    studio_canvas_select_frame (self, frame);
  studio_canvas_open_menu (self, node, wire, frame, x, y);
}

/* Shows what a drag from there does. */
static void
point_at_frame (StudioCanvas *self, const graphene_point_t *at)
{
  static const char *const cursors[] = {
    [STUDIO_FRAME_LEFT] = "w-resize",
    [STUDIO_FRAME_RIGHT] = "e-resize",
    [STUDIO_FRAME_TOP] = "n-resize",
    [STUDIO_FRAME_TOP | STUDIO_FRAME_LEFT] = "nw-resize",
    [STUDIO_FRAME_TOP | STUDIO_FRAME_RIGHT] = "ne-resize",
    [STUDIO_FRAME_BOTTOM] = "s-resize",
    [STUDIO_FRAME_BOTTOM | STUDIO_FRAME_LEFT] = "sw-resize",
    [STUDIO_FRAME_BOTTOM | STUDIO_FRAME_RIGHT] = "se-resize",
    [STUDIO_FRAME_HANDLE] = NULL,
  };
  StudioEnd end;
  guint part = 0;

  if (self->drag != STUDIO_DRAG_NONE || self->frames->len == 0)
    return;
  if (studio_canvas_find_port (self, at, &end) ||
      studio_canvas_find_node (self, at) >= 0 ||
      studio_canvas_find_frame (self, at, &part) < 0)
    part = 0;
  if (self->cursor_part == part)
    return;
  self->cursor_part = part;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), cursors[part]);
}

/* Scroll events do not say where the pointer is. */
static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, StudioCanvas *self)
{
  graphene_point_t at;

  self->pointer = GRAPHENE_POINT_INIT ((float) x, (float) y);
  studio_canvas_point_at (self, TRUE);
  if (self->document == NULL)
    return;
  at = studio_canvas_from_widget (self, x, y);
  point_at_frame (self, &at);
}

static void
leave_cb (StudioCanvas *self)
{
  studio_canvas_point_at (self, FALSE);
}

static gboolean
scroll_cb (GtkEventControllerScroll *controller, double dx, double dy, StudioCanvas *self)
{
  if ((get_state (controller) & GDK_CONTROL_MASK) == 0)
    return FALSE;
  studio_canvas_zoom_at (self, studio_canvas_get_zoom (self) * pow (1.1, -dy),
                         (double) self->pointer.x, (double) self->pointer.y);

  return TRUE;
}

static void
pinch_cb (GtkGestureZoom *gesture, double scale, StudioCanvas *self)
{
  double x, y;

  if (!gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    return;
  studio_canvas_zoom_at (self, self->pinch_start * scale, x, y);
}

static void
pinch_begin_cb (GtkGesture *gesture, GdkEventSequence *sequence, StudioCanvas *self)
{
  studio_canvas_cancel_drag (self);
  self->pinch_start = studio_canvas_get_zoom (self);
}

void
studio_canvas_add_pointer (StudioCanvas *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *menu = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (menu, "pressed", G_CALLBACK (menu_cb), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (pinch_begin_cb), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (pinch_cb), self);
  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (menu));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (pinch));
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}
