/* SPDX-License-Identifier: MIT
 *
 * `imaginet pack` and `imaginet unpack`: packages as one file.
 */
#include <string.h>

#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "package/im-package.h"

static void
write_json (GString *out,
            const ImPackage *package,
            const char *path,
            const ImDiagnostics *diagnostics)
{
  const ImPackageNotes *notes = &package->notes;
  ImJson json = { out };

  im_json_open_object (&json);
  im_json_member_text (&json, "path", path);
  im_json_member_string (&json, "name", notes->name);
  im_json_member_text (&json, "version", notes->version);
  im_json_member_text (&json, "licence", notes->licence);
  im_json_member_text (&json, "licence_file", notes->licence_file);
  im_json_member_text (&json, "author", notes->author);
  im_json_member_array (&json, "units");
  for (guint i = 0; i < package->units->len; i++)
    {
      const ImPackageUnit *unit = g_ptr_array_index (package->units, i);

      im_json_open_object (&json);
      im_json_member_string (&json, "id", unit->id);
      im_json_member_string (&json, "path", unit->path);
      im_json_close_object (&json);
    }
  im_json_close_array (&json);
  im_json_member_array (&json, "files");
  for (guint i = 0; i < im_artifacts_get_count (package->files); i++)
    {
      GBytes *bytes = im_artifacts_get_bytes (package->files, i);

      im_json_open_object (&json);
      im_json_member_string (&json, "path", im_artifacts_get_path (package->files, i));
      im_json_member_int (&json, "bytes", (gint64) g_bytes_get_size (bytes));
      im_json_close_object (&json);
    }
  im_json_close_array (&json);
  cli_json_close (&json, diagnostics);
}

static void
append_note (GString *out, const char *title, const char *note)
{
  if (note != NULL)
    g_string_append_printf (out, ", %s %s", title, note);
}

/* Tells what a package has, and where it is; @path is NULL if it was not written. */
static CliExit
show (CliContext *context,
      const ImPackage *package,
      const char *path,
      const ImDiagnostics *diagnostics)
{
  const ImPackageNotes *notes = &package->notes;
  GString *out = context->out;
  guint n_files = im_artifacts_get_count (package->files);
  guint n_units = package->units->len;

  if (context->options->json)
    {
      write_json (out, package, path, diagnostics);
      return CLI_EXIT_FINE;
    }
  g_string_append_printf (out, "%s: %u file%s, %u unit%s",
                          path == NULL ? notes->name : path, n_files,
                          n_files == 1 ? "" : "s", n_units, n_units == 1 ? "" : "s");
  append_note (out, "version", notes->version);
  append_note (out, "licence",
               notes->licence == NULL ? notes->licence_file : notes->licence);
  append_note (out, "by", notes->author);
  g_string_append_c (out, '\n');
  if (path == NULL)
    for (guint i = 0; i < package->units->len; i++)
      {
        const ImPackageUnit *unit = g_ptr_array_index (package->units, i);

        g_string_append_printf (out, "  %s  %s\n", unit->id, unit->path);
      }

  return CLI_EXIT_FINE;
}

static CliExit
check_text (CliContext *context, const char *option, const char *text)
{
  if (text == NULL)
    return CLI_EXIT_FINE;
  if (!g_utf8_validate (text, -1, NULL) || strpbrk (text, "\r\n") != NULL ||
      *text == '\0')
    return cli_output_usage (context, "--%s takes words in UTF-8 on one line", option);

  return CLI_EXIT_FINE;
}

CliExit
cli_pack_run (CliContext *context)
{
  const CliOptions *options = context->options;
  ImPackageNotes notes = { .name = options->name,
                           .licence = options->licence,
                           .author = options->author };
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImPackage) package = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  if (check_text (context, "name", options->name) != CLI_EXIT_FINE ||
      check_text (context, "licence", options->licence) != CLI_EXIT_FINE ||
      check_text (context, "author", options->author) != CLI_EXIT_FINE)
    return CLI_EXIT_USAGE;
  package = im_package_collect ((const char *const *) options->arguments, &notes,
                                options->output, diagnostics);
  if (package == NULL)
    return cli_output_problems (context, diagnostics);
  path = options->output != NULL ? g_strdup (options->output)
                                 : g_strconcat (package->notes.name, ".zip", NULL);
  if (!options->check && !im_package_write (package, path, &error))
    return cli_output_failure (context, "cannot-write", "%s", error->message);
  cli_output_diagnostics (context, diagnostics);

  return show (context, package, options->check ? NULL : path, diagnostics);
}

CliExit
cli_unpack_run (CliContext *context)
{
  const CliOptions *options = context->options;
  const char *path = options->arguments[0];
  g_autoptr (GError) error = NULL;
  g_autoptr (ImPackage) package = im_package_read (path, &error);
  const char *folder;

  if (package == NULL)
    return cli_output_failure (context, "package", "%s is not unpacked: %s", path,
                               error->message);
  folder = options->output == NULL ? package->notes.name : options->output;
  if (!options->check && !im_package_unpack (package, folder, &error))
    return cli_output_failure (context, "cannot-write", "%s", error->message);

  return show (context, package, options->check ? NULL : folder, NULL);
}
