/* SPDX-License-Identifier: MIT
 *
 * Which nodes are selected. One of them, the last one, is the primary one.
 */
#include "studio/canvas/studio-canvas-private.h"

gint
studio_canvas_get_selected (StudioCanvas *self)
{
  return self->primary < 0 || self->document == NULL
             ? -1
             : im_document_get_node (self->document, (guint) self->primary)->layer;
}

guint *
studio_canvas_dup_selection (StudioCanvas *self, guint *n)
{
  guint *numbers = g_new (guint, self->nodes->len + 1);

  *n = 0;
  for (guint i = 0; i < self->nodes->len; i++)
    if (studio_canvas_node (self, i)->is_selected)
      numbers[(*n)++] = i;

  return numbers;
}

void
studio_canvas_set_selected (StudioCanvas *self, guint node, gboolean is_selected)
{
  StudioCanvasNode *item = studio_canvas_node (self, node);

  if (item->is_selected != is_selected)
    studio_node_set_selected (STUDIO_NODE (item->widget), is_selected);
  item->is_selected = is_selected;
  if (is_selected && self->frame >= 0)
    studio_canvas_mark_frame (self, -1);
  if (is_selected)
    self->primary = (gint) node;
  else if (self->primary == (gint) node)
    self->primary = -1;
}

void
studio_canvas_clear_selection (StudioCanvas *self)
{
  for (guint i = 0; i < self->nodes->len; i++)
    if (studio_canvas_node (self, i)->is_selected)
      studio_canvas_set_selected (self, i, FALSE);
  self->primary = -1;
  studio_canvas_mark_frame (self, -1);
}

void
studio_canvas_select_node (StudioCanvas *self, guint node)
{
  studio_canvas_clear_selection (self);
  studio_canvas_set_selected (self, node, TRUE);
  studio_canvas_selection_changed (self);
}

void
studio_canvas_go_to_new (StudioCanvas *self, guint node)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  studio_canvas_select_node (self, node);
  studio_canvas_show_node (self, node);
  if (focus != NULL &&
      (focus == GTK_WIDGET (self) || gtk_widget_is_ancestor (focus, GTK_WIDGET (self))))
    gtk_widget_grab_focus (studio_canvas_node (self, node)->widget);
}

void
studio_canvas_select_all (StudioCanvas *self)
{
  for (guint i = 0; i < self->nodes->len; i++)
    studio_canvas_set_selected (self, i, TRUE);
  studio_canvas_selection_changed (self);
}

void
studio_canvas_take_selection (StudioCanvas *self)
{
  for (guint i = 0; i < self->nodes->len; i++)
    studio_canvas_set_selected (
        self, i,
        studio_session_is_selected (self->session, studio_canvas_node (self, i)->name));
  self->primary = studio_session_get_node (self->session);
  studio_canvas_mark_frame (self, -1);
  for (guint i = 0; i < self->frames->len; i++)
    if (studio_session_is_selected (self->session, studio_canvas_frame (self, i)->name))
      studio_canvas_mark_frame (self, (gint) i);
}

void
studio_canvas_selection_changed (StudioCanvas *self)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->nodes->len; i++)
    if (studio_canvas_node (self, i)->is_selected && (gint) i != self->primary)
      g_ptr_array_add (names, g_strdup (studio_canvas_node (self, i)->name));
  if (self->primary >= 0)
    g_ptr_array_add (names,
                     g_strdup (studio_canvas_node (self, (guint) self->primary)->name));
  if (self->frame >= 0)
    g_ptr_array_add (names,
                     g_strdup (studio_canvas_frame (self, (guint) self->frame)->name));
  self->is_selecting = TRUE;
  studio_session_select_names (self->session, names);
  self->is_selecting = FALSE;
  self->primary = studio_session_get_node (self->session);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
studio_canvas_select_frame (StudioCanvas *self, gint number)
{
  studio_canvas_clear_selection (self);
  studio_canvas_mark_frame (self, number);
  studio_canvas_selection_changed (self);
}
