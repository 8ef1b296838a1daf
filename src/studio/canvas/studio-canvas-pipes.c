/* SPDX-License-Identifier: MIT
 *
 * The pipes of the document as wires, with the texts of their labels. A label becomes a
 * widget when it is seen: one has a font context of its own, which a large pipeline could
 * not wait for.
 */
#include <string.h>

#include "studio/canvas/studio-canvas-private.h"
#include "studio/canvas/studio-plane.h"
#include "studio/common/studio-cause.h"
#include "studio/common/studio-text.h"
#include "studio/session/studio-problems.h"

#define MAX_NEW 64 /* labels of a pipeline that are made at once */

/* The expression is left: what is not known now is not known. */
static void
focus_cb (GtkRoot *root, GParamSpec *spec, StudioCanvas *self)
{
  if (studio_problems_are_momentary (GTK_WIDGET (self)))
    return;
  g_signal_handlers_disconnect_by_func (root, focus_cb, self);
  if (self->document == NULL)
    return;
  studio_canvas_update_wires (self);
  studio_canvas_queue_layout (self);
}

/* While an expression is typed, the last value stays, dimmed. */
static gboolean
keeps_text (StudioCanvas *self, StudioWire *wire, const char *text)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  wire->is_stale = text == NULL && wire->text != NULL && !wire->is_unknown &&
                   studio_problems_are_momentary (GTK_WIDGET (self));
  if (!wire->is_stale)
    return FALSE;
  g_signal_handlers_disconnect_by_func (root, focus_cb, self);
  g_signal_connect_object (root, "notify::focus-widget", G_CALLBACK (focus_cb), self, 0);

  return TRUE;
}

/* Why nothing is known of what leaves a node: found once for all pipes. */
static gint
find_cause (StudioCanvas *self, guint node)
{
  if (self->causes == NULL)
    self->causes = im_program_list_causes (im_document_get_program (self->document));

  return self->causes[node];
}

char *
studio_canvas_dup_cause (StudioCanvas *self, guint node)
{
  gint cause = find_cause (self, node);

  return cause < 0 ? NULL : studio_cause_dup_sentence (self->document, cause, node);
}

static void
set_text (StudioCanvas *self, StudioWire *wire, const char *text)
{
  g_autofree char *shown = text != NULL ? g_strdup (text)
                                        : studio_cause_dup_short (
                                              self->document,
                                              find_cause (self, wire->link->source));

  wire->is_unknown = text == NULL;
  if (g_strcmp0 (shown, wire->text) == 0)
    return;
  g_free (wire->text);
  wire->text = g_steal_pointer (&shown);
  wire->label_size.size.width = 0;
  self->needs_label_places = TRUE;
}

static void
set_class (GtkWidget *widget, const char *name, gboolean has)
{
  if (has)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

static void
show_text (const StudioWire *wire)
{
  gtk_widget_set_visible (wire->label, studio_wire_has_text (wire));
  set_class (wire->label, "unknown", wire->is_unknown);
  set_class (wire->label, "stale", wire->is_stale);
  set_class (wire->label, "time", wire->kind == STUDIO_PIPE_TIME);
  if (!g_str_equal (gtk_label_get_label (GTK_LABEL (wire->label)), wire->text))
    gtk_label_set_label (GTK_LABEL (wire->label), wire->text);
}

/* A screen reader that is at an input hears what flows into it. */
static void
describe_input (StudioCanvas *self, const StudioWire *wire)
{
  const StudioPort *port =
      wire->label == NULL
          ? NULL
          : studio_node_find_port (
                STUDIO_NODE (studio_canvas_node (self, wire->link->target)->widget),
                wire->link->target_port, FALSE);

  if (port == NULL || port->dot == NULL ||
      g_object_get_data (G_OBJECT (port->dot), "pipe-label") == wire->label)
    return;
  g_object_set_data (G_OBJECT (port->dot), "pipe-label", wire->label);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (port->dot),
                                  GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, wire->label, NULL,
                                  -1);
}

/* Labels are above all nodes, but those that are dragged. */
static GtkWidget *
find_last_below (StudioCanvas *self)
{
  for (guint i = self->nodes->len; i > 0; i--)
    if (!studio_canvas_node (self, i - 1)->is_selected)
      return studio_canvas_node (self, i - 1)->widget;

  return NULL;
}

static void
update_text (StudioCanvas *self, StudioWire *wire)
{
  gboolean is_ahead = wire->target_revision == 0 && wire->text != NULL; /* prepared */
  g_autofree char *now = is_ahead
                             ? g_steal_pointer (&wire->text)
                             : studio_text_dup_port (self->document, wire->link->source,
                                                     wire->link->source_port);

  wire->source_revision = im_document_get_node (self->document, wire->link->source)
                              ->revision;
  if (!keeps_text (self, wire, now))
    set_text (self, wire, now);
  if (wire->label != NULL)
    show_text (wire);
  studio_canvas_wire_moved (wire);
}

void
studio_canvas_make_label (StudioCanvas *self, StudioWire *wire)
{
  if (wire->source_revision == 0)
    update_text (self, wire);
  wire->label = gtk_label_new (wire->text);
  wire->label_place = *graphene_rect_zero ();
  gtk_widget_add_css_class (wire->label, "pipe-label");
  gtk_label_set_ellipsize (GTK_LABEL (wire->label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_child_visible (wire->label, wire->has_label);
  if (wire->signal != NULL)
    studio_canvas_describe_carried (self, wire);
  gtk_label_set_yalign (GTK_LABEL (wire->label),
                        studio_canvas_has_spark (self, wire) ? 0 : 0.5f);
  studio_plane_settle (wire->label);
  show_text (wire);
  gtk_widget_insert_after (wire->label, self->plane, find_last_below (self));
  describe_input (self, wire);
}

gboolean
studio_canvas_make_labels (StudioCanvas *self, const graphene_rect_t *area, gint64 end_us)
{
  studio_canvas_place_labels (self);
  for (guint i = 0; i < self->wires->len; i++)
    {
      StudioWire *wire = studio_canvas_wire (self, i);

      if (wire->label != NULL || !wire->has_label ||
          !graphene_rect_intersection (&wire->label_area, area, NULL))
        continue;
      if (g_get_monotonic_time () > end_us)
        return FALSE;
      studio_canvas_make_label (self, wire);
    }

  return TRUE;
}

gboolean
studio_wire_take_ends (StudioWire *wire, const ImGraphLink *link)
{
  if (wire->source_port != NULL && wire->source == link->source &&
      wire->target == link->target &&
      g_str_equal (wire->source_port, link->source_port) &&
      g_str_equal (wire->target_port, link->target_port))
    return FALSE;
  wire->source = link->source;
  wire->target = link->target;
  wire->source_port = g_intern_string (link->source_port);
  wire->target_port = g_intern_string (link->target_port);

  return TRUE;
}

/* A text stays as it is if the wire had the same link before, of nodes that say that they
 * are the same; and the wire keeps its way until it gets another one. In a large pipeline
 * a text without a label waits until those that are seen are up to date. */
static void
update_wire (StudioCanvas *self, StudioWire *wire, const ImGraphLink *link)
{
  const ImDocumentNode *source = im_document_get_node (self->document, link->source);
  const ImDocumentNode *target = im_document_get_node (self->document, link->target);
  guint n_builds = studio_node_get_n_builds (
      STUDIO_NODE (studio_canvas_node (self, link->target)->widget));
  gboolean is_new = wire->target_revision == 0;
  gboolean is_same_link = !is_new && wire->target_revision == target->revision;

  wire->link = link;
  self->needs_ways |= studio_wire_take_ends (wire, link) || is_new;
  if (!is_same_link)
    studio_wire_set_signal (wire, NULL);
  if (!is_same_link || wire->source_revision != source->revision || wire->is_stale)
    {
      wire->kind = studio_port_get_kind (source->node, link->source_port);
      wire->source_revision = 0;
      if (is_new || self->nodes->len <= STUDIO_CANVAS_MAX_NEW || wire->label != NULL)
        update_text (self, wire);
    }
  wire->target_revision = target->revision;
  if (!is_same_link || wire->n_described != n_builds)
    describe_input (self, wire);
  wire->n_described = n_builds;
}

/* Labels of a small pipeline are there at once, whether they are seen or not; of a large
 * one those that tell how large all with their text are. */
static void
make_first_label (StudioCanvas *self, StudioWire *wire)
{
  gboolean is_first = wire->label_size.size.width <= 0 &&
                      !g_hash_table_contains (self->texts, wire->text);

  if (is_first)
    g_hash_table_insert (self->texts, g_strdup (wire->text), g_new0 (StudioLabelSize, 1));
  if (wire->label == NULL && (is_first || self->wires->len <= MAX_NEW))
    studio_canvas_make_label (self, wire);
}

gboolean
studio_canvas_update_texts (StudioCanvas *self, gint64 end_us)
{
  gboolean is_done = TRUE, is_any = FALSE;

  for (guint i = 0; is_done && i < self->wires->len; i++)
    {
      StudioWire *wire = studio_canvas_wire (self, i);

      if (wire->source_revision > 0)
        continue;
      is_done = g_get_monotonic_time () <= end_us;
      if (!is_done)
        break;
      update_text (self, wire);
      is_any |= wire->label_size.size.width <= 0;
      make_first_label (self, wire);
    }
  if (is_any)
    studio_canvas_queue_layout (self);

  return is_done;
}

void
studio_canvas_update_wires (StudioCanvas *self)
{
  guint n = 0;

  g_clear_pointer (&self->causes, g_free);
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const ImDocumentNode *node = im_document_get_node (self->document, i);

      for (guint k = 0; k < node->node->n_links; k++, n++)
        {
          if (n == self->wires->len)
            g_array_set_size (self->wires, n + 1);
          update_wire (self, studio_canvas_wire (self, n), &node->node->links[k]);
        }
    }
  if (n < self->wires->len)
    self->needs_ways = TRUE;
  g_array_set_size (self->wires, n);
  for (guint i = 0; i < self->wires->len; i++)
    make_first_label (self, studio_canvas_wire (self, i));
}

/* The wires that lead to a node are beside each other. */
void
studio_canvas_describe_inputs (StudioCanvas *self, guint number)
{
  guint first = 0, end = self->wires->len;

  while (first < end)
    {
      guint middle = (first + end) / 2;

      if (studio_canvas_wire (self, middle)->link->target < number)
        first = middle + 1;
      else
        end = middle;
    }
  for (; first < self->wires->len &&
         studio_canvas_wire (self, first)->link->target == number;
       first++)
    describe_input (self, studio_canvas_wire (self, first));
}
