/* SPDX-License-Identifier: MIT
 *
 * `imaginet eval`: the value of one expression.
 */
#include "cli/expression/cli-expression.h"
#include "cli/input/cli-bindings.h"
#include "cli/terminal/cli-command.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"

static CliExit
print_value (CliContext *context, const ImValue *value)
{
  ImJson json = { context->out };

  if (context->options->json)
    {
      im_json_open_object (&json);
      cli_json_value_members (&json, value);
      cli_json_close (&json, NULL);
    }
  else
    {
      im_value_append_text (value, context->out);
      g_string_append_c (context->out, '\n');
    }

  return CLI_EXIT_FINE;
}

static CliExit
evaluate (CliContext *context, CliBindings *bindings, ImSource *source)
{
  gsize length;
  const char *text = im_source_get_text (source, &length);
  const ImExprError *error = NULL;
  ImEnvironment environment;
  ImValue value;
  const ImExpr *expr = im_expr_parse (cli_bindings_get_arena (bindings), text,
                                      (gssize) length,
                                      cli_bindings_get_symbols (bindings), &error);

  cli_bindings_init_environment (bindings, &environment);
  if (expr == NULL || !im_eval (expr, &environment, &value, &error))
    return cli_expression_report (context, source, error);

  return print_value (context, &value);
}

CliExit
cli_eval_run (CliContext *context)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (CliBindings) bindings = cli_bindings_parse (context->options->with,
                                                         diagnostics);
  g_autoptr (GError) error = NULL;

  if (bindings == NULL)
    {
      cli_output_problems (context, diagnostics);
      return CLI_EXIT_USAGE;
    }

  g_autoptr (ImSource) source = cli_expression_read (context->options->arguments[0],
                                                     &error);
  if (source == NULL)
    return cli_output_failure (context, "cannot-read", "%s", error->message);

  return evaluate (context, bindings, source);
}
