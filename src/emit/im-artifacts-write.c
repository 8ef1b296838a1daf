/* SPDX-License-Identifier: MIT
 *
 * The new folder is made beside the old one, so that the exchange is two renames on one
 * file system; if the second one fails the first is taken back.
 */
#include "emit/im-artifacts-private.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "base/im-file.h"

static gboolean G_GNUC_PRINTF (2, 3) fail (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, IM_ARTIFACTS_ERROR, IM_ARTIFACTS_ERROR_FAILED, message);

  return FALSE;
}

/* Symbolic links are removed, not followed. */
static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (!g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    dir = g_dir_open (path, 0, NULL);
  if (dir == NULL)
    {
      g_unlink (path);
      return;
    }

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_rmdir (path);
}

static gboolean
is_empty (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  return dir != NULL && g_dir_read_name (dir) == NULL;
}

static gboolean
is_export (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, IM_ARTIFACTS_MARKER_FILE, NULL);
  g_autoptr (GBytes) bytes = im_file_read (path, IM_ARTIFACTS_MARKER_MAX_BYTES, NULL);
  gsize length;
  const char *text = bytes == NULL ? NULL : g_bytes_get_data (bytes, &length);

  return text != NULL &&
         g_strstr_len (text, (gssize) length, IM_ARTIFACTS_MARKER_TEXT) != NULL;
}

ImArtifactsPlace
im_artifacts_look_at_folder (const char *folder)
{
  gboolean is_link = g_file_test (folder, G_FILE_TEST_IS_SYMLINK);

  if (!is_link && (!g_file_test (folder, G_FILE_TEST_EXISTS) || is_empty (folder)))
    return IM_ARTIFACTS_PLACE_FREE;

  return !is_link && is_export (folder) ? IM_ARTIFACTS_PLACE_EXPORT
                                        : IM_ARTIFACTS_PLACE_FOREIGN;
}

static gboolean
check_folder (const char *folder, GError **error)
{
  if (im_artifacts_look_at_folder (folder) != IM_ARTIFACTS_PLACE_FOREIGN)
    return TRUE;

  g_set_error (error, IM_ARTIFACTS_ERROR, IM_ARTIFACTS_ERROR_FOREIGN,
               "%s is not replaced: expected a folder that is empty, new, or an earlier "
               "export with its %s",
               folder, IM_ARTIFACTS_MARKER_FILE);
  return FALSE;
}

/* Whether something can be made beside a path, or, if folders around it are missing, in
 * the first one that is there. */
static gboolean
check_surroundings (const char *full, GError **error)
{
  g_autofree char *above = g_path_get_dirname (full);

  while (!g_file_test (above, G_FILE_TEST_EXISTS))
    {
      char *next = g_path_get_dirname (above);

      g_free (above);
      above = next;
    }
  if (!g_file_test (above, G_FILE_TEST_IS_DIR))
    return fail (error, "cannot write to the folder %s: %s", above, g_strerror (ENOTDIR));
  if (g_access (above, W_OK | X_OK) != 0)
    return fail (error, "cannot write to the folder %s: %s", above, g_strerror (errno));

  return TRUE;
}

gboolean
im_artifacts_check (const char *path, gboolean is_zip, GError **error)
{
  g_autofree char *full = g_canonicalize_filename (path, NULL);

  return (is_zip ? im_artifacts_check_zip (full, error) : check_folder (full, error)) &&
         check_surroundings (full, error);
}

gboolean
im_artifacts_is_program (const char *data, gsize length)
{
  return (length >= 2 && memcmp (data, "#!", 2) == 0) ||
         (length >= 4 && memcmp (data, "\177ELF", 4) == 0);
}

static gboolean
write_file (const char *folder, const char *relative, GBytes *bytes, GError **error)
{
  g_autofree char *path = g_build_filename (folder, relative, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  g_autoptr (GError) cause = NULL;

  if (g_mkdir_with_parents (parent, 0777) != 0)
    return fail (error, "cannot make the folder %s: %s", parent, g_strerror (errno));
  if (!g_file_set_contents_full (
          path, length == 0 ? "" : data, (gssize) length, G_FILE_SET_CONTENTS_NONE,
          im_artifacts_is_program (data, length) ? 0777 : 0666, &cause))
    return fail (error, "%s", cause->message);

  return TRUE;
}

static gboolean
write_files (const ImArtifacts *artifacts, const char *folder, GError **error)
{
  for (guint i = 0; i < im_artifacts_get_count (artifacts); i++)
    if (!write_file (folder, im_artifacts_get_path (artifacts, i),
                     im_artifacts_get_bytes (artifacts, i), error))
      return FALSE;

  return TRUE;
}

/* Puts @made in the place of @folder, whose old content ends up in @old. */
static gboolean
exchange (const char *made, const char *folder, const char *old, GError **error)
{
  gboolean had_old = g_file_test (folder, G_FILE_TEST_EXISTS);

  if (had_old && g_rename (folder, old) != 0)
    return fail (error, "cannot replace %s: %s", folder, g_strerror (errno));
  if (g_rename (made, folder) == 0)
    return TRUE;

  int number = errno;
  if (had_old)
    g_rename (old, folder);
  return fail (error, "cannot make the folder %s: %s", folder, g_strerror (number));
}

gboolean
im_artifacts_make_parents (const char *folder, char **made, GError **error)
{
  g_autofree char *missing = NULL;
  g_autofree char *above = g_strdup (folder);

  while (!g_file_test (above, G_FILE_TEST_EXISTS))
    {
      char *next = g_path_get_dirname (above);

      g_free (missing);
      missing = above;
      above = next;
    }
  if (g_mkdir_with_parents (folder, 0777) != 0)
    {
      int number = errno;

      im_artifacts_remove_parents (folder, missing);
      return fail (error, "cannot make the folder %s: %s", folder, g_strerror (number));
    }
  *made = g_steal_pointer (&missing);

  return TRUE;
}

void
im_artifacts_remove_parents (const char *folder, const char *made)
{
  g_autofree char *current = g_strdup (folder);

  while (made != NULL && g_str_has_prefix (current, made))
    {
      char *next = g_path_get_dirname (current);

      g_rmdir (current);
      g_free (current);
      current = next;
    }
}

gboolean
im_artifacts_write (const ImArtifacts *artifacts, const char *folder, GError **error)
{
  g_autofree char *full = g_canonicalize_filename (folder, NULL);
  g_autofree char *parent = g_path_get_dirname (full);
  g_autofree char *work = g_build_filename (parent, ".imaginet-export-XXXXXX", NULL);
  g_autofree char *made = NULL, *old = NULL, *outermost = NULL;

  if (!check_folder (full, error) ||
      !im_artifacts_make_parents (parent, &outermost, error))
    return FALSE;
  if (g_mkdtemp_full (work, 0777) == NULL)
    {
      int number = errno;

      im_artifacts_remove_parents (parent, outermost);
      return fail (error, "cannot make a folder in %s: %s", parent, g_strerror (number));
    }

  made = g_build_filename (work, "new", NULL);
  old = g_build_filename (work, "old", NULL);
  gboolean done = write_files (artifacts, made, error) &&
                  exchange (made, full, old, error);
  remove_tree (work);
  if (!done)
    im_artifacts_remove_parents (parent, outermost);

  return done;
}
