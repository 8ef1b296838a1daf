/* SPDX-License-Identifier: MIT
 *
 * The widgets of nodes, which follow the document and stay what they are where it stays
 * the same. What is in them is built when they are seen, and so are labels of pipes.
 */
#include <string.h>

#include "studio/canvas/studio-canvas-private.h"
#include "studio/common/studio-text.h"

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

static gboolean
is_up_to_date (StudioCanvas *self,
               ImDocument *document,
               const StudioCanvasNode *node,
               guint number)
{
  return node->revision == get_revision (document, number) &&
         node->has_problems == has_problems (self, document, number);
}

/* Nothing is looked at of a node that says that it is as it was shown; returns whether it
 * looks different now. */
static gboolean
update_node (StudioCanvas *self,
             ImDocument *document,
             StudioCanvasNode *node,
             guint number)
{
  gboolean differs;

  if (is_up_to_date (self, document, node, number))
    return FALSE;
  node->revision = get_revision (document, number);
  node->has_problems = has_problems (self, document, number);
  differs = studio_node_update (STUDIO_NODE (node->widget), document, number,
                                node->has_problems);
  self->needs_ways |= differs; /* ports may be others */
  if (im_document_get_graph (document)->n_nodes <= STUDIO_CANVAS_MAX_NEW)
    studio_node_build (STUDIO_NODE (node->widget), document, number);

  return differs;
}

/* In a large pipeline a node that is not built waits until those that are seen are up to
 * date: until then it is as it was. */
static gboolean
can_wait (StudioCanvas *self, const StudioCanvasNode *node)
{
  return im_document_get_graph (self->document)->n_nodes > STUDIO_CANVAS_MAX_NEW &&
         node->revision > 0 && !studio_node_is_built (STUDIO_NODE (node->widget));
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
  g_array_set_size (self->wires_ahead, 0);
  g_clear_object (&self->prepared_for);
  g_hash_table_remove_all (self->sizes);
}

/* In their order. */
static gboolean
prepare_wires (StudioCanvas *self, ImDocument *document, gint64 end_us)
{
  const ImGraph *graph = im_document_get_graph (document);
  guint n = 0;

  for (guint i = 0; i < graph->n_nodes; i++)
    for (guint k = 0; k < graph->nodes[i]->n_links; k++, n++)
      {
        const ImGraphLink *link = &graph->nodes[i]->links[k];

        StudioWire wire = { NULL };

        if (n < self->wires_ahead->len)
          continue;
        if (g_get_monotonic_time () > end_us)
          return FALSE;
        wire.text = studio_text_dup_port (document, link->source, link->source_port);
        studio_wire_take_ends (&wire, link);
        g_array_append_val (self->wires_ahead, wire);
      }

  return TRUE;
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
      gtk_widget_set_child_visible (node.widget, FALSE);
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

  return prepare_wires (self, document, end_us);
}

static void
swap_arrays (GArray **a, GArray **b)
{
  GArray *kept = *a;

  *a = *b;
  *b = kept;
}

void
studio_canvas_begin_nodes (StudioCanvas *self)
{
  g_array_set_size (self->nodes, 0);
  g_array_set_size (self->wires, 0);
  if (self->prepared_for != self->document)
    {
      studio_canvas_forget_prepared (self);
      g_hash_table_remove_all (self->sizes);
    }
  swap_arrays (&self->nodes, &self->prepared);
  swap_arrays (&self->wires, &self->wires_ahead);
  self->n_mapped = 0;
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

  self->nodes = g_array_sized_new (FALSE, TRUE, sizeof (StudioCanvasNode), n + 1);
  if (self->n_mapped < old.nodes->len)
    self->n_mapped = 0;
  g_array_set_clear_func (self->nodes, studio_canvas_node_clear);
  for (guint i = 0; i < n; i++)
    {
      StudioCanvasNode node = { NULL };

      if (!take_node (&old, graph->nodes[i]->name, i, &node))
        node = (StudioCanvasNode){ new_node_widget (self, graph->nodes[i]->name),
                                   g_strdup (graph->nodes[i]->name) };
      /* A widget that is built among many others is given a style together with them. */
      if (!can_wait (self, &node))
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

      if (node->has_problems == has_problems (self, self->document, i) ||
          can_wait (self, node))
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

  update_node (self, self->document, node, number);
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

void
studio_canvas_map_nodes (StudioCanvas *self, const graphene_rect_t *area)
{
  graphene_rect_t around;

  graphene_rect_inset_r (area, -AROUND, -AROUND, &around);
  for (guint i = self->n_mapped; i < self->nodes->len; i++)
    if (graphene_rect_intersection (&studio_canvas_node (self, i)->area, &around, NULL))
      gtk_widget_set_child_visible (studio_canvas_node (self, i)->widget, TRUE);
}

/* The focus and screen readers go to nodes that are not seen, too; FALSE if time is over
 * before. */
static gboolean
map_others (StudioCanvas *self, gint64 end_us)
{
  for (; self->n_mapped < self->nodes->len; self->n_mapped++)
    {
      if (g_get_monotonic_time () > end_us)
        return FALSE;
      gtk_widget_set_child_visible (studio_canvas_node (self, self->n_mapped)->widget,
                                    TRUE);
    }

  return TRUE;
}

/* Those that are not seen; FALSE if time is over before. */
static gboolean
catch_up (StudioCanvas *self, gint64 end_us)
{
  gboolean is_done = map_others (self, end_us), is_any = FALSE;

  for (guint i = 0; is_done && i < self->nodes->len; i++)
    {
      StudioCanvasNode *node = studio_canvas_node (self, i);

      if (is_up_to_date (self, self->document, node, i))
        continue;
      is_done = g_get_monotonic_time () <= end_us;
      is_any |= is_done && update_node (self, self->document, node, i);
    }
  if (is_any)
    studio_canvas_queue_layout (self);

  return is_done && studio_canvas_update_texts (self, end_us);
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
  /* The first frame had nodes only. */
  if (!self->is_built && (self->needs_ways || self->needs_label_places))
    {
      if (self->needs_ways)
        studio_canvas_route_wires (self);
      else
        studio_canvas_place_labels (self);
      self->building = g_idle_add_full (G_PRIORITY_HIGH_IDLE, build_cb, self, NULL);
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return G_SOURCE_REMOVE;
    }
  if (!build_in (self, &seen, end_us) || !studio_canvas_make_labels (self, &seen, end_us))
    {
      self->building = g_timeout_add (FRAME_MS, build_cb, self);
      return G_SOURCE_REMOVE;
    }
  if (!self->is_built)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  self->is_built = TRUE;
  if (!build_in (self, &around, end_us) ||
      !studio_canvas_make_labels (self, &around, end_us) || !catch_up (self, end_us))
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
