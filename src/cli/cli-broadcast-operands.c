/* SPDX-License-Identifier: MIT */
#include "cli/cli-broadcast-operands.h"

#include <string.h>

#include "base/im-text.h"
#include "cli/cli-output.h"
#include "cli/cli-text.h"

static gboolean
find_family (const CliOptions *options, ImBroadcastFamily *family, GError **error)
{
  const char *names[IM_BROADCAST_N_FAMILIES];

  if (options->rules == NULL && options->result != NULL)
    {
      *family = IM_BROADCAST_FAMILY_MLIR;
      return TRUE;
    }
  if (options->rules == NULL)
    {
      *family = im_broadcast_family_guess ((const char *const *) options->arguments,
                                           options->n_arguments);
      return TRUE;
    }
  for (guint i = 0; i < IM_BROADCAST_N_FAMILIES; i++)
    {
      names[i] = im_broadcast_family_get_name ((ImBroadcastFamily) i);
      if (strcmp (names[i], options->rules) == 0)
        {
          *family = (ImBroadcastFamily) i;
          return TRUE;
        }
    }

  g_autofree char *hint = cli_text_dup_hint (
      im_text_nearest (options->rules, names, IM_BROADCAST_N_FAMILIES));
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "--rules takes imaginet, numpy, mlir or tml, found “%s”%s", options->rules,
               hint);
  return FALSE;
}

gboolean
cli_broadcast_find_rules (const CliOptions *options,
                          ImBroadcastRules *rules,
                          GError **error)
{
  ImBroadcastFamily family;

  if (!find_family (options, &family, error))
    return FALSE;
  if (options->result != NULL && family != IM_BROADCAST_FAMILY_MLIR)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "--result is of the rules mlir, found the rules %s",
                   im_broadcast_family_get_name (family));
      return FALSE;
    }
  if (im_broadcast_family_find_rules (family, options->op, rules))
    return TRUE;

  g_autofree char *operations = im_broadcast_family_dup_operations (family);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "--op of the rules %s takes one of %s, found “%s”",
               im_broadcast_family_get_name (family), operations, options->op);
  return FALSE;
}

const ImBroadcastReport *
cli_broadcast_read (CliContext *context, ImArena *arena, CliExit *exit)
{
  const CliOptions *options = context->options;
  g_autofree char *name = g_strconcat ("imaginet ", context->command->name, NULL);
  g_autofree char *operation = options->op == NULL ? NULL
                                                   : g_utf8_make_valid (options->op, -1);
  g_autoptr (GError) error = NULL;
  const ImBroadcastReport *report;
  ImBroadcastRules rules;

  if (!cli_broadcast_find_rules (options, &rules, &error))
    {
      *exit = cli_output_usage (name, "%s", error->message);
      return NULL;
    }
  report = im_broadcast_report_parse (
      rules, operation, NULL, (const char *const *) options->arguments,
      options->n_arguments, options->result, arena, &error);
  if (report == NULL)
    *exit = cli_output_failure (context, "%s", error->message);

  return report;
}
