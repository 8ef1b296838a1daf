/* SPDX-License-Identifier: MIT
 *
 * `imaginet fmt`: unit files in one layout.
 */
#include <gio/gio.h>
#include <string.h>

#include "base/im-file.h"
#include "cli/input/cli-files.h"
#include "cli/input/cli-input.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "unit/im-unit-format.h"

typedef struct
{
  CliContext *context;
  ImDiagnostics *diagnostics;
  ImJson json;
  guint n_files;
  guint n_changed;
} Format;

static void
report (Format *format, const char *path, const char *message)
{
  im_diagnostics_add_for_file (format->diagnostics, IM_SEVERITY_ERROR, "file", path, "%s",
                               message);
}

/* What differs, as lines of `diff -u`; NULL and a problem if there is no such program. */
static GBytes *
compare (Format *format, const char *path, GBytes *result)
{
  g_autofree char *old_label = g_strconcat ("a/", path + strspn (path, "/"), NULL);
  g_autofree char *new_label = g_strconcat ("b/", path + strspn (path, "/"), NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_new (
      G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, "diff",
      "--text", "-u", "--label", old_label, "--label", new_label, "--", path, "-", NULL);
  GBytes *lines = NULL;

  if (process == NULL ||
      !g_subprocess_communicate (process, result, NULL, &lines, NULL, &error))
    report (format, path, error->message);

  return lines;
}

static void
show (Format *format, const char *path, gboolean is_changed, GBytes *lines)
{
  const CliOptions *options = format->context->options;
  GString *out = format->context->out;
  gsize length = 0;
  const char *text = lines == NULL ? "" : g_bytes_get_data (lines, &length);
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);

  if (options->json)
    {
      im_json_open_object (&format->json);
      im_json_member_string (&format->json, "path", path);
      im_json_member_bool (&format->json, "changed", is_changed);
      if (options->diff)
        im_json_member_string (&format->json, "diff", valid);
      im_json_close_object (&format->json);
    }
  else if (options->diff)
    g_string_append_len (out, text, (gssize) length);
  else if (is_changed)
    g_string_append_printf (out, "%s\n", path);
}

static void
format_file (Format *format, const char *path)
{
  const CliOptions *options = format->context->options;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) result = NULL;
  g_autoptr (GBytes) lines = NULL;
  gboolean is_changed;

  format->n_files++;
  if (g_str_has_suffix (path, ".sknd"))
    {
      report (format, path, "this is a file of SkriptND: use “imaginet sknd fmt”");
      return;
    }
  bytes = im_file_read (path, IM_UNIT_FORMAT_MAX_BYTES, &error);
  if (bytes == NULL)
    {
      report (format, path, error->message);
      return;
    }
  result = im_unit_format (bytes, path, format->diagnostics);
  if (result == NULL)
    return;
  is_changed = !g_bytes_equal (bytes, result);
  if (is_changed && options->diff)
    lines = compare (format, path, result);
  if (is_changed && !options->check && !options->diff &&
      !im_file_write_atomically (path, result, bytes, &error))
    {
      report (format, path, error->message);
      return;
    }
  format->n_changed += is_changed;
  show (format, path, is_changed, lines);
}

/* Lays out what stands on standard input, for editors. */
static CliExit
format_input (CliContext *context)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  GString *text = cli_input_read ("-", IM_UNIT_FORMAT_MAX_BYTES, &error);
  g_autoptr (GBytes) bytes = text == NULL ? NULL : g_string_free_to_bytes (text);
  g_autoptr (GBytes) result = NULL;
  gsize length;
  const char *data;

  if (bytes == NULL)
    return cli_output_failure (context, "file", "%s", error->message);
  result = im_unit_format (bytes, "<input>", diagnostics);
  if (result == NULL)
    return cli_output_problems (context, diagnostics);
  data = g_bytes_get_data (result, &length);
  g_string_append_len (context->out, data, (gssize) length);

  return cli_output_diagnostics (context, diagnostics);
}

static void
append_summary (const Format *format)
{
  const CliOptions *options = format->context->options;

  g_string_append_printf (format->context->out, "%u file%s, %u %s\n", format->n_files,
                          format->n_files == 1 ? "" : "s", format->n_changed,
                          options->check ? "would change" : "changed");
}

CliExit
cli_fmt_run (CliContext *context)
{
  const CliOptions *options = context->options;
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (
      (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  Format format = { context, diagnostics, { context->out }, 0, 0 };
  CliExit status;

  if (g_strv_contains ((const char *const *) options->arguments, "-"))
    return options->n_arguments > 1 || options->check || options->diff || options->json
               ? cli_output_usage (context, "- stands alone: the result is printed")
               : format_input (context);
  if (options->json)
    {
      im_json_open_object (&format.json);
      im_json_name (&format.json, "files");
      im_json_open_rows (&format.json);
    }
  for (guint i = 0; i < options->n_arguments; i++)
    {
      GPtrArray *paths = cli_files_find (options->arguments[i], ".imunit");

      g_ptr_array_add (all, paths);
      if (paths->len == 0)
        im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_WARNING, "no-units",
                                     options->arguments[i],
                                     "there is no .imunit file below this folder");
      for (guint k = 0; k < paths->len; k++)
        if (g_hash_table_add (seen, g_ptr_array_index (paths, k)))
          format_file (&format, g_ptr_array_index (paths, k));
    }
  if (options->json)
    {
      im_json_close_array (&format.json);
      cli_json_close (&format.json, diagnostics);
    }
  else if (!options->quiet && !options->diff)
    append_summary (&format);
  status = cli_output_diagnostics (context, diagnostics);

  return (options->check || options->diff) && format.n_changed > 0 ? CLI_EXIT_PROBLEMS
                                                                   : status;
}
