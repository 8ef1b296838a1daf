/* SPDX-License-Identifier: MIT
 *
 * What is shown while the pointer rests: of a node how its inputs are stretched, if it
 * stretches them; of all others and of pipes the axes of what flows there. It stands
 * beside what it tells of, and goes when the pointer leaves that.
 */
#include <math.h>

#include "scene/shape/im-scene-tensor.h"
#include "studio/canvas/studio-canvas-private.h"
#include "studio/common/studio-scene-view.h"
#include "studio/common/studio-text.h"
#include "studio/lab/studio-broadcast-view.h"
#include "studio/session/studio-live.h"

#define REACH     12.0 /* pixels of the widget within which the pointer is at a pipe */
#define MAX_CHARS 48   /* of a line of text */

static GtkWidget *
new_view (ImScene *scene)
{
  GtkWidget *view = studio_scene_view_new ();

  gtk_widget_set_size_request (view, (int) ceil (scene->width), -1);
  studio_scene_view_set_scene (STUDIO_SCENE_VIEW (view), scene);

  return view;
}

static void
append_text (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, css_class);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_CHARS);
  gtk_box_append (GTK_BOX (box), label);
}

/* A picture below its title and above its description. */
static GtkWidget *
new_figure (ImScene *scene)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *view = new_view (scene);

  gtk_widget_set_halign (view, GTK_ALIGN_START);
  gtk_widget_add_css_class (box, "figure");
  append_text (box, scene->title, "heading");
  gtk_box_append (GTK_BOX (box), view);
  append_text (box, scene->description, "caption");

  return box;
}

/* What a pipe carries that is pointed at; it is computed if nobody looked at it before.
 */
static char *
dup_carried (StudioCanvas *self, guint node, const char *port)
{
  g_autoptr (GPtrArray) pipes = NULL;

  if (g_str_equal (self->pipe_values, "never"))
    return NULL;
  pipes = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (pipes,
                   studio_session_dup_pipe_id (
                       im_document_get_node (self->document, node)->node->name, port));
  studio_live_want (studio_session_get_live (self->session), self, pipes);

  return studio_canvas_dup_carried (self, node, port);
}

/* The axes of what leaves a node, under the name of that port or of another node. */
static GtkWidget *
draw_port (StudioCanvas *self, guint node, const char *port, guint named)
{
  const ImTensorType *type = studio_text_find_type (self->document, node, port);
  g_autofree char *text = studio_text_dup_port (self->document, node, port);
  g_autofree char *name = studio_text_dup_pipe (
      im_document_get_node (self->document, named)->node, named == node ? port : "value");
  g_autofree char *carried = dup_carried (self, node, port);
  g_autofree char *all = carried == NULL ? g_strdup (text)
                                         : g_strconcat (text, "  ", carried, NULL);

  return type == NULL ? NULL : new_figure (im_scene_tensor_new (name, &type->shape, all));
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

static GtkWidget *
draw_node (StudioCanvas *self, guint number)
{
  const ImDocumentNode *node = im_document_get_node (self->document, number);
  ImUnitEvaluation *evaluation;
  const char *output;
  ImScene *scene;

  if (node->layer < 0 || node->node->unit == NULL)
    {
      const ImGraphLink *link = im_graph_find_link (
          im_document_get_graph (self->document), number, "value");

      return link == NULL ? draw_port (self, number, "value", number)
                          : draw_port (self, link->source, link->source_port, number);
    }
  evaluation = im_document_get_layer (self->document, (guint) node->layer)->evaluation;
  scene = evaluation == NULL ? NULL : studio_broadcast_view_draw (evaluation, 0);
  if (scene != NULL)
    return new_view (scene);
  output = find_output (node->node->unit);

  return output == NULL ? NULL : draw_port (self, number, output, number);
}

/* An area of the canvas in pixels of the widget. */
static graphene_rect_t
to_widget (StudioCanvas *self, const graphene_rect_t *on_canvas)
{
  float zoom = (float) studio_canvas_get_zoom (self);
  graphene_rect_t area;

  graphene_rect_scale (on_canvas, zoom, zoom, &area);
  graphene_rect_offset (
      &area, (float) -studio_canvas_get_scroll (self, GTK_ORIENTATION_HORIZONTAL),
      (float) -studio_canvas_get_scroll (self, GTK_ORIENTATION_VERTICAL));

  return area;
}

/* The wire whose label is at a place of the canvas, or -1. */
static gint
find_label (StudioCanvas *self, const graphene_point_t *at)
{
  for (guint i = 0; i < self->wires->len; i++)
    {
      const StudioWire *wire = studio_canvas_wire (self, i);

      if (wire->has_label && graphene_rect_contains_point (&wire->label_area, at))
        return (gint) i;
    }

  return -1;
}

/* The wire at a place of the widget, or -1, and the area that is about it. */
static gint
find_wire (StudioCanvas *self, double x, double y, graphene_rect_t *area)
{
  graphene_point_t at = studio_canvas_from_widget (self, x, y);
  gint wire = find_label (self, &at);

  if (wire >= 0)
    {
      *area = to_widget (self, &studio_canvas_wire (self, (guint) wire)->label_area);
      return wire;
    }
  *area = GRAPHENE_RECT_INIT ((float) (x - REACH), (float) (y - REACH),
                              (float) (2 * REACH), (float) (2 * REACH));

  return studio_canvas_find_wire (self, &at, REACH / studio_canvas_get_zoom (self));
}

static GtkWidget *
draw (StudioCanvas *self, double x, double y, graphene_rect_t *area)
{
  graphene_point_t at = studio_canvas_from_widget (self, x, y);
  gint node = studio_canvas_find_node (self, &at), wire;
  const ImGraphLink *link;

  if (node >= 0)
    {
      *area = to_widget (self, &studio_canvas_node (self, (guint) node)->area);
      return draw_node (self, (guint) node);
    }
  wire = find_wire (self, x, y, area);
  if (wire < 0)
    return NULL;
  link = studio_canvas_wire (self, (guint) wire)->link;

  return draw_port (self, link->source, link->source_port, link->source);
}

/* Why there is nothing to draw of the pipe at a place of the widget, or NULL. */
static char *
dup_cause (StudioCanvas *self, double x, double y)
{
  graphene_point_t at = studio_canvas_from_widget (self, x, y);
  graphene_rect_t area;
  gint wire = studio_canvas_find_node (self, &at) >= 0 ? -1
                                                       : find_wire (self, x, y, &area);

  return wire < 0 ? NULL
                  : studio_canvas_dup_cause (
                        self, studio_canvas_wire (self, (guint) wire)->link->source);
}

void
studio_canvas_hide_card (StudioCanvas *self)
{
  if (self->card == NULL)
    return;
  g_clear_pointer (&self->card, gtk_widget_unparent);
  if (self->session != NULL)
    studio_live_want (studio_session_get_live (self->session), self, NULL);
}

static void
renew_card (StudioCanvas *self)
{
  GtkWidget *content = self->card == NULL
                           ? NULL
                           : draw (self, (double) self->card_place.x,
                                   (double) self->card_place.y, &self->card_area);

  if (content != NULL)
    gtk_popover_set_child (GTK_POPOVER (self->card), content);
}

void
studio_canvas_bind_card (StudioCanvas *self)
{
  g_signal_connect_object (studio_session_get_live (self->session), "values",
                           G_CALLBACK (renew_card), self, G_CONNECT_SWAPPED);
}

/* The window of the palette, say, is not to be covered. */
static void
active_cb (GtkWidget *card)
{
  studio_canvas_hide_card (STUDIO_CANVAS (gtk_widget_get_parent (card)));
}

/* Beside the layers of a stack, and below the nodes of a graph, which stand beside each
 * other. */
static void
show_card (StudioCanvas *self, GtkWidget *content)
{
  const graphene_rect_t *area = &self->card_area;

  self->card = gtk_popover_new ();
  gtk_popover_set_autohide (GTK_POPOVER (self->card), FALSE);
  gtk_popover_set_child (GTK_POPOVER (self->card), content);
  gtk_popover_set_position (GTK_POPOVER (self->card), studio_canvas_is_vertical (self)
                                                          ? GTK_POS_RIGHT
                                                          : GTK_POS_BOTTOM);
  gtk_popover_set_pointing_to (
      GTK_POPOVER (self->card),
      &(GdkRectangle){ (int) area->origin.x, (int) area->origin.y, (int) area->size.width,
                       (int) area->size.height });
  gtk_widget_set_can_target (self->card, FALSE);
  gtk_widget_set_can_focus (self->card, FALSE);
  gtk_widget_add_css_class (self->card, "card-tip");
  gtk_widget_set_parent (self->card, GTK_WIDGET (self));
  g_signal_connect_object (gtk_widget_get_root (GTK_WIDGET (self)), "notify::is-active",
                           G_CALLBACK (active_cb), self->card, G_CONNECT_SWAPPED);
  gtk_popover_popup (GTK_POPOVER (self->card));
}

/* Somebody does something else than to move the pointer on what is told of. */
static gboolean
event_cb (GtkEventControllerLegacy *controller, GdkEvent *event, StudioCanvas *self)
{
  switch ((guint) gdk_event_get_event_type (event))
    {
    case GDK_BUTTON_PRESS:
    case GDK_KEY_PRESS:
    case GDK_SCROLL:
    case GDK_TOUCH_BEGIN:
    case GDK_TOUCHPAD_PINCH:
      studio_canvas_hide_card (self);
      break;
    default:
      break;
    }

  return GDK_EVENT_PROPAGATE;
}

static void
motion_cb (GtkEventControllerMotion *motion, double x, double y, StudioCanvas *self)
{
  const graphene_point_t place = GRAPHENE_POINT_INIT ((float) x, (float) y);

  if (self->card != NULL && !graphene_rect_contains_point (&self->card_area, &place))
    studio_canvas_hide_card (self);
}

void
studio_canvas_add_card (StudioCanvas *self)
{
  GtkEventController *events = gtk_event_controller_legacy_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  gtk_event_controller_set_propagation_phase (motion, GTK_PHASE_CAPTURE);
  g_signal_connect (events, "event", G_CALLBACK (event_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (studio_canvas_hide_card), self);
  gtk_widget_add_controller (GTK_WIDGET (self), events);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
}

/* Another window, such as the palette, is not to be covered. */
static gboolean
is_window_active (StudioCanvas *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  return GTK_IS_WINDOW (root) && gtk_window_is_active (GTK_WINDOW (root));
}

/* GTK asks when the pointer rests; its own tip would stand on what it tells of. */
gboolean
studio_canvas_query_tooltip (GtkWidget *widget,
                             int x,
                             int y,
                             gboolean is_keyboard,
                             GtkTooltip *tooltip)
{
  StudioCanvas *self = STUDIO_CANVAS (widget);
  g_autofree char *cause = NULL;
  GtkWidget *content;

  if (self->card != NULL || self->document == NULL || is_keyboard ||
      self->drag != STUDIO_DRAG_NONE || !is_window_active (self))
    return FALSE;
  self->card_place = GRAPHENE_POINT_INIT ((float) x, (float) y);
  content = draw (self, x, y, &self->card_area);
  if (content != NULL)
    {
      show_card (self, content);
      return FALSE;
    }
  cause = dup_cause (self, x, y);
  gtk_tooltip_set_text (tooltip, cause);

  return cause != NULL;
}
