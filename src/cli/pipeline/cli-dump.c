/* SPDX-License-Identifier: MIT
 *
 * `imaginet dump`: what a stage makes of a text, in the form that golden tests keep.
 */
#include <string.h>

#include "base/im-arena.h"
#include "base/im-file.h"
#include "base/im-text.h"
#include "cli/expression/cli-expression.h"
#include "cli/input/cli-pipeline.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "emit/im-emit-c.h"
#include "emit/im-emit-python.h"
#include "fragment/im-fragment.h"
#include "lang/im-token.h"
#include "plan/im-plan.h"
#include "unit/im-unit-file.h"

#define STAGES "tokens, ast, unit, fragments, graph, program, plan or routines"

typedef struct
{
  const char *name;
  CliExit (*run) (CliContext *context, const char *argument);
  gboolean takes_values;
} StageRow;

static void
append_token (GString *out, const char *text, const ImToken *token)
{
  g_string_append_printf (out, "%u-%u %s", token->span.start, token->span.end,
                          im_token_kind_get_name (token->kind));
  if (token->kind == IM_TOKEN_NAME || token->kind == IM_TOKEN_INTEGER ||
      token->kind == IM_TOKEN_REAL || token->kind == IM_TOKEN_STRING)
    g_string_append_printf (out, " %.*s", (int) (token->span.end - token->span.start),
                            text + token->span.start);
  g_string_append_c (out, '\n');
}

static CliExit
dump_tokens (CliContext *context, ImSource *source)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GString) out = g_string_new (NULL);
  const char *problem = NULL;
  gsize length;
  const char *text = im_source_get_text (source, &length);
  ImToken token = { 0 };

  do
    {
      token = im_token_next (text, length, token.span.end, &problem);
      append_token (out, text, &token);
      if (token.kind == IM_TOKEN_ERROR)
        im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "syntax", source, token.span,
                            "%s", problem);
    }
  while (token.kind != IM_TOKEN_END);

  return cli_output_stage (context, out, diagnostics);
}

static CliExit
dump_ast (CliContext *context, ImSource *source)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) out = g_string_new (NULL);
  const ImExprError *error;
  gsize length;
  const char *text = im_source_get_text (source, &length);
  const ImExpr *expr = im_expr_parse (arena, text, (gssize) length, NULL, &error);

  if (expr == NULL)
    return cli_expression_report (context, source, error);

  im_expr_append_text (expr, out);
  return cli_output_stage (context, out, diagnostics);
}

static CliExit
read_and_dump (CliContext *context,
               const char *argument,
               CliExit (*dump) (CliContext *context, ImSource *source))
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ImSource) source = cli_expression_read (argument, &error);

  if (source == NULL)
    return cli_output_failure (context, "cannot-read", "%s", error->message);

  return dump (context, source);
}

static CliExit
run_tokens (CliContext *context, const char *argument)
{
  return read_and_dump (context, argument, dump_tokens);
}

static CliExit
run_ast (CliContext *context, const char *argument)
{
  return read_and_dump (context, argument, dump_ast);
}

static CliExit
run_unit (CliContext *context, const char *argument)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = im_unit_file_read (argument, diagnostics);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; file != NULL && i < im_unit_file_get_count (file); i++)
    im_unit_append_text (im_unit_file_get_unit (file, i), out);

  return cli_output_stage (context, out, diagnostics);
}

static CliExit
run_fragments (CliContext *context, const char *argument)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = im_file_read (argument, IM_FRAGMENT_MAX_FILE_BYTES, &error);

  if (bytes == NULL)
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "file", argument, "%s",
                                 error->message);
  else
    {
      g_autoptr (ImSource) source = im_source_new (argument, bytes);
      g_autoptr (ImFragmentFile) file = im_fragment_file_parse (source, diagnostics);

      im_fragment_file_print (file, out);
    }

  return cli_output_stage (context, out, diagnostics);
}

static CliExit
run_graph (CliContext *context, const char *argument)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (GString) out = g_string_new (NULL);
  const ImUnit *unit = cli_pipeline_find (context, argument, library, diagnostics);

  if (unit != NULL)
    {
      g_autoptr (ImGraph) graph = im_graph_load (unit, library, diagnostics);

      im_graph_append_text (graph, out);
    }

  return cli_output_stage (context, out, diagnostics);
}

static CliExit
run_program (CliContext *context, const char *argument)
{
  g_auto (CliPipeline) pipeline = { 0 };
  g_autoptr (GString) out = g_string_new (NULL);

  if (!cli_pipeline_load (&pipeline, context))
    return CLI_EXIT_USAGE;
  if (pipeline.program != NULL)
    im_program_append_text (pipeline.program, out);

  return cli_output_stage (context, out, pipeline.diagnostics);
}

static CliExit
run_plan (CliContext *context, const char *argument)
{
  g_auto (CliPipeline) pipeline = { 0 };
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (ImPlan) plan = NULL;

  if (!cli_pipeline_load (&pipeline, context))
    return CLI_EXIT_USAGE;
  plan = cli_pipeline_plan (&pipeline);
  if (plan != NULL)
    im_plan_append_text (plan, out);

  return cli_output_stage (context, out, pipeline.diagnostics);
}

/* Of what runs: in C, or in Python where there is no C. */
static CliExit
run_routines (CliContext *context, const char *argument)
{
  g_auto (CliPipeline) pipeline = { 0 };
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (ImPlan) plan = NULL;
  ImRoutines routines;

  if (!cli_pipeline_load (&pipeline, context))
    return CLI_EXIT_USAGE;
  plan = cli_pipeline_plan_run (&pipeline);
  if (plan == NULL)
    return cli_output_stage (context, out, pipeline.diagnostics);

  routines = plan->language == IM_LANGUAGE_C
                 ? im_emit_c_list_routines (plan, pipeline.library, arena,
                                            pipeline.diagnostics)
                 : im_emit_python_list_routines (plan, arena);
  g_string_append_printf (out, "routines %s %s\n", plan->program->unit->id.text,
                          im_language_get_name (plan->language));
  im_routines_append_text (&routines, "", out);

  return cli_output_stage (context, out, pipeline.diagnostics);
}

static const StageRow stages[] = {
  { "tokens", run_tokens, FALSE }, { "ast", run_ast, FALSE },
  { "unit", run_unit, FALSE },     { "fragments", run_fragments, FALSE },
  { "graph", run_graph, FALSE },   { "program", run_program, TRUE },
  { "plan", run_plan, TRUE },      { "routines", run_routines, TRUE },
};

CliExit
cli_dump_run (CliContext *context)
{
  const char *stage = context->options->stage;
  const char *names[G_N_ELEMENTS (stages) + 1] = { NULL };

  if (stage == NULL)
    return cli_output_usage (context, "expected --stage with " STAGES);

  for (guint i = 0; i < G_N_ELEMENTS (stages); i++)
    {
      names[i] = stages[i].name;
      if (strcmp (names[i], stage) != 0)
        continue;
      if (context->options->with != NULL && !stages[i].takes_values)
        return cli_output_usage (
            context, "only the stages program, plan and routines take --with");
      return stages[i].run (context, context->options->arguments[0]);
    }

  const char *nearest = im_text_nearest (stage, names, G_N_ELEMENTS (stages));
  g_autofree char *hint = cli_text_dup_hint (nearest);
  return cli_output_usage_among (context, names, "--stage takes " STAGES ", found “%s”%s",
                                 stage, hint);
}
