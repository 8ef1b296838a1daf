/* SPDX-License-Identifier: MIT
 *
 * Places are in units of the canvas at 100 %; children are allocated with a transform
 * that zooms them.
 */
#include "studio/studio-canvas.h"

#include "studio/studio-node.h"

#define MARGIN   32.0
#define GAP      64.0 /* between layers; a pill stands in its middle */
#define MIN_ZOOM 0.25
#define MAX_ZOOM 4.0

/* A child with its place. */
typedef struct
{
  GtkWidget *widget;
  graphene_rect_t area;
} Item;

struct _StudioCanvas
{
  GtkWidget parent_instance;

  ImDocument *document;
  gint selected;
  double zoom;
  GArray *nodes; /* Item: the input, the layers, the output */
  GArray *pills; /* Item: behind each node but the last */
  double width;
  double height;
  gint drop_at; /* layer that a drop is inserted in front of, or -1 */
};

G_DEFINE_FINAL_TYPE (StudioCanvas, studio_canvas, GTK_TYPE_WIDGET)

enum
{
  SELECTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static Item *
get_node (StudioCanvas *self, guint index)
{
  return &g_array_index (self->nodes, Item, index);
}

static void
remove_items (GArray *items)
{
  for (guint i = 0; i < items->len; i++)
    gtk_widget_unparent (g_array_index (items, Item, i).widget);
  g_array_set_size (items, 0);
}

static void
add_item (StudioCanvas *self, GArray *items, GtkWidget *widget)
{
  Item item = { widget };

  gtk_widget_set_parent (widget, GTK_WIDGET (self));
  g_array_append_val (items, item);
}

/* The socket whose type stands behind a layer. */
static const ImParameter *
find_output (const ImUnit *unit)
{
  for (guint i = 0; unit != NULL && i < unit->n_parameters; i++)
    if (unit->parameters[i].kind == IM_PARAMETER_OUTPUT && !unit->parameters[i].is_time)
      return &unit->parameters[i];

  return NULL;
}

static void
add_layer (StudioCanvas *self, guint number)
{
  const ImDocumentLayer *layer = im_document_get_layer (self->document, number);
  GtkWidget *node = studio_node_new_layer (self->document, number);

  if ((gint) number == self->selected)
    gtk_widget_add_css_class (node, "selected");
  add_item (self, self->nodes, node);
  add_item (self, self->pills,
            studio_node_new_pill (layer->evaluation, find_output (layer->unit)));
}

static void
build (StudioCanvas *self)
{
  const ImUnit *unit = im_document_get_unit (self->document);
  const ImParameter *input = im_unit_find_main_input (unit);
  const ImParameter *output = find_output (unit);

  remove_items (self->nodes);
  remove_items (self->pills);
  add_item (self, self->nodes,
            studio_node_new_terminal (input == NULL ? "Input" : input->text));
  add_item (self, self->pills,
            studio_node_new_pill (
                im_program_find_evaluation (im_document_get_program (self->document), ""),
                input));
  for (guint i = 0; i < im_document_get_n_layers (self->document); i++)
    add_layer (self, i);
  add_item (self, self->nodes,
            studio_node_new_terminal (output == NULL ? "Output" : output->text));
}

static void
measure_item (Item *item)
{
  int width, height;

  gtk_widget_measure (item->widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL,
                      NULL);
  gtk_widget_measure (item->widget, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL,
                      NULL);
  item->area.size = GRAPHENE_SIZE_INIT ((float) width, (float) height);
}

/* Puts all children below each other. */
static void
lay_out (StudioCanvas *self)
{
  double y = MARGIN;

  self->width = 0;
  for (guint i = 0; i < self->nodes->len; i++)
    {
      Item *node = get_node (self, i);

      measure_item (node);
      node->area.origin.y = (float) y;
      self->width = MAX (self->width, (double) node->area.size.width);
      y += (double) node->area.size.height + GAP;
      if (i >= self->pills->len)
        continue;

      Item *pill = &g_array_index (self->pills, Item, i);
      measure_item (pill);
      pill->area.origin.y = (float) (y - GAP / 2 - (double) pill->area.size.height / 2);
      self->width = MAX (self->width, (double) pill->area.size.width);
    }
  self->width += 2 * MARGIN;
  self->height = y - GAP + MARGIN;
}

static void
studio_canvas_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  StudioCanvas *self = STUDIO_CANVAS (widget);
  double size;

  lay_out (self);
  size = orientation == GTK_ORIENTATION_HORIZONTAL ? self->width : self->height;
  *minimum = *natural = (int) (size * self->zoom + 0.5);
}

static void
allocate_items (StudioCanvas *self, GArray *items, double middle)
{
  for (guint i = 0; i < items->len; i++)
    {
      Item *item = &g_array_index (items, Item, i);
      GskTransform *transform = gsk_transform_scale (NULL, (float) self->zoom,
                                                     (float) self->zoom);

      item->area.origin.x = (float) (middle - (double) item->area.size.width / 2);
      transform = gsk_transform_translate (transform, &item->area.origin);
      gtk_widget_allocate (item->widget, (int) item->area.size.width,
                           (int) item->area.size.height, -1, transform);
    }
}

static void
studio_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  StudioCanvas *self = STUDIO_CANVAS (widget);
  double middle = width / self->zoom / 2;

  lay_out (self);
  allocate_items (self, self->nodes, middle);
  allocate_items (self, self->pills, middle);
}

static void
paint_wire (StudioCanvas *self, guint index, cairo_t *cr)
{
  const graphene_rect_t *from = &get_node (self, index)->area;
  const graphene_rect_t *to = &get_node (self, index + 1)->area;
  double x = (double) from->origin.x + (double) from->size.width / 2;
  double end = (double) to->origin.y;

  cairo_set_line_width (cr, self->drop_at == (gint) index ? 6 : 2);
  cairo_move_to (cr, x, (double) from->origin.y + (double) from->size.height);
  cairo_line_to (cr, x, end - 6);
  cairo_stroke (cr);
  cairo_move_to (cr, x - 5, end - 8);
  cairo_line_to (cr, x + 5, end - 8);
  cairo_line_to (cr, x, end);
  cairo_fill (cr);
}

static void
studio_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioCanvas *self = STUDIO_CANVAS (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget),
                                               gtk_widget_get_height (widget));
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  GdkRGBA colour;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &colour);
  colour.alpha *= 0.5f;
  gdk_cairo_set_source_rgba (cr, &colour);
  cairo_scale (cr, self->zoom, self->zoom);
  for (guint i = 0; i + 1 < self->nodes->len; i++)
    paint_wire (self, i, cr);
  cairo_destroy (cr);
  GTK_WIDGET_CLASS (studio_canvas_parent_class)->snapshot (widget, snapshot);
}

void
studio_canvas_update (StudioCanvas *self, ImDocument *document)
{
  g_return_if_fail (STUDIO_IS_CANVAS (self));

  if (g_set_object (&self->document, document))
    self->selected = -1;
  if (self->selected >= (gint) im_document_get_n_layers (document))
    self->selected = (gint) im_document_get_n_layers (document) - 1;
  build (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

gint
studio_canvas_get_selected (StudioCanvas *self)
{
  return self->selected;
}

void
studio_canvas_select (StudioCanvas *self, gint layer)
{
  g_return_if_fail (STUDIO_IS_CANVAS (self));

  self->selected = layer;
  for (guint i = 0; i < self->nodes->len; i++)
    if ((gint) i == layer + 1)
      gtk_widget_add_css_class (get_node (self, i)->widget, "selected");
    else
      gtk_widget_remove_css_class (get_node (self, i)->widget, "selected");
  g_signal_emit (self, signals[SELECTED], 0, layer);
}

double
studio_canvas_get_zoom (StudioCanvas *self)
{
  return self->zoom;
}

void
studio_canvas_set_zoom (StudioCanvas *self, double zoom)
{
  g_return_if_fail (STUDIO_IS_CANVAS (self));

  self->zoom = CLAMP (zoom, MIN_ZOOM, MAX_ZOOM);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static gint
find_layer (StudioCanvas *self, double x, double y)
{
  for (guint i = 1; i + 1 < self->nodes->len; i++)
    if (graphene_rect_contains_point (
            &get_node (self, i)->area,
            &GRAPHENE_POINT_INIT ((float) (x / self->zoom), (float) (y / self->zoom))))
      return (gint) i - 1;

  return -1;
}

static void
pressed_cb (GtkGestureClick *gesture, int n, double x, double y, StudioCanvas *self)
{
  gint layer = find_layer (self, x, y);

  studio_canvas_select (self, layer);
  if (layer >= 0)
    gtk_widget_grab_focus (get_node (self, (guint) layer + 1)->widget);
}

/* The wire that is nearest to a place. */
static gint
find_wire (StudioCanvas *self, double y)
{
  gint wire = 0;

  for (guint i = 1; i + 1 < self->nodes->len; i++)
    {
      const graphene_rect_t *area = &get_node (self, i)->area;

      if (y / self->zoom > (double) area->origin.y + (double) area->size.height / 2)
        wire = (gint) i;
    }

  return wire;
}

static void
set_drop (StudioCanvas *self, gint wire)
{
  self->drop_at = wire;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static GdkDragAction
motion_cb (GtkDropTarget *target, double x, double y, StudioCanvas *self)
{
  if (self->document == NULL)
    return 0;
  set_drop (self, find_wire (self, y));

  return GDK_ACTION_COPY;
}

static void
leave_cb (GtkDropTarget *target, StudioCanvas *self)
{
  set_drop (self, -1);
}

static gboolean
drop_cb (GtkDropTarget *target,
         const GValue *value,
         double x,
         double y,
         StudioCanvas *self)
{
  gint wire = find_wire (self, y);

  set_drop (self, -1);
  if (self->document == NULL ||
      !im_document_insert_layer (self->document, (guint) wire, g_value_get_string (value),
                                 NULL))
    return FALSE;
  studio_canvas_select (self, wire);

  return TRUE;
}

static gboolean
scroll_cb (GtkEventControllerScroll *controller, double dx, double dy, StudioCanvas *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (
      GTK_EVENT_CONTROLLER (controller));

  if ((state & GDK_CONTROL_MASK) == 0)
    return FALSE;
  studio_canvas_set_zoom (self, self->zoom * (dy < 0 ? 1.1 : 1 / 1.1));

  return TRUE;
}

static void
studio_canvas_dispose (GObject *object)
{
  StudioCanvas *self = STUDIO_CANVAS (object);

  if (self->nodes != NULL)
    remove_items (self->nodes);
  if (self->pills != NULL)
    remove_items (self->pills);
  g_clear_pointer (&self->nodes, g_array_unref);
  g_clear_pointer (&self->pills, g_array_unref);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (studio_canvas_parent_class)->dispose (object);
}

static void
studio_canvas_class_init (StudioCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_canvas_dispose;
  widget_class->measure = studio_canvas_measure;
  widget_class->size_allocate = studio_canvas_size_allocate;
  widget_class->snapshot = studio_canvas_snapshot;

  /**
   * StudioCanvas::selected:
   * @canvas: the canvas
   * @layer: the layer that is selected now, or -1
   */
  signals[SELECTED] = g_signal_new ("selected", STUDIO_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
add_controllers (StudioCanvas *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkDropTarget *drop = gtk_drop_target_new (G_TYPE_STRING, GDK_ACTION_COPY);
  GtkEventController *scroll = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (drop, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (drop, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (drop, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (drop, "drop", G_CALLBACK (drop_cb), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}

static void
studio_canvas_init (StudioCanvas *self)
{
  self->selected = -1;
  self->drop_at = -1;
  self->zoom = 1;
  self->nodes = g_array_new (FALSE, TRUE, sizeof (Item));
  self->pills = g_array_new (FALSE, TRUE, sizeof (Item));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Pipeline", -1);
  add_controllers (self);
}
