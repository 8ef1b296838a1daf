/* SPDX-License-Identifier: MIT
 *
 * Runs a fuzz target on every file of a folder, so that the corpus is an ordinary test.
 */
#include <string.h>

#include "fuzz.h"

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
list_files (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) folder = g_dir_open (path, 0, &error);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (folder == NULL)
    g_error ("%s", error->message);
  while ((name = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);

  return names;
}

/* The copy has exactly the size of the input, so that a read behind it is found. */
static void
run_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *content = NULL;
  gsize size;

  if (!g_file_get_contents (path, &content, &size, &error))
    g_error ("%s", error->message);

  g_autofree guint8 *data = g_memdup2 (content, size);
  LLVMFuzzerTestOneInput (data, size);
}

int
main (int argc, char **argv)
{
  if (argc != 2)
    g_error ("usage: %s FOLDER", argv[0]);

  LLVMFuzzerInitialize (&argc, &argv);

  g_autoptr (GPtrArray) names = list_files (argv[1]);
  g_print ("1..%u\n", names->len);
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *path = g_build_filename (argv[1], name, NULL);

      run_file (path);
      g_print ("ok %u - %s\n", i + 1, name);
    }

  return 0;
}
