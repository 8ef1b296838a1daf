/* SPDX-License-Identifier: MIT
 *
 * What differs between the file, which another program has changed, and what is open: a
 * list by meaning, where the user decides which of the two stays.
 */
#include <glib/gi18n.h>
#include <string.h>

#include "base/im-file.h"
#include "diff/im-diff.h"
#include "document/disk/im-document-disk.h"
#include "studio/page/studio-page-private.h"
#include "unit/im-unit-format.h"

#define LIST_WIDTH  420 /* least, in pixels */
#define LIST_HEIGHT 320 /* most */

/* What the file has now; NULL with a message if it is no unit file. */
static ImUnitFile *
read_file (ImDocument *document, char **message)
{
  const char *path = im_document_get_path (document);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = im_file_read (path, IM_UNIT_FORMAT_MAX_BYTES, &error);
  ImUnitFile *file = bytes == NULL ? NULL : im_unit_file_parse (bytes, path, problems);

  if (bytes == NULL)
    *message = g_strdup (error->message);
  else if (file == NULL)
    *message = g_strdup (im_diagnostics_get (problems, 0)->message);

  return file;
}

/* A line for each change from the file to what is open. */
static char *
dup_lines (ImDocument *document)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (ImDiff) difference = im_diff_new ();
  g_auto (GStrv) code = im_document_list_changed_code (document);
  g_autofree char *message = NULL;
  g_autoptr (ImUnitFile) file = read_file (document, &message);
  ImUnitLibrary *library = im_document_get_library (document);

  if (file == NULL)
    return g_steal_pointer (&message);
  im_diff_add_files (difference, file, library, im_document_get_file (document), library);
  for (guint i = 0; i < im_diff_get_count (difference); i++)
    {
      g_autofree char *line = im_change_dup_line (im_diff_get (difference, i));

      g_string_append_printf (out, "%s\n", line);
    }
  for (guint i = 0; code[i] != NULL; i++)
    g_string_append_printf (out, "~  %s\n", code[i]);
  if (out->len == 0)
    return g_strdup (_ ("Nothing but comments and layout."));
  g_string_truncate (out, out->len - 1);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static GtkWidget *
new_list (ImDocument *document)
{
  g_autofree char *lines = dup_lines (document);
  GtkWidget *label = gtk_label_new (lines);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_widget_add_css_class (label, "monospace");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), label);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled),
                                              LIST_HEIGHT);
  gtk_widget_set_size_request (scrolled, LIST_WIDTH, -1);

  return scrolled;
}

static void
response_cb (StudioPage *self, const char *response)
{
  if (self->document != NULL && strcmp (response, "close") != 0)
    gtk_widget_activate_action (GTK_WIDGET (self), response, NULL);
}

static void
compare_action (StudioPage *self, const char *name, GVariant *parameter)
{
  GtkWidget *window = adw_message_dialog_new (
      studio_page_get_window (self), _ ("What Differs"),
      _ ("From the file to what is open here: what was added (+), removed (-), changed "
         "(~) and moved (↕)."));
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (window);

  studio_page_flush_code (self);
  adw_message_dialog_set_extra_child (dialog, new_list (self->document));
  adw_message_dialog_add_responses (dialog, "close", _ ("_Close"), "disk.reload",
                                    _ ("_Reload"), "disk.keep", _ ("_Keep Mine"), NULL);
  adw_message_dialog_set_default_response (dialog, "close");
  adw_message_dialog_set_close_response (dialog, "close");
  g_signal_connect_object (dialog, "response", G_CALLBACK (response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (window));
}

void
studio_page_install_compare_action (GtkWidgetClass *window_class)
{
  static const StudioPageAction action = {
    "disk.compare", compare_action, 0, 0, NULL, NULL
  };

  studio_page_install (window_class, &action, 1);
}
