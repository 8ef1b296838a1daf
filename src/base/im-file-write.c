/* SPDX-License-Identifier: MIT
 *
 * The new content goes to a file beside the old one, is forced to the disk, and then
 * takes its name. The folder is forced too, or the name could be lost with the power.
 * The new file is locked as long as somebody writes it, so that what a killed program
 * left is known by having no lock.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>

#include "base/im-file-private.h"

#define NAME_ATTEMPTS    100
#define PERMISSION_BITS  07777
#define TEMPORARY_PREFIX ".imaginet-"
#define TEMPORARY_SUFFIX ".tmp"
#define TEMPORARY_DIGITS 8
#define STALE_S          60 /* time to lock a file that was made */
#define MAX_LINKS        40

gboolean
im_file_check_unchanged (const char *path, GBytes *expected, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (GBytes) actual = im_file_read (path, g_bytes_get_size (expected), &failure);

  if (actual != NULL && g_bytes_equal (actual, expected))
    return TRUE;

  gboolean replaced = actual != NULL ||
                      g_error_matches (failure, IM_FILE_ERROR, IM_FILE_ERROR_TOO_LARGE) ||
                      g_error_matches (failure, IM_FILE_ERROR, IM_FILE_ERROR_CHANGED);
  if (replaced)
    g_set_error (error, IM_FILE_ERROR, IM_FILE_ERROR_CHANGED,
                 "cannot write '%s': another program has changed it since it was read",
                 path);
  else if (g_error_matches (failure, IM_FILE_ERROR, IM_FILE_ERROR_NOT_FOUND))
    g_set_error (error, IM_FILE_ERROR, IM_FILE_ERROR_CHANGED,
                 "cannot write '%s': it was removed or renamed since it was read", path);
  else
    g_propagate_error (error, g_steal_pointer (&failure));

  return FALSE;
}

static gboolean
is_temporary_name (const char *name)
{
  const char *digits = name + strlen (TEMPORARY_PREFIX);

  return g_str_has_prefix (name, TEMPORARY_PREFIX) &&
         strspn (digits, "0123456789abcdef") == TEMPORARY_DIGITS &&
         strcmp (digits + TEMPORARY_DIGITS, TEMPORARY_SUFFIX) == 0;
}

/* Whether an open file is ours and nobody writes it. */
static gboolean
is_left_behind (int descriptor)
{
  struct stat status;

  return fstat (descriptor, &status) == 0 && S_ISREG (status.st_mode) &&
         status.st_uid == geteuid () && status.st_nlink == 1 &&
         status.st_mtime + STALE_S < time (NULL) &&
         flock (descriptor, LOCK_EX | LOCK_NB) == 0;
}

/* Removes what programs left that were killed while they wrote. */
static void
remove_left_behind (const char *folder)
{
  DIR *dir = opendir (folder);
  const struct dirent *entry;

  while (dir != NULL && (entry = readdir (dir)) != NULL)
    if (is_temporary_name (entry->d_name))
      {
        IM_FILE_AUTO_CLOSE int descriptor = openat (dirfd (dir), entry->d_name,
                                                    IM_FILE_READ_FLAGS | O_NOFOLLOW);

        if (descriptor >= 0 && is_left_behind (descriptor))
          unlinkat (dirfd (dir), entry->d_name, 0);
      }
  if (dir != NULL)
    closedir (dir);
}

int
im_file_create_temporary (const char *folder, mode_t mode, char **path, GError **error)
{
  for (guint i = 0; i < NAME_ATTEMPTS; i++)
    {
      g_autofree char *name = g_strdup_printf (
          "%s/" TEMPORARY_PREFIX "%08x" TEMPORARY_SUFFIX, folder, g_random_int ());
      int descriptor = open (name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                             mode);

      if (descriptor >= 0)
        {
          flock (descriptor, LOCK_EX | LOCK_NB);
          *path = g_steal_pointer (&name);
          return descriptor;
        }
      if (errno != EEXIST)
        break;
    }

  im_file_set_errno (error, errno, "create a file in", folder);

  return -1;
}

gboolean
im_file_write_fully (int descriptor, const char *data, gsize length)
{
  while (length > 0)
    {
      gssize n = write (descriptor, data, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      data += n;
      length -= (gsize) n;
    }

  return TRUE;
}

/* Gives the new file the owner, the group and the permissions of the old one, as far as
 * the user may: a group that is not kept gets no more than everybody. The permissions
 * come last because a change of the owner resets some. */
static gboolean
copy_permissions (int descriptor, const struct stat *old)
{
  mode_t mode = old->st_mode & PERMISSION_BITS;

  if (fchown (descriptor, old->st_uid, old->st_gid) != 0 &&
      fchown (descriptor, (uid_t) -1, old->st_gid) != 0)
    {
      g_debug ("the group of the file is not kept: %s", g_strerror (errno));
      mode &= (mode & 07) << 3 | 0707;
    }

  return fchmod (descriptor, mode) == 0;
}

void
im_file_sync_folder (const char *folder)
{
  IM_FILE_AUTO_CLOSE int descriptor = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  /* Some file systems cannot do it; the file itself is safe by then. */
  if (descriptor >= 0 && fsync (descriptor) != 0)
    g_debug ("the folder '%s' is not synced: %s", folder, g_strerror (errno));
}

gboolean
im_file_fill (int descriptor, GBytes *bytes, const struct stat *old)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  return (old == NULL || copy_permissions (descriptor, old)) &&
         im_file_write_fully (descriptor, data, length) && fsync (descriptor) == 0;
}

static gboolean
replace (const char *path, GBytes *bytes, const struct stat *old, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *temporary = NULL;
  IM_FILE_AUTO_CLOSE int descriptor = im_file_create_temporary (
      folder, old == NULL ? IM_FILE_NEW_PERMISSIONS : IM_FILE_OLD_PERMISSIONS, &temporary,
      error);

  if (descriptor < 0)
    return FALSE;

  if (!im_file_fill (descriptor, bytes, old) || rename (temporary, path) != 0)
    {
      int code = errno;

      unlink (temporary);
      im_file_set_errno (error, code, "write", path);
      return FALSE;
    }
  im_file_sync_folder (folder);
  remove_left_behind (folder);

  return TRUE;
}

/* The file that a link leads to, which is not there; NULL, with errno, if links go in
 * circles. A path that is no link is its own result. */
static char *
dup_end_of_links (const char *path)
{
  g_autofree char *end = g_strdup (path);

  for (guint i = 0; i < MAX_LINKS; i++)
    {
      g_autofree char *target = g_file_read_link (end, NULL);
      g_autofree char *folder = g_path_get_dirname (end);
      char *next;

      if (target == NULL)
        return g_steal_pointer (&end);
      next = g_path_is_absolute (target) ? g_strdup (target)
                                         : g_build_filename (folder, target, NULL);
      g_free (end);
      end = next;
    }
  errno = ELOOP;

  return NULL;
}

/* Makes a file where there is none, at the end of a link if that leads nowhere. */
static gboolean
create (const char *path, GBytes *bytes, GError **error)
{
  g_autofree char *end = dup_end_of_links (path);

  if (end != NULL)
    return replace (end, bytes, NULL, error);
  im_file_set_errno (error, errno, "write", path);

  return FALSE;
}

gboolean
im_file_write_atomically (const char *path,
                          GBytes *bytes,
                          GBytes *expected,
                          GError **error)
{
  struct stat status;

  g_return_val_if_fail (path != NULL && bytes != NULL, FALSE);

  if (expected != NULL && !im_file_check_unchanged (path, expected, error))
    return FALSE;
  if (stat (path, &status) != 0)
    {
      if (errno == ENOENT)
        return create (path, bytes, error);
      im_file_set_errno (error, errno, "write", path);
      return FALSE;
    }
  if (!S_ISREG (status.st_mode))
    {
      g_set_error (error, IM_FILE_ERROR, IM_FILE_ERROR_NOT_REGULAR,
                   "cannot write '%s': expected a regular file or none", path);
      return FALSE;
    }

  /* The target of a link is replaced, not the link. Renaming would also replace a file
   * that is write-protected. */
  g_autofree char *target = realpath (path, NULL);
  if (target == NULL || faccessat (AT_FDCWD, target, W_OK, AT_EACCESS) != 0)
    {
      im_file_set_errno (error, errno, "write", path);
      return FALSE;
    }

  return replace (target, bytes, &status, error);
}
