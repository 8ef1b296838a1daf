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

gint
studio_canvas_get_selected_node (StudioCanvas *self)
{
  return self->document == NULL ? -1 : self->primary;
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

  item->is_selected = is_selected;
  studio_node_set_selected (STUDIO_NODE (item->widget), is_selected);
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
}

void
studio_canvas_select_node (StudioCanvas *self, guint node)
{
  studio_canvas_clear_selection (self);
  studio_canvas_set_selected (self, node, TRUE);
  studio_canvas_selection_changed (self);
}

void
studio_canvas_select (StudioCanvas *self, gint layer)
{
  g_return_if_fail (STUDIO_IS_CANVAS (self));

  studio_canvas_clear_selection (self);
  if (layer >= 0 && self->document != NULL &&
      layer < (gint) im_document_get_n_layers (self->document))
    {
      guint node = im_document_find_node (self->document, (guint) layer);

      studio_canvas_set_selected (self, node, TRUE);
      studio_canvas_show_node (self, node);
    }
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
studio_canvas_select_nodes (StudioCanvas *self, const guint *nodes, guint n_nodes)
{
  studio_canvas_clear_selection (self);
  for (guint i = 0; i < n_nodes; i++)
    studio_canvas_set_selected (self, nodes[i], TRUE);
  studio_canvas_selection_changed (self);
}
