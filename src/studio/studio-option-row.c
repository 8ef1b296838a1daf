/* SPDX-License-Identifier: MIT */
#include "studio/studio-option-row.h"

#include <string.h>

struct _StudioOptionRow
{
  AdwActionRow parent_instance;

  ImDocument *document;
  guint layer;
  char *option;
  GtkWidget *control;
  gboolean is_updating;
};

G_DEFINE_FINAL_TYPE (StudioOptionRow, studio_option_row, ADW_TYPE_ACTION_ROW)

static const ImDocumentLayer *
get_layer (StudioOptionRow *self)
{
  return im_document_get_layer (self->document, self->layer);
}

static const ImParameter *
get_option (StudioOptionRow *self)
{
  const ImUnit *unit = get_layer (self)->unit;

  return unit == NULL ? NULL : im_unit_find_parameter (unit, self->option);
}

/* The expression that the file has for the option, or NULL. */
static const char *
get_expression (StudioOptionRow *self)
{
  const ImUnitNode *node = get_layer (self)->node;

  for (guint i = 0; i < node->n_arguments; i++)
    if (strcmp (node->arguments[i].parameter.text, self->option) == 0)
      return node->arguments[i].value == NULL ? NULL : node->arguments[i].value->text;

  return NULL;
}

static void
set_expression (StudioOptionRow *self, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (self->is_updating)
    return;
  im_document_set_argument (self->document, self->layer, self->option,
                            text != NULL && *text == '\0' ? NULL : text, &error);
  if (error != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (self), error->message);
}

static gboolean
is_being_edited (GtkWidget *entry)
{
  return (gtk_widget_get_state_flags (entry) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
}

/* A field that is empty for a moment, while a text is replaced, is not the default yet.
 */
static void
entry_changed_cb (GtkEditable *entry, StudioOptionRow *self)
{
  const char *text = gtk_editable_get_text (entry);

  if (*text != '\0' || !is_being_edited (GTK_WIDGET (entry)))
    set_expression (self, text);
}

static void
entry_done_cb (StudioOptionRow *self)
{
  set_expression (self, gtk_editable_get_text (GTK_EDITABLE (self->control)));
}

static void
add_entry (StudioOptionRow *self, const ImParameter *option)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->control = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->control), option->initial.text == NULL
                                                                 ? "0"
                                                                 : option->initial.text);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->control), 12);
  gtk_widget_add_controller (self->control, focus);
  g_signal_connect (self->control, "changed", G_CALLBACK (entry_changed_cb), self);
  g_signal_connect_swapped (self->control, "activate", G_CALLBACK (entry_done_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (entry_done_cb), self);
}

static gboolean
state_set_cb (GtkSwitch *control, gboolean state, StudioOptionRow *self)
{
  set_expression (self, state ? "true" : "false");
  return FALSE;
}

static void
choice_cb (GtkDropDown *control, GParamSpec *spec, StudioOptionRow *self)
{
  const ImParameter *option = get_option (self);
  guint selected = gtk_drop_down_get_selected (control);

  if (option != NULL && selected < option->n_items)
    set_expression (self, option->items[selected].value.text);
}

static void
add_choices (StudioOptionRow *self, const ImParameter *option)
{
  g_autoptr (GtkStringList) labels = gtk_string_list_new (NULL);

  for (guint i = 0; i < option->n_items; i++)
    gtk_string_list_append (labels, option->items[i].label);
  self->control = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&labels)), NULL);
  g_signal_connect (self->control, "notify::selected", G_CALLBACK (choice_cb), self);
}

static void
add_control (StudioOptionRow *self, const ImParameter *option)
{
  if (option->n_items > 0)
    add_choices (self, option);
  else if (option->kind == IM_PARAMETER_BOOL)
    {
      self->control = gtk_switch_new ();
      g_signal_connect (self->control, "state-set", G_CALLBACK (state_set_cb), self);
    }
  else
    add_entry (self, option);
  gtk_widget_set_valign (self->control, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->control),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, option->text, -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->control);
}

static guint
find_choice (const ImParameter *option, const char *text)
{
  const char *wanted = text == NULL ? option->initial.text : text;

  for (guint i = 0; i < option->n_items; i++)
    if (g_strcmp0 (option->items[i].value.text, wanted) == 0)
      return i;

  return GTK_INVALID_LIST_POSITION;
}

/* Leaves a field alone that says the same, so that the cursor does not move. */
static void
update_control (StudioOptionRow *self, const ImParameter *option, const ImValue *value)
{
  const char *text = get_expression (self);

  if (GTK_IS_DROP_DOWN (self->control))
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->control),
                                find_choice (option, text));
  else if (GTK_IS_SWITCH (self->control))
    gtk_switch_set_active (GTK_SWITCH (self->control), value != NULL && value->boolean);
  else if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->control)),
                      text == NULL ? "" : text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->control), text == NULL ? "" : text);
}

static void
update_subtitle (StudioOptionRow *self, const ImValue *value)
{
  g_autoptr (GString) text = g_string_new ("= ");
  g_autofree char *escaped = NULL;

  if (value != NULL)
    im_value_append_display (value, text);
  else
    g_string_assign (text, "no value: see the problems");
  escaped = g_markup_escape_text (text->str, -1);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), escaped);
}

void
studio_option_row_update (StudioOptionRow *self)
{
  const ImParameter *option = get_option (self);
  ImUnitEvaluation *evaluation = get_layer (self)->evaluation;
  ImValue value;
  gboolean is_known;

  if (option == NULL)
    return;
  is_known = evaluation != NULL &&
             im_unit_evaluation_get_value (evaluation, option, &value, NULL);
  self->is_updating = TRUE;
  update_control (self, option, is_known ? &value : NULL);
  update_subtitle (self, is_known ? &value : NULL);
  self->is_updating = FALSE;
}

GtkWidget *
studio_option_row_new (ImDocument *document, guint layer, const ImParameter *option)
{
  StudioOptionRow *self = g_object_new (STUDIO_TYPE_OPTION_ROW, NULL);

  self->document = g_object_ref (document);
  self->layer = layer;
  self->option = g_strdup (option->name.text);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), option->text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), option->description);
  add_control (self, option);
  studio_option_row_update (self);

  return GTK_WIDGET (self);
}

static void
studio_option_row_dispose (GObject *object)
{
  StudioOptionRow *self = STUDIO_OPTION_ROW (object);

  g_clear_object (&self->document);
  g_clear_pointer (&self->option, g_free);
  G_OBJECT_CLASS (studio_option_row_parent_class)->dispose (object);
}

static void
studio_option_row_class_init (StudioOptionRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_option_row_dispose;
}

static void
studio_option_row_init (StudioOptionRow *self)
{
}
