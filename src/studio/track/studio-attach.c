/* SPDX-License-Identifier: MIT */
#include "studio/track/studio-attach.h"

#include <glib/gi18n.h>
#include <string.h>

#include "recording/im-csv-cell.h"
#include "recording/im-recording-fit.h"
#include "recording/im-recording-preview.h"
#include "run/im-host.h"
#include "studio/track/studio-attach-facts.h"
#include "studio/track/studio-attach-reading.h"
#include "studio/track/studio-attach-table.h"

#define SHOWN_ROWS 8
#define MAX_COMBOS 16 /* elements that get a row each */

struct _StudioAttach
{
  AdwWindow parent_instance;

  GtkLabel *message;
  GtkWidget *attach;
  AdwPreferencesGroup *preview_group;
  GtkGrid *table;
  AdwPreferencesGroup *mapping;
  StudioAttachReading *reading;

  ImProgram *program;
  GArray *inputs;
  const ImInput *input;
  ImFeed *feed;
  ImRecordingPreview *preview; /* NULL of what cannot be looked at */
  GPtrArray *elements;         /* AdwComboRow of each element, of mapping */
  GCancellable *finding;       /* facts of all of it, or NULL */
  gboolean is_showing;         /* rows are set by the form */
  guint later;                 /* source that looks again, or 0 */
};

G_DEFINE_FINAL_TYPE (StudioAttach, studio_attach, ADW_TYPE_WINDOW)

enum
{
  ATTACHED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* The columns that go in, from 0; NULL if there are none such. */
static guint *
dup_columns (StudioAttach *self, guint *n)
{
  const ImRecordingPreview *preview = self->preview;
  const char *const *said = self->feed->options.channels;
  guint *columns;

  if (said != NULL)
    {
      *n = g_strv_length ((char **) said);
      return im_recording_find_columns (self->feed->path, preview->columns,
                                        preview->n_columns, said, NULL);
    }
  columns = g_new (guint, (gsize) preview->n_columns + 1);
  *n = 0;
  for (guint i = 0; i < preview->n_columns; i++)
    if (i != preview->time_column)
      columns[(*n)++] = i;

  return columns;
}

static void
set_columns (StudioAttach *self, const guint *columns, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *reference = im_recording_preview_dup_reference (self->preview,
                                                                       columns[i]);

      g_string_append_printf (text, "%s%s", i == 0 ? "" : ",", reference);
    }
  im_feed_set (self->feed, "channels", text->str, NULL);
}

static void show (StudioAttach *self);

static gboolean
show_again_cb (gpointer data)
{
  StudioAttach *self = data;

  self->later = 0;
  show (self);

  return G_SOURCE_REMOVE;
}

/* When the row that was changed has done what it does. */
static void
show_later (StudioAttach *self)
{
  if (self->later == 0)
    self->later = g_idle_add (show_again_cb, self);
}

static void
element_cb (StudioAttach *self)
{
  g_autofree guint *columns = g_new (guint, self->elements->len + 1);

  if (self->is_showing)
    return;
  for (guint i = 0; i < self->elements->len; i++)
    {
      guint selected = adw_combo_row_get_selected (g_ptr_array_index (self->elements, i));

      columns[i] = selected < self->preview->n_columns ? selected : 0;
    }
  set_columns (self, columns, self->elements->len);
  show_later (self);
}

static void
list_cb (StudioAttach *self, GtkEditable *row)
{
  const char *text = gtk_editable_get_text (row);

  if (self->is_showing)
    return;
  im_feed_set (self->feed, "channels", *text == '\0' ? NULL : text, NULL);
  show_later (self);
}

static GtkWidget *
new_element (StudioAttach *self, guint element)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autofree char *title = g_strdup_printf (
      /* Translators: %u is the number of an element of an input, from 1 */
      _ ("Element %u"), element + 1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (element_cb), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_add (self->mapping, row);

  return row;
}

static GtkWidget *
new_list (StudioAttach *self)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row),
                                 _ ("Columns, by name or number, with commas between"));
  g_signal_connect_object (row, "changed", G_CALLBACK (list_cb), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (self->mapping, row);

  return row;
}

/* A row for each element, or one for many. */
static void
make_elements (StudioAttach *self, guint n)
{
  gboolean is_list = n > MAX_COMBOS;
  guint n_rows = is_list ? 1 : n;

  if (self->elements->len == n_rows &&
      ADW_IS_ENTRY_ROW (g_ptr_array_index (self->elements, 0)) == is_list)
    return;
  for (guint i = 0; i < self->elements->len; i++)
    adw_preferences_group_remove (self->mapping, g_ptr_array_index (self->elements, i));
  g_ptr_array_set_size (self->elements, 0);
  for (guint i = 0; i < n_rows; i++)
    g_ptr_array_add (self->elements, is_list ? new_list (self) : new_element (self, i));
}

static void
show_mapping (StudioAttach *self)
{
  const ImRecordingPreview *preview = self->preview;
  g_autofree guint *columns = NULL;
  g_autofree char *text = im_feed_dup_text (self->feed, "channels");
  g_autoptr (GString) type = g_string_new (NULL);
  g_autofree char *title = g_strdup_printf (
      /* Translators: %s is the name of an input of a pipeline */
      _ ("Input “%s”"), self->input->name);
  guint n;

  columns = dup_columns (self, &n);
  studio_attach_table_show (self->table, preview, columns, n);
  im_tensor_type_append_text (&self->input->type, type);
  adw_preferences_group_set_title (self->mapping, title);
  adw_preferences_group_set_description (self->mapping, type->str);
  for (guint i = 0; i < self->elements->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (self->elements, i);
      if (ADW_IS_ENTRY_ROW (row))
        {
          if (!gtk_widget_has_focus (
                  GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (row)))))
            gtk_editable_set_text (GTK_EDITABLE (row), text == NULL ? "" : text);
          continue;
        }
      studio_attach_set_entries (
          ADW_COMBO_ROW (row), (const char *const *) preview->columns,
          columns != NULL && i < n ? columns[i] : GTK_INVALID_LIST_POSITION);
    }
}

/* What keeps it from being attached, or is worth knowing before. */
static char *
dup_question (const ImFeed *feed,
              const ImRecordingPreview *preview,
              const ImInput *input,
              gboolean *is_refused)
{
  const ImRecording *start = preview->start;
  double rate_hz;

  *is_refused = TRUE;
  if (start == NULL)
    return g_strdup (preview->problem);
  if (!im_recording_check_channels (start, input, NULL))
    return g_strdup_printf (
        ngettext ("The input “%s” takes %u channel, the recording has %u",
                  "The input “%s” takes %u channels, the recording has %u",
                  im_recording_count_channels (start, input)),
        input->name, im_recording_count_channels (start, input), start->n_channels);
  if (input->type.rate_hz <= 0 || feed->options.growth != NULL)
    {
      *is_refused = FALSE;
      return NULL;
    }
  if (start->rate_hz <= 0)
    return g_strdup (_ ("The recording does not say how many rows were taken in a "
                        "second"));

  *is_refused = FALSE;
  rate_hz = im_recording_get_frame_rate (start, input);
  if (im_input_has_rate (input, rate_hz))
    return NULL;

  return g_strdup_printf (
      _ ("The recording has %.6g frames of the input “%s” in a second, the pipeline "
         "expects %.6g. If it is attached, the pipeline computes as if they came at that "
         "rate."),
      rate_hz, input->name, input->type.rate_hz);
}

static void
say (StudioAttach *self, const char *text, gboolean is_refused)
{
  gtk_label_set_label (self->message, text == NULL ? "" : text);
  gtk_widget_set_visible (GTK_WIDGET (self->message), text != NULL);
  gtk_widget_remove_css_class (GTK_WIDGET (self->message), "error");
  gtk_widget_remove_css_class (GTK_WIDGET (self->message), "warning");
  gtk_widget_add_css_class (GTK_WIDGET (self->message), is_refused ? "error" : "warning");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "attach.attach", !is_refused);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *facts = studio_attach_facts_finish (result, &error);
  StudioAttach *self = data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (facts == NULL)
    say (self, error->message, TRUE);
  adw_preferences_group_set_description (self->preview_group, facts == NULL ? "" : facts);
}

static void
find_facts (StudioAttach *self)
{
  if (self->finding != NULL)
    g_cancellable_cancel (self->finding);
  g_clear_object (&self->finding);
  adw_preferences_group_set_description (self->preview_group, _ ("Reading…"));
  if (self->preview == NULL || self->preview->start == NULL)
    {
      adw_preferences_group_set_description (self->preview_group, "");
      return;
    }
  self->finding = g_cancellable_new ();
  studio_attach_facts_find (self->feed, self->finding, found_cb, self);
}

/* Looks at the file as the feed says now. */
static void
show (StudioAttach *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *question = NULL;
  gboolean is_refused = TRUE;

  self->is_showing = TRUE;
  g_clear_pointer (&self->preview, im_recording_preview_free);
  self->preview = im_recording_preview_load (self->feed->path, &self->feed->options,
                                             SHOWN_ROWS, &error);
  gtk_widget_set_sensitive (GTK_WIDGET (self->mapping), self->preview != NULL);
  if (self->preview != NULL)
    {
      question = dup_question (self->feed, self->preview, self->input, &is_refused);
      studio_attach_reading_show (self->reading, self->feed, self->preview);
      show_mapping (self);
    }
  say (self, error != NULL ? error->message : question, is_refused);
  find_facts (self);
  self->is_showing = FALSE;
}

/* What was typed wrong is said, and what was said before stays. */
static void
changed_cb (StudioAttach *self, const char *problem)
{
  if (problem == NULL)
    show_later (self);
  else
    say (self, problem, TRUE);
}

/* Of more channels than the input takes the first that hold numbers. */
static void
propose_columns (StudioAttach *self, guint n)
{
  const ImRecordingPreview *preview = self->preview;
  g_autofree guint *columns = g_new (guint, (gsize) n + 1);
  guint n_found = 0;
  char **cells;

  if (preview->rows->len == 0)
    return;
  cells = g_ptr_array_index (preview->rows, 0);
  for (guint i = 0; i < preview->n_columns && cells[i] != NULL && n_found < n; i++)
    {
      double number;

      if (i != preview->time_column &&
          im_csv_parse_number (cells[i], strlen (cells[i]),
                               preview->decimal == 0 ? '.' : preview->decimal,
                               &number) == IM_CSV_NUMBER)
        columns[n_found++] = i;
    }
  if (n_found == n)
    set_columns (self, columns, n);
}

/* How many channels the input takes, as far as the start of the recording shows. */
static guint
count_elements (StudioAttach *self)
{
  const ImShape *shape = &self->input->type.shape;

  if (self->preview != NULL && self->preview->start != NULL)
    return im_recording_count_channels (self->preview->start, self->input);

  return shape->rank == 0 ? 1 : (guint) MAX (shape->size[0], 1);
}

static void
begin (StudioAttach *self)
{
  g_autofree char *name = g_filename_display_basename (self->feed->path);
  guint n;

  adw_preferences_group_set_title (self->preview_group, name);
  show (self);
  n = count_elements (self);
  make_elements (self, n);
  if (self->preview != NULL && self->feed->options.channels == NULL &&
      (self->preview->start == NULL || self->preview->start->n_channels != n))
    propose_columns (self, n);
  show (self);
}

static void
attach_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_signal_emit (widget, signals[ATTACHED], 0);
  gtk_window_close (GTK_WINDOW (widget));
}

static void
cancel_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_window_close (GTK_WINDOW (widget));
}

static void
studio_attach_dispose (GObject *object)
{
  StudioAttach *self = STUDIO_ATTACH (object);

  g_clear_handle_id (&self->later, g_source_remove);
  if (self->finding != NULL)
    g_cancellable_cancel (self->finding);
  g_clear_object (&self->finding);
  G_OBJECT_CLASS (studio_attach_parent_class)->dispose (object);
}

static void
studio_attach_finalize (GObject *object)
{
  StudioAttach *self = STUDIO_ATTACH (object);

  g_clear_pointer (&self->preview, im_recording_preview_free);
  g_clear_pointer (&self->feed, im_feed_free);
  g_clear_pointer (&self->inputs, g_array_unref);
  g_clear_pointer (&self->program, im_program_unref);
  g_ptr_array_unref (self->elements);
  G_OBJECT_CLASS (studio_attach_parent_class)->finalize (object);
}

static void
studio_attach_class_init (StudioAttachClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = studio_attach_dispose;
  G_OBJECT_CLASS (class)->finalize = studio_attach_finalize;
  signals[ATTACHED] = g_signal_new ("attached", STUDIO_TYPE_ATTACH, G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-attach.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioAttach, message);
  gtk_widget_class_bind_template_child (widget_class, StudioAttach, attach);
  gtk_widget_class_bind_template_child_full (
      widget_class, "preview", FALSE, G_STRUCT_OFFSET (StudioAttach, preview_group));
  gtk_widget_class_bind_template_child (widget_class, StudioAttach, table);
  gtk_widget_class_bind_template_child (widget_class, StudioAttach, mapping);
  gtk_widget_class_bind_template_child (widget_class, StudioAttach, reading);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_install_action (widget_class, "attach.attach", NULL, attach_action);
  gtk_widget_class_install_action (widget_class, "attach.cancel", NULL, cancel_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "attach.cancel",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK,
                                       "attach.attach", NULL);
}

static void
studio_attach_init (StudioAttach *self)
{
  self->elements = g_ptr_array_new ();
  g_type_ensure (STUDIO_TYPE_ATTACH_READING);
  gtk_widget_init_template (GTK_WIDGET (self));
}

gboolean
studio_attach_is_certain (const ImFeed *feed, const ImProgram *program)
{
  g_autoptr (GArray) inputs = im_host_list_inputs (program);
  const ImInput *input = im_inputs_find_data ((const ImInput *) (gpointer) inputs->data,
                                              inputs->len);
  g_autoptr (ImRecordingPreview) preview = NULL;
  g_autofree char *question = NULL;
  gboolean is_refused;

  if (input == NULL)
    return TRUE;
  preview = im_recording_preview_load (feed->path, &feed->options, 1, NULL);
  if (preview == NULL)
    return FALSE;
  question = dup_question (feed, preview, input, &is_refused);

  return question == NULL;
}

StudioAttach *
studio_attach_present (GtkWindow *parent, const ImFeed *feed, ImProgram *program)
{
  StudioAttach *self;

  g_return_val_if_fail (GTK_IS_WINDOW (parent), NULL);

  self = g_object_new (STUDIO_TYPE_ATTACH, "transient-for", parent, NULL);
  self->program = im_program_ref (program);
  self->inputs = im_host_list_inputs (program);
  self->input = im_inputs_find_data ((const ImInput *) (gpointer) self->inputs->data,
                                     self->inputs->len);
  self->feed = im_feed_copy (feed);
  begin (self);
  gtk_window_present (GTK_WINDOW (self));

  return self;
}

const ImFeed *
studio_attach_get_feed (StudioAttach *self)
{
  g_return_val_if_fail (STUDIO_IS_ATTACH (self), NULL);

  return self->feed;
}
