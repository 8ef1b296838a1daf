/* SPDX-License-Identifier: MIT */
#include "studio/inspector/studio-array-file.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/im-file.h"
#include "document/disk/im-document-new.h"

#define MAX_BYTES (256 * 1024 * 1024) /* of a file that is copied */

/* The path of a file below a folder; NULL if it lies elsewhere. */
static char *
dup_relative (const char *folder, const char *path)
{
  g_autoptr (GFile) root = g_file_new_for_path (folder);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return g_file_get_relative_path (root, file);
}

static gboolean
holds (const char *path, GBytes *bytes)
{
  g_autoptr (GBytes) there = im_file_read (path, MAX_BYTES, NULL);

  return there != NULL && g_bytes_equal (there, bytes);
}

/* A name in the folder that no other file has: `weights-2.npy` beside `weights.npy`. */
static char *
dup_free_name (const char *folder, const char *path, GBytes *bytes, gboolean *is_there)
{
  g_autofree char *base = g_path_get_basename (path);
  const char *dot = strrchr (base, '.');

  for (guint i = 1;; i++)
    {
      g_autofree char *name = i == 1 ? g_strdup (base)
                                     : g_strdup_printf ("%.*s-%u%s", (int) (dot - base),
                                                        base, i, dot);
      g_autofree char *full = g_build_filename (folder, name, NULL);

      *is_there = holds (full, bytes);
      if (*is_there || !g_file_test (full, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&name);
    }
}

static char *
copy (const char *folder, const char *path, GError **error)
{
  g_autoptr (GBytes) bytes = im_file_read (path, MAX_BYTES, error);
  g_autofree char *name = NULL, *full = NULL;
  gboolean is_there;

  if (bytes == NULL)
    return NULL;
  name = dup_free_name (folder, path, bytes, &is_there);
  full = g_build_filename (folder, name, NULL);
  if (!is_there && !im_file_write_atomically (full, bytes, NULL, error))
    return NULL;

  return g_steal_pointer (&name);
}

char *
studio_array_file_take (ImDocument *document, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (im_document_get_path (document));
  g_autofree char *name = NULL;
  g_autoptr (GString) quoted = NULL;
  gboolean is_text = g_str_has_suffix (path, ".csv");

  if (im_document_is_untitled (document))
    {
      g_set_error_literal (
          error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
          _ ("Save the pipeline first: it reads arrays from files in its folder"));
      return NULL;
    }
  if (!is_text && !g_str_has_suffix (path, ".npy"))
    {
      g_autofree char *base = g_filename_display_basename (path);

      /* Translators: %s is the name of a file */
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   _ ("“%s” is no file of an array: these end with .npy or .csv"), base);
      return NULL;
    }
  name = dup_relative (folder, path);
  if (name == NULL)
    name = copy (folder, path, error);
  if (name == NULL)
    return NULL;
  quoted = g_string_new (name);
  g_string_replace (quoted, "\\", "\\\\", 0);
  g_string_replace (quoted, "\"", "\\\"", 0);

  /* A text does not say its type. */
  return g_strdup_printf ("System.readArray(\"%s\"%s)", quoted->str,
                          is_text ? ", System.Float32" : "");
}

GtkFileChooserNative *
studio_array_file_new_chooser (GtkWindow *parent)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Choose an Array"), parent, GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Arrays (.npy, .csv)"));
  gtk_file_filter_add_suffix (filter, "npy");
  gtk_file_filter_add_suffix (filter, "csv");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);

  return dialog;
}
