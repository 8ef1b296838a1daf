/* SPDX-License-Identifier: MIT
 *
 * Units that come to the canvas: dragged from the library, or chosen for a place.
 */

#include "base/im-text.h"
#include "studio/canvas/studio-canvas-private.h"
#include "studio/units/studio-unit-item.h"

#define WIRE_REACH 24.0 /* pixels at 100 % within which a unit goes into a pipe */

/* Where a unit goes: into the wire that is near; in a stack into the one that is nearest,
 * since it has a place nowhere else. */
static gint
find_target (StudioCanvas *self, const graphene_point_t *at)
{
  return studio_canvas_find_wire (
      self, at, studio_canvas_is_vertical (self) ? G_MAXDOUBLE : WIRE_REACH);
}

static GdkDragAction
motion_cb (GtkDropTarget *target, double x, double y, StudioCanvas *self)
{
  graphene_point_t at = studio_canvas_from_widget (self, x, y);

  if (self->document == NULL)
    return 0;
  self->drop_wire = find_target (self, &at);
  gtk_widget_queue_draw (GTK_WIDGET (self));

  return GDK_ACTION_COPY;
}

static void
leave_cb (GtkDropTarget *target, StudioCanvas *self)
{
  self->drop_wire = -1;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
set_wanted (StudioCanvas *self, const graphene_point_t *at, gint wire)
{
  studio_canvas_end_clear (&self->wanted_end);
  self->has_wanted = TRUE;
  self->wanted_at = *at;
  self->wanted_wire = wire;
}

static gboolean
drop_cb (GtkDropTarget *target,
         const GValue *value,
         double x,
         double y,
         StudioCanvas *self)
{
  graphene_point_t at = studio_canvas_from_widget (self, x, y);
  g_autoptr (GError) error = NULL;

  leave_cb (target, self);
  if (self->document == NULL)
    return FALSE;
  set_wanted (self, &at, find_target (self, &at));
  if (studio_canvas_insert (self, g_value_get_boxed (value), &error))
    return TRUE;
  if (error != NULL)
    studio_canvas_explain (self, error->message, x, y);

  return FALSE;
}

/* The layer of a stack that a wire, or the selection, puts a new one in front of. */
static guint
find_position (StudioCanvas *self)
{
  guint n_layers = im_document_get_n_layers (self->document);
  gint layer;

  if (self->has_wanted && self->wanted_wire >= 0 &&
      self->wanted_wire < (gint) self->wires->len)
    {
      layer = im_document_get_node (
                  self->document,
                  studio_canvas_wire (self, (guint) self->wanted_wire)->link->target)
                  ->layer;
      return layer < 0 ? n_layers : (guint) layer;
    }
  if (self->has_wanted && self->wanted_end.port != NULL)
    {
      layer = im_document_get_node (self->document, self->wanted_end.node)->layer;
      return layer < 0 ? (self->wanted_end.is_output ? 0 : n_layers)
                       : (guint) (layer + (self->wanted_end.is_output ? 1 : 0));
    }
  layer = studio_canvas_get_selected (self);

  return layer < 0 ? n_layers : (guint) layer + 1;
}

static gboolean
insert_layer (StudioCanvas *self, const char *unit_id, GError **error)
{
  guint before = find_position (self);

  if (!im_document_insert_layer (self->document, before, unit_id, error))
    return FALSE;
  studio_canvas_go_to_new (self, im_document_find_node (self->document, before));

  return TRUE;
}

/* The port of a new node that a dropped pipe is connected to. */
static const char *
find_main_port (StudioNode *node, gboolean is_output)
{
  for (guint i = 0; i < studio_node_get_n_ports (node); i++)
    {
      const StudioPort *port = studio_node_get_port (node, i);

      if (port->is_output == is_output && port->kind == STUDIO_PIPE_DATA)
        return port->name;
    }

  return NULL;
}

static void
connect_wanted (StudioCanvas *self, const StudioEnd *wanted, guint node)
{
  const char *port = find_main_port (
      STUDIO_NODE (studio_canvas_node (self, node)->widget), !wanted->is_output);

  if (port == NULL)
    return;
  if (wanted->is_output)
    im_document_connect (self->document, wanted->node, wanted->port, node, port, NULL);
  else
    im_document_connect (self->document, node, port, wanted->node, wanted->port, NULL);
}

/* Where a new node goes if nobody says it: right of what is selected, or of all. */
static graphene_point_t
find_place (StudioCanvas *self)
{
  const graphene_rect_t *area = self->primary < 0
                                    ? &self->extents
                                    : &studio_canvas_node (self, (guint) self->primary)
                                           ->area;

  if (self->has_wanted)
    return self->wanted_at;

  return GRAPHENE_POINT_INIT (area->origin.x + area->size.width + 60, area->origin.y);
}

static gboolean
insert_node (StudioCanvas *self, const char *unit_id, GError **error)
{
  graphene_point_t at = find_place (self);
  StudioEnd wanted = self->has_wanted ? self->wanted_end : (StudioEnd){ 0, NULL, FALSE };
  const ImGraphLink *link = self->has_wanted && self->wanted_wire >= 0 &&
                                    self->wanted_wire < (gint) self->wires->len
                                ? studio_canvas_wire (self, (guint) self->wanted_wire)
                                      ->link
                                : NULL;
  g_autofree char *name = g_ascii_strdown (im_text_get_last_part (unit_id), -1);
  const ImUnit *unit = im_unit_library_find (im_document_get_library (self->document),
                                             unit_id);
  graphene_rect_t area = { at, studio_canvas_guess_size (unit) };
  g_autofree ImDocumentPlace *others = NULL;
  guint n_others = 0, number;

  if (link == NULL)
    studio_canvas_avoid_nodes (self, &area);
  else
    others = studio_canvas_make_room (self, link, &area, &n_others);
  if (!im_document_add_unit (self->document, unit_id, (double) area.origin.x,
                             (double) area.origin.y, link, others, n_others, error))
    return FALSE;

  /* The new node is the last unit of the file. */
  number = self->nodes->len;
  while (number > 0 &&
         !g_str_has_prefix (studio_canvas_node (self, number - 1)->name, name))
    number--;
  if (number == 0)
    return TRUE;
  number--;
  if (wanted.port != NULL)
    connect_wanted (self, &wanted, number);
  studio_canvas_go_to_new (self, number);

  return TRUE;
}

void
studio_canvas_forget_wanted (StudioCanvas *self)
{
  g_return_if_fail (STUDIO_IS_CANVAS (self));

  self->has_wanted = FALSE;
  self->wanted_wire = -1;
  studio_canvas_end_clear (&self->wanted_end);
}

static gboolean
insert_part (StudioCanvas *self, StudioPart part, GError **error)
{
  graphene_point_t at = find_place (self);
  g_autofree char *name = NULL;

  if (part == STUDIO_PART_FRAME)
    return studio_canvas_add_frame (self, &at, error);
  name = studio_canvas_insert_part (self, part, &at, error);

  return name != NULL;
}

gboolean
studio_canvas_insert (StudioCanvas *self, const char *unit_id, GError **error)
{
  StudioPart part;
  gboolean is_inserted;

  g_return_val_if_fail (STUDIO_IS_CANVAS (self) && self->document != NULL, FALSE);

  part = studio_parts_find (unit_id);
  is_inserted = part < STUDIO_N_PARTS ? insert_part (self, part, error)
                : im_document_is_free (self->document)
                    ? insert_node (self, unit_id, error)
                    : insert_layer (self, unit_id, error);
  studio_canvas_forget_wanted (self);

  return is_inserted;
}

const ImTensorType *
studio_canvas_get_wanted_type (StudioCanvas *self)
{
  const ImDocumentNode *node;
  const ImParameter *parameter;
  ImUnitEvaluation *evaluation;
  ImValue value;

  if (!self->has_wanted || self->wanted_end.port == NULL || !self->wanted_end.is_output)
    return NULL;
  node = im_document_get_node (self->document, self->wanted_end.node);
  parameter = node->node->unit == NULL
                  ? node->node->parameter
                  : im_unit_find_parameter (node->node->unit, self->wanted_end.port);
  evaluation =
      node->layer >= 0
          ? im_document_get_layer (self->document, (guint) node->layer)->evaluation
          : im_program_find_evaluation (im_document_get_program (self->document), "");
  if (parameter == NULL || evaluation == NULL ||
      !im_unit_evaluation_get_value (evaluation, parameter, &value, NULL) ||
      value.kind != IM_VALUE_TENSOR)
    return NULL;

  return value.tensor;
}

void
studio_canvas_add_drop (StudioCanvas *self)
{
  GtkDropTarget *drop = gtk_drop_target_new (STUDIO_TYPE_UNIT_ID, GDK_ACTION_COPY);

  g_signal_connect (drop, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (drop, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (drop, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (drop, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
}
