/* SPDX-License-Identifier: MIT
 *
 * Dragging over the stack: a card carries the number of its layer, a unit of the library
 * its id. At each place that is hovered over, a preview of the document tells what would
 * result; the document changes only by the drop.
 */
#include <glib/gi18n.h>

#include "document/help/im-document-preview.h"
#include "studio/common/studio-toast-overlay.h"
#include "studio/session/studio-problem.h"
#include "studio/stack/studio-stack-view-private.h"
#include "studio/units/studio-unit-item.h"

#define ICON_OFFSET  -16  /* pixels: the picture is beside the line that is dropped at */
#define SCROLL_EDGE  48.0 /* pixels within which the list scrolls by itself */
#define SCROLL_SPEED 12.0 /* pixels per frame */

/* What is dragged: a layer, or a unit that is to be inserted. */
typedef struct
{
  gint layer;
  const char *unit_id;
} Dragged;

static gboolean
get_dragged (const GValue *value, Dragged *dragged)
{
  *dragged = (Dragged){ -1, NULL };
  if (value == NULL)
    return FALSE;
  if (G_VALUE_HOLDS (value, STUDIO_TYPE_UNIT_ID))
    dragged->unit_id = g_value_get_boxed (value);
  else
    dragged->layer = (gint) g_value_get_uint (value);

  return TRUE;
}

static guint
get_n_layers (StudioStackView *self)
{
  return g_list_model_get_n_items (
      G_LIST_MODEL (studio_layer_list_get_model (self->layers)));
}

static gboolean
stays (const Dragged *dragged, guint before)
{
  return dragged->layer >= 0 &&
         ((guint) dragged->layer == before || (guint) dragged->layer + 1 == before);
}

/* The layer before which something goes: of the card under the pointer, or of the next
 * one if its lower half is; behind all below the last card. */
static guint
find_target (StudioStackView *self, double y)
{
  guint target = get_n_layers (self);
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < self->cards->len; i++)
    {
      StudioStackCard *card = self->cards->pdata[i];
      graphene_rect_t area;
      double middle;

      if (!gtk_widget_compute_bounds (studio_stack_card_get_body (card),
                                      GTK_WIDGET (self), &area))
        continue;
      middle = (double) (area.origin.y + area.size.height / 2);
      if (y > middle || middle > best)
        continue;
      best = middle;
      target = studio_layer_item_get_layer (studio_stack_card_get_item (card));
    }

  return target;
}

/* Where a layer is in the preview, -1 for the one that is dragged. */
static gint
find_in_preview (const Dragged *dragged, guint before, guint layer)
{
  guint place = layer;

  if (dragged->layer == (gint) layer)
    return -1;
  if (dragged->layer >= 0 && dragged->layer < (gint) layer)
    place--;

  return (gint) (layer >= before ? place + 1 : place);
}

/* Where what is dragged is in the preview. */
static guint
find_dragged (const Dragged *dragged, guint before)
{
  return dragged->layer >= 0 && (guint) dragged->layer < before ? before - 1 : before;
}

static char *
dup_line_text (StudioLayerItem *item)
{
  const char *input = studio_layer_item_get_text (item, STUDIO_LAYER_INPUT);
  const char *output = studio_layer_item_get_text (item, STUDIO_LAYER_OUTPUT);

  return g_strdup_printf ("%s → %s → %s", *input == '\0' ? "?" : input,
                          studio_layer_item_get_text (item, STUDIO_LAYER_NAME),
                          *output == '\0' ? "?" : output);
}

static void
show_verdict (StudioStackView *self, const ImDiagnostic *problem, const char *name)
{
  g_autofree char *text = problem == NULL
                              /* Translators: the name of a layer that is dragged. */
                              ? g_strdup_printf (_ ("%s fits here"), name)
                              /* Translators: what would be wrong. */
                              : g_strdup_printf (_ ("Here something would break: %s"),
                                                 problem->message);

  gtk_label_set_label (self->verdict, text);
  if (problem == NULL)
    gtk_widget_remove_css_class (GTK_WIDGET (self->verdict), "broken");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->verdict), "broken");
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
}

/* The problems of a preview by the names of its nodes. */
static GHashTable *
list_problems (ImDocument *preview)
{
  g_autoptr (GListStore) list = g_list_store_new (STUDIO_TYPE_PROBLEM);
  ImDiagnostics *problems = im_diagnostics_new ();

  im_diagnostics_append (problems, im_document_peek_problems (preview));
  studio_problem_update (list, preview, problems);

  return studio_problem_list_by_node (G_LIST_MODEL (list));
}

static void
show_preview (StudioStackView *self,
              const Dragged *dragged,
              guint before,
              ImDocument *preview)
{
  g_autoptr (GHashTable) problems = list_problems (preview);
  g_autoptr (GPtrArray) items = studio_layer_item_list (preview, problems);
  StudioLayerItem *moved = items->pdata[find_dragged (dragged, before)];
  g_autofree char *line = dup_line_text (moved);

  for (guint i = 0; i < self->cards->len; i++)
    {
      StudioStackCard *card = self->cards->pdata[i];
      guint layer = studio_layer_item_get_layer (studio_stack_card_get_item (card));
      gint place = find_in_preview (dragged, before, layer);

      studio_stack_card_show_preview (card, place < 0 ? NULL : items->pdata[place]);
      studio_stack_card_show_line (
          card, layer == before ? line : NULL,
          layer + 1 == before && before == get_n_layers (self) ? line : NULL,
          studio_layer_item_has_problems (moved));
    }
  show_verdict (self,
                im_document_preview_find_problem (
                    studio_layer_list_get_document (self->layers), preview),
                studio_layer_item_get_text (moved, STUDIO_LAYER_NAME));
}

static void
end_preview (StudioStackView *self)
{
  studio_stack_view_stop_scrolling (self);
  if (self->target < 0)
    return;
  self->target = -1;
  studio_stack_view_show_cards (self);
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
}

/* Only another place is worth another preview. */
static gboolean
hover (StudioStackView *self, const Dragged *dragged, guint before)
{
  ImDocument *document = studio_layer_list_get_document (self->layers);
  g_autoptr (ImDocument) preview = NULL;

  if (self->target == (gint) before)
    return TRUE;
  if (!stays (dragged, before))
    preview = dragged->layer >= 0
                  ? im_document_preview_move (document, (guint) dragged->layer, before,
                                              NULL)
                  : im_document_preview_insert (document, before, dragged->unit_id, NULL);
  if (preview == NULL)
    {
      end_preview (self);
      return FALSE;
    }
  self->target = (gint) before;
  show_preview (self, dragged, before, preview);

  return TRUE;
}

static gboolean
scroll_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  StudioStackView *self = STUDIO_STACK_VIEW (widget);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);

  gtk_adjustment_set_value (adjustment,
                            gtk_adjustment_get_value (adjustment) + self->scroll_speed);

  return G_SOURCE_CONTINUE;
}

void
studio_stack_view_stop_scrolling (StudioStackView *self)
{
  if (self->scroll_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->scroll_tick);
  self->scroll_tick = 0;
}

static void
scroll_near_edge (StudioStackView *self, double y)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self));

  if (y >= SCROLL_EDGE && y <= height - SCROLL_EDGE)
    {
      studio_stack_view_stop_scrolling (self);
      return;
    }
  self->scroll_speed = y < SCROLL_EDGE ? -SCROLL_SPEED : SCROLL_SPEED;
  if (self->scroll_tick == 0)
    self->scroll_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_cb, NULL,
                                                      NULL);
}

static GdkDragAction
motion_cb (GtkDropTarget *target, double x, double y, StudioStackView *self)
{
  ImDocument *document = studio_layer_list_get_document (self->layers);
  Dragged dragged;

  if (document == NULL || im_document_is_free (document))
    return 0;
  scroll_near_edge (self, y);
  if (!get_dragged (gtk_drop_target_get_value (target), &dragged))
    return GDK_ACTION_COPY;
  if (!hover (self, &dragged, find_target (self, y)))
    return 0;

  return dragged.layer >= 0 ? GDK_ACTION_MOVE : GDK_ACTION_COPY;
}

static void
leave_cb (GtkDropTarget *target, StudioStackView *self)
{
  end_preview (self);
}

static gboolean
drop_cb (GtkDropTarget *target,
         const GValue *value,
         double x,
         double y,
         StudioStackView *self)
{
  ImDocument *document = studio_layer_list_get_document (self->layers);
  guint before = find_target (self, y), place;
  g_autoptr (GError) error = NULL;
  Dragged dragged;
  gboolean is_dropped;

  end_preview (self);
  get_dragged (value, &dragged);
  place = find_dragged (&dragged, before);
  is_dropped = dragged.layer >= 0
                   ? im_document_move_layer (document, (guint) dragged.layer, before,
                                             &error)
                   : im_document_insert_layer (document, before, dragged.unit_id, &error);
  if (is_dropped)
    studio_layer_list_choose (self->layers, place);
  else if (error != NULL)
    studio_toast_overlay_say (GTK_WIDGET (self), error->message);

  return is_dropped;
}

void
studio_stack_view_add_drop (StudioStackView *self)
{
  GType types[] = { G_TYPE_UINT, STUDIO_TYPE_UNIT_ID };
  GtkDropTarget *drop = gtk_drop_target_new (G_TYPE_INVALID,
                                             GDK_ACTION_COPY | GDK_ACTION_MOVE);

  gtk_drop_target_set_gtypes (drop, types, G_N_ELEMENTS (types));
  gtk_drop_target_set_preload (drop, TRUE);
  g_signal_connect (drop, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (drop, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (drop, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (drop, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
}

static GdkContentProvider *
prepare_cb (GtkDragSource *source, double x, double y, StudioStackCard *card)
{
  StudioLayerItem *item = studio_stack_card_get_item (card);

  return gdk_content_provider_new_typed (G_TYPE_UINT, studio_layer_item_get_layer (item));
}

static void
begin_cb (GtkDragSource *source, GdkDrag *drag, StudioStackCard *card)
{
  g_autoptr (GdkPaintable) body = gtk_widget_paintable_new (
      studio_stack_card_get_body (card));
  g_autoptr (GdkPaintable) picture = gdk_paintable_get_current_image (body);

  gtk_drag_source_set_icon (source, picture, ICON_OFFSET, ICON_OFFSET);
}

void
studio_stack_view_add_drag (StudioStackView *self, StudioStackCard *card)
{
  GtkDragSource *source = gtk_drag_source_new ();

  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
  g_signal_connect (source, "prepare", G_CALLBACK (prepare_cb), card);
  g_signal_connect (source, "drag-begin", G_CALLBACK (begin_cb), card);
  gtk_widget_add_controller (studio_stack_card_get_handle (card),
                             GTK_EVENT_CONTROLLER (source));
}
