/* SPDX-License-Identifier: MIT */
#include "cli/broadcast/cli-broadcast-operands.h"

#include <string.h>

#include "base/im-text.h"
#include "cli/broadcast/cli-broadcast-mlir.h"
#include "cli/terminal/cli-text.h"

gboolean
cli_broadcast_check_rules (const CliOptions *options, GError **error)
{
  const char *names[IM_BROADCAST_N_FAMILIES];

  for (guint i = 0; i < IM_BROADCAST_N_FAMILIES; i++)
    {
      names[i] = im_broadcast_family_get_name ((ImBroadcastFamily) i);
      if (options->rules == NULL || strcmp (names[i], options->rules) == 0)
        return TRUE;
    }

  g_autofree char *hint = cli_text_dup_hint (
      im_text_nearest (options->rules, names, IM_BROADCAST_N_FAMILIES));
  g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
               "--rules takes imaginet, numpy, mlir or tml, found “%s”%s", options->rules,
               hint);
  return FALSE;
}

/* Finds the rules that options name or operands have the form of. */
static gboolean
find_rules (const CliOptions *options,
            const CliBroadcastRequest *request,
            ImBroadcastRules *rules,
            GError **error)
{
  ImBroadcastFamily family = cli_broadcast_request_find_family (request, options->rules);

  if (!im_broadcast_family_find_rules (family, request->operation, rules))
    {
      g_autofree char *operations = im_broadcast_family_dup_operations (family);

      g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
                   "the rules %s have no operation “%s”; they have %s",
                   im_broadcast_family_get_name (family), request->operation, operations);
      return FALSE;
    }
  if (request->result != NULL && family != IM_BROADCAST_FAMILY_MLIR)
    {
      g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
                   "the rules %s do not declare a result; those of mlir do",
                   im_broadcast_family_get_name (family));
      return FALSE;
    }
  if (*rules == IM_BROADCAST_RULES_MLIR)
    *rules = cli_broadcast_get_mlir_rules (options);

  return TRUE;
}

const ImBroadcastReport *
cli_broadcast_compare (const CliOptions *options,
                       const CliBroadcastRequest *request,
                       ImArena *arena,
                       GError **error)
{
  ImBroadcastRules rules;

  if (!find_rules (options, request, &rules, error))
    return NULL;

  return im_broadcast_report_parse (rules, request->operation, NULL, request->operands,
                                    request->n_operands, request->result, arena, error);
}

const ImBroadcastReport *
cli_broadcast_compare_arguments (const CliOptions *options,
                                 ImArena *arena,
                                 GError **error)
{
  g_autofree char *operation = options->op == NULL ? NULL
                                                   : g_utf8_make_valid (options->op, -1);
  const CliBroadcastRequest request = {
    .operands = (const char *const *) options->arguments,
    .n_operands = options->n_arguments,
    .operation = operation,
    .result = options->result,
  };

  return cli_broadcast_compare (options, &request, arena, error);
}
