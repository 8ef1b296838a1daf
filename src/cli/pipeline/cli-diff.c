/* SPDX-License-Identifier: MIT
 *
 * `imaginet diff`: what differs between two files, by meaning, and what it costs.
 */
#include "cli/input/cli-pipeline.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "diff/im-diff.h"

#define MAX_SHOWN 60 /* characters of a text in a line */

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

static void
append_changes (const ImDiff *difference,
                const char *title,
                gboolean follows,
                gboolean has_colour,
                GString *out)
{
  static const char *const signs[] = {
    [IM_CHANGE_ADDED] = "+", [IM_CHANGE_REMOVED] = "-", [IM_CHANGE_CHANGED] = "~",
    [IM_CHANGE_MOVED] = "↕", [IM_CHANGE_FOLLOWS] = "=",
  };
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
      name = change->field == NULL ? dup_short (change->name) : NULL;
      if (name == NULL)
        {
          g_autofree char *owner = dup_short (change->name);

          name = g_strdup_printf ("%s.%s", owner, change->field);
        }
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
  cli_json_close (&json, none);
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
  if (context->options->json)
    write_json (before, after, difference, context->out);
  else
    {
      append_changes (difference, "", FALSE, context->out_has_colour, context->out);
      append_changes (difference, "What follows in", TRUE, context->out_has_colour,
                      context->out);
      append_costs (before, after, context->out);
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
