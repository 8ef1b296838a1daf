/* SPDX-License-Identifier: MIT
 *
 * `imaginet`: the choice among its commands.
 */
#include <gio/gio.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/im-text.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"

static const CliCommand *
find_command (const char *name)
{
  guint n;
  const CliCommand *commands = cli_commands_get (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (commands[i].name, name) == 0)
      return &commands[i];

  return NULL;
}

static void
append_help (GString *out)
{
  g_autoptr (CliTable) rows = cli_table_new (2, 2);
  g_autoptr (CliTable) options = cli_table_new (2, 2);
  guint width = cli_text_get_width ();
  guint n;
  const CliCommand *commands = cli_commands_get (&n);

  for (guint i = 0; i < n; i++)
    cli_table_add (rows, commands[i].name, commands[i].summary);
  cli_table_add (options, "-h, --help", "Show this help");
  cli_table_add (options, "--version", "Show the version");

  g_string_append (out, "Usage:\n  imaginet COMMAND [OPTION…] ARGUMENT…\n\n"
                        "Work with unit packages and the expressions in them.\n\n"
                        "Commands:\n");
  cli_table_append (rows, out, width);
  g_string_append (out, "\nOptions:\n");
  cli_table_append (options, out, width);
  g_string_append (out,
                   "\nRun “imaginet COMMAND --help” for the options of a command.\n");
}

static CliExit
run_command (const CliCommand *command, int argc, char **argv, GString *out)
{
  g_autofree char *name = g_strconcat ("imaginet ", command->name, NULL);
  g_auto (CliOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  CliContext context = { .command = command, .options = &options, .out = out };

  /* Parsing takes words out, as far as it gets. */
  gboolean has_json = cli_options_has_json (argc, argv);

  g_set_prgname (name);
  if (!cli_options_parse (&options, command, argc, argv, &error))
    {
      options.json = has_json;
      return cli_output_usage (&context, "%s", error->message);
    }
  if (options.help)
    {
      g_autofree char *help = cli_options_dup_help (command);

      g_string_append (out, help);
      return CLI_EXIT_FINE;
    }

  context.out_has_colour = cli_output_has_colour (options.colour, STDOUT_FILENO);
  context.err_has_colour = cli_output_has_colour (options.colour, STDERR_FILENO);
  context.width = cli_text_get_width ();
  return command->run (&context);
}

/* Tells that there is no such command, or none at all. */
static CliExit
fail_command (const char *name, int argc, char **argv, GString *out)
{
  guint n;
  const CliCommand *commands = cli_commands_get (&n);
  g_autofree const char **names = g_new0 (const char *, n + 1);
  const CliOptions options = { .json = cli_options_has_json (argc, argv) };
  CliContext context = { .options = &options, .out = out };

  g_set_prgname ("imaginet");
  for (guint i = 0; i < n; i++)
    names[i] = commands[i].name;
  if (name == NULL)
    return cli_output_usage_among (&context, names, "expected a command");
  if (name[0] == '-')
    return cli_output_usage (
        &context, "unknown option “%s”; options stand behind the command", name);

  g_autofree char *hint = cli_text_dup_hint (im_text_nearest (name, names, n));
  return cli_output_usage_among (&context, names, "unknown command “%s”%s", name, hint);
}

static CliExit
run (int argc, char **argv, GString *out)
{
  const char *name = argc > 1 ? argv[1] : NULL;

  if (name != NULL && find_command (name) != NULL)
    return run_command (find_command (name), argc - 1, argv + 1, out);
  if (g_strcmp0 (name, "--help") == 0 || g_strcmp0 (name, "-h") == 0)
    append_help (out);
  else if (g_strcmp0 (name, "--version") == 0)
    g_string_append (out, "imaginet " IM_VERSION "\n");
  else
    return fail_command (name, argc, argv, out);

  return CLI_EXIT_FINE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GString) out = g_string_new (NULL);
  CliExit status;

  /* Messages of the system in the user's language, but numbers as in a unit file. */
  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
  /* A write tells just as well that the reader is gone, or that a limit is reached. */
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);

  /* GLib takes up the resources of this program when one is first looked for; a thread
   * that comes meanwhile would get none. */
  g_resources_get_info ("/", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL, NULL, NULL);

  status = run (argc, argv, out);
  return (int) cli_output_write (out, status);
}
