/* SPDX-License-Identifier: MIT
 *
 * The new folder is made in a work folder beside the old one and forced to the disk; then
 * both exchange their names in one step. Where the file system cannot do that, there are
 * two renames, and what a kill between them leaves is put back by the next export.
 *
 * A work folder holds `new`, `old` and `lock`, which has the name of the folder that is
 * written, and is locked while somebody works there: a work folder without a lock is what
 * a killed export left.
 */
#include "artifact/im-artifacts-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/im-file.h"

#define WORK_PREFIX ".imaginet-export-"
#define STALE_S     60 /* time to lock a work folder that was made */

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
  int descriptor, number = 0;

  if (g_mkdir_with_parents (parent, 0777) != 0)
    return fail (error, "cannot make the folder %s: %s", parent, g_strerror (errno));
  descriptor = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                     im_artifacts_is_program (data, length) ? 0777 : 0666);
  if (descriptor < 0 || !im_file_write_fully (descriptor, data, length) ||
      fsync (descriptor) != 0)
    number = errno;
  if (descriptor >= 0 && close (descriptor) != 0 && number == 0)
    number = errno;

  return number == 0 || fail (error, "cannot write %s: %s", path, g_strerror (number));
}

/* Forces the names of all files in a folder and below to the disk. */
static void
sync_tree (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (folder, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        sync_tree (child);
    }
  im_file_sync_folder (folder);
}

static gboolean
write_files (const ImArtifacts *artifacts, const char *folder, GError **error)
{
  for (guint i = 0; i < im_artifacts_get_count (artifacts); i++)
    if (!write_file (folder, im_artifacts_get_path (artifacts, i),
                     im_artifacts_get_bytes (artifacts, i), error))
      return FALSE;
  sync_tree (folder);

  return TRUE;
}

/* Puts @made in the place of @folder, whose old content ends up in @old. */
static gboolean
rename_twice (const char *made, const char *folder, const char *old, GError **error)
{
  if (g_rename (folder, old) != 0)
    return fail (error, "cannot replace %s: %s", folder, g_strerror (errno));
  if (g_rename (made, folder) == 0)
    return TRUE;

  int number = errno;
  g_rename (old, folder);
  return fail (error, "cannot make the folder %s: %s", folder, g_strerror (number));
}

/* Puts @made in the place of @folder, whose old content ends up in @made or @old. */
static gboolean
exchange (const char *made, const char *folder, const char *old, GError **error)
{
  if (!g_file_test (folder, G_FILE_TEST_EXISTS))
    return g_rename (made, folder) == 0 ||
           fail (error, "cannot make the folder %s: %s", folder, g_strerror (errno));
  if (renameat2 (AT_FDCWD, made, AT_FDCWD, folder, RENAME_EXCHANGE) == 0)
    return TRUE;
  if (errno != EINVAL && errno != ENOSYS)
    return fail (error, "cannot replace %s: %s", folder, g_strerror (errno));

  return rename_twice (made, folder, old, error);
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

/* Makes and locks a work folder for @folder. Returns the lock, or -1. */
static int
begin_work (char *work, const char *folder, GError **error)
{
  g_autofree char *name = g_path_get_basename (folder);
  g_autofree char *lock = NULL;
  int descriptor = -1;

  if (g_mkdtemp_full (work, 0777) != NULL)
    {
      lock = g_build_filename (work, "lock", NULL);
      descriptor = open (lock, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
  if (descriptor >= 0 && flock (descriptor, LOCK_EX | LOCK_NB) == 0 &&
      im_file_write_fully (descriptor, name, strlen (name)))
    return descriptor;

  fail (error, "cannot make the folder %s: %s", work, g_strerror (errno));
  if (descriptor >= 0)
    close (descriptor);
  remove_tree (work);
  return -1;
}

/* Whether a work folder holds nothing but what an export puts there. */
static gboolean
has_only_work (const char *work)
{
  static const char *const names[] = { "new", "old", "lock", NULL };
  g_autoptr (GDir) dir = g_dir_open (work, 0, NULL);
  const char *name;
  gboolean is_work = dir != NULL;

  while (is_work && (name = g_dir_read_name (dir)) != NULL)
    is_work = g_strv_contains (names, name);

  return is_work;
}

/* Puts back the old folder if a kill came between two renames. */
static void
restore (const char *work, const char *name)
{
  g_autofree char *parent = g_path_get_dirname (work);
  g_autofree char *folder = g_build_filename (parent, name, NULL);
  g_autofree char *old = g_build_filename (work, "old", NULL);

  if (*name != '\0' && strchr (name, '/') == NULL &&
      !g_file_test (folder, G_FILE_TEST_EXISTS) && is_export (old))
    g_rename (old, folder);
}

/* Removes a work folder if it is ours and its export was killed. */
static void
clean_work (const char *work)
{
  g_autofree char *lock = g_build_filename (work, "lock", NULL);
  g_autoptr (GBytes) name = NULL;
  GStatBuf status;
  int descriptor;

  if (g_lstat (work, &status) != 0 || !S_ISDIR (status.st_mode) ||
      status.st_uid != geteuid () || !has_only_work (work))
    return;
  descriptor = open (lock, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0 ? status.st_mtime + STALE_S < time (NULL)
                     : flock (descriptor, LOCK_EX | LOCK_NB) == 0)
    {
      name = im_file_read (lock, NAME_MAX, NULL);
      if (name != NULL)
        {
          gsize length;
          const char *text = g_bytes_get_data (name, &length);
          g_autofree char *copy = g_strndup (text, length);

          restore (work, copy);
        }
      remove_tree (work);
    }
  if (descriptor >= 0)
    close (descriptor);
}

static void
clean_all_work (const char *parent)
{
  g_autoptr (GDir) dir = g_dir_open (parent, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, WORK_PREFIX))
      {
        g_autofree char *work = g_build_filename (parent, name, NULL);

        clean_work (work);
      }
}

/* Makes the new folder in a work folder, and exchanges. */
static gboolean
write_in_work (const ImArtifacts *artifacts,
               const char *work,
               const char *folder,
               GError **error)
{
  g_autofree char *made = g_build_filename (work, "new", NULL);
  g_autofree char *old = g_build_filename (work, "old", NULL);
  g_autofree char *parent = g_path_get_dirname (folder);

  if (!write_files (artifacts, made, error) || !exchange (made, folder, old, error))
    return FALSE;
  im_file_sync_folder (parent);

  return TRUE;
}

gboolean
im_artifacts_write (const ImArtifacts *artifacts, const char *folder, GError **error)
{
  g_autofree char *full = g_canonicalize_filename (folder, NULL);
  g_autofree char *parent = g_path_get_dirname (full);
  g_autofree char *work = g_build_filename (parent, WORK_PREFIX "XXXXXX", NULL);
  g_autofree char *outermost = NULL;
  gboolean done = FALSE;
  int lock;

  clean_all_work (parent);
  if (!check_folder (full, error) ||
      !im_artifacts_make_parents (parent, &outermost, error))
    return FALSE;

  lock = begin_work (work, full, error);
  if (lock >= 0)
    {
      done = write_in_work (artifacts, work, full, error);
      remove_tree (work);
      close (lock);
    }
  if (!done)
    im_artifacts_remove_parents (parent, outermost);

  return done;
}
