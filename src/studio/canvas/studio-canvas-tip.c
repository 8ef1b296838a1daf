/* SPDX-License-Identifier: MIT
 *
 * What is shown while the pointer rests: of a node how its inputs are stretched, if it
 * stretches them; of all others and of pipes the axes of what flows there.
 */
#include "scene/shape/im-scene-tensor.h"
#include "studio/canvas/studio-canvas-private.h"
#include "studio/common/studio-scene-view.h"
#include "studio/common/studio-text.h"
#include "studio/lab/studio-broadcast-view.h"

#define REACH 12.0 /* pixels of the widget within which the pointer is at a pipe */

/* Of an output of a unit, `Add · Output`. */
static char *
dup_name (const ImGraphNode *node, const char *port)
{
  const ImParameter *output = node->unit == NULL
                                  ? NULL
                                  : im_unit_find_parameter (node->unit, port);

  if (output != NULL)
    return g_strdup_printf ("%s · %s", node->unit->display_name, output->text);

  return g_strdup (node->parameter == NULL ? node->name : node->parameter->text);
}

static ImScene *
draw_port (StudioCanvas *self, guint node, const char *port)
{
  const ImTensorType *type = studio_text_find_type (self->document, node, port);
  g_autofree char *text = studio_text_dup_port (self->document, node, port);
  g_autofree char *name = dup_name (im_document_get_node (self->document, node)->node,
                                    port);

  return type == NULL ? NULL : im_scene_tensor_new (name, &type->shape, text);
}

/* The first output that is not one of time. */
static const char *
find_output (const ImUnit *unit)
{
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];

      if ((parameter->kind == IM_PARAMETER_OUTPUT ||
           parameter->kind == IM_PARAMETER_RETURN) &&
          !parameter->socket->is_time)
        return parameter->name.text;
    }

  return NULL;
}

static ImScene *
draw_node (StudioCanvas *self, guint number)
{
  const ImDocumentNode *node = im_document_get_node (self->document, number);
  ImUnitEvaluation *evaluation;
  const char *output;
  ImScene *scene;

  if (node->layer < 0 || node->node->unit == NULL)
    return draw_port (self, number, "value");
  evaluation = im_document_get_layer (self->document, (guint) node->layer)->evaluation;
  scene = evaluation == NULL ? NULL : studio_broadcast_view_draw (evaluation, 0);
  if (scene != NULL)
    return scene;
  output = find_output (node->node->unit);

  return output == NULL ? NULL : draw_port (self, number, output);
}

/* The wire whose label is at a place of the widget, or -1. */
static gint
find_label (StudioCanvas *self, double x, double y)
{
  const graphene_point_t place = GRAPHENE_POINT_INIT ((float) x, (float) y);
  graphene_rect_t area;

  for (guint i = 0; i < self->wires->len; i++)
    {
      const StudioWire *wire = studio_canvas_wire (self, i);

      if (wire->has_label &&
          gtk_widget_compute_bounds (wire->label, GTK_WIDGET (self), &area) &&
          graphene_rect_contains_point (&area, &place))
        return (gint) i;
    }

  return -1;
}

static ImScene *
draw_wire (StudioCanvas *self, double x, double y)
{
  graphene_point_t at = studio_canvas_from_widget (self, x, y);
  gint wire = find_label (self, x, y);
  const ImGraphLink *link;

  if (wire < 0)
    wire = studio_canvas_find_wire (self, &at, REACH / self->zoom);
  if (wire < 0)
    return NULL;
  link = studio_canvas_wire (self, (guint) wire)->link;

  return draw_port (self, link->source, link->source_port);
}

/* It is the same as long as the pointer is on the node. */
static void
set_area (StudioCanvas *self, guint node, GtkTooltip *tooltip)
{
  const graphene_rect_t *area = &studio_canvas_node (self, node)->area;
  GdkRectangle rectangle = {
    (int) (area->origin.x * self->zoom -
           studio_canvas_get_scroll (self, GTK_ORIENTATION_HORIZONTAL)),
    (int) (area->origin.y * self->zoom -
           studio_canvas_get_scroll (self, GTK_ORIENTATION_VERTICAL)),
    (int) (area->size.width * self->zoom),
    (int) (area->size.height * self->zoom),
  };

  gtk_tooltip_set_tip_area (tooltip, &rectangle);
}

static ImScene *
draw (StudioCanvas *self, double x, double y, GtkTooltip *tooltip)
{
  graphene_point_t at = studio_canvas_from_widget (self, x, y);
  gint node = studio_canvas_find_node (self, &at);

  if (node < 0)
    return draw_wire (self, x, y);
  set_area (self, (guint) node, tooltip);

  return draw_node (self, (guint) node);
}

/* GTK shows all tips in one window: it looks like those of the program while it holds a
 * card. */
static void
card_shown_cb (GtkWidget *card)
{
  gtk_widget_add_css_class (GTK_WIDGET (gtk_widget_get_native (card)), "card-tip");
}

static void
card_hidden_cb (GtkWidget *card)
{
  gtk_widget_remove_css_class (GTK_WIDGET (gtk_widget_get_native (card)), "card-tip");
}

gboolean
studio_canvas_query_tooltip (GtkWidget *widget,
                             int x,
                             int y,
                             gboolean is_keyboard,
                             GtkTooltip *tooltip)
{
  StudioCanvas *self = STUDIO_CANVAS (widget);
  GtkWidget *view;
  ImScene *scene = self->document == NULL || is_keyboard || self->drag != STUDIO_DRAG_NONE
                       ? NULL
                       : draw (self, x, y, tooltip);

  if (scene == NULL)
    return FALSE;
  view = studio_scene_view_new ();
  gtk_widget_set_size_request (view, (int) scene->width, -1);
  studio_scene_view_set_scene (STUDIO_SCENE_VIEW (view), scene);
  g_signal_connect (view, "map", G_CALLBACK (card_shown_cb), NULL);
  g_signal_connect (view, "unmap", G_CALLBACK (card_hidden_cb), NULL);
  gtk_tooltip_set_custom (tooltip, view);

  return TRUE;
}
