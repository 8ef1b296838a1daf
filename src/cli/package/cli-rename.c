/* SPDX-License-Identifier: MIT
 *
 * `imaginet rename`: another name for a unit or a parameter, in all files of a folder;
 * `imaginet move`: another folder for the files of a unit.
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
  im_json_member_array (&json, "files");
  for (guint i = 0; i < files->len; i++)
    {
      const ImRenameFile *file = g_ptr_array_index (files, i);

      if (file->new_path == NULL)
        continue;
      im_json_open_object (&json);
      im_json_member_string (&json, "path", file->path);
      im_json_member_string (&json, "new_path", file->new_path);
      im_json_close_object (&json);
    }
  im_json_close_array (&json);
  cli_json_close (&json, NULL);
}

static void
append_text (GString *out, const GPtrArray *files, gboolean is_written)
{
  guint n_places = 0, n_changed = 0, n_moved = 0;

  for (guint i = 0; i < files->len; i++)
    {
      const ImRenameFile *file = g_ptr_array_index (files, i);

      n_places += file->places->len;
      n_changed += file->places->len > 0;
      n_moved += file->new_path != NULL;
      if (file->new_path != NULL)
        g_string_append_printf (out, "%s → %s\n", file->path, file->new_path);
      for (guint k = 0; k < file->places->len; k++)
        {
          const ImRenamePlace *place = g_ptr_array_index (file->places, k);

          g_string_append_printf (out, "%s:%u:\n  - %s\n  + %s\n", file->path,
                                  place->line, place->before, place->after);
        }
    }
  g_string_append_printf (out, "%u line%s in %u file%s%s", n_places,
                          n_places == 1 ? "" : "s", n_changed, n_changed == 1 ? "" : "s",
                          is_written ? "" : " would change");
  if (n_moved > 0)
    g_string_append_printf (out, "; %u file%s%s", n_moved, n_moved == 1 ? "" : "s",
                            is_written ? " moved" : " would move");
  g_string_append_c (out, '\n');
}

/* FOLDER, and those of --units behind it. */
static GPtrArray *
list_folders (const CliOptions *options)
{
  GPtrArray *folders = g_ptr_array_new ();

  g_ptr_array_add (folders, options->arguments[0]);
  for (char **units = options->units; units != NULL && *units != NULL; units++)
    g_ptr_array_add (folders, *units);
  g_ptr_array_add (folders, NULL);

  return folders;
}

/* Writes and shows what was found; @files is NULL if @failure says why nothing was. */
static CliExit
finish (CliContext *context, const GPtrArray *files, const GError *failure)
{
  const CliOptions *options = context->options;
  g_autoptr (GError) error = NULL;

  if (files == NULL)
    return cli_output_failure (context, "rename", "%s", failure->message);
  if (!options->check && !im_package_rename_write (files, &error))
    return cli_output_failure (context, "cannot-write", "%s", error->message);
  if (options->json)
    write_json (context->out, files, !options->check);
  else if (!options->quiet)
    append_text (context->out, files, !options->check);

  return CLI_EXIT_FINE;
}

CliExit
cli_rename_run (CliContext *context)
{
  const CliOptions *options = context->options;
  const char *folder = options->arguments[0], *name = options->arguments[2];
  g_autoptr (GPtrArray) folders = list_folders (options);
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
  files = im_package_rename_new ((const char *const *) folders->pdata, parts[0], parts[1],
                                 name, &error);

  return finish (context, files, error);
}

CliExit
cli_move_run (CliContext *context)
{
  const CliOptions *options = context->options;
  const char *folder = options->arguments[0];
  g_autoptr (GPtrArray) folders = list_folders (options);
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    return cli_output_failure (context, "file", "%s: there is no such folder", folder);
  files = im_package_move_new ((const char *const *) folders->pdata,
                               options->arguments[1], options->arguments[2], &error);

  return finish (context, files, error);
}
