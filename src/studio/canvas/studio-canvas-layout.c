/* SPDX-License-Identifier: MIT
 *
 * Sizes and places of nodes. A node is where the file says, or else where a layout puts
 * it: a stack below each other, in columns if it is long, a node graph in columns from
 * sources to targets.
 */
#include <math.h>

#include "scene/layered/im-layered.h"
#include "studio/canvas/studio-canvas-private.h"

#define GAP_DOWN   64.0  /* between layers of a stack; a label stands in its middle */
#define GAP_ACROSS 170.0 /* between columns of a node graph; so do labels there */
#define GAP_PORTS  20.0  /* between nodes beside each other */

#define GAP_COLUMNS \
  110.0               /* between columns of a stack, for the pipe that goes up there */
#define MAX_PAGES 2.5 /* heights of the window that a stack has in one column */

gboolean
studio_canvas_measure_node (StudioCanvasNode *node, ImDocument *document, guint number)
{
  graphene_size_t before = node->area.size;

  if (!studio_node_measure (STUDIO_NODE (node->widget), &node->area.size))
    {
      studio_node_build (STUDIO_NODE (node->widget), document, number);
      studio_node_measure (STUDIO_NODE (node->widget), &node->area.size);
    }

  return !graphene_size_equal (&before, &node->area.size);
}

/* What pipes carry is in their labels. */
static double
get_gap_down (StudioCanvas *self)
{
  return GAP_DOWN + (self->has_sparks ? (double) STUDIO_SPARK_HEIGHT : 0);
}

/* Puts nodes of a kind beside each other, with their middle at @middle, and returns the
 * height of the highest. */
static double
place_row (StudioCanvas *self, ImNodeKind kind, guint column, double middle, double y)
{
  double width = -GAP_PORTS, height = 0, x;

  for (guint i = 0; i < self->nodes->len; i++)
    if (im_document_get_node (self->document, i)->node->kind == kind)
      {
        const graphene_rect_t *area = &studio_canvas_node (self, i)->area;

        width += (double) area->size.width + GAP_PORTS;
        height = MAX (height, (double) area->size.height);
      }
  x = middle - width / 2;
  for (guint i = 0; i < self->nodes->len; i++)
    if (im_document_get_node (self->document, i)->node->kind == kind)
      {
        StudioCanvasNode *node = studio_canvas_node (self, i);

        node->column = column;
        node->area.origin = GRAPHENE_POINT_INIT ((float) round (x), (float) y);
        x += (double) node->area.size.width + GAP_PORTS;
      }

  return height;
}

/* How high all layers of a stack are below each other, and how wide the widest is. */
static graphene_size_t
measure_layers (StudioCanvas *self)
{
  graphene_size_t size = GRAPHENE_SIZE_INIT (0, 0);

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const graphene_rect_t *area = &studio_canvas_node (self, i)->area;

      if (im_document_get_node (self->document, i)->node->kind != IM_NODE_UNIT)
        continue;
      size.width = MAX (size.width, area->size.width);
      size.height += area->size.height + (float) get_gap_down (self);
    }

  return size;
}

/* How many columns a stack has: one, unless it is much higher than the window, and then
 * so many that all of it is about as wide as the window beside its height. That is the
 * window and not the canvas, which a list of problems makes lower. */
static guint
count_columns (StudioCanvas *self, const graphene_size_t *layers)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));
  double width = window == NULL ? 0 : gtk_widget_get_width (window);
  double height = window == NULL ? 0 : gtk_widget_get_height (window);
  double pitch = (double) layers->width + GAP_COLUMNS;

  if (width <= 0 || height <= 0 || (double) layers->height <= MAX_PAGES * height)
    return 1;

  return (guint) MAX (1,
                      round (sqrt ((double) layers->height * (width / height) / pitch)));
}

/* From column to column, each as high as the others as far as layers allow. */
static void
lay_out_stack (StudioCanvas *self)
{
  graphene_size_t layers = measure_layers (self);
  guint n_columns = count_columns (self, &layers), column = 0;
  double part = (double) layers.height / n_columns;
  double pitch = (double) layers.width + GAP_COLUMNS;
  double top = place_row (self, IM_NODE_INPUT, 0, 0, 0) + get_gap_down (self);
  double y = top, done = 0;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      StudioCanvasNode *node = studio_canvas_node (self, i);
      double step = (double) node->area.size.height + get_gap_down (self);

      if (im_document_get_node (self->document, i)->node->kind != IM_NODE_UNIT)
        continue;
      if (column + 1 < n_columns && done + step / 2 > part * (column + 1))
        {
          column++;
          y = top;
        }
      node->column = column;
      node->area.origin = GRAPHENE_POINT_INIT (
          roundf ((float) (pitch * column) - node->area.size.width / 2), (float) y);
      y += step;
      done += step;
    }
  place_row (self, IM_NODE_OUTPUT, column, pitch * column, y);
}

/* The layered layout goes down; a node graph is one that lies on its side. */
typedef struct
{
  ImLayeredBox *boxes;
  GArray *nets; /* ImLayeredNet */
  GPtrArray *ends;
  double **ports; /* of each node: of inputs, then of outputs */
} Columns;

static void
add_box (StudioCanvas *self, Columns *columns, guint number)
{
  static const ImRow rows[] = {
    [IM_NODE_UNIT] = IM_ROW_FREE,       [IM_NODE_INPUT] = IM_ROW_TOP,
    [IM_NODE_OUTPUT] = IM_ROW_BOTTOM,   [IM_NODE_OPTION] = IM_ROW_FREE,
    [IM_NODE_EXPRESSION] = IM_ROW_FREE, [IM_NODE_ASSERT] = IM_ROW_FREE,
    [IM_NODE_UNKNOWN] = IM_ROW_FREE,
  };
  const StudioCanvasNode *node = studio_canvas_node (self, number);
  StudioNode *widget = STUDIO_NODE (node->widget);
  guint n = studio_node_get_n_ports (widget), n_inputs = 0, n_outputs = 0;
  double height = (double) node->area.size.height;
  ImLayeredBox *box = &columns->boxes[number];

  columns->ports[number] = g_new0 (double, 2 * n + 2);
  for (guint i = 0; i < n; i++)
    {
      double y = height * (i + 1.0) / (n + 1.0);

      if (studio_node_get_port (widget, i)->is_output)
        columns->ports[number][n + n_outputs++] = y;
      else
        columns->ports[number][n_inputs++] = y;
    }
  *box = (ImLayeredBox){
    .row = rows[im_document_get_node (self->document, number)->node->kind],
    .width = height + GAP_PORTS,
    .height = (double) node->area.size.width + GAP_ACROSS,
    .body_height = (double) node->area.size.width,
    .inputs = columns->ports[number],
    .n_inputs = n_inputs,
    .outputs = columns->ports[number] + n,
    .n_outputs = n_outputs,
  };
}

static guint
find_port_index (StudioNode *node, const char *name, gboolean is_output)
{
  guint index = 0;

  for (guint i = 0; i < studio_node_get_n_ports (node); i++)
    {
      const StudioPort *port = studio_node_get_port (node, i);

      if (port->is_output != is_output)
        continue;
      if (g_str_equal (port->name, name))
        return index;
      index++;
    }

  return G_MAXUINT;
}

/* All links that leave an output are one net. */
static void
add_net (StudioCanvas *self, Columns *columns, guint number, guint port, const char *name)
{
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (ImLayeredEnd));
  ImLayeredNet net = { number, port, NULL, 0,
                       g_array_new (FALSE, FALSE, sizeof (ImScenePoint)) };

  for (guint i = 0; i < self->wires->len; i++)
    {
      const ImGraphLink *link = studio_canvas_wire (self, i)->link;
      ImLayeredEnd end = { link->target, 0 };

      if (link->source != number || !g_str_equal (link->source_port, name))
        continue;
      end.port = find_port_index (
          STUDIO_NODE (studio_canvas_node (self, link->target)->widget),
          link->target_port, FALSE);
      if (end.port != G_MAXUINT)
        g_array_append_val (ends, end);
    }
  net.n_targets = ends->len;
  net.targets = (ImLayeredEnd *) ends->data;
  g_ptr_array_add (columns->ends, ends);
  g_array_append_val (columns->nets, net);
}

static void
free_columns (Columns *columns, guint n)
{
  for (guint i = 0; i < n; i++)
    g_free (columns->ports[i]);
  for (guint i = 0; i < columns->nets->len; i++)
    g_array_unref (g_array_index (columns->nets, ImLayeredNet, i).points);
  g_free (columns->ports);
  g_free (columns->boxes);
  g_array_unref (columns->nets);
  g_ptr_array_unref (columns->ends);
}

static void
lay_out_columns (StudioCanvas *self)
{
  guint n = self->nodes->len;
  Columns columns = { g_new0 (ImLayeredBox, n + 1),
                      g_array_new (FALSE, FALSE, sizeof (ImLayeredNet)),
                      g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref),
                      g_new0 (double *, n + 1) };
  ImLayeredGraph graph = { columns.boxes, n, NULL, 0, 0, 0 };

  for (guint i = 0; i < n; i++)
    add_box (self, &columns, i);
  for (guint i = 0; i < n; i++)
    {
      StudioNode *node = STUDIO_NODE (studio_canvas_node (self, i)->widget);
      guint n_outputs = 0;

      for (guint k = 0; k < studio_node_get_n_ports (node); k++)
        if (studio_node_get_port (node, k)->is_output)
          add_net (self, &columns, i, n_outputs++, studio_node_get_port (node, k)->name);
    }
  graph.nets = (ImLayeredNet *) columns.nets->data;
  graph.n_nets = columns.nets->len;
  im_layered_run (&graph);
  for (guint i = 0; i < n; i++)
    studio_canvas_node (self, i)->area.origin = GRAPHENE_POINT_INIT (
        (float) columns.boxes[i].y, (float) columns.boxes[i].x);
  free_columns (&columns, n);
}

static gboolean
has_cycle (StudioCanvas *self)
{
  return im_document_get_graph (self->document)->order == NULL;
}

/* Nodes that need each other have no columns: they stand beside each other. */
static void
lay_out_line (StudioCanvas *self)
{
  double x = 0;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      graphene_rect_t *area = &studio_canvas_node (self, i)->area;

      area->origin = GRAPHENE_POINT_INIT ((float) x, 0);
      x += (double) area->size.width + GAP_ACROSS;
    }
}

void
studio_canvas_lay_out_all (StudioCanvas *self)
{
  if (studio_canvas_is_vertical (self))
    lay_out_stack (self);
  else if (has_cycle (self))
    lay_out_line (self);
  else
    lay_out_columns (self);
}

static gboolean
needs_layout (StudioCanvas *self)
{
  for (guint i = 0; i < self->nodes->len; i++)
    if (!im_document_get_node (self->document, i)->is_placed)
      return TRUE;

  return FALSE;
}

void
studio_canvas_measure_nodes (StudioCanvas *self)
{
  for (guint i = 0; i < self->nodes->len; i++)
    if (studio_canvas_measure_node (studio_canvas_node (self, i), self->document, i))
      self->needs_places = TRUE;
}

/* Whether the window is as large as it was: the columns of a stack follow its size. */
static gboolean
keeps_window_size (StudioCanvas *self)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));
  int width = window == NULL ? 0 : gtk_widget_get_width (window);
  int height = window == NULL ? 0 : gtk_widget_get_height (window);
  gboolean keeps = self->window_width == width && self->window_height == height;

  self->window_width = width;
  self->window_height = height;

  return keeps;
}

void
studio_canvas_place_nodes (StudioCanvas *self)
{
  if (keeps_window_size (self) && !self->needs_places)
    return;
  self->needs_places = FALSE;
  if (needs_layout (self))
    studio_canvas_lay_out_all (self);
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const ImDocumentNode *node = im_document_get_node (self->document, i);
      StudioCanvasNode *item = studio_canvas_node (self, i);

      if (node->is_placed)
        item->area.origin = GRAPHENE_POINT_INIT ((float) node->x, (float) node->y);
      if ((self->drag == STUDIO_DRAG_NODES && item->is_selected) ||
          (self->drag == STUDIO_DRAG_FRAME && item->is_carried))
        graphene_rect_offset (&item->area, self->drag_offset.x, self->drag_offset.y);
      self->needs_ways |= !graphene_rect_equal (&item->area, &item->last_area) ||
                          item->n_builds !=
                              studio_node_get_n_builds (STUDIO_NODE (item->widget));
      item->last_area = item->area;
      if (i == 0)
        self->extents = item->area;
      else
        graphene_rect_union (&self->extents, &item->area, &self->extents);
    }
  studio_canvas_place_frames (self);
}

/* It can become larger: then scroll bars come, and all around it is laid out anew. */
void
studio_canvas_queue_layout (StudioCanvas *self)
{
  self->needs_places = TRUE;
  gtk_widget_queue_allocate (self->ground);
  gtk_widget_queue_resize (self->plane);
}
