/* SPDX-License-Identifier: MIT
 *
 * A folder that is opened: a unit package is a folder with one .imunit file.
 */
#include <glib/gi18n.h>

#include "studio/page/studio-page-private.h"

/* Counts no further than two: more does not matter. */
static guint
find_units (const char *folder, char **path, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  const char *name;
  guint n = 0;

  while (dir != NULL && n < 2 && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".imunit") || g_str_has_suffix (name, ".improj"))
      {
        if (n == 0)
          *path = g_build_filename (folder, name, NULL);
        n++;
      }

  return n;
}

void
studio_page_open_folder (StudioPage *self, GFile *folder)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  guint n = find_units (g_file_peek_path (folder), &path, &error);

  if (error != NULL)
    studio_page_say_cannot_open (self, error->message);
  else if (n == 0)
    {
      g_autofree char *text = g_strdup_printf (
          _ ("There is no .imunit or .improj file in the folder “%s”"),
          g_file_peek_path (folder));

      studio_page_say_cannot_open (self, text);
    }
  else if (n == 1)
    {
      g_autoptr (GFile) file = g_file_new_for_path (path);

      studio_page_open (self, file, NULL);
    }
  else
    studio_page_choose_file (self, folder);
}
