/* SPDX-License-Identifier: MIT
 *
 * `imaginet trust`: the folders whose code may run where nothing confines it.
 */
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "sandbox/im-sandbox.h"
#include "sandbox/im-trust.h"

static void
show_json (CliContext *context, char **folders)
{
  ImJson json = { context->out };
  ImSandboxLevel level = im_sandbox_get_level ();

  im_json_open_object (&json);
  im_json_member_string (&json, "confined_by", im_sandbox_level_get_name (level));
  if (im_sandbox_get_problem () != NULL)
    im_json_member_string (&json, "problem", im_sandbox_get_problem ());
  im_json_member_array (&json, "trusted");
  for (guint i = 0; folders[i] != NULL; i++)
    im_json_string (&json, folders[i]);
  im_json_close_array (&json);
  cli_json_close (&json, NULL);
}

static void
show_text (CliContext *context, char **folders)
{
  ImSandboxLevel level = im_sandbox_get_level ();

  if (level == IM_SANDBOX_NONE)
    g_string_append_printf (context->out,
                            "Nothing confines the code of packages here: %s.\n"
                            "Only that of shipped units and of trusted folders is run.\n",
                            im_sandbox_get_problem ());
  else
    g_string_append_printf (context->out,
                            "The code of packages is confined by %s: "
                            "no folder needs to be trusted.\n",
                            im_sandbox_level_get_name (level));
  g_string_append (context->out,
                   folders[0] == NULL ? "No folder is trusted.\n" : "Trusted folders:\n");
  for (guint i = 0; folders[i] != NULL; i++)
    g_string_append_printf (context->out, "  %s\n", folders[i]);
}

CliExit
cli_trust_run (CliContext *context)
{
  const CliOptions *options = context->options;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) folders = NULL;

  if (options->remove && options->n_arguments == 0)
    return cli_output_usage (context,
                             "--remove takes the folders that are not to be trusted");
  for (guint i = 0; i < options->n_arguments; i++)
    if (!(options->remove ? im_trust_remove : im_trust_add) (options->arguments[i],
                                                             &error))
      return cli_output_failure (context, "cannot-write", "%s", error->message);

  folders = im_trust_list ();
  if (options->json)
    show_json (context, folders);
  else
    show_text (context, folders);

  return CLI_EXIT_FINE;
}
