/* SPDX-License-Identifier: MIT */
#include "cli/input/cli-files.h"

#include "base/im-text.h"
#include "unit/im-unit-library.h"

static void
add_folder (GPtrArray *paths, const char *path, const char *suffix, guint depth)
{
  g_autoptr (GDir) folder = depth > IM_UNIT_LIBRARY_MAX_DEPTH
                                ? NULL
                                : g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, im_text_compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *child = NULL;

      name = g_ptr_array_index (names, i);
      child = g_build_filename (path, name, NULL);
      if (*name == '.' || g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        continue;
      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        add_folder (paths, child, suffix, depth + 1);
      else if (g_str_has_suffix (name, suffix))
        g_ptr_array_add (paths, g_steal_pointer (&child));
    }
}

GPtrArray *
cli_files_find (const char *path, const char *suffix)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    add_folder (paths, path, suffix, 1);
  else
    g_ptr_array_add (paths, g_strdup (path));

  return paths;
}
