/* SPDX-License-Identifier: MIT */
#include "verify/im-work-folder.h"

#include <errno.h>
#include <glib/gstdio.h>

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

gboolean
im_work_folder_write (const ImWorkFolder *folder,
                      const char *name,
                      gconstpointer data,
                      gsize size_bytes,
                      GError **error)
{
  g_autofree char *path = im_work_folder_dup_path (folder, name);

  return g_file_set_contents_full (path, data, (gssize) size_bytes,
                                   G_FILE_SET_CONTENTS_NONE, 0666, error);
}

GBytes *
im_work_folder_read (const ImWorkFolder *folder, const char *name)
{
  g_autofree char *path = im_work_folder_dup_path (folder, name);
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);

  return file == NULL ? NULL : g_mapped_file_get_bytes (file);
}
