/* SPDX-License-Identifier: MIT
 *
 * Loads a folder of units, or only parses its files with libxml2, so that
 * bench-library.py can compare the two.
 *
 * usage: bench-library start|load|parse|time FOLDER
 */
#include <libxml/parser.h>
#include <string.h>

#include "unit/im-unit-library.h"

#define N_ROUNDS 20

static guint
load (const char *folder)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();

  im_unit_library_add_root (library, folder, diagnostics);

  return im_unit_library_get_units (library)->len;
}

static guint
parse_file (const char *path)
{
  g_autofree char *content = NULL;
  gsize size;

  if (!g_str_has_suffix (path, ".imunit") ||
      !g_file_get_contents (path, &content, &size, NULL))
    return 0;

  xmlDoc *document = xmlReadMemory (content, (int) size, path, NULL, XML_PARSE_NONET);
  if (document == NULL)
    return 0;
  xmlFreeDoc (document);

  return 1;
}

static guint
parse (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;
  guint count = 0;

  if (folder == NULL)
    return parse_file (path);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      count += parse (child);
    }

  return count;
}

/* The best of some rounds, all files in the cache of the system. */
static double
time_load_ms (const char *folder)
{
  gint64 best_us = G_MAXINT64;

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      gint64 start_us = g_get_monotonic_time ();

      load (folder);
      best_us = MIN (best_us, g_get_monotonic_time () - start_us);
    }

  return (double) best_us / 1000.0;
}

int
main (int argc, char **argv)
{
  if (argc != 3)
    g_error ("usage: %s start|load|parse|time FOLDER", argv[0]);

  xmlInitParser ();
  if (strcmp (argv[1], "load") == 0)
    g_print ("%u\n", load (argv[2]));
  else if (strcmp (argv[1], "parse") == 0)
    g_print ("%u\n", parse (argv[2]));
  else if (strcmp (argv[1], "time") == 0)
    g_print ("%.3f\n", time_load_ms (argv[2]));
  else
    g_print ("0\n");

  return 0;
}
