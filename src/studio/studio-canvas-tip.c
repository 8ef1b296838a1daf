/* SPDX-License-Identifier: MIT
 *
 * What is shown while the pointer rests: of a pipe the axes of what flows in it, of a
 * node how its inputs are stretched, if it stretches them.
 */
#include "scene/im-scene-tensor.h"
#include "studio/studio-broadcast-view.h"
#include "studio/studio-canvas-private.h"
#include "studio/studio-scene-view.h"
#include "studio/studio-text.h"

#define REACH 12.0 /* pixels of the widget within which the pointer is at a pipe */

/* Of an output of a unit, `Add · Output`. */
static char *
dup_name (StudioCanvas *self, const ImGraphLink *link)
{
  const ImGraphNode *node = im_document_get_node (self->document, link->source)->node;
  const ImParameter *output = node->unit == NULL ? NULL
                                                 : im_unit_find_parameter (
                                                       node->unit, link->source_port);

  if (output != NULL)
    return g_strdup_printf ("%s · %s", node->unit->display_name, output->text);

  return g_strdup (node->parameter == NULL ? node->name : node->parameter->text);
}

static ImScene *
draw_wire (StudioCanvas *self, const StudioWire *wire)
{
  guint source = wire->link->source;
  const char *port = wire->link->source_port;
  const ImTensorType *type = studio_text_find_type (self->document, source, port);
  g_autofree char *text = studio_text_dup_port (self->document, source, port);
  g_autofree char *name = dup_name (self, wire->link);

  return type == NULL ? NULL : im_scene_tensor_new (name, &type->shape, text);
}

static ImScene *
draw_node (StudioCanvas *self, guint node)
{
  gint layer = im_document_get_node (self->document, node)->layer;
  ImUnitEvaluation *evaluation =
      layer < 0 ? NULL
                : im_document_get_layer (self->document, (guint) layer)->evaluation;

  return evaluation == NULL ? NULL : studio_broadcast_view_draw (evaluation, 0);
}

static ImScene *
draw (StudioCanvas *self, double x, double y)
{
  graphene_point_t at = studio_canvas_from_widget (self, x, y);
  gint node = studio_canvas_find_node (self, &at);
  gint wire = node >= 0 ? -1 : studio_canvas_find_wire (self, &at, REACH / self->zoom);

  if (node >= 0)
    return draw_node (self, (guint) node);

  return wire < 0 ? NULL : draw_wire (self, studio_canvas_wire (self, (guint) wire));
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
                       : draw (self, x, y);

  if (scene == NULL)
    return FALSE;
  view = studio_scene_view_new ();
  gtk_widget_set_size_request (view, (int) scene->width, -1);
  studio_scene_view_set_scene (STUDIO_SCENE_VIEW (view), scene);
  gtk_tooltip_set_custom (tooltip, view);

  return TRUE;
}
