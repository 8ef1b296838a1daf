/* SPDX-License-Identifier: MIT */
#include "studio/track/studio-attach.h"

#include <glib/gi18n.h>
#include <string.h>

#include "studio/picture/studio-recording-window.h"
#include "studio/track/studio-attach-facts.h"
#include "studio/track/studio-attach-inputs.h"
#include "studio/track/studio-attach-reading.h"
#include "studio/track/studio-attach-table.h"
#include "studio/track/studio-feeds.h"

#define MAX_COMBOS 16 /* elements that get a row each */
#define MAX_OFFERS 3  /* files of other inputs that get a button each */

struct _StudioAttach
{
  AdwWindow parent_instance;

  GtkLabel *message;
  GtkWidget *attach;
  StudioAttachInputs *inputs_group;
  GtkStack *pages;
  GtkBox *offers;
  AdwPreferencesGroup *preview_group;
  GtkGrid *table;
  AdwPreferencesGroup *mapping;
  StudioAttachReading *reading;

  GPtrArray *feeds;      /* StudioFeed of each input that takes a recording */
  guint chosen;          /* of them */
  GPtrArray *elements;   /* AdwComboRow of each element, of mapping */
  GCancellable *finding; /* facts of all of it, or NULL */
  gboolean is_showing;   /* rows are set by the form */
  guint later;           /* source that looks again, or 0 */
  ImFeed *result;        /* what is said of all inputs, or NULL */
};

G_DEFINE_FINAL_TYPE (StudioAttach, studio_attach, ADW_TYPE_WINDOW)

enum
{
  ATTACHED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static StudioFeed *
get_chosen (StudioAttach *self)
{
  return g_ptr_array_index (self->feeds, self->chosen);
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
  StudioFeed *feed = get_chosen (self);

  if (self->is_showing || feed->preview == NULL)
    return;
  for (guint i = 0; i < self->elements->len; i++)
    {
      guint selected = adw_combo_row_get_selected (g_ptr_array_index (self->elements, i));

      columns[i] = selected < feed->preview->n_columns ? selected : 0;
    }
  studio_feed_set_columns (feed, columns, self->elements->len);
  show_later (self);
}

static void
list_cb (StudioAttach *self, GtkEditable *row)
{
  const char *text = gtk_editable_get_text (row);

  if (self->is_showing)
    return;
  im_feed_set (get_chosen (self)->feed, "channels", *text == '\0' ? NULL : text, NULL);
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
  const StudioFeed *feed = get_chosen (self);
  const ImRecordingPreview *preview = feed->preview;
  g_autofree guint *columns = NULL;
  g_autofree char *text = im_feed_dup_text (feed->feed, "channels");
  g_autoptr (GString) type = g_string_new (NULL);
  g_autofree char *title = g_strdup_printf (
      /* Translators: %s is the name of an input of a pipeline */
      _ ("Input “%s”"), feed->input.name);
  guint n;

  columns = studio_feed_dup_columns (feed, &n);
  studio_attach_table_show (self->table, preview, columns, n);
  im_tensor_type_append_text (&feed->input.type, type);
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
  if (get_chosen (self)->preview == NULL || get_chosen (self)->preview->start == NULL)
    {
      adw_preferences_group_set_description (self->preview_group, "");
      return;
    }
  self->finding = g_cancellable_new ();
  studio_attach_facts_find (get_chosen (self)->feed, self->finding, found_cb, self);
}

/* Whether the recording of an input keeps all of them from being attached. */
static gboolean
is_refused (StudioAttach *self)
{
  gboolean has_some = FALSE;

  for (guint i = 0; i < self->feeds->len; i++)
    {
      const StudioFeed *feed = g_ptr_array_index (self->feeds, i);

      has_some = has_some || feed->feed != NULL;
      if (feed->is_refused)
        return TRUE;
    }

  return !has_some;
}

/* What is open: of the input that is chosen, or of another one, or that one has nothing.
 */
static void
say_question (StudioAttach *self)
{
  const char *question = get_chosen (self)->question;
  g_autofree char *missing = studio_feeds_dup_missing (self->feeds);
  g_autofree char *text = NULL;

  for (guint i = 0; question == NULL && i < self->feeds->len; i++)
    question = ((const StudioFeed *) g_ptr_array_index (self->feeds, i))->question;
  if (question == NULL && missing != NULL)
    /* Translators: %s are names of inputs of a pipeline */
    question = text = g_strdup_printf (
        _ ("There is no recording for %s yet; pipes show what they carry as soon as each "
           "input has one"),
        missing);
  say (self, question, is_refused (self));
}

static void begin (StudioAttach *self);

static void
offer_cb (StudioAttach *self, GtkButton *button)
{
  const StudioFeed *other = g_object_get_data (G_OBJECT (button), "feed");
  ImFeed *feed = im_feed_copy (other->feed);

  im_feed_set (feed, "channels", NULL, NULL);
  studio_feeds_set (self->feeds, self->chosen, feed);
  begin (self);
}

static void
add_offer (StudioAttach *self, StudioFeed *other)
{
  g_autofree char *name = g_filename_display_basename (other->feed->path);
  g_autofree char *label = g_strdup_printf (
      /* Translators: %s is the name of a file that another input has already */
      _ ("Use “%s”, Too"), name);
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))),
                           PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "pill");
  g_object_set_data (G_OBJECT (button), "feed", other);
  g_signal_connect_object (button, "clicked", G_CALLBACK (offer_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (self->offers, button);
}

/* The files of other inputs, which may have columns for this one, too. */
static void
show_offers (StudioAttach *self)
{
  GtkWidget *child;
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->offers))) != NULL)
    gtk_box_remove (self->offers, child);
  for (guint i = 0; i < self->feeds->len; i++)
    {
      StudioFeed *other = g_ptr_array_index (self->feeds, i);

      if (other->preview != NULL && g_hash_table_size (seen) < MAX_OFFERS &&
          g_hash_table_add (seen, other->feed->path))
        add_offer (self, other);
    }
}

/* Shows what is known of the input that is chosen. */
static void
show_chosen (StudioAttach *self)
{
  StudioFeed *feed = get_chosen (self);

  self->is_showing = TRUE;
  gtk_widget_set_visible (GTK_WIDGET (self->inputs_group), self->feeds->len > 1);
  studio_attach_inputs_show (self->inputs_group, self->feeds, self->chosen);
  gtk_stack_set_visible_child_name (self->pages, feed->feed == NULL ? "none" : "file");
  gtk_widget_set_sensitive (GTK_WIDGET (self->mapping), feed->preview != NULL);
  if (feed->preview != NULL)
    {
      studio_attach_reading_show (self->reading, feed->feed, feed->preview,
                                  self->feeds->len > 1);
      show_mapping (self);
    }
  say_question (self);
  self->is_showing = FALSE;
}

/* Looks at the file as the feed says now. */
static void
show (StudioAttach *self)
{
  studio_feed_look (get_chosen (self));
  show_chosen (self);
  find_facts (self);
}

/* What was typed wrong is said, and what was said before stays. Recordings begin
 * together, or none does. */
static void
changed_cb (StudioAttach *self, const char *problem)
{
  for (guint i = 0; i < self->feeds->len; i++)
    {
      StudioFeed *feed = g_ptr_array_index (self->feeds, i);

      if (feed->feed != NULL)
        feed->feed->options.is_aligned = get_chosen (self)->feed->options.is_aligned;
    }
  if (problem == NULL)
    show_later (self);
  else
    say (self, problem, TRUE);
}

static void
begin (StudioAttach *self)
{
  const StudioFeed *feed = get_chosen (self);
  g_autofree char *name = feed->feed == NULL
                              ? NULL
                              : g_filename_display_basename (feed->feed->path);

  g_clear_handle_id (&self->later, g_source_remove);
  adw_preferences_group_set_title (self->preview_group, name == NULL ? "" : name);
  if (feed->feed != NULL)
    make_elements (self, studio_feed_count_elements (feed));
  else
    show_offers (self);
  show_chosen (self);
  find_facts (self);
}

static void
choose_cb (StudioAttach *self, guint number)
{
  self->chosen = number;
  begin (self);
}

static void
remove_cb (StudioAttach *self, guint number)
{
  studio_feeds_set (self->feeds, number, NULL);
  choose_cb (self, number);
}

static void
take_cb (StudioAttach *self, guint number, const char *path)
{
  studio_feeds_set (self->feeds, number, im_feed_new (path));
  choose_cb (self, number);
}

static void
chosen_file_cb (GtkNativeDialog *dialog, int response, StudioAttach *self)
{
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      path = g_file_get_path (file);
    }
  if (path != NULL)
    take_cb (self, self->chosen, path);
  g_object_unref (dialog);
}

static void
open_cb (StudioAttach *self, guint number)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Choose a Recording"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_OPEN,
      _ ("_Open"), _ ("_Cancel"));

  choose_cb (self, number);
  studio_recording_add_filter (GTK_FILE_CHOOSER (dialog));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (chosen_file_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
open_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  open_cb (STUDIO_ATTACH (widget), STUDIO_ATTACH (widget)->chosen);
}

static void
attach_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioAttach *self = STUDIO_ATTACH (widget);

  im_feed_free (self->result);
  self->result = studio_feeds_dup (self->feeds);
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

  g_clear_pointer (&self->result, im_feed_free);
  g_clear_pointer (&self->feeds, g_ptr_array_unref);
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
      widget_class, "inputs", FALSE, G_STRUCT_OFFSET (StudioAttach, inputs_group));
  gtk_widget_class_bind_template_child (widget_class, StudioAttach, pages);
  gtk_widget_class_bind_template_child (widget_class, StudioAttach, offers);
  gtk_widget_class_bind_template_child_full (
      widget_class, "preview", FALSE, G_STRUCT_OFFSET (StudioAttach, preview_group));
  gtk_widget_class_bind_template_child (widget_class, StudioAttach, table);
  gtk_widget_class_bind_template_child (widget_class, StudioAttach, mapping);
  gtk_widget_class_bind_template_child (widget_class, StudioAttach, reading);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, choose_cb);
  gtk_widget_class_bind_template_callback (widget_class, open_cb);
  gtk_widget_class_bind_template_callback (widget_class, remove_cb);
  gtk_widget_class_bind_template_callback (widget_class, take_cb);
  gtk_widget_class_install_action (widget_class, "attach.open", NULL, open_action);
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
  g_type_ensure (STUDIO_TYPE_ATTACH_INPUTS);
  g_type_ensure (STUDIO_TYPE_ATTACH_READING);
  gtk_widget_init_template (GTK_WIDGET (self));
}

StudioAttach *
studio_attach_present (GtkWindow *parent, GPtrArray *feeds, guint chosen)
{
  StudioAttach *self;

  g_return_val_if_fail (GTK_IS_WINDOW (parent), NULL);
  g_return_val_if_fail (chosen < feeds->len, NULL);

  self = g_object_new (STUDIO_TYPE_ATTACH, "transient-for", parent, NULL);
  self->feeds = feeds;
  self->chosen = chosen;
  begin (self);
  gtk_window_present (GTK_WINDOW (self));

  return self;
}

const ImFeed *
studio_attach_get_feed (StudioAttach *self)
{
  g_return_val_if_fail (STUDIO_IS_ATTACH (self), NULL);

  return self->result;
}
