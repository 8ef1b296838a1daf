/* SPDX-License-Identifier: MIT
 *
 * The new content goes to a file beside the old one, is forced to the disk, and then
 * takes its name. The folder is forced too, or the name could be lost with the power.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/im-file-private.h"

#define NAME_ATTEMPTS    100
#define PERMISSION_BITS  07777
#define NEW_PERMISSIONS  0666 /* before the umask */
#define TEMPORARY_PREFIX ".imaginet-"

static gboolean
check_unchanged (const char *path, GBytes *expected, GError **error)
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

static int
create_temporary (const char *folder, char **path, GError **error)
{
  for (guint i = 0; i < NAME_ATTEMPTS; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/" TEMPORARY_PREFIX "%08x.tmp", folder,
                                               g_random_int ());
      int descriptor = open (name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                             NEW_PERMISSIONS);

      if (descriptor >= 0)
        {
          *path = g_steal_pointer (&name);
          return descriptor;
        }
      if (errno != EEXIST)
        break;
    }

  im_file_set_errno (error, errno, "create a file in", folder);

  return -1;
}

static gboolean
write_fully (int descriptor, GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

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

/* Gives the new file the owner group and the permissions of the old one. The group is
 * only kept where the user may; the permissions come after it because it resets some. */
static gboolean
copy_permissions (int descriptor, const struct stat *old)
{
  if (fchown (descriptor, (uid_t) -1, old->st_gid) != 0)
    g_debug ("the group of the file is not kept: %s", g_strerror (errno));

  return fchmod (descriptor, old->st_mode & PERMISSION_BITS) == 0;
}

static void
sync_folder (const char *folder)
{
  IM_FILE_AUTO_CLOSE int descriptor = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  /* Some file systems cannot do it; the file itself is safe by then. */
  if (descriptor >= 0 && fsync (descriptor) != 0)
    g_debug ("the folder '%s' is not synced: %s", folder, g_strerror (errno));
}

static gboolean
replace (const char *path, GBytes *bytes, const struct stat *old, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *temporary = NULL;
  IM_FILE_AUTO_CLOSE int descriptor = create_temporary (folder, &temporary, error);

  if (descriptor < 0)
    return FALSE;

  gboolean ok = write_fully (descriptor, bytes) &&
                (old == NULL || copy_permissions (descriptor, old)) &&
                fsync (descriptor) == 0 && rename (temporary, path) == 0;
  if (!ok)
    {
      int code = errno;

      unlink (temporary);
      im_file_set_errno (error, code, "write", path);
      return FALSE;
    }
  sync_folder (folder);

  return TRUE;
}

gboolean
im_file_write_atomically (const char *path,
                          GBytes *bytes,
                          GBytes *expected,
                          GError **error)
{
  struct stat status;

  g_return_val_if_fail (path != NULL && bytes != NULL, FALSE);

  if (expected != NULL && !check_unchanged (path, expected, error))
    return FALSE;
  if (stat (path, &status) != 0)
    {
      if (errno == ENOENT)
        return replace (path, bytes, NULL, error);
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
