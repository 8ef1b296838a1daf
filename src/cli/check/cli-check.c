/* SPDX-License-Identifier: MIT
 *
 * `imaginet check`: every problem of unit files, each once however often and by whatever
 * name a file is given.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check/cli-check-compile.h"
#include "cli/check/cli-check.h"
#include "cli/input/cli-files.h"
#include "cli/input/cli-library.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"

typedef struct
{
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
  GPtrArray *folders; /* char*, real paths of the folders that were scanned */
  GHashTable *files;  /* set of char*, real paths of the files that were read */
} Check;

/* The path of a file that has no other; the path itself if there is no such file. */
static char *
real_path (const char *path)
{
  char *buffer = realpath (path, NULL);
  char *copy = g_strdup (buffer == NULL ? path : buffer);

  free (buffer);
  return copy;
}

/* Whether a folder was scanned with one around it; hidden folders are not. */
static gboolean
is_scanned (const Check *check, const char *folder)
{
  for (guint i = 0; i < check->folders->len; i++)
    {
      const char *scanned = g_ptr_array_index (check->folders, i);
      gsize length = strlen (scanned);

      if (strncmp (scanned, folder, length) == 0 &&
          (folder[length] == '\0' || folder[length] == '/' || length == 1) &&
          strstr (folder + length, "/.") == NULL)
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_folder (const char *path)
{
  return g_file_test (path, G_FILE_TEST_IS_DIR);
}

static void
add_file (Check *check, const char *path)
{
  if (g_hash_table_add (check->files, real_path (path)))
    cli_library_add_file (check->library, path, check->diagnostics);
}

static void
add_folder (Check *check, const char *path)
{
  const GPtrArray *files = im_unit_library_get_files (check->library);
  guint n_files = files->len;
  guint n_problems = im_diagnostics_get_count (check->diagnostics);
  char *real = real_path (path);
  g_autoptr (GPtrArray) projects = NULL; /* which are no units for others */

  if (is_scanned (check, real))
    {
      g_free (real);
      return;
    }

  g_ptr_array_add (check->folders, real);
  im_unit_library_add_root (check->library, path, check->diagnostics);
  projects = cli_files_find (path, ".improj");
  for (guint i = 0; i < projects->len; i++)
    add_file (check, g_ptr_array_index (projects, i));
  if (files->len == n_files &&
      im_diagnostics_get_count (check->diagnostics) == n_problems)
    im_diagnostics_add_for_file (
        check->diagnostics, IM_SEVERITY_WARNING, "no-units", path,
        "there is no .imunit and no .improj file below this folder");
}

/* A folder inside of another one comes behind it. */
static gint
compare_real_paths (gconstpointer a, gconstpointer b)
{
  g_autofree char *first = real_path (*(const char *const *) a);
  g_autofree char *second = real_path (*(const char *const *) b);

  return strcmp (first, second);
}

/* Folders go first: what is in them is not to be read again. */
static void
add_arguments (Check *check, char **arguments)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new ();
  const GPtrArray *files = im_unit_library_get_files (check->library);

  for (guint i = 0; arguments[i] != NULL; i++)
    if (is_folder (arguments[i]))
      g_ptr_array_add (folders, arguments[i]);
  g_ptr_array_sort (folders, compare_real_paths);
  for (guint i = 0; i < folders->len; i++)
    add_folder (check, g_ptr_array_index (folders, i));
  for (guint i = 0; i < files->len; i++)
    g_hash_table_add (check->files,
                      real_path (im_unit_file_get_path (g_ptr_array_index (files, i))));
  for (guint i = 0; arguments[i] != NULL; i++)
    if (!is_folder (arguments[i]))
      add_file (check, arguments[i]);
}

/* Checks the files that are there; the units that they use may be anywhere. Returns how
 * many units there are. */
static guint
check_units (Check *check, const CliOptions *options)
{
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  guint n_files = im_unit_library_get_files (check->library)->len;

  for (guint i = 0; i < options->n_arguments; i++)
    if (!is_folder (options->arguments[i]))
      cli_library_add_beside (check->library, options->arguments[i]);
  cli_library_add_roots (check->library, options, found);
  cli_library_select_bad_folders (found, check->diagnostics);

  return cli_check_units (check->library, n_files, check->diagnostics);
}

/* Files with and without problems. */
static guint
count_files (const Check *check, guint n_loaded)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  const GPtrArray *files = im_unit_library_get_files (check->library);

  for (guint i = 0; i < n_loaded; i++)
    g_hash_table_add (names,
                      (gpointer) im_unit_file_get_path (g_ptr_array_index (files, i)));
  for (guint i = 0; i < im_diagnostics_get_count (check->diagnostics); i++)
    {
      const ImDiagnostic *item = im_diagnostics_get (check->diagnostics, i);

      if (!is_folder (item->name))
        g_hash_table_add (names, (gpointer) item->name);
    }

  return g_hash_table_size (names);
}

static gint
compare_places (gconstpointer a, gconstpointer b)
{
  const ImDiagnostic *first = *(const ImDiagnostic *const *) a;
  const ImDiagnostic *second = *(const ImDiagnostic *const *) b;
  gint names = strcmp (first->name, second->name);

  if (names != 0)
    return names;

  return first->span.start < second->span.start   ? -1
         : first->span.start > second->span.start ? 1
                                                  : 0;
}

/* The problems file by file from top to bottom. */
static ImDiagnostics *
sort (const ImDiagnostics *diagnostics)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  ImDiagnostics *sorted = im_diagnostics_new ();

  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    g_ptr_array_add (items, (gpointer) im_diagnostics_get (diagnostics, i));
  g_ptr_array_sort (items, compare_places);
  for (guint i = 0; i < items->len; i++)
    im_diagnostics_add_copy (sorted, g_ptr_array_index (items, i));

  return sorted;
}

static void
append_count (GString *out, const char *before, guint count, const char *noun)
{
  g_string_append_printf (out, "%s%u %s%s", before, count, noun, count == 1 ? "" : "s");
}

static void
append_summary (GString *out,
                guint n_files,
                guint n_units,
                const ImDiagnostics *diagnostics)
{
  guint n_hints = im_diagnostics_count (diagnostics, IM_SEVERITY_HINT);

  append_count (out, "", n_files, "file");
  append_count (out, ", ", n_units, "unit");
  append_count (out, ": ", im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR),
                "error");
  append_count (out, ", ", im_diagnostics_count (diagnostics, IM_SEVERITY_WARNING),
                "warning");
  if (n_hints > 0)
    append_count (out, ", ", n_hints, "hint");
  g_string_append_c (out, '\n');
}

static void
append_json (GString *out, const ImDiagnostics *diagnostics)
{
  ImJson json = { out };

  im_json_open_object (&json);
  im_json_name (&json, "diagnostics");
  im_json_open_rows (&json);
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    cli_json_diagnostic (&json, im_diagnostics_get (diagnostics, i));
  im_json_close_array (&json);
  im_json_close_object (&json);
}

CliExit
cli_check_run (CliContext *context)
{
  const CliOptions *options = context->options;
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        NULL);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  Check check = { library, diagnostics, folders, files };

  add_arguments (&check, options->arguments);
  guint n_loaded = im_unit_library_get_files (library)->len;
  guint n_files = count_files (&check, n_loaded);
  guint n_units = check_units (&check, options);
  g_autoptr (ImDiagnostics) sorted = sort (diagnostics);

  if (options->compile)
    return cli_check_compile (context, library, n_loaded, sorted);

  CliExit status = cli_output_diagnostics (context, sorted);

  if (options->json)
    append_json (context->out, sorted);
  else if (!options->quiet)
    append_summary (context->out, n_files, n_units, sorted);
  if (options->strict && im_diagnostics_count (sorted, IM_SEVERITY_WARNING) > 0)
    status = CLI_EXIT_PROBLEMS;

  return status;
}
