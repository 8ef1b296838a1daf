/* SPDX-License-Identifier: MIT */
#include "program.h"

gboolean
program_try (const char *folder, const char *command, char **out, char **err)
{
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GError) error = NULL;
  gint status;

  g_assert_true (g_shell_parse_argv (command, NULL, &arguments, &error));
  g_spawn_sync (folder, arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, out, err,
                &status, &error);
  g_assert_no_error (error);

  return status == 0 && **err == '\0';
}

char *
program_run (const char *folder, const char *command)
{
  g_autofree char *out = NULL, *err = NULL;

  if (!program_try (folder, command, &out, &err))
    g_error ("%s failed:\n%s%s", command, out, err);

  return g_steal_pointer (&out);
}

gboolean
program_skip_without (const char *const *programs)
{
  for (guint i = 0; programs[i] != NULL; i++)
    {
      g_autofree char *path = g_find_program_in_path (programs[i]);
      g_autofree char *reason = g_strconcat (programs[i], " is not installed", NULL);

      if (path == NULL)
        {
          g_test_skip (reason);
          return TRUE;
        }
    }

  return FALSE;
}

char *
program_make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("imaginet-test-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

void
program_remove_folder (const char *folder)
{
  g_autofree char *command = g_strconcat ("rm -r ", folder, NULL);

  g_free (program_run (NULL, command));
}
