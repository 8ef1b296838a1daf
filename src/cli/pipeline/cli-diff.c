/* SPDX-License-Identifier: MIT
 *
 * `imaginet diff`: what differs between two files, by meaning, and what it costs.
 */
#include "cli/input/cli-pipeline.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "diff/im-diff.h"
#include "scene/output/im-scene-svg.h"
#include "scene/pipeline/im-scene-comparison.h"

#define MAX_SHOWN 60 /* characters of a text in a line */
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

/* A text on one line, as long as a line takes. */
static char *
dup_short (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, "\r\n\t", -1);
  g_autofree char *line = g_strjoinv (" ", words);
  g_autofree char *start = NULL;

  if (g_utf8_strlen (line, -1) <= MAX_SHOWN)
    return g_steal_pointer (&line);
  start = g_utf8_substring (line, 0, MAX_SHOWN - 1);

  return g_strconcat (start, "…", NULL);
}

static gboolean
is_of_nodes (const ImChange *change)
{
  return g_str_equal (change->what, "layer") || g_str_equal (change->what, "node");
}

static char *
dup_values (const ImChange *change)
{
  const char *missing = is_of_nodes (change) ? "(default)" : "(none)";
  g_autofree char *before = dup_short (change->before == NULL ? missing : change->before);
  g_autofree char *after = dup_short (change->after == NULL ? missing : change->after);

  if (change->kind == IM_CHANGE_MOVED)
    return change->after == NULL ? g_strdup ("to the end")
                                 : g_strdup_printf ("before %s", change->after);
  if (change->kind == IM_CHANGE_ADDED || change->kind == IM_CHANGE_REMOVED)
    return change->after == NULL ? NULL : g_strdup_printf ("before %s", change->after);

  return g_strdup_printf ("%s → %s", before, after);
}

static const char *const signs[] = {
  [IM_CHANGE_ADDED] = "+", [IM_CHANGE_REMOVED] = "-", [IM_CHANGE_CHANGED] = "~",
  [IM_CHANGE_MOVED] = "↕", [IM_CHANGE_FOLLOWS] = "=",
};

static char *
dup_name (const ImChange *change)
{
  g_autofree char *name = dup_short (change->name);

  return change->field == NULL ? g_steal_pointer (&name)
                               : g_strdup_printf ("%s.%s", name, change->field);
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
      values = dup_values (change);
      name = dup_name (change);
      cli_table_add (table, signs[change->kind], change->what, name,
                     values == NULL ? "" : values);
    }
  if (table != NULL)
    cli_table_append (table, out, CLI_TEXT_UNLIMITED);
}

static guint64
get_ram (const ImPlan *plan)
{
  return plan->arena_bytes + plan->state_bytes;
}

static void
add_cost (CliTable *table, const char *name, guint64 before, guint64 after)
{
  g_autofree char *first = g_strdup_printf ("%" G_GUINT64_FORMAT, before);
  g_autofree char *second = g_strdup_printf ("%" G_GUINT64_FORMAT, after);
  g_autofree char *delta = g_strdup_printf ("%+" G_GINT64_FORMAT,
                                            (gint64) after - (gint64) before);

  cli_table_add (table, name, first, second, before == after ? "" : delta);
}

/* How often a domain runs: as often as its queue gives, or its inputs come; 0 if that is
 * not known. */
static double
get_rate (const ImPlan *plan, guint number)
{
  const ImProgram *program = plan->program;
  const ImPlanDomain *domain = &plan->domains[number];
  double rate = 0;

  for (guint i = 0; domain->queue >= 0 && i < program->n_tensors; i++)
    if (program->tensors[i].producer == domain->queue)
      rate = MAX (rate, program->tensors[i].type.rate_hz);
  for (guint i = 0; domain->queue < 0 && i < program->n_inputs; i++)
    if (plan->source_of[i] == number && program->inputs[i].tensor >= 0)
      rate = MAX (rate, program->tensors[program->inputs[i].tensor].type.rate_hz);

  return rate;
}

/* How many functions of layers are called in a second; 0 if a rate is not known. */
static double
get_calls_per_second (const ImPlan *plan)
{
  double sum = 0;

  for (guint i = 0; i < plan->n_domains; i++)
    {
      double rate = get_rate (plan, i);

      if (rate <= 0)
        return 0;
      sum += rate * plan->domains[i].n_calls;
    }

  return sum;
}

static gboolean
costs_differ (const ImPlan *before, const ImPlan *after)
{
  return before->arena_bytes != after->arena_bytes ||
         before->state_bytes != after->state_bytes ||
         before->constant_bytes != after->constant_bytes;
}

static void
append_costs (const Side *before, const Side *after, GString *out)
{
  g_autoptr (CliTable) table = NULL;

  if (before->plan == NULL || after->plan == NULL ||
      !costs_differ (before->plan, after->plan))
    return;
  table = cli_table_new (2, 4);
  cli_table_add (table, "", "before", "after", "");
  add_cost (table, "arena", before->plan->arena_bytes, after->plan->arena_bytes);
  add_cost (table, "states", before->plan->state_bytes, after->plan->state_bytes);
  add_cost (table, "RAM", get_ram (before->plan), get_ram (after->plan));
  add_cost (table, "constants", before->plan->constant_bytes,
            after->plan->constant_bytes);
  g_string_append (out, "Memory in bytes\n");
  cli_table_append (table, out, CLI_TEXT_UNLIMITED);
}

/* Calls of functions of layers, for those who pay for time. */
static void
append_calls (const Side *before, const Side *after, GString *out)
{
  double then = before->plan == NULL ? 0 : get_calls_per_second (before->plan);
  double now = after->plan == NULL ? 0 : get_calls_per_second (after->plan);

  if (then > 0 && now > 0 && then != now)
    g_string_append_printf (out, "Calls per second\n  %g → %g, %+g\n", then, now,
                            now - then);
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
write_memory (ImJson *json, const char *name, const ImPlan *plan)
{
  if (plan == NULL)
    return;
  im_json_member_object (json, name);
  im_json_member_int (json, "arena", (gint64) plan->arena_bytes);
  im_json_member_int (json, "states", (gint64) plan->state_bytes);
  im_json_member_int (json, "ram", (gint64) get_ram (plan));
  im_json_member_int (json, "constants", (gint64) plan->constant_bytes);
  im_json_close_object (json);
}

static void
write_calls (ImJson *json, const char *name, const ImPlan *plan)
{
  double calls = plan == NULL ? 0 : get_calls_per_second (plan);

  if (calls > 0)
    im_json_member_double (json, name, calls);
}

static void
write_json (const Side *before, const Side *after, const ImDiff *difference, GString *out)
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
  im_json_member_object (&json, "memory");
  write_memory (&json, "before", before->plan);
  write_memory (&json, "after", after->plan);
  im_json_close_object (&json);
  im_json_member_object (&json, "calls_per_second");
  write_calls (&json, "before", before->plan);
  write_calls (&json, "after", after->plan);
  im_json_close_object (&json);
  cli_json_close (&json, none);
}

/* The change of a node that its mark is about: what somebody did comes before what
 * follows from it. */
static void
add_mark (GHashTable *marks, const ImChange *change)
{
  const char *old = g_hash_table_lookup (marks, change->name);

  if (old == NULL || g_str_equal (old, signs[IM_CHANGE_FOLLOWS]))
    g_hash_table_insert (marks, (gpointer) change->name, (gpointer) signs[change->kind]);
}

static char *
dup_line (const ImChange *change)
{
  g_autofree char *name = dup_name (change);
  g_autofree char *values = dup_values (change);

  return g_strdup_printf ("%s  %s %s%s%s", signs[change->kind], change->what, name,
                          values == NULL ? "" : ": ", values == NULL ? "" : values);
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
draw (const Side *before, const Side *after, const ImDiff *difference, GString *out)
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
      g_autofree char *line = dup_line (change);

      if (i < MAX_LINES)
        g_strv_builder_add (lines, line);
      add_mark (change->kind == IM_CHANGE_REMOVED ? marks_before : marks_after, change);
    }
  if (im_diff_get_count (difference) > MAX_LINES)
    g_strv_builder_add (lines, "…");
  if (before->plan != NULL && after->plan != NULL)
    {
      guint64 then = get_ram (before->plan), now = get_ram (after->plan);
      g_autofree char *line = g_strdup_printf (
          "RAM: %" G_GUINT64_FORMAT " → %" G_GUINT64_FORMAT " bytes, %+" G_GINT64_FORMAT,
          then, now, (gint64) now - (gint64) then);

      if (then != now)
        g_strv_builder_add (lines, line);
    }
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
show (CliContext *context, const Side *before, const Side *after)
{
  g_autoptr (ImDiff) difference = NULL;

  if ((!before->is_nothing && get_file (before) == NULL) ||
      (!after->is_nothing && get_file (after) == NULL))
    return refuse (context, before, after);
  difference = compare (before, after);
  if (context->options->svg)
    {
      if (!draw (before, after, difference, context->out))
        return cli_output_failure (context, "picture",
                                   "neither file has a pipeline without errors, which "
                                   "could be drawn; “imaginet check” tells them");
    }
  else if (context->options->json)
    write_json (before, after, difference, context->out);
  else
    {
      append_changes (difference, "", FALSE, context->out_has_colour, context->out);
      append_changes (difference, "What follows in", TRUE, context->out_has_colour,
                      context->out);
      append_costs (before, after, context->out);
      append_calls (before, after, context->out);
    }

  return im_diff_get_count (difference) == 0 ? CLI_EXIT_FINE : CLI_EXIT_PROBLEMS;
}

CliExit
cli_diff_run (CliContext *context)
{
  char **arguments = context->options->arguments;
  Side before = { 0 }, after = { 0 };
  CliExit status = CLI_EXIT_USAGE;

  if (load_side (&before, context, arguments[0]) &&
      load_side (&after, context, arguments[1]))
    status = show (context, &before, &after);
  clear_side (&before);
  clear_side (&after);

  return status;
}
