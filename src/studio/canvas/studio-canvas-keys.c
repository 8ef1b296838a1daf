/* SPDX-License-Identifier: MIT
 *
 * The canvas by keyboard: from node to node along pipes, and pipes drawn by keys.
 */
#include <glib/gi18n.h>
#include <math.h>

#include "studio/canvas/studio-canvas-private.h"

static gint
get_focused (StudioCanvas *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root == NULL ? NULL : gtk_root_get_focus (root);

  for (guint i = 0; focus != NULL && i < self->nodes->len; i++)
    if (studio_canvas_node (self, i)->widget == focus)
      return (gint) i;

  return -1;
}

static void
focus_node (StudioCanvas *self, guint node)
{
  gtk_widget_grab_focus (studio_canvas_node (self, node)->widget);
  studio_canvas_select_node (self, node);
  studio_canvas_show_node (self, node);
}

/* The node that a pipe leads to or comes from. */
static gint
find_along (StudioCanvas *self, guint node, gboolean is_forward)
{
  for (guint i = 0; i < self->wires->len; i++)
    {
      const ImGraphLink *link = studio_canvas_wire (self, i)->link;

      if (is_forward ? link->source == node : link->target == node)
        return (gint) (is_forward ? link->target : link->source);
    }

  return -1;
}

/* The nearest node to one side, across the direction of pipes. */
static gint
find_beside (StudioCanvas *self, guint node, double dx, double dy)
{
  const graphene_rect_t *from = &studio_canvas_node (self, node)->area;
  double best = G_MAXDOUBLE;
  gint found = -1;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const graphene_rect_t *to = &studio_canvas_node (self, i)->area;
      double x = (double) (to->origin.x - from->origin.x);
      double y = (double) (to->origin.y - from->origin.y);
      double along = x * dx + y * dy, across = fabs (x * dy) + fabs (y * dx);

      if (i == node || along <= 0 || along + 2 * across >= best)
        continue;
      best = along + 2 * across;
      found = (gint) i;
    }

  return found;
}

static gboolean
go (StudioCanvas *self, double dx, double dy)
{
  gint node = get_focused (self), next;
  double forward = studio_canvas_is_vertical (self) ? dy : dx;

  if (node < 0)
    node = self->primary;
  if (node < 0 && self->nodes->len > 0)
    next = 0;
  else if (node < 0)
    return FALSE;
  else if (forward != 0)
    next = find_along (self, (guint) node, forward > 0);
  else
    next = find_beside (self, (guint) node, dx, dy);
  if (next >= 0)
    focus_node (self, (guint) next);

  return TRUE;
}

/* The first free port for data, or else for anything. */
static const StudioPort *
find_port (StudioCanvas *self, guint node, gboolean is_output, gboolean is_free)
{
  StudioNode *widget = STUDIO_NODE (studio_canvas_node (self, node)->widget);
  const StudioPort *found = NULL;

  for (guint i = 0; i < studio_node_get_n_ports (widget); i++)
    {
      const StudioPort *port = studio_node_get_port (widget, i);

      if (port->is_output == is_output && (!is_free || !port->is_linked) &&
          (found == NULL ||
           (found->kind != STUDIO_PIPE_DATA && port->kind == STUDIO_PIPE_DATA)))
        found = port;
    }

  return found;
}

static void
link_nodes (StudioCanvas *self, guint from, guint to)
{
  const StudioPort *source = find_port (self, from, TRUE, FALSE);
  const StudioPort *target = find_port (self, to, FALSE, TRUE);
  const graphene_rect_t *area = &studio_canvas_node (self, to)->area;
  graphene_rect_t view;
  double x, y;

  if (target == NULL)
    target = find_port (self, to, FALSE, FALSE);
  studio_canvas_get_view (self, &view);
  x = (double) (area->origin.x - view.origin.x) * studio_canvas_get_zoom (self);
  y = (double) (area->origin.y - view.origin.y) * studio_canvas_get_zoom (self);
  if (source == NULL || target == NULL)
    studio_canvas_explain (self,
                           source == NULL ? _ ("The first node has no output")
                                          : _ ("The node has no input"),
                           x, y);
  else
    {
      g_autofree char *source_port = g_strdup (source->name);
      g_autofree char *target_port = g_strdup (target->name);
      StudioEnd a = { from, source_port, TRUE }, b = { to, target_port, FALSE };

      studio_canvas_try_link (self, &a, &b, x, y);
    }
}

/* The first time it notes where the pipe begins, the second time where it ends. */
static void
connect_by_key (StudioCanvas *self)
{
  const StudioPort *port;

  if (self->document == NULL || self->primary < 0)
    return;
  if (self->link_end.port != NULL)
    {
      guint from = self->link_end.node, to = (guint) self->primary;

      studio_canvas_cancel_drag (self);
      if (from != to)
        link_nodes (self, from, to);
      return;
    }
  port = find_port (self, (guint) self->primary, TRUE, FALSE);
  if (port != NULL)
    {
      self->link_end = (StudioEnd){ (guint) self->primary, g_strdup (port->name), TRUE };
      studio_canvas_mark_targets (self);
      studio_canvas_explain (
          self, _ ("Go to the node that the pipe leads to, and press C or Enter"), 20,
          20);
    }
}

static gboolean
activate (StudioCanvas *self)
{
  gint layer = studio_canvas_get_selected (self);

  if (self->link_end.port != NULL)
    {
      connect_by_key (self);
      return TRUE;
    }
  if (layer < 0 && self->frame < 0)
    return FALSE;
  gtk_widget_activate_action (GTK_WIDGET (self),
                              self->frame >= 0 ? "edit.rename" : "layer.open", NULL);

  return TRUE;
}

static gboolean
escape (StudioCanvas *self)
{
  if (self->drag == STUDIO_DRAG_NONE && self->primary < 0 && self->frame < 0)
    return FALSE;
  if (self->drag == STUDIO_DRAG_NONE)
    studio_session_select_layer (self->session, -1);
  else
    studio_canvas_cancel_drag (self);

  return TRUE;
}

/* The menu of the selected node or frame, on it; or that of the canvas. */
static gboolean
open_menu (StudioCanvas *self)
{
  graphene_rect_t view;
  double x = 20, y = 20;

  if (self->primary >= 0)
    studio_canvas_show_node (self, (guint) self->primary);
  if (self->primary >= 0 || self->frame >= 0)
    {
      const graphene_rect_t *area =
          self->primary >= 0 ? &studio_canvas_node (self, (guint) self->primary)->area
                             : &studio_canvas_frame (self, (guint) self->frame)->area;

      studio_canvas_get_view (self, &view);
      x = (double) (area->origin.x + area->size.width / 2 - view.origin.x) *
          studio_canvas_get_zoom (self);
      y = (double) (area->origin.y + area->size.height / 2 - view.origin.y) *
          studio_canvas_get_zoom (self);
    }
  studio_canvas_open_menu (self, self->primary, -1, self->frame, x, y);

  return TRUE;
}

static gboolean
nudge_by_key (StudioCanvas *self, guint key)
{
  switch (key)
    {
    case GDK_KEY_Up:
      return studio_canvas_nudge (self, 0, -1);
    case GDK_KEY_Down:
      return studio_canvas_nudge (self, 0, 1);
    case GDK_KEY_Left:
      return studio_canvas_nudge (self, -1, 0);
    case GDK_KEY_Right:
      return studio_canvas_nudge (self, 1, 0);
    default:
      return FALSE;
    }
}

static gboolean
key_cb (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        StudioCanvas *self)
{
  if (self->document != NULL &&
      (key == GDK_KEY_Menu || (key == GDK_KEY_F10 && (state & GDK_SHIFT_MASK) != 0)))
    return open_menu (self);
  if (self->document != NULL &&
      (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) == GDK_SHIFT_MASK)
    return nudge_by_key (self, key);
  if (self->document == NULL ||
      (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_space:
      self->is_space_down = TRUE;
      return TRUE;
    case GDK_KEY_Up:
      return go (self, 0, -1);
    case GDK_KEY_Down:
      return go (self, 0, 1);
    case GDK_KEY_Left:
      return go (self, -1, 0);
    case GDK_KEY_Right:
      return go (self, 1, 0);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      return activate (self);
    case GDK_KEY_Escape:
      return escape (self);
    case GDK_KEY_c:
      connect_by_key (self);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
released_cb (GtkEventControllerKey *controller,
             guint key,
             guint code,
             GdkModifierType state,
             StudioCanvas *self)
{
  if (key == GDK_KEY_space)
    self->is_space_down = FALSE;
}

/* Whether a node stands before another one, in the direction of pipes. */
static gboolean
is_before (StudioCanvas *self, guint node, guint other)
{
  const graphene_rect_t *first = &studio_canvas_node (self, node)->area;
  const graphene_rect_t *second = &studio_canvas_node (self, other)->area;

  return studio_canvas_is_vertical (self) ? first->origin.y <= second->origin.y
                                          : first->origin.x <= second->origin.x;
}

void
studio_canvas_connect_selected (StudioCanvas *self)
{
  guint n;
  g_autofree guint *selected = studio_canvas_dup_selection (self, &n);

  if (n != 2)
    return;
  if (is_before (self, selected[0], selected[1]))
    link_nodes (self, selected[0], selected[1]);
  else
    link_nodes (self, selected[1], selected[0]);
}

/* The pipe out of a node, or of an output the one that it reads. */
static char *
dup_pipe (StudioCanvas *self, guint number, const char *port)
{
  const ImGraphNode *node = im_document_get_node (self->document, number)->node;
  const StudioPort *first = NULL;

  if (node->kind == IM_NODE_INPUT)
    return g_strdup (node->name);
  if (port == NULL && (first = find_port (self, number, TRUE, FALSE)) != NULL)
    port = first->name;
  if (port != NULL)
    return g_strconcat (node->name, ".", port, NULL);

  return node->n_links == 0
             ? NULL
             : dup_pipe (self, node->links[0].source, node->links[0].source_port);
}

void
studio_canvas_get_section (StudioCanvas *self, char **from, char **to)
{
  guint n;
  g_autofree guint *selected = studio_canvas_dup_selection (self, &n);

  *from = *to = NULL;
  if (self->menu_wire >= 0 && self->menu_wire < (gint) self->wires->len)
    {
      const ImGraphLink *link = studio_canvas_wire (self, (guint) self->menu_wire)->link;

      *from = dup_pipe (self, link->source, link->source_port);
    }
  else if (n > 0)
    {
      gboolean is_pair = n == 2,
               is_turned = is_pair && !is_before (self, selected[0], selected[1]);

      *from = dup_pipe (self, selected[is_turned ? 1 : 0], NULL);
      *to = is_pair ? dup_pipe (self, selected[is_turned ? 0 : 1], NULL) : NULL;
    }
  self->menu_wire = -1;
}

void
studio_canvas_disconnect (StudioCanvas *self)
{
  guint n;
  g_autofree guint *selected = studio_canvas_dup_selection (self, &n);

  if (self->menu_wire >= 0 && self->menu_wire < (gint) self->wires->len)
    {
      const ImGraphLink *link = studio_canvas_wire (self, (guint) self->menu_wire)->link;

      im_document_disconnect (self->document, link->target, link->target_port, NULL);
    }
  else if (n > 0)
    im_document_disconnect_nodes (self->document, selected, n, NULL);
  self->menu_wire = -1;
}

void
studio_canvas_add_keys (StudioCanvas *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
  g_signal_connect (keys, "key-released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}
