/* SPDX-License-Identifier: MIT
 *
 * The widgets of nodes, which follow the document and stay what they are where it stays
 * the same. What is in them is built when they are seen, and so are labels of pipes.
 */
#include <string.h>

#include "studio/canvas/studio-canvas-private.h"

#define AROUND   32   /* what is seen: ports and shadows are outside of their nodes */
#define BUILD_US 3000 /* that nodes are built before something else has its turn */
#define FRAME_MS                                                         \
  20 /* until what was built is seen: a frame gives all that came a size \
      */

static void
node_focus_cb (GtkEventControllerFocus *controller, StudioCanvas *self)
{
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));

  for (guint i = 0; i < self->nodes->len; i++)
    if (studio_canvas_node (self, i)->widget == widget &&
        !studio_canvas_node (self, i)->is_selected)
      studio_canvas_select_node (self, i);
}

static GtkWidget *
new_node_widget (StudioCanvas *self, const char *name)
{
  GtkWidget *widget = studio_node_new (name, self->sizes, self->session);
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect (focus, "enter", G_CALLBACK (node_focus_cb), self);
  gtk_widget_add_controller (widget, focus);

  return widget;
}

void
studio_canvas_node_clear (gpointer data)
{
  StudioCanvasNode *node = data;

  g_clear_pointer (&node->widget, gtk_widget_unparent);
  g_free (node->name);
}

/* The nodes that there were. */
typedef struct
{
  GArray *nodes;       /* StudioCanvasNode */
  GHashTable *by_name; /* their indices, NULL as long as none is elsewhere */
} OldNodes;

static gboolean
find_node (OldNodes *old, const char *name, guint expected, guint *index)
{
  gpointer found;

  *index = expected;
  if (old->by_name == NULL && expected < old->nodes->len &&
      g_str_equal (g_array_index (old->nodes, StudioCanvasNode, expected).name, name))
    return TRUE;
  if (old->by_name == NULL)
    {
      old->by_name = g_hash_table_new (g_str_hash, g_str_equal);
      for (guint i = 0; i < old->nodes->len; i++)
        if (g_array_index (old->nodes, StudioCanvasNode, i).name != NULL)
          g_hash_table_insert (old->by_name,
                               g_array_index (old->nodes, StudioCanvasNode, i).name,
                               GUINT_TO_POINTER (i));
    }
  if (!g_hash_table_steal_extended (old->by_name, name, NULL, &found))
    return FALSE;
  *index = GPOINTER_TO_UINT (found);

  return TRUE;
}

/* Takes the node of that name out of those there were; most are where they were. */
static gboolean
take_node (OldNodes *old, const char *name, guint expected, StudioCanvasNode *node)
{
  guint index;

  if (!find_node (old, name, expected, &index))
    return FALSE;
  *node = g_array_index (old->nodes, StudioCanvasNode, index);
  memset (&g_array_index (old->nodes, StudioCanvasNode, index), 0, sizeof *node);

  return TRUE;
}

/* A number that is another one when the node, or what flows into it, is. What is no layer
 * is told of by others, or by the whole pipeline. */
static guint64
get_revision (ImDocument *document, guint number)
{
  const ImDocumentNode *node = im_document_get_node (document, number);
  guint64 revision = node->revision;

  for (guint i = 0; i < node->node->n_links; i++)
    revision = MAX (
        revision, im_document_get_node (document, node->node->links[i].source)->revision);

  return revision;
}

/* Of a document that the session does not show yet nothing is known. */
static gboolean
has_problems (StudioCanvas *self, ImDocument *document, guint number)
{
  return studio_session_get_document (self->session) == document &&
         g_hash_table_contains (studio_session_get_problems_by_node (self->session),
                                im_document_get_node (document, number)->node->name);
}

/* Nothing is looked at of a node that says that it is as it was shown. */
static void
update_node (StudioCanvas *self,
             ImDocument *document,
             StudioCanvasNode *node,
             guint number)
{
  gboolean has_now = has_problems (self, document, number);
  guint64 revision = get_revision (document, number);

  if (node->revision == revision && node->has_problems == has_now)
    return;
  node->revision = revision;
  node->has_problems = has_now;
  studio_node_update (STUDIO_NODE (node->widget), document, number, has_now);
  if (im_document_get_graph (document)->n_nodes <= STUDIO_CANVAS_MAX_NEW)
    studio_node_build (STUDIO_NODE (node->widget), document, number);
}

static gboolean
is_pipeline (ImDocument *document)
{
  return im_document_get_unit (document)->kind >= IM_UNIT_COMPOSITE;
}

void
studio_canvas_forget_prepared (StudioCanvas *self)
{
  g_return_if_fail (STUDIO_IS_CANVAS (self));

  if (self->prepared_for == NULL)
    return;
  g_array_set_size (self->prepared, 0);
  g_clear_object (&self->prepared_for);
  g_hash_table_remove_all (self->sizes);
}

/* A widget that comes lets all before it look for their styles again, so none is measured
 * before all are there. */
gboolean
studio_canvas_prepare (StudioCanvas *self, ImDocument *document, gint64 end_us)
{
  const ImGraph *graph = im_document_get_graph (document);

  g_return_val_if_fail (STUDIO_IS_CANVAS (self), TRUE);

  if (self->document != NULL || !is_pipeline (document) ||
      graph->n_nodes <= STUDIO_CANVAS_MAX_NEW)
    return TRUE;
  if (self->prepared_for != document)
    {
      studio_canvas_forget_prepared (self);
      self->prepared_for = g_object_ref (document);
      self->n_measured = 0;
    }
  while (self->prepared->len < graph->n_nodes)
    {
      guint number = self->prepared->len;
      StudioCanvasNode node = { NULL };

      if (g_get_monotonic_time () > end_us)
        return FALSE;
      node.widget = new_node_widget (self, graph->nodes[number]->name);
      node.name = g_strdup (graph->nodes[number]->name);
      update_node (self, document, &node, number);
      gtk_widget_set_parent (node.widget, self->plane);
      g_array_append_val (self->prepared, node);
    }
  for (; self->n_measured < graph->n_nodes; self->n_measured++)
    {
      if (g_get_monotonic_time () > end_us)
        return FALSE;
      studio_canvas_measure_node (
          &g_array_index (self->prepared, StudioCanvasNode, self->n_measured), document,
          self->n_measured);
    }

  return TRUE;
}

void
studio_canvas_begin_nodes (StudioCanvas *self)
{
  g_array_set_size (self->nodes, 0);
  if (self->prepared_for != self->document)
    {
      studio_canvas_forget_prepared (self);
      g_hash_table_remove_all (self->sizes);
    }
  g_array_append_vals (self->nodes, self->prepared->data, self->prepared->len);
  /* The widgets have been handed on. */
  g_array_set_clear_func (self->prepared, NULL);
  g_array_set_size (self->prepared, 0);
  g_array_set_clear_func (self->prepared, studio_canvas_node_clear);
  g_clear_object (&self->prepared_for);
}

/* Widgets stay with the names of their nodes, and in the order of the graph, which is
 * that of the focus. */
void
studio_canvas_update_nodes (StudioCanvas *self)
{
  const ImGraph *graph = im_document_get_graph (self->document);
  OldNodes old = { self->nodes, NULL };
  guint n = is_pipeline (self->document) ? graph->n_nodes : 0;

  self->nodes = g_array_new (FALSE, TRUE, sizeof (StudioCanvasNode));
  g_array_set_clear_func (self->nodes, studio_canvas_node_clear);
  for (guint i = 0; i < n; i++)
    {
      StudioCanvasNode node = { NULL };

      if (!take_node (&old, graph->nodes[i]->name, i, &node))
        node = (StudioCanvasNode){ new_node_widget (self, graph->nodes[i]->name),
                                   g_strdup (graph->nodes[i]->name) };
      /* A widget that is built among many others is given a style together with them. */
      update_node (self, self->document, &node, i);
      if (gtk_widget_get_parent (node.widget) == NULL)
        gtk_widget_set_parent (node.widget, self->plane);
      g_array_append_val (self->nodes, node);
    }
  g_clear_pointer (&old.by_name, g_hash_table_unref);
  g_array_unref (old.nodes);
}

gboolean
studio_canvas_update_problems (StudioCanvas *self)
{
  gboolean is_any = FALSE;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      StudioCanvasNode *node = studio_canvas_node (self, i);

      if (node->has_problems == has_problems (self, self->document, i))
        continue;
      update_node (self, self->document, node, i);
      studio_canvas_describe_inputs (self, i);
      is_any = TRUE;
    }

  return is_any;
}

static void
build_node (StudioCanvas *self, guint number)
{
  StudioCanvasNode *node = studio_canvas_node (self, number);
  graphene_size_t thought = node->area.size;

  studio_node_build (STUDIO_NODE (node->widget), self->document, number);
  studio_node_measure (STUDIO_NODE (node->widget), &node->area.size);
  self->needs_places |= !graphene_size_equal (&node->area.size, &thought);
  studio_canvas_describe_inputs (self, number);
}

/* Returns FALSE if time is over before all in the area are there. */
static gboolean
build_in (StudioCanvas *self, const graphene_rect_t *area, gint64 end_us)
{
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const StudioCanvasNode *node = studio_canvas_node (self, i);

      if (studio_node_is_built (STUDIO_NODE (node->widget)) ||
          !graphene_rect_intersection (&node->area, area, NULL))
        continue;
      if (g_get_monotonic_time () > end_us)
        return FALSE;
      build_node (self, i);
    }

  return TRUE;
}

/* Nodes that are seen come with a frame each time, those around them without. */
static gboolean
build_cb (gpointer data)
{
  StudioCanvas *self = data;
  gint64 end_us = g_get_monotonic_time () + BUILD_US;
  graphene_rect_t seen, around;

  studio_canvas_get_view (self, &seen);
  graphene_rect_inset_r (&seen, -AROUND, -AROUND, &seen);
  graphene_rect_inset_r (&seen, -seen.size.width / 2, -seen.size.height / 2, &around);
  self->building = 0;
  if (!build_in (self, &seen, end_us) || !studio_canvas_make_labels (self, &seen, end_us))
    {
      self->building = g_timeout_add (FRAME_MS, build_cb, self);
      return G_SOURCE_REMOVE;
    }
  if (!self->is_built)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  self->is_built = TRUE;
  if (!build_in (self, &around, end_us) ||
      !studio_canvas_make_labels (self, &around, end_us))
    self->building = g_idle_add (build_cb, self);

  return G_SOURCE_REMOVE;
}

gboolean
studio_canvas_is_built (StudioCanvas *self)
{
  g_return_val_if_fail (STUDIO_IS_CANVAS (self), TRUE);

  return self->is_built || !gtk_widget_get_mapped (GTK_WIDGET (self));
}

/* A node gets its content when no sizes are being given, or all around it would be laid
 * out once more. */
void
studio_canvas_queue_build (StudioCanvas *self)
{
  if (self->building == 0 && self->nodes != NULL && self->nodes->len > 0)
    self->building = g_idle_add_full (G_PRIORITY_HIGH_IDLE, build_cb, self, NULL);
}

void
studio_canvas_raise_selected (StudioCanvas *self)
{
  for (guint i = 0; i < self->nodes->len; i++)
    if (studio_canvas_node (self, i)->is_selected)
      gtk_widget_insert_before (studio_canvas_node (self, i)->widget, self->plane, NULL);
}

/* A widget that is where it belongs is left alone: to move it costs its style. */
static GtkWidget *
put_before (StudioCanvas *self, GtkWidget *widget, GtkWidget *next)
{
  if (widget == next)
    return gtk_widget_get_next_sibling (widget);
  gtk_widget_insert_before (widget, self->plane, next);

  return next;
}

void
studio_canvas_order_children (StudioCanvas *self)
{
  GtkWidget *next = gtk_widget_get_first_child (self->plane);

  for (guint i = 0; i < self->nodes->len; i++)
    next = put_before (self, studio_canvas_node (self, i)->widget, next);
}
