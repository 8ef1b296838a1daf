/* SPDX-License-Identifier: MIT
 *
 * `imaginet rename`: another name for a unit or a parameter, in all files of a folder.
 */
#include <string.h>

#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "package/im-package-rename.h"

static void
write_json (GString *out, const GPtrArray *files, gboolean is_written)
{
  ImJson json = { out };

  im_json_open_object (&json);
  im_json_member_bool (&json, "written", is_written);
  im_json_member_array (&json, "places");
  for (guint i = 0; i < files->len; i++)
    {
      const ImRenameFile *file = g_ptr_array_index (files, i);

      for (guint k = 0; k < file->places->len; k++)
        {
          const ImRenamePlace *place = g_ptr_array_index (file->places, k);

          im_json_open_object (&json);
          im_json_member_string (&json, "path", file->path);
          im_json_member_int (&json, "line", place->line);
          im_json_member_string (&json, "before", place->before);
          im_json_member_string (&json, "after", place->after);
          im_json_close_object (&json);
        }
    }
  im_json_close_array (&json);
  cli_json_close (&json, NULL);
}

static void
append_text (GString *out, const GPtrArray *files, gboolean is_written)
{
  guint n_places = 0;

  for (guint i = 0; i < files->len; i++)
    {
      const ImRenameFile *file = g_ptr_array_index (files, i);

      n_places += file->places->len;
      for (guint k = 0; k < file->places->len; k++)
        {
          const ImRenamePlace *place = g_ptr_array_index (file->places, k);

          g_string_append_printf (out, "%s:%u:\n  - %s\n  + %s\n", file->path,
                                  place->line, place->before, place->after);
        }
    }
  g_string_append_printf (out, "%u line%s in %u file%s%s\n", n_places,
                          n_places == 1 ? "" : "s", files->len,
                          files->len == 1 ? "" : "s", is_written ? "" : " would change");
}

CliExit
cli_rename_run (CliContext *context)
{
  const CliOptions *options = context->options;
  const char *folder = options->arguments[0], *name = options->arguments[2];
  g_autoptr (GPtrArray) folders = g_ptr_array_new ();
  g_auto (GStrv) parts = g_strsplit (options->arguments[1], ":", 2);
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    return cli_output_failure (context, "file", "%s: there is no such folder", folder);
  if (*parts[0] == '\0' || (parts[1] != NULL && *parts[1] == '\0'))
    return cli_output_usage (context,
                             "expected UNIT or UNIT:PARAMETER, such as Own.Gain:factor, "
                             "found “%s”",
                             options->arguments[1]);
  g_ptr_array_add (folders, (gpointer) folder);
  for (char **units = options->units; units != NULL && *units != NULL; units++)
    g_ptr_array_add (folders, *units);
  g_ptr_array_add (folders, NULL);
  files = im_package_rename_new ((const char *const *) folders->pdata, parts[0], parts[1],
                                 name, &error);
  if (files == NULL)
    return cli_output_failure (context, "rename", "%s", error->message);
  if (!options->check && !im_package_rename_write (files, &error))
    return cli_output_failure (context, "cannot-write", "%s", error->message);
  if (options->json)
    write_json (context->out, files, !options->check);
  else if (!options->quiet)
    append_text (context->out, files, !options->check);

  return CLI_EXIT_FINE;
}
