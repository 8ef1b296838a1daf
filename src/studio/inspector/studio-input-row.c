/* SPDX-License-Identifier: MIT */
#include "studio/inspector/studio-input-row.h"

#include <glib/gi18n.h>

struct _StudioInputRow
{
  AdwEntryRow parent_instance;

  ImDocument *document;
  char *name;  /* of the input */
  char *shown; /* the type that the document has */
  GtkWidget *message_row;
  GtkLabel *message;
};

G_DEFINE_FINAL_TYPE (StudioInputRow, studio_input_row, ADW_TYPE_ENTRY_ROW)

static const ImParameter *
find_input (StudioInputRow *self)
{
  return im_unit_find_parameter (im_document_get_unit (self->document), self->name);
}

/* Shows what is wrong, NULL for nothing; a message of the library begins a sentence. */
static void
set_problem (StudioInputRow *self, const char *problem)
{
  g_autofree char *sentence = g_strdup (problem == NULL ? "" : problem);

  *sentence = g_ascii_toupper (*sentence);
  gtk_widget_set_visible (self->message_row, problem != NULL);
  gtk_label_set_label (self->message, sentence);
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_INVALID,
      problem == NULL ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE, -1);
  if (problem == NULL)
    gtk_widget_remove_css_class (GTK_WIDGET (self), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self), "error");
}

static void
apply_cb (StudioInputRow *self)
{
  const ImParameter *input = find_input (self);
  g_autoptr (GError) error = NULL;

  if (input == NULL)
    return;
  if (im_document_set_input_type (self->document, input,
                                  gtk_editable_get_text (GTK_EDITABLE (self)), &error))
    set_problem (self, NULL);
  else if (error != NULL)
    set_problem (self, error->message);
}

/* A message is about the text that was applied. */
static void
changed_cb (StudioInputRow *self)
{
  set_problem (self, NULL);
}

GtkWidget *
studio_input_row_get_message (StudioInputRow *self)
{
  g_return_val_if_fail (STUDIO_IS_INPUT_ROW (self), NULL);

  return self->message_row;
}

void
studio_input_row_update (StudioInputRow *self)
{
  const ImParameter *input;
  const ImTensorType *type;
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_if_fail (STUDIO_IS_INPUT_ROW (self));
  input = find_input (self);
  type = input == NULL ? NULL : im_document_get_input_type (self->document, input);
  if (type != NULL)
    im_tensor_type_append_text (type, text);
  if (g_strcmp0 (self->shown, text->str) == 0)
    return;
  g_free (self->shown);
  self->shown = g_strdup (text->str);
  /* The button belongs to what somebody types. */
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (self), FALSE);
  gtk_editable_set_text (GTK_EDITABLE (self), text->str);
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (self), TRUE);
}

GtkWidget *
studio_input_row_new (ImDocument *document, const char *name)
{
  StudioInputRow *self = g_object_new (STUDIO_TYPE_INPUT_ROW, NULL);
  const ImParameter *input;

  self->document = g_object_ref (document);
  self->name = g_strdup (name);
  input = find_input (self);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), input->text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self),
                               _ ("Type, shape and rate, such as float32[?,3]@16000; ? "
                                  "stands for a size that is not known yet"));
  studio_input_row_update (self);

  return GTK_WIDGET (self);
}

static void
studio_input_row_dispose (GObject *object)
{
  StudioInputRow *self = STUDIO_INPUT_ROW (object);

  g_clear_object (&self->document);
  g_clear_object (&self->message_row);
  G_OBJECT_CLASS (studio_input_row_parent_class)->dispose (object);
}

static void
studio_input_row_finalize (GObject *object)
{
  StudioInputRow *self = STUDIO_INPUT_ROW (object);

  g_free (self->name);
  g_free (self->shown);
  G_OBJECT_CLASS (studio_input_row_parent_class)->finalize (object);
}

static void
studio_input_row_class_init (StudioInputRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_input_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_input_row_finalize;
}

static void
studio_input_row_init (StudioInputRow *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  self->message = GTK_LABEL (label);
  self->message_row = g_object_ref_sink (
      g_object_new (ADW_TYPE_PREFERENCES_ROW, "activatable", FALSE, "focusable", FALSE,
                    "visible", FALSE, "child", label, NULL));
  gtk_label_set_wrap (self->message, TRUE);
  gtk_label_set_xalign (self->message, 0);
  gtk_widget_add_css_class (label, "error");
  gtk_widget_add_css_class (label, "export-message");
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_RELATION_ERROR_MESSAGE, label, -1);
  g_signal_connect (self, "apply", G_CALLBACK (apply_cb), NULL);
  g_signal_connect (self, "changed", G_CALLBACK (changed_cb), NULL);
}
