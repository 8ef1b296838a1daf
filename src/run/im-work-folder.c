/* SPDX-License-Identifier: MIT */
#include "run/im-work-folder.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

static gboolean
is_empty (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);

  return dir != NULL && g_dir_read_name (dir) == NULL;
}

static gboolean
open_temporary (ImWorkFolder *folder, GError **error)
{
  g_autofree char *pattern = g_build_filename (g_get_tmp_dir (), "imaginet-XXXXXX", NULL);

  if (g_mkdtemp (pattern) == NULL)
    {
      g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (errno),
                   "cannot make a folder for temporary files in “%s”: %s; another place "
                   "can be named by the variable TMPDIR",
                   g_get_tmp_dir (), g_strerror (errno));
      return FALSE;
    }
  folder->path = g_steal_pointer (&pattern);

  return TRUE;
}

gboolean
im_work_folder_open (ImWorkFolder *folder, const char *path, GError **error)
{
  *folder = (ImWorkFolder){ NULL, FALSE };
  if (path == NULL)
    return open_temporary (folder, error);
  if (g_file_test (path, G_FILE_TEST_EXISTS) && !is_empty (path))
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_EXIST,
                   "“%s” is there already; expected a folder that is empty or does not "
                   "exist",
                   path);
      return FALSE;
    }
  if (g_mkdir_with_parents (path, 0777) != 0)
    {
      g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (errno),
                   "cannot make the folder “%s”: %s", path, g_strerror (errno));
      return FALSE;
    }
  folder->path = g_canonicalize_filename (path, NULL);

  return TRUE;
}

void
im_work_folder_keep (ImWorkFolder *folder)
{
  folder->keeps = TRUE;
}

/* Links are removed, not followed. */
static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (!g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    dir = g_dir_open (path, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_remove (path);
}

void
im_work_folder_close (ImWorkFolder *folder)
{
  if (folder->path != NULL && !folder->keeps)
    remove_tree (folder->path);
  g_clear_pointer (&folder->path, g_free);
}

char *
im_work_folder_dup_path (const ImWorkFolder *folder, const char *name)
{
  return g_build_filename (folder->path, name, NULL);
}

static gboolean
write_all (int descriptor, const guint8 *data, gsize size_bytes)
{
  while (size_bytes > 0)
    {
      gssize written = write (descriptor, data, size_bytes);

      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        return FALSE;
      data += written;
      size_bytes -= (gsize) written;
    }

  return TRUE;
}

/* What ran in the folder may have left anything at any name, such as a link to a file
 * elsewhere: it is removed, never written through. */
gboolean
im_work_folder_write (const ImWorkFolder *folder,
                      const char *name,
                      gconstpointer data,
                      gsize size_bytes,
                      GError **error)
{
  g_autofree char *path = im_work_folder_dup_path (folder, name);
  int descriptor;
  gboolean is_written;

  g_unlink (path);
  descriptor = g_open (path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  is_written = descriptor >= 0 && write_all (descriptor, data, size_bytes);
  if (!is_written)
    g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (errno),
                 "cannot write “%s”: %s", path, g_strerror (errno));
  if (descriptor >= 0)
    close (descriptor);

  return is_written;
}

/* A copy: a mapping would end the program if somebody made the file shorter. */
static GBytes *
read_regular (int descriptor)
{
  struct stat status;
  guint8 *data;
  gsize length = 0;

  if (fstat (descriptor, &status) != 0 || !S_ISREG (status.st_mode))
    return NULL;
  data = g_try_malloc ((gsize) MAX (status.st_size, 1));
  while (data != NULL && length < (gsize) status.st_size)
    {
      gssize n = read (descriptor, data + length, (gsize) status.st_size - length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      length += (gsize) n;
    }

  return data == NULL ? NULL : g_bytes_new_take (data, length);
}

GBytes *
im_work_folder_read (const ImWorkFolder *folder, const char *name)
{
  g_autofree char *path = im_work_folder_dup_path (folder, name);
  int descriptor = g_open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);
  GBytes *bytes;

  if (descriptor < 0)
    return NULL;
  bytes = read_regular (descriptor);
  close (descriptor);

  return bytes;
}

void
im_work_folder_remove (const ImWorkFolder *folder, const char *name)
{
  g_autofree char *path = im_work_folder_dup_path (folder, name);

  g_unlink (path);
}
