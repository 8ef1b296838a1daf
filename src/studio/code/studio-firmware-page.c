/* SPDX-License-Identifier: MIT */
#include "studio/code/studio-firmware-page.h"

#include <glib/gi18n.h>
#include <string.h>

#include "studio/code/studio-firmware-calls.h"
#include "studio/code/studio-firmware.h"
#include "studio/common/studio-code-page.h"

struct _StudioFirmwarePage
{
  GtkWidget parent_instance;

  GtkBox *bar;
  GtkDropDown *files;
  GtkLabel *size;
  GtkSpinner *spinner;
  StudioCodePage *page;

  ImDocument *document;
  StudioFirmware *firmware; /* of the document as it was */
  GArray *calls;            /* StudioFirmwareCall, of the file that is shown */
  gboolean is_stale;
  gboolean is_emitting;
  gboolean is_updating;
  gint layer;
};

G_DEFINE_FINAL_TYPE (StudioFirmwarePage, studio_firmware_page, GTK_TYPE_WIDGET)

enum
{
  SELECTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const char *
get_layer_name (StudioFirmwarePage *self)
{
  return self->layer < 0 ||
                 self->layer >= (gint) im_document_get_n_layers (self->document)
             ? NULL
             : im_document_get_layer (self->document, (guint) self->layer)->name;
}

static void
tint (StudioFirmwarePage *self, gboolean scrolls)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (StudioCodeLines));
  const char *name = self->document == NULL ? NULL : get_layer_name (self);

  for (guint i = 0; self->calls != NULL && name != NULL && i < self->calls->len; i++)
    {
      StudioFirmwareCall *call = &g_array_index (self->calls, StudioFirmwareCall, i);

      if (strcmp (call->layer, name) == 0)
        g_array_append_val (lines, call->lines);
    }
  studio_code_page_tint (self->page, (const StudioCodeLines *) lines->data, lines->len,
                         scrolls);
}

static gint
find_layer (StudioFirmwarePage *self, const char *name)
{
  for (guint i = 0; i < im_document_get_n_layers (self->document); i++)
    if (strcmp (im_document_get_layer (self->document, i)->name, name) == 0)
      return (gint) i;

  return -1;
}

static void
cursor_cb (StudioFirmwarePage *self)
{
  GtkTextBuffer *buffer = studio_code_page_get_buffer (self->page);
  GtkTextIter cursor;
  guint line;

  if (self->is_updating || self->calls == NULL ||
      !gtk_widget_has_focus (GTK_WIDGET (studio_code_page_get_view (self->page))))
    return;
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  line = (guint) gtk_text_iter_get_line (&cursor);
  for (guint i = 0; i < self->calls->len; i++)
    {
      StudioFirmwareCall *call = &g_array_index (self->calls, StudioFirmwareCall, i);
      gint layer;

      if (line < call->lines.first || line > call->lines.last)
        continue;
      layer = find_layer (self, call->layer);
      if (layer < 0 || layer == self->layer)
        return;
      self->layer = layer;
      tint (self, FALSE);
      g_signal_emit (self, signals[SELECTED], 0, layer);
      return;
    }
}

static void
show_file (StudioFirmwarePage *self)
{
  guint index = gtk_drop_down_get_selected (self->files);
  g_autofree char *size = NULL;
  const char *text;
  GBytes *bytes;
  gsize length;

  if (self->is_updating || self->firmware == NULL ||
      index >= im_artifacts_get_count (self->firmware->artifacts))
    return;
  bytes = im_artifacts_get_bytes (self->firmware->artifacts, index);
  text = g_bytes_get_data (bytes, &length);
  g_autofree char *copy = g_strndup (text, length);

  self->is_updating = TRUE;
  studio_code_page_set_text (self->page, copy);
  self->is_updating = FALSE;
  g_clear_pointer (&self->calls, g_array_unref);
  self->calls = studio_firmware_list_calls (copy);
  size = g_format_size (length);
  gtk_label_set_label (self->size, size);
  tint (self, TRUE);
}

static void
say_problems (StudioFirmwarePage *self)
{
  const ImDiagnostics *problems = self->firmware->problems;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (problem->severity == IM_SEVERITY_ERROR)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "",
                                problem->message);
    }
  studio_code_page_say (self->page, _ ("No Firmware"),
                        text->len > 0 ? text->str
                                      : _ ("A pipeline has an input and an output."));
}

/* Keeps the file that is chosen: its place in the list is the same each time. */
static void
list_files (StudioFirmwarePage *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint n = im_artifacts_get_count (self->firmware->artifacts);
  guint selected = gtk_drop_down_get_selected (self->files);

  for (guint i = 0; i < n; i++)
    gtk_string_list_append (names, im_artifacts_get_path (self->firmware->artifacts, i));
  self->is_updating = TRUE;
  gtk_drop_down_set_model (self->files, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->files, selected < n ? selected : n - 1);
  self->is_updating = FALSE;
}

static void
show (StudioFirmwarePage *self)
{
  gboolean has_files = self->firmware->prefix != NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->bar), has_files);
  if (has_files)
    {
      list_files (self);
      show_file (self);
    }
  else
    say_problems (self);
}

static void refresh (StudioFirmwarePage *self);

/* The page may be gone in the meantime, or the document may have gone on. */
static void
emitted_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (StudioFirmwarePage) self = data;
  g_autoptr (StudioFirmware) firmware = studio_firmware_emit_finish (result);

  self->is_emitting = FALSE;
  if (self->document == NULL)
    return;
  gtk_spinner_stop (self->spinner);
  g_clear_pointer (&self->firmware, studio_firmware_free);
  self->firmware = g_steal_pointer (&firmware);
  show (self);
  refresh (self);
}

static void
refresh (StudioFirmwarePage *self)
{
  if (!self->is_stale || self->is_emitting || self->document == NULL ||
      !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->is_stale = FALSE;
  self->is_emitting = TRUE;
  gtk_spinner_start (self->spinner);
  studio_firmware_emit_async (self->document, emitted_cb, g_object_ref (self));
}

void
studio_firmware_page_update (StudioFirmwarePage *self, ImDocument *document)
{
  g_return_if_fail (STUDIO_IS_FIRMWARE_PAGE (self));

  g_set_object (&self->document, document);
  self->is_stale = TRUE;
  refresh (self);
}

void
studio_firmware_page_select (StudioFirmwarePage *self, gint layer)
{
  if (self->layer == layer)
    return;
  self->layer = layer;
  tint (self, TRUE);
}

void
studio_firmware_page_start_search (StudioFirmwarePage *self)
{
  studio_code_page_start_search (self->page);
}

static void
studio_firmware_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (studio_firmware_page_parent_class)->map (widget);
  refresh (STUDIO_FIRMWARE_PAGE (widget));
}

static void
studio_firmware_page_dispose (GObject *object)
{
  StudioFirmwarePage *self = STUDIO_FIRMWARE_PAGE (object);
  GtkWidget *child;

  g_clear_object (&self->document);
  g_clear_pointer (&self->firmware, studio_firmware_free);
  g_clear_pointer (&self->calls, g_array_unref);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (studio_firmware_page_parent_class)->dispose (object);
}

static void
studio_firmware_page_class_init (StudioFirmwarePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_firmware_page_dispose;
  widget_class->map = studio_firmware_page_map;

  /**
   * StudioFirmwarePage::selected:
   * @page: the page
   * @layer: the layer whose call has the cursor
   *
   * The cursor was put into a call of another layer.
   */
  signals[SELECTED] = g_signal_new ("selected", STUDIO_TYPE_FIRMWARE_PAGE,
                                    G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                    1, G_TYPE_INT);
  g_type_ensure (STUDIO_TYPE_CODE_PAGE);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-firmware-page.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioFirmwarePage, bar);
  gtk_widget_class_bind_template_child (widget_class, StudioFirmwarePage, files);
  gtk_widget_class_bind_template_child (widget_class, StudioFirmwarePage, size);
  gtk_widget_class_bind_template_child (widget_class, StudioFirmwarePage, spinner);
  gtk_widget_class_bind_template_child (widget_class, StudioFirmwarePage, page);
}

static void
studio_firmware_page_init (StudioFirmwarePage *self)
{
  self->layer = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_code_page_set_language (self->page, "c", _ ("Firmware"));
  g_signal_connect_swapped (self->files, "notify::selected", G_CALLBACK (show_file),
                            self);
  g_signal_connect_swapped (studio_code_page_get_buffer (self->page),
                            "notify::cursor-position", G_CALLBACK (cursor_cb), self);
}
