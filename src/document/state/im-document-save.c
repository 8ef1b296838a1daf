/* SPDX-License-Identifier: MIT
 *
 * A document is saved with its code: all files that have changes, as one.
 */
#include <string.h>

#include "base/im-file-group.h"
#include "base/im-file.h"
#include "document/state/im-document-code.h"
#include "document/state/im-document-private.h"

static void
clear_content (gpointer data)
{
  ImFileContent *content = data;

  g_free ((char *) content->path);
  g_clear_pointer (&content->expected, g_bytes_unref);
}

/* Takes over @path and @expected. */
static void
add_content (GArray *contents, char *path, GBytes *bytes, GBytes *expected)
{
  ImFileContent content = { path, bytes, expected };

  g_array_append_val (contents, content);
}

static GBytes *
ref_nullable (GBytes *bytes)
{
  return bytes == NULL ? NULL : g_bytes_ref (bytes);
}

/* What is to be written where the document is already. The document itself is also
 * written if nothing has changed. */
static void
add_changed (ImDocument *self, GArray *contents)
{
  GBytes *bytes = im_history_get_bytes (self->history);

  for (guint i = 1; i < im_history_get_n_files (self->history); i++)
    if (!im_history_is_file_saved (self->history, i))
      add_content (
          contents,
          im_document_dup_code_path (self, im_history_get_file_name (self->history, i)),
          im_history_get_file_bytes (self->history, i),
          ref_nullable (im_history_get_file_saved (self->history, i)));
  if (contents->len == 0 || self->on_disk == NULL ||
      !g_bytes_equal (bytes, self->on_disk))
    add_content (contents, g_strdup (self->path), bytes, ref_nullable (self->on_disk));
}

/* The code that was edited comes along to another folder, where nothing else may have its
 * name. */
static gboolean
add_elsewhere (ImDocument *self, const char *path, GArray *contents, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (absolute);

  for (guint i = 1; i < im_history_get_n_files (self->history); i++)
    {
      GBytes *bytes = im_history_get_file_bytes (self->history, i);
      const char *name = im_history_get_file_name (self->history, i);
      g_autofree char *own = im_document_dup_code_path (self, name);
      g_autofree char *target = g_canonicalize_filename (name, folder);
      g_autofree char *around = g_path_get_dirname (target);
      g_autoptr (GBytes) there = im_file_read (target, IM_DOCUMENT_MAX_BYTES, NULL);
      GBytes *saved = im_history_get_file_saved (self->history, i);
      gboolean is_own = strcmp (own, target) == 0;

      if (there != NULL && g_bytes_equal (there, bytes))
        continue;
      if (there != NULL && !is_own)
        {
          g_set_error (error, IM_FILE_ERROR, IM_FILE_ERROR_FAILED,
                       "cannot write '%s': there is another file of that name, and the "
                       "code of the unit must have it",
                       target);
          return FALSE;
        }
      g_mkdir_with_parents (around, 0777);
      add_content (contents, g_steal_pointer (&target), bytes,
                   is_own ? ref_nullable (saved) : NULL);
    }
  add_content (contents, g_strdup (path), im_history_get_bytes (self->history),
               im_file_read (path, IM_DOCUMENT_MAX_BYTES, NULL));

  return TRUE;
}

/* One file may be a link to wherever, and may be there although it is expected to be new.
 */
static gboolean
write_all (const GArray *contents, const char *path, GError **error)
{
  const ImFileContent *first = &g_array_index (contents, ImFileContent, 0);
  g_autofree char *folder = g_path_get_dirname (path);

  return contents->len == 1 ? im_file_write_atomically (first->path, first->bytes,
                                                        first->expected, error)
                            : im_file_write_group (folder, first, contents->len, error);
}

gboolean
im_document_save (ImDocument *self, const char *path, GError **error)
{
  g_autoptr (GArray) contents = NULL;
  gboolean is_same;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);

  contents = g_array_new (FALSE, FALSE, sizeof (ImFileContent));
  g_array_set_clear_func (contents, clear_content);
  is_same = path == NULL || g_strcmp0 (path, self->path) == 0;
  if (is_same)
    add_changed (self, contents);
  else if (!add_elsewhere (self, path, contents, error))
    return FALSE;
  if (!write_all (contents, is_same ? self->path : path, error))
    return FALSE;

  g_clear_pointer (&self->on_disk, g_bytes_unref);
  self->on_disk = g_bytes_ref (im_history_get_bytes (self->history));
  im_history_set_saved (self->history);
  if (!is_same)
    {
      g_free (self->path);
      self->path = g_strdup (path);
    }
  im_document_show_again (self);

  return TRUE;
}
