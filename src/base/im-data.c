/* SPDX-License-Identifier: MIT */
#include "base/im-data.h"

char *
im_data_dup_folder (const ImDataFolder *folder)
{
  const char *data = g_getenv ("IMAGINET_DATA_PATH");
  g_autofree char *in_source = NULL;

  if (data != NULL && *data != '\0')
    {
      in_source = g_build_filename (data, folder->in_source, NULL);
      return g_file_test (in_source, G_FILE_TEST_IS_DIR)
                 ? g_steal_pointer (&in_source)
                 : g_build_filename (data, folder->name, NULL);
    }
  if (g_file_test (folder->installed, G_FILE_TEST_IS_DIR))
    return g_strdup (folder->installed);

  return g_file_test (folder->source, G_FILE_TEST_IS_DIR) ? g_strdup (folder->source)
                                                          : NULL;
}
