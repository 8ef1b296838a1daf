/* SPDX-License-Identifier: MIT
 *
 * One ZIP file instead of a folder. Entries come in the order of the list, with fixed
 * permissions and without times, which would be those of a time zone, so that the same
 * files give the same bytes. Names are UTF-8 and said to be, in any locale.
 */
#include <archive.h>
#include <archive_entry.h>
#include <string.h>

#include "artifact/im-artifacts-private.h"
#include "base/im-file.h"

typedef struct archive Archive;
typedef struct archive_entry Entry;

static la_ssize_t
append_cb (Archive *archive, void *data, const void *bytes, size_t length)
{
  g_byte_array_append (data, bytes, (guint) length);
  return (la_ssize_t) length;
}

static gboolean
write_entry (Archive *archive, const char *folder, const char *path, GBytes *bytes)
{
  g_autofree char *full = g_build_filename (folder, path, NULL);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  Entry *entry = archive_entry_new ();
  gboolean done;

  archive_entry_set_pathname (entry, full);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, im_artifacts_is_program (data, length) ? 0755 : 0644);
  archive_entry_set_size (entry, (la_int64_t) length);
  done = archive_write_header (archive, entry) == ARCHIVE_OK &&
         archive_write_data (archive, data, length) == (la_ssize_t) length;
  archive_entry_free (entry);

  return done;
}

static GBytes *
pack (const ImArtifacts *artifacts, const char *folder, GError **error)
{
  GByteArray *out = g_byte_array_new ();
  Archive *archive = archive_write_new ();
  gboolean done = archive_write_set_format_zip (archive) == ARCHIVE_OK &&
                  archive_write_set_bytes_in_last_block (archive, 1) == ARCHIVE_OK &&
                  archive_write_open (archive, out, NULL, append_cb, NULL) == ARCHIVE_OK;

  for (guint i = 0; done && i < im_artifacts_get_count (artifacts); i++)
    done = write_entry (archive, folder, im_artifacts_get_path (artifacts, i),
                        im_artifacts_get_bytes (artifacts, i));
  done = done && archive_write_close (archive) == ARCHIVE_OK;
  if (!done)
    g_set_error (error, IM_ARTIFACTS_ERROR, IM_ARTIFACTS_ERROR_FAILED,
                 "cannot pack the files: %s", archive_error_string (archive));
  archive_write_free (archive);
  if (!done)
    {
      g_byte_array_unref (out);
      return NULL;
    }

  return g_byte_array_free_to_bytes (out);
}

GBytes *
im_artifacts_pack (const ImArtifacts *artifacts, const char *folder, GError **error)
{
  locale_t own = im_artifacts_begin_locale ();
  GBytes *bytes = pack (artifacts, folder, error);

  im_artifacts_end_locale (own);

  return bytes;
}

/* Whether a text is in the file of that name, in any folder. */
static gboolean
has_text (Archive *archive, Entry *entry, const char *name, const char *text)
{
  g_autofree char *base = g_path_get_basename (archive_entry_pathname (entry));
  g_autofree char *content = NULL;
  la_ssize_t length;

  if (strcmp (base, name) != 0)
    return FALSE;
  content = g_malloc (IM_ARTIFACTS_MARKER_MAX_BYTES);
  length = archive_read_data (archive, content, IM_ARTIFACTS_MARKER_MAX_BYTES);

  return length > 0 && g_strstr_len (content, (gssize) length, text) != NULL;
}

static gboolean
is_export (GBytes *bytes)
{
  Archive *archive = archive_read_new ();
  gsize length;
  const void *data = g_bytes_get_data (bytes, &length);
  gboolean found = FALSE;
  Entry *entry;

  archive_read_support_format_zip (archive);
  if (archive_read_open_memory (archive, data, length) == ARCHIVE_OK)
    while (!found && archive_read_next_header (archive, &entry) == ARCHIVE_OK)
      found = has_text (archive, entry, IM_ARTIFACTS_MARKER_FILE,
                        IM_ARTIFACTS_MARKER_TEXT);
  archive_read_free (archive);

  return found;
}

ImArtifactsPlace
im_artifacts_look_at_zip (const char *path)
{
  g_autoptr (GBytes) old = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return IM_ARTIFACTS_PLACE_FREE;
  old = im_file_read (path, IM_ARTIFACTS_MAX_BYTES, NULL);
  if (old == NULL)
    return IM_ARTIFACTS_PLACE_FOREIGN;
  if (g_bytes_get_size (old) == 0)
    return IM_ARTIFACTS_PLACE_FREE;

  return is_export (old) ? IM_ARTIFACTS_PLACE_EXPORT : IM_ARTIFACTS_PLACE_FOREIGN;
}

gboolean
im_artifacts_check_zip (const char *path, GError **error)
{
  if (im_artifacts_look_at_zip (path) != IM_ARTIFACTS_PLACE_FOREIGN)
    return TRUE;

  g_set_error (
      error, IM_ARTIFACTS_ERROR, IM_ARTIFACTS_ERROR_FOREIGN,
      "%s is not replaced: expected a new file, or an earlier export with its %s", path,
      IM_ARTIFACTS_MARKER_FILE);
  return FALSE;
}

gboolean
im_artifacts_write_zip (const ImArtifacts *artifacts,
                        const char *folder,
                        const char *path,
                        GError **error)
{
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  g_autofree char *parent = g_path_get_dirname (full);
  g_autofree char *made = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (!im_artifacts_check_zip (full, error))
    return FALSE;
  bytes = im_artifacts_pack (artifacts, folder, error);
  if (bytes == NULL || !im_artifacts_make_parents (parent, &made, error))
    return FALSE;
  if (im_file_write_atomically (full, bytes, NULL, error))
    return TRUE;
  im_artifacts_remove_parents (parent, made);

  return FALSE;
}
