/* SPDX-License-Identifier: MIT
 *
 * Where a pipe that is being drawn can lead: ports that can take it light up, the others
 * step back. What speaks against a pipe takes long to find out in a large file, so one
 * port after the other is judged while nothing else is to do.
 */
#include "studio/canvas/studio-canvas-private.h"

typedef struct
{
  guint node;
  guint port; /* of the node */
} Target;

static const StudioPort *
get_port (StudioCanvas *self, const Target *target)
{
  return studio_node_get_port (
      STUDIO_NODE (studio_canvas_node (self, target->node)->widget), target->port);
}

/* The pipe that is being moved leads there already. */
static gboolean
is_detached (StudioCanvas *self, guint node, const StudioPort *port)
{
  return self->detached.port != NULL && self->detached.node == node && !port->is_output &&
         g_str_equal (self->detached.port, port->name);
}

/* A value of an option and a tensor never meet. */
static gboolean
is_possible (StudioCanvas *self, StudioPipeKind kind, guint node, const StudioPort *port)
{
  return node != self->link_end.node && port->is_output != self->link_end.is_output &&
         (port->kind == STUDIO_PIPE_VALUE) == (kind == STUDIO_PIPE_VALUE);
}

static char *
dup_problem (StudioCanvas *self, const Target *target)
{
  const StudioEnd *end = &self->link_end;
  const char *port = get_port (self, target)->name;

  return end->is_output ? im_document_check_link (self->document, end->node, end->port,
                                                  target->node, port)
                        : im_document_check_link (self->document, target->node, port,
                                                  end->node, end->port);
}

static gboolean
judge_cb (gpointer data)
{
  StudioCanvas *self = data;
  g_autofree char *problem = NULL;
  Target target;

  if (self->targets->len == 0)
    {
      self->judging = 0;
      return G_SOURCE_REMOVE;
    }
  target = g_array_index (self->targets, Target, self->targets->len - 1);
  g_array_set_size (self->targets, self->targets->len - 1);
  problem = dup_problem (self, &target);
  if (problem != NULL)
    gtk_widget_remove_css_class (get_port (self, &target)->dot, "target");

  return G_SOURCE_CONTINUE;
}

void
studio_canvas_mark_targets (StudioCanvas *self)
{
  const StudioPort *end = studio_node_find_port (
      STUDIO_NODE (studio_canvas_node (self, self->link_end.node)->widget),
      self->link_end.port, self->link_end.is_output);

  studio_canvas_unmark_targets (self);
  if (end == NULL || !im_document_is_free (self->document))
    return;
  self->targets = g_array_new (FALSE, FALSE, sizeof (Target));
  gtk_widget_add_css_class (self->plane, "linking");
  gtk_widget_add_css_class (end->dot, "target");
  for (guint i = 0; i < self->nodes->len; i++)
    {
      StudioNode *node = STUDIO_NODE (studio_canvas_node (self, i)->widget);

      for (guint k = 0; k < studio_node_get_n_ports (node); k++)
        {
          const StudioPort *port = studio_node_get_port (node, k);
          Target target = { i, k };

          if (!is_possible (self, end->kind, i, port))
            continue;
          gtk_widget_add_css_class (port->dot, "target");
          if (!is_detached (self, i, port))
            g_array_append_val (self->targets, target);
        }
    }
  self->judging = g_idle_add (judge_cb, self);
}

void
studio_canvas_unmark_targets (StudioCanvas *self)
{
  g_clear_handle_id (&self->judging, g_source_remove);
  if (self->targets == NULL)
    return;
  g_clear_pointer (&self->targets, g_array_unref);
  gtk_widget_remove_css_class (self->plane, "linking");
  for (guint i = 0; i < self->nodes->len; i++)
    {
      StudioNode *node = STUDIO_NODE (studio_canvas_node (self, i)->widget);

      for (guint k = 0; k < studio_node_get_n_ports (node); k++)
        gtk_widget_remove_css_class (studio_node_get_port (node, k)->dot, "target");
    }
}
