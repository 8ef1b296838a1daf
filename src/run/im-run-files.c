/* SPDX-License-Identifier: MIT */
#include "run/im-run-files.h"

#include "run/im-resources.h"

#define RESOURCE_FOLDER "/org/imaginet/Studio/run/"

static gboolean
write_bytes (const ImWorkFolder *folder, const char *path, GBytes *bytes, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);

  return im_work_folder_write (folder, name, data, size, error);
}

gboolean
im_run_files_write_resource (const ImWorkFolder *folder, const char *path, GError **error)
{
  g_autofree char *whole = g_strconcat (RESOURCE_FOLDER, path, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (im_run_resources_get_resource (),
                                                     whole, 0, NULL);

  return write_bytes (folder, path, bytes, error);
}

gboolean
im_run_files_write_artifacts (const ImWorkFolder *folder,
                              const ImArtifacts *artifacts,
                              GError **error)
{
  for (guint i = 0; i < im_artifacts_get_count (artifacts); i++)
    if (!write_bytes (folder, im_artifacts_get_path (artifacts, i),
                      im_artifacts_get_bytes (artifacts, i), error))
      return FALSE;

  return TRUE;
}
