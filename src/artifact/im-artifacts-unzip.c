/* SPDX-License-Identifier: MIT
 *
 * A ZIP archive as files in memory. What the archive says of sizes is not believed: what
 * comes out is counted while it does.
 */
#include <archive.h>
#include <archive_entry.h>
#include <string.h>

#include "artifact/im-artifacts-private.h"

#define CHUNK_BYTES (64 * 1024)

typedef struct archive Archive;
typedef struct archive_entry Entry;

typedef struct
{
  Archive *archive;
  ImArtifacts *files;
  GHashTable *names; /* path in one case → whether it is a folder */
  char *folder;      /* of the first entry */
  gsize n_bytes;
} Unpacking;

static gboolean
refuse (GError **error, const char *path, const char *reason)
{
  g_autofree char *shown = g_utf8_make_valid (path, -1);

  g_strdelimit (shown, "\r\n\t", ' ');
  g_set_error (error, IM_ARTIFACTS_ERROR, IM_ARTIFACTS_ERROR_BAD, "“%s”: %s", shown,
               reason);
  return FALSE;
}

/* Notes a path, and the folders that it is in, in one case. */
static gboolean
claim (Unpacking *self, const char *path, GError **error)
{
  g_autofree char *folded = g_utf8_casefold (path, -1);

  if (g_hash_table_contains (self->names, folded))
    return refuse (error, path,
                   GPOINTER_TO_INT (g_hash_table_lookup (self->names, folded))
                       ? "it is a folder, too"
                       : "the name is there twice, upper and lower case being the same");
  for (const char *slash = strchr (folded, '/'); slash != NULL;
       slash = strchr (slash + 1, '/'))
    {
      char *above = g_strndup (folded, (gsize) (slash - folded));
      gpointer is_folder = GINT_TO_POINTER (TRUE);

      if (g_hash_table_lookup_extended (self->names, above, NULL, &is_folder) &&
          !GPOINTER_TO_INT (is_folder))
        {
          g_free (above);
          return refuse (error, path, "one of its folders is a file, too");
        }
      g_hash_table_insert (self->names, above, GINT_TO_POINTER (TRUE));
    }
  g_hash_table_insert (self->names, g_steal_pointer (&folded), GINT_TO_POINTER (FALSE));

  return TRUE;
}

/* The content of an entry as far as it may go. */
static GBytes *
read_content (Unpacking *self, const char *path, GError **error)
{
  g_autoptr (GByteArray) content = g_byte_array_new ();
  g_autofree guint8 *chunk = g_malloc (CHUNK_BYTES);
  la_ssize_t length;

  while ((length = archive_read_data (self->archive, chunk, CHUNK_BYTES)) > 0)
    {
      self->n_bytes += (gsize) length;
      if (self->n_bytes > IM_ARTIFACTS_MAX_BYTES)
        {
          refuse (error, path, "the files are larger than 256 MB together");
          return NULL;
        }
      g_byte_array_append (content, chunk, (guint) length);
    }
  if (length < 0)
    {
      refuse (error, path, archive_error_string (self->archive));
      return NULL;
    }

  return g_byte_array_free_to_bytes (g_steal_pointer (&content));
}

static const char *
find_wrong_kind (Entry *entry)
{
  if (archive_entry_hardlink (entry) != NULL)
    return "links are not unpacked";
  if (archive_entry_is_encrypted (entry))
    return "files with a password are not unpacked";
  if (archive_entry_filetype (entry) == AE_IFLNK)
    return "links are not unpacked";
  if (archive_entry_filetype (entry) != AE_IFREG &&
      archive_entry_filetype (entry) != AE_IFDIR)
    return "only files are unpacked, no devices and pipes";

  return NULL;
}

/* All files are in one folder, that of the first one. */
static gboolean
take_folder (Unpacking *self, const char *path, GError **error)
{
  const char *slash = strchr (path, '/');
  g_autofree char *folder = slash == NULL ? NULL
                                          : g_strndup (path, (gsize) (slash - path));

  if (folder == NULL)
    return refuse (error, path, "expected all files in one folder");
  if (self->folder == NULL)
    self->folder = g_strdup (folder);

  return strcmp (self->folder, folder) == 0 ||
         refuse (error, path, "expected all files in one folder");
}

static gboolean
take (Unpacking *self, Entry *entry, GError **error)
{
  const char *name = archive_entry_pathname (entry);
  g_autofree char *path = g_strdup (name == NULL ? "" : name);
  g_autoptr (GBytes) content = NULL;
  gboolean is_folder = archive_entry_filetype (entry) == AE_IFDIR;
  const char *wrong;

  if (is_folder && g_str_has_suffix (path, "/"))
    path[strlen (path) - 1] = '\0';
  wrong = im_artifacts_check_path (path);
  if (wrong == NULL)
    wrong = find_wrong_kind (entry);
  if (wrong != NULL)
    return refuse (error, path, wrong);
  if (is_folder)
    return TRUE;
  if (im_artifacts_get_count (self->files) >= IM_ARTIFACTS_MAX_FILES)
    return refuse (error, path, "there are more than 5,000 files");
  if (!take_folder (self, path, error) || !claim (self, path, error))
    return FALSE;
  content = read_content (self, path, error);
  if (content == NULL)
    return FALSE;
  im_artifacts_add (self->files, strchr (path, '/') + 1, content);

  return TRUE;
}

static gboolean
unpack (Unpacking *self, GBytes *bytes, GError **error)
{
  gsize length;
  const void *data = g_bytes_get_data (bytes, &length);
  gboolean is_fine = TRUE;
  Entry *entry;
  int status;

  archive_read_support_format_zip (self->archive);
  status = archive_read_open_memory (self->archive, data, length);
  while (status == ARCHIVE_OK && is_fine &&
         (status = archive_read_next_header (self->archive, &entry)) == ARCHIVE_OK)
    is_fine = take (self, entry, error);
  if (is_fine && status != ARCHIVE_EOF)
    {
      g_set_error (error, IM_ARTIFACTS_ERROR, IM_ARTIFACTS_ERROR_BAD,
                   "expected a ZIP archive: %s", archive_error_string (self->archive));
      return FALSE;
    }
  if (is_fine && im_artifacts_get_count (self->files) == 0)
    {
      g_set_error (error, IM_ARTIFACTS_ERROR, IM_ARTIFACTS_ERROR_BAD,
                   "there is no file in the archive");
      return FALSE;
    }

  return is_fine;
}

ImArtifacts *
im_artifacts_unpack (GBytes *bytes, char **folder, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        NULL);
  g_autoptr (ImArtifacts) files = im_artifacts_new ();
  Unpacking self = { archive_read_new (), files, names, NULL, 0 };
  locale_t own = im_artifacts_begin_locale ();
  gboolean is_fine = unpack (&self, bytes, error);

  archive_read_free (self.archive);
  im_artifacts_end_locale (own);
  if (!is_fine)
    {
      g_free (self.folder);
      return NULL;
    }
  *folder = self.folder;

  return g_steal_pointer (&files);
}
