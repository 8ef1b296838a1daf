/* SPDX-License-Identifier: MIT */
#include "studio/inspector/studio-array-row.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/disk/im-document-new.h"
#include "document/help/im-argument-error.h"
#include "document/state/im-document-graph.h"
#include "document/state/im-document-value.h"
#include "studio/inspector/studio-array-file.h"
#include "studio/inspector/studio-expression-entry.h"

#define MAX_SHOWN   8 /* elements of an array */
#define PLACEHOLDER "System.readArray(\"weights.npy\")"

struct _StudioArrayRow
{
  AdwPreferencesRow parent_instance;

  StudioExpressionEntry *entry;
  GtkLabel *value;
  GtkLabel *caret;
  GtkLabel *error;

  GtkFileChooserNative *chooser;
  ImDocument *document;
  guint layer;
  char *input;
  gboolean is_updating;
};

G_DEFINE_FINAL_TYPE (StudioArrayRow, studio_array_row, ADW_TYPE_PREFERENCES_ROW)

gboolean
studio_array_row_is_for (ImDocument *document, guint layer, const ImParameter *parameter)
{
  const ImUnit *unit = im_document_get_unit (document);

  if (parameter->kind != IM_PARAMETER_INPUT || parameter->socket->is_time ||
      unit->kind != IM_UNIT_COMPOSITE || unit->is_preprocessor)
    return FALSE;

  return im_graph_get_pipe (im_document_get_layer (document, layer)->unit, parameter) ==
             NULL ||
         im_document_is_array (document, layer, parameter->name.text);
}

static void
set_text (GtkLabel *label, const char *text)
{
  gtk_label_set_label (label, text == NULL ? "" : text);
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && *text != '\0');
}

/* A row that loses the focus because its layer is gone still hears of it. */
static gboolean
is_there (StudioArrayRow *self)
{
  return self->layer < im_document_get_n_layers (self->document) &&
         im_document_get_layer (self->document, self->layer)->unit != NULL;
}

static void
set_argument (StudioArrayRow *self, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (self->is_updating || !is_there (self))
    return;
  im_document_set_argument (self->document, self->layer, self->input,
                            *text == '\0' ? NULL : text, &error);
  if (error != NULL)
    set_text (self->error, error->message);
}

/* A field that is empty for a moment, while a text is replaced, says nothing yet. */
static void
entry_cb (StudioArrayRow *self)
{
  const char *text = studio_expression_entry_get_text (self->entry);

  if (*text != '\0')
    set_argument (self, text);
}

static void
entry_left_cb (StudioArrayRow *self)
{
  if (*studio_expression_entry_get_text (self->entry) == '\0')
    set_argument (self, "");
}

/* The array that the layer gets, shortened; NULL if it gets none. */
static char *
dup_value (StudioArrayRow *self)
{
  const ImProgram *program = im_document_get_program (self->document);
  const char *path = im_document_get_layer (self->document, self->layer)->name;
  const ImArray *array = im_program_find_constant (program, path, self->input);
  GString *text = g_string_new ("= ");
  const char *elements;

  if (array != NULL)
    im_array_append_text (array, MAX_SHOWN, text);

  /* Lines break between elements, not in them. */
  elements = strchr (text->str, '{');
  if (elements != NULL)
    {
      g_auto (GStrv) parts = g_strsplit (elements, ",", -1);
      g_autofree char *spaced = g_strjoinv (", ", parts);

      g_string_truncate (text, (gsize) (elements - text->str));
      g_string_append_c (text, ' ');
      g_string_append (text, spaced);
    }

  return g_string_free (text, array == NULL);
}

void
studio_array_row_update (StudioArrayRow *self)
{
  g_autofree char *caret = NULL, *error = NULL, *value = NULL;
  const char *text;

  g_return_if_fail (STUDIO_IS_ARRAY_ROW (self));
  if (!is_there (self))
    return;
  text = im_document_get_argument (self->document, self->layer, self->input);
  error = im_argument_error_dup (self->document, self->layer, self->input, &caret);
  value = dup_value (self);
  self->is_updating = TRUE;
  studio_expression_entry_set_text (self->entry, text == NULL ? "" : text);
  studio_expression_entry_set_invalid (self->entry, error != NULL);
  self->is_updating = FALSE;
  set_text (self->value, value);
  set_text (self->caret, error == NULL ? NULL : caret);
  set_text (self->error, error);
}

static GtkLabel *
add_label (GtkBox *box, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (box, label);

  return GTK_LABEL (label);
}

static void
take_file (StudioArrayRow *self, GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (path == NULL || !is_there (self))
    return;
  text = studio_array_file_take (self->document, path, &error);
  if (text == NULL)
    set_text (self->error, error->message);
  else
    set_argument (self, text);
}

static void
chosen_cb (GtkNativeDialog *dialog, int response, StudioArrayRow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

      take_file (self, file);
    }
  g_clear_object (&self->chooser);
}

static void
choose_cb (StudioArrayRow *self)
{
  g_autofree char *folder = im_document_dup_folder (self->document);
  g_autoptr (GFile) start = g_file_new_for_path (folder);

  g_clear_object (&self->chooser);
  self->chooser = studio_array_file_new_chooser (
      GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))));
  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self->chooser), start, NULL);
  g_signal_connect (self->chooser, "response", G_CALLBACK (chosen_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static gboolean
dropped_cb (GtkDropTarget *target,
            const GValue *value,
            double x,
            double y,
            StudioArrayRow *self)
{
  GSList *files = gdk_file_list_get_files (g_value_get_boxed (value));

  if (files != NULL)
    take_file (self, files->data);
  g_slist_free (files);

  return TRUE;
}

/* A file is chosen, or dropped on the row. */
static void
add_file (StudioArrayRow *self, GtkBox *line)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("document-open-symbolic");
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  gtk_widget_set_tooltip_text (button, _ ("Choose a File of Numbers"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Choose a File of Numbers"), -1);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (choose_cb), self);
  gtk_box_append (line, button);
  g_signal_connect (drop, "drop", G_CALLBACK (dropped_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
}

static void
add_entry (StudioArrayRow *self, GtkBox *box, const ImParameter *input)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkWidget *entry = studio_expression_entry_new (self->document, input->text);
  GtkBox *line = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4));

  self->entry = STUDIO_EXPRESSION_ENTRY (entry);
  studio_expression_entry_set_placeholder (self->entry, PLACEHOLDER);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_box_append (line, entry);
  gtk_box_append (box, GTK_WIDGET (line));
  add_file (self, line);
  gtk_widget_add_controller (entry, focus);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (entry_left_cb), self);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (entry_cb), self);
}

static void
build (StudioArrayRow *self, const ImParameter *input)
{
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 4));
  GtkLabel *name = add_label (box, NULL);

  gtk_widget_add_css_class (GTK_WIDGET (box), "fact");
  gtk_label_set_label (name, input->text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (name), input->name.text);
  add_entry (self, box, input);
  self->value = add_label (box, NULL);
  self->caret = add_label (box, "caret");
  gtk_label_set_wrap (self->caret, FALSE);
  gtk_label_set_ellipsize (self->caret, PANGO_ELLIPSIZE_END);
  self->error = add_label (box, "error");
  set_text (add_label (box, "fact-detail"), input->description);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), GTK_WIDGET (box));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  input->text, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  input->description == NULL ? "" : input->description,
                                  -1);
}

GtkWidget *
studio_array_row_new (ImDocument *document, guint layer, const ImParameter *input)
{
  StudioArrayRow *self = g_object_new (STUDIO_TYPE_ARRAY_ROW, "activatable", FALSE,
                                       "focusable", FALSE, NULL);

  self->document = g_object_ref (document);
  self->layer = layer;
  self->input = g_strdup (input->name.text);
  build (self, input);
  studio_array_row_update (self);

  return GTK_WIDGET (self);
}

static void
studio_array_row_dispose (GObject *object)
{
  StudioArrayRow *self = STUDIO_ARRAY_ROW (object);

  self->is_updating = TRUE;
  g_clear_object (&self->chooser);
  g_clear_object (&self->document);
  g_clear_pointer (&self->input, g_free);
  G_OBJECT_CLASS (studio_array_row_parent_class)->dispose (object);
}

static void
studio_array_row_class_init (StudioArrayRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_array_row_dispose;
}

static void
studio_array_row_init (StudioArrayRow *self)
{
}
