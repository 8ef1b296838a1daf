/* SPDX-License-Identifier: MIT */
#include "studio/inspector/studio-expression-entry.h"

#include <glib/gi18n.h>

#include "document/help/im-completion.h"

struct _StudioExpressionEntry
{
  GtkWidget parent_instance;

  ImDocument *document;
  GtkWidget *entry;
  GtkWidget *popover;
  GtkListBox *list;
  GtkWidget *scrolled;
  GtkLabel *documentation;
  GPtrArray *items; /* ImCompletionItem of each row */
  gsize start;      /* of the word that they complete */
  gboolean is_updating;
};

G_DEFINE_FINAL_TYPE (StudioExpressionEntry, studio_expression_entry, GTK_TYPE_WIDGET)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
close_list (StudioExpressionEntry *self)
{
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static const char *
get_text (StudioExpressionEntry *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->entry));
}

static GtkWidget *
new_row (const ImCompletionItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *name = gtk_label_new (item->name);
  GtkWidget *detail = gtk_label_new (item->detail);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_xalign (GTK_LABEL (detail), 1);
  gtk_label_set_ellipsize (GTK_LABEL (detail), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (detail, TRUE);
  gtk_widget_add_css_class (detail, "fact-detail");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), detail);

  return box;
}

static void
scroll_to_row (StudioExpressionEntry *self, GtkListBoxRow *row)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (
      GTK_SCROLLED_WINDOW (self->scrolled));
  graphene_rect_t bounds;

  if (gtk_widget_compute_bounds (GTK_WIDGET (row), GTK_WIDGET (self->list), &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y,
                               bounds.origin.y + bounds.size.height);
}

static void
select_row (StudioExpressionEntry *self, gint index)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, index);
  const ImCompletionItem *item;

  if (row == NULL)
    return;
  item = g_ptr_array_index (self->items, index);
  gtk_list_box_select_row (self->list, row);
  scroll_to_row (self, row);
  gtk_label_set_label (self->documentation,
                       item->documentation == NULL ? "" : item->documentation);
}

static void
open_list (StudioExpressionEntry *self)
{
  gint position = gtk_editable_get_position (GTK_EDITABLE (self->entry));
  const char *text = get_text (self);
  GtkWidget *row;

  g_clear_pointer (&self->items, g_ptr_array_unref);
  self->items = im_completion_list (
      im_document_get_unit (self->document),
      im_program_find_evaluation (im_document_get_program (self->document), ""), text,
      (gsize) (g_utf8_offset_to_pointer (text, position) - text), &self->start);
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  for (guint i = 0; i < self->items->len; i++)
    gtk_list_box_append (self->list, new_row (g_ptr_array_index (self->items, i)));
  select_row (self, 0);
  if (self->items->len == 0)
    close_list (self);
  else
    gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
insert (StudioExpressionEntry *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);
  GtkEditable *editable = GTK_EDITABLE (self->entry);
  const ImCompletionItem *item;
  gint start, end = gtk_editable_get_position (editable);

  close_list (self);
  if (row == NULL)
    return;
  item = g_ptr_array_index (self->items, gtk_list_box_row_get_index (row));
  start = (gint) g_utf8_pointer_to_offset (get_text (self),
                                           get_text (self) + self->start);
  self->is_updating = TRUE;
  gtk_editable_delete_text (editable, start, end);
  gtk_editable_insert_text (editable, item->insert, -1, &start);
  gtk_editable_set_position (editable, start);
  self->is_updating = FALSE;
  g_signal_emit (self, signals[CHANGED], 0);
  if (g_str_has_suffix (item->insert, "."))
    open_list (self);
}

static void
move (StudioExpressionEntry *self, gint step)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (row != NULL)
    select_row (self, gtk_list_box_row_get_index (row) + step);
}

static gboolean
key_cb (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        StudioExpressionEntry *self)
{
  if (key == GDK_KEY_space && (state & GDK_CONTROL_MASK) != 0)
    {
      open_list (self);
      return TRUE;
    }
  if (!gtk_widget_get_visible (self->popover))
    return FALSE;
  if (key == GDK_KEY_Down || key == GDK_KEY_Up)
    move (self, key == GDK_KEY_Down ? 1 : -1);
  else if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_Tab)
    insert (self);
  else if (key == GDK_KEY_Escape)
    close_list (self);
  else
    return FALSE;

  return TRUE;
}

static void
changed_cb (GtkEditable *editable, StudioExpressionEntry *self)
{
  if (self->is_updating)
    return;
  g_signal_emit (self, signals[CHANGED], 0);
  if ((gtk_widget_get_state_flags (self->entry) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0)
    open_list (self);
}

static void
row_cb (GtkListBox *list, GtkListBoxRow *row, StudioExpressionEntry *self)
{
  gtk_list_box_select_row (list, row);
  insert (self);
}

void
studio_expression_entry_set_text (StudioExpressionEntry *self, const char *text)
{
  g_return_if_fail (STUDIO_IS_EXPRESSION_ENTRY (self));

  if (g_str_equal (get_text (self), text))
    return;
  self->is_updating = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  self->is_updating = FALSE;
}

const char *
studio_expression_entry_get_text (StudioExpressionEntry *self)
{
  return get_text (self);
}

void
studio_expression_entry_set_placeholder (StudioExpressionEntry *self, const char *text)
{
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), text);
}

void
studio_expression_entry_set_invalid (StudioExpressionEntry *self, gboolean is_invalid)
{
  g_return_if_fail (STUDIO_IS_EXPRESSION_ENTRY (self));

  if (is_invalid)
    gtk_widget_add_css_class (self->entry, "error");
  else
    gtk_widget_remove_css_class (self->entry, "error");
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
      is_invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static gboolean
studio_expression_entry_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (STUDIO_EXPRESSION_ENTRY (widget)->entry);
}

static void
add_popover (StudioExpressionEntry *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  self->scrolled = gtk_scrolled_window_new ();
  self->documentation = GTK_LABEL (gtk_label_new (NULL));
  self->popover = gtk_popover_new ();
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_BROWSE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scrolled),
                                                    TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scrolled), 180);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled),
                                 GTK_WIDGET (self->list));
  gtk_label_set_wrap (self->documentation, TRUE);
  gtk_label_set_xalign (self->documentation, 0);
  gtk_label_set_yalign (self->documentation, 0);
  gtk_label_set_max_width_chars (self->documentation, 40);
  gtk_widget_set_size_request (GTK_WIDGET (self->documentation), 280, 36);
  gtk_widget_add_css_class (GTK_WIDGET (self->documentation), "fact-detail");
  gtk_box_append (GTK_BOX (box), self->scrolled);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->documentation));
  gtk_widget_set_can_focus (box, FALSE);
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_BOTTOM);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Completions"), -1);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  g_signal_connect (self->list, "row-activated", G_CALLBACK (row_cb), self);
}

static void
add_entry (StudioExpressionEntry *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->entry = gtk_entry_new ();
  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_widget_add_css_class (self->entry, "expression");
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (close_list), self);
  gtk_widget_add_controller (self->entry, keys);
  gtk_widget_add_controller (self->entry, focus);
  gtk_widget_set_parent (self->entry, GTK_WIDGET (self));
  g_signal_connect (self->entry, "changed", G_CALLBACK (changed_cb), self);
}

GtkWidget *
studio_expression_entry_new (ImDocument *document, const char *name)
{
  StudioExpressionEntry *self = g_object_new (STUDIO_TYPE_EXPRESSION_ENTRY, NULL);

  self->document = g_object_ref (document);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);

  return GTK_WIDGET (self);
}

static void
studio_expression_entry_dispose (GObject *object)
{
  StudioExpressionEntry *self = STUDIO_EXPRESSION_ENTRY (object);

  self->is_updating = TRUE;
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->entry, gtk_widget_unparent);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (studio_expression_entry_parent_class)->dispose (object);
}

static void
studio_expression_entry_class_init (StudioExpressionEntryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_expression_entry_dispose;
  widget_class->grab_focus = studio_expression_entry_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  /* The user has changed the text. */
  signals[CHANGED] = g_signal_new ("changed", STUDIO_TYPE_EXPRESSION_ENTRY,
                                   G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   0);
}

static void
studio_expression_entry_init (StudioExpressionEntry *self)
{
  add_entry (self);
  add_popover (self);
}
