/* SPDX-License-Identifier: MIT
 *
 * `imaginet diff`: what differs between two files, by meaning, and what it costs.
 */
#include "cli/pipeline/cli-diff-cost.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "diff/im-diff.h"
#include "scene/output/im-scene-svg.h"
#include "scene/pipeline/im-scene-comparison.h"

#define MAX_LINES 60 /* changes that a picture lists */

typedef struct
{
  const char *path;
  CliPipeline pipeline;
  ImPlan *plan; /* NULL if there is none */
  gboolean is_nothing;
} Side;

/* git gives this in place of a file that is not there. */
static gboolean
is_nothing (const char *path)
{
  return g_strcmp0 (path, "/dev/null") == 0;
}

/* Returns FALSE if the command line is wrong. */
static gboolean
load_side (Side *side, const CliContext *context, char *path)
{
  char *arguments[] = { path, NULL };
  CliOptions options = *context->options;
  CliContext own = *context;

  side->path = path;
  side->is_nothing = is_nothing (path);
  if (side->is_nothing)
    return TRUE;
  options.arguments = arguments;
  own.options = &options;
  if (!cli_pipeline_load (&side->pipeline, &own))
    return FALSE;
  if (side->pipeline.program != NULL && !cli_pipeline_has_errors (&side->pipeline))
    {
      g_autoptr (ImDiagnostics) problems = im_diagnostics_new (); /* those of `plan` */

      side->plan = im_plan_new (side->pipeline.program, IM_LANGUAGE_C, problems);
    }

  return TRUE;
}

static void
clear_side (Side *side)
{
  g_clear_pointer (&side->plan, im_plan_unref);
  cli_pipeline_clear (&side->pipeline);
}

static const ImUnitFile *
get_file (const Side *side)
{
  return side->pipeline.program == NULL ? NULL : side->pipeline.program->unit->file;
}

static ImDiff *
compare (const Side *before, const Side *after)
{
  ImDiff *difference = im_diff_new ();

  im_diff_add_files (difference, get_file (before), before->pipeline.library,
                     get_file (after), after->pipeline.library);
  if (before->pipeline.program != NULL && after->pipeline.program != NULL)
    im_diff_add_programs (difference, before->pipeline.program, after->pipeline.program);

  return difference;
}

static void
append_changes (const ImDiff *difference,
                const char *title,
                gboolean follows,
                gboolean has_colour,
                GString *out)
{
  g_autoptr (CliTable) table = NULL;
  const char *unit = NULL;

  for (guint i = 0; i < im_diff_get_count (difference); i++)
    {
      const ImChange *change = im_diff_get (difference, i);
      g_autofree char *values = NULL;
      g_autofree char *name = NULL;

      if ((change->kind == IM_CHANGE_FOLLOWS) != follows)
        continue;
      if (g_strcmp0 (unit, change->unit) != 0)
        {
          if (table != NULL)
            cli_table_append (table, out, CLI_TEXT_UNLIMITED);
          g_clear_pointer (&table, cli_table_free);
          g_string_append_printf (out, "%s%s%s\n", title, *title == '\0' ? "" : " ",
                                  change->unit);
          table = cli_table_new (2, 4);
          if (has_colour)
            cli_table_set_style (table, 0, CLI_TEXT_BOLD);
          unit = change->unit;
        }
      values = im_change_dup_values (change);
      name = im_change_dup_name (change);
      cli_table_add (table, im_change_kind_get_sign (change->kind), change->what, name,
                     values == NULL ? "" : values);
    }
  if (table != NULL)
    cli_table_append (table, out, CLI_TEXT_UNLIMITED);
}

static void
write_change (ImJson *json, const ImChange *change)
{
  im_json_open_object (json);
  im_json_member_string (json, "kind", im_change_kind_get_name (change->kind));
  im_json_member_string (json, "what", change->what);
  im_json_member_string (json, "unit", change->unit);
  im_json_member_string (json, "name", change->name);
  im_json_member_text (json, "field", change->field);
  im_json_member_text (json, "before", change->before);
  im_json_member_text (json, "after", change->after);
  im_json_close_object (json);
}

static void
write_json (const Side *before,
            const Side *after,
            const ImDiff *difference,
            const CliDiffCost *cost,
            GString *out)
{
  g_autoptr (ImDiagnostics) none = im_diagnostics_new ();
  ImJson json = { out };

  im_json_open_object (&json);
  im_json_member_string (&json, "before", before->path);
  im_json_member_string (&json, "after", after->path);
  im_json_member_array (&json, "changes");
  for (guint i = 0; i < im_diff_get_count (difference); i++)
    write_change (&json, im_diff_get (difference, i));
  im_json_close_array (&json);
  cli_diff_cost_write (cost, &json);
  cli_json_close (&json, none);
}

/* The change of a node that its mark is about: what somebody did comes before what
 * follows from it. */
static void
add_mark (GHashTable *marks, const ImChange *change)
{
  const char *old = g_hash_table_lookup (marks, change->name);

  if (old == NULL || g_str_equal (old, im_change_kind_get_sign (IM_CHANGE_FOLLOWS)))
    g_hash_table_insert (marks, (gpointer) change->name,
                         (gpointer) im_change_kind_get_sign (change->kind));
}

static const ImProgram *
get_drawn (const Side *side)
{
  return side->pipeline.program == NULL || cli_pipeline_has_errors (&side->pipeline)
             ? NULL
             : side->pipeline.program;
}

/* Draws both pipelines beside each other; returns FALSE if there is none. */
static gboolean
draw (const Side *before,
      const Side *after,
      const ImDiff *difference,
      const CliDiffCost *cost,
      GString *out)
{
  g_autoptr (GHashTable) marks_before = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) marks_after = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  g_autoptr (ImScene) scene = NULL;
  g_auto (GStrv) texts = NULL;
  ImComparedPipeline sides[] = {
    { "before", get_drawn (before), marks_before },
    { "after", get_drawn (after), marks_after },
  };

  if (sides[0].program == NULL && sides[1].program == NULL)
    return FALSE;
  for (guint i = 0; i < im_diff_get_count (difference); i++)
    {
      const ImChange *change = im_diff_get (difference, i);
      g_autofree char *line = im_change_dup_line (change);

      if (i < MAX_LINES)
        g_strv_builder_add (lines, line);
      add_mark (change->kind == IM_CHANGE_REMOVED ? marks_before : marks_after, change);
    }
  if (im_diff_get_count (difference) > MAX_LINES)
    g_strv_builder_add (lines, "…");
  cli_diff_cost_add_lines (cost, lines);
  texts = g_strv_builder_end (lines);
  scene = im_scene_comparison_new (sides, G_N_ELEMENTS (sides),
                                   (const char *const *) texts);
  im_scene_append_svg (scene, IM_THEME_AUTO, out);

  return TRUE;
}

/* Tells why a file cannot be read. What is wrong with pipelines is nothing that differs:
 * `check` says it. */
static CliExit
refuse (CliContext *context, const Side *before, const Side *after)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  const Side *sides[] = { before, after };

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    if (!sides[i]->is_nothing && get_file (sides[i]) == NULL)
      im_diagnostics_append (problems, sides[i]->pipeline.diagnostics);
  cli_output_problems (context, problems);

  return CLI_EXIT_USAGE;
}

static CliExit
show (CliContext *context,
      const Side *before,
      const Side *after,
      const ImDiff *difference,
      const CliDiffCost *cost)
{
  if (context->options->svg)
    {
      if (!draw (before, after, difference, cost, context->out))
        return cli_output_failure (context, "picture",
                                   "neither file has a pipeline without errors, which "
                                   "could be drawn; “imaginet check” tells them");
    }
  else if (context->options->json)
    write_json (before, after, difference, cost, context->out);
  else
    {
      append_changes (difference, "", FALSE, context->out_has_colour, context->out);
      append_changes (difference, "What follows in", TRUE, context->out_has_colour,
                      context->out);
      cli_diff_cost_append (cost, context->out);
    }

  return im_diff_get_count (difference) == 0 ? CLI_EXIT_FINE : CLI_EXIT_PROBLEMS;
}

static CliExit
run (CliContext *context, Side *before, Side *after, const ImBuild *build)
{
  g_autoptr (ImDiff) difference = NULL;
  CliDiffCost cost = { { before->plan, after->plan } };
  CliExit status = CLI_EXIT_FINE;

  if ((!before->is_nothing && get_file (before) == NULL) ||
      (!after->is_nothing && get_file (after) == NULL))
    return refuse (context, before, after);
  difference = compare (before, after);
  if (build != NULL)
    status = cli_diff_cost_count (
        &cost, context, build, (CliPipeline *[]){ &before->pipeline, &after->pipeline });
  if (status == CLI_EXIT_FINE)
    status = show (context, before, after, difference, &cost);
  cli_diff_cost_clear (&cost);

  return status;
}

CliExit
cli_diff_run (CliContext *context)
{
  char **arguments = context->options->arguments;
  Side before = { 0 }, after = { 0 };
  CliExit status = CLI_EXIT_USAGE;
  ImBuild build;
  const char *target = context->options->target;
  g_autofree char *problem = target == NULL ? NULL : im_build_parse (target, &build);

  if (problem != NULL)
    return cli_output_usage (context, "--target: %s", problem);
  if (target != NULL && !im_build_is_emulated (&build))
    return cli_output_usage (context,
                             "--target: instructions are counted on emulated cores, such "
                             "as m4f, not on “%s”",
                             target);
  if (load_side (&before, context, arguments[0]) &&
      load_side (&after, context, arguments[1]))
    status = run (context, &before, &after, target == NULL ? NULL : &build);
  clear_side (&before);
  clear_side (&after);

  return status;
}
