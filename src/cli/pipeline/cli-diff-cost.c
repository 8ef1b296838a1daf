/* SPDX-License-Identifier: MIT */
#include "cli/pipeline/cli-diff-cost.h"

#include <math.h>
#include <string.h>

#include "cli/terminal/cli-interrupt.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "diff/im-diff.h"

/* Two counts of the same code differ by less: an emulated core counts in ticks, from
 * which what counting takes is subtracted. */
#define NOISE       5.0 /* instructions in each call */
#define NOISE_SHARE 0.02

#define SMALL 10 /* what is less has decimals, as that of layers behind queues */

/* What a layer, or all of them, takes of a core. */
typedef struct
{
  const char *name;
  double amounts[2]; /* instructions for each frame; NAN where it is not there */
  double calls;      /* in each frame, of the version with more of them */
} Row;

static guint64
get_ram (const ImPlan *plan)
{
  return plan->arena_bytes + plan->state_bytes;
}

static void
add_memory (CliTable *table, const char *name, guint64 before, guint64 after)
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
memory_differs (const ImPlan *before, const ImPlan *after)
{
  return before->arena_bytes != after->arena_bytes ||
         before->state_bytes != after->state_bytes ||
         before->constant_bytes != after->constant_bytes;
}

static void
append_memory (const ImPlan *before, const ImPlan *after, GString *out)
{
  g_autoptr (CliTable) table = NULL;

  if (before == NULL || after == NULL || !memory_differs (before, after))
    return;
  table = cli_table_new (2, 4);
  cli_table_add (table, "", "before", "after", "");
  add_memory (table, "arena", before->arena_bytes, after->arena_bytes);
  add_memory (table, "states", before->state_bytes, after->state_bytes);
  add_memory (table, "RAM", get_ram (before), get_ram (after));
  add_memory (table, "constants", before->constant_bytes, after->constant_bytes);
  g_string_append (out, "Memory in bytes\n");
  cli_table_append (table, out, CLI_TEXT_UNLIMITED);
}

/* Calls of functions of layers, for those who pay for time. */
static void
append_calls (const ImPlan *before, const ImPlan *after, GString *out)
{
  double then = before == NULL ? 0 : get_calls_per_second (before);
  double now = after == NULL ? 0 : get_calls_per_second (after);

  if (then > 0 && now > 0 && then != now)
    g_string_append_printf (out, "Calls per second\n  %g → %g, %+g\n", then, now,
                            now - then);
}

/* What all layers take of the CPU, or the one of a name; nothing if there is no such. */
static ImBudgetPart
get_part (const ImBudget *budget, const char *name)
{
  if (budget != NULL && name == NULL)
    return (ImBudgetPart){ NULL, budget->amounts[IM_BUDGET_CPU], 1 };
  for (guint i = 0; budget != NULL && i < budget->parts[IM_BUDGET_CPU]->len; i++)
    {
      ImBudgetPart part = g_array_index (budget->parts[IM_BUDGET_CPU], ImBudgetPart, i);

      if (strcmp (part.name, name) == 0)
        return part;
    }

  return (ImBudgetPart){ NULL, NAN, 0 };
}

static void
add_row (GArray *rows, const char *name, ImBudgetPart before, ImBudgetPart after)
{
  Row row = { name, { before.amount, after.amount }, MAX (before.calls, after.calls) };

  if (!isnan (before.amount) || !isnan (after.amount))
    g_array_append_val (rows, row);
}

/* The layers in the order of the second version, those that only the first one has, what
 * is between the layers, and all together. */
static GArray *
list_rows (const CliDiffCost *cost)
{
  static const ImBudgetPart nothing = { NULL, NAN, 0 };
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));
  const ImBudget *before = cost->budgets[0], *after = cost->budgets[1];
  const ImProgram *then = before == NULL ? NULL : cost->plans[0]->program;
  const ImProgram *now = after == NULL ? NULL : cost->plans[1]->program;
  guint n_then = then == NULL ? 0 : then->n_instances;
  guint n_now = now == NULL ? 0 : now->n_instances;
  g_autofree gint *found = then == NULL || now == NULL
                               ? NULL
                               : im_diff_match_instances (then, now);
  g_autofree const char **names = g_new0 (const char *, n_now + 1);

  for (guint i = 0; found != NULL && i < n_then; i++)
    if (found[i] >= 0)
      names[found[i]] = then->instances[i].path;
  for (guint i = 0; i < n_now; i++)
    add_row (rows, now->instances[i].path,
             names[i] == NULL ? nothing : get_part (before, names[i]),
             get_part (after, now->instances[i].path));
  for (guint i = 0; i < n_then; i++)
    if (found == NULL || found[i] < 0)
      add_row (rows, then->instances[i].path, get_part (before, then->instances[i].path),
               nothing);
  add_row (rows, IM_BUDGET_BETWEEN, get_part (before, IM_BUDGET_BETWEEN),
           get_part (after, IM_BUDGET_BETWEEN));
  add_row (rows, NULL, get_part (before, NULL), get_part (after, NULL));

  return rows;
}

/* An amount for each frame as one for each second; NAN if the rate is not known. */
static double
get_per_second (const CliDiffCost *cost, guint side, double amount)
{
  const ImBudget *budget = cost->budgets[side];

  return budget == NULL || budget->frames_hz <= 0 ? NAN : amount * budget->frames_hz;
}

/* How much more @after is than @before, what is not there being nothing; 0 if that may be
 * noise of so many calls. */
static double
get_growth (double before, double after, double calls)
{
  double then = isnan (before) ? 0 : before, now = isnan (after) ? 0 : after;
  double noise = MAX (NOISE * calls, NOISE_SHARE * MAX (then, now));
  gboolean is_new = isnan (before) != isnan (after);

  return is_new || fabs (now - then) > noise ? now - then : 0;
}

static double
get_growth_per_frame (const Row *row)
{
  return get_growth (row->amounts[0], row->amounts[1], row->calls);
}

static double
get_growth_per_second (const CliDiffCost *cost, const Row *row)
{
  double rates[2] = { get_per_second (cost, 0, 1), get_per_second (cost, 1, 1) };

  return get_growth (row->amounts[0] * rates[0], row->amounts[1] * rates[1],
                     row->calls * fmax (rates[0], rates[1]));
}

static gboolean
row_differs (const CliDiffCost *cost, const Row *row)
{
  return get_growth_per_frame (row) != 0 || get_growth_per_second (cost, row) != 0;
}

static char *
dup_amount (double amount)
{
  if (isnan (amount))
    return g_strdup ("–");

  return g_strdup_printf ("%.*f", fabs (amount) < SMALL ? 2 : 0, amount);
}

static char *
dup_growth (double growth)
{
  return growth == 0 ? g_strdup ("")
                     : g_strdup_printf ("%+.*f", fabs (growth) < SMALL ? 2 : 0, growth);
}

static void
add_instructions (CliTable *table, const CliDiffCost *cost, const Row *row)
{
  g_autofree char *before = dup_amount (row->amounts[0]);
  g_autofree char *after = dup_amount (row->amounts[1]);
  g_autofree char *growth = dup_growth (get_growth_per_frame (row));
  g_autofree char *growth_per_second = dup_growth (get_growth_per_second (cost, row));

  cli_table_add (table, row->name == NULL ? "all" : row->name, before, after, growth,
                 growth_per_second);
}

/* Where the numbers come from. */
static char *
dup_source (const CliDiffCost *cost)
{
  const ImBudget *some = cost->budgets[0] != NULL ? cost->budgets[0] : cost->budgets[1];
  const ImTarget *target = im_target_get (some->build.target);
  g_autoptr (GString) frames = g_string_new (NULL);

  for (guint i = 0; i < 2; i++)
    if (cost->budgets[i] != NULL &&
        (i == 0 || cost->budgets[0] == NULL ||
         cost->budgets[0]->n_frames != cost->budgets[1]->n_frames))
      g_string_append_printf (frames, "%s%u", frames->len == 0 ? "" : " and ",
                              cost->budgets[i]->n_frames);

  return g_strdup_printf ("counted on %s random frames in %s for %s, %s %s, "
                          ""
                          "to about 5 instructions a call or 2 %%",
                          frames->str, target->emulator, target->title, target->compiler,
                          some->build.flags);
}

static gboolean
is_counted (const CliDiffCost *cost)
{
  return cost->budgets[0] != NULL || cost->budgets[1] != NULL;
}

static void
append_instructions (const CliDiffCost *cost, GString *out)
{
  g_autoptr (GArray) rows = list_rows (cost);
  g_autoptr (CliTable) table = cli_table_new (2, 5);
  g_autofree char *source = dup_source (cost);

  g_string_append_printf (out, "Instructions per frame, %s\n", source);
  cli_table_add (table, "", "before", "after", "change", "per second");
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);

      if (row->name == NULL || row_differs (cost, row))
        add_instructions (table, cost, row);
    }
  cli_table_append (table, out, CLI_TEXT_UNLIMITED);
}

void
cli_diff_cost_append (const CliDiffCost *cost, GString *out)
{
  append_memory (cost->plans[0], cost->plans[1], out);
  append_calls (cost->plans[0], cost->plans[1], out);
  if (is_counted (cost))
    append_instructions (cost, out);
}

void
cli_diff_cost_add_lines (const CliDiffCost *cost, GStrvBuilder *lines)
{
  const ImPlan *before = cost->plans[0], *after = cost->plans[1];

  if (before != NULL && after != NULL && get_ram (before) != get_ram (after))
    {
      guint64 then = get_ram (before), now = get_ram (after);
      g_autofree char *line = g_strdup_printf (
          "RAM: %" G_GUINT64_FORMAT " → %" G_GUINT64_FORMAT " bytes, %+" G_GINT64_FORMAT,
          then, now, (gint64) now - (gint64) then);

      g_strv_builder_add (lines, line);
    }
  if (is_counted (cost))
    {
      g_autoptr (GArray) rows = list_rows (cost);
      g_autofree char *source = dup_source (cost);

      for (guint i = 0; i < rows->len; i++)
        {
          const Row *row = &g_array_index (rows, Row, i);
          g_autofree char *then = dup_amount (row->amounts[0]);
          g_autofree char *now = dup_amount (row->amounts[1]);
          g_autofree char *growth = dup_growth (get_growth_per_frame (row));
          g_autofree char *line = g_strdup_printf (
              "%s: %s → %s instructions per frame%s%s",
              row->name == NULL ? "all" : row->name, then, now,
              *growth == '\0' ? "" : ", ", growth);

          if (row->name == NULL || row_differs (cost, row))
            g_strv_builder_add (lines, line);
        }
      g_strv_builder_add (lines, source);
    }
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

/* The members of a row; what is not there has none. */
static void
write_amounts (const CliDiffCost *cost, const Row *row, ImJson *json)
{
  static const char *const sides[] = { "before", "after" };

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      double per_second = get_per_second (cost, i, row->amounts[i]);

      if (isnan (row->amounts[i]))
        continue;
      im_json_member_object (json, sides[i]);
      im_json_member_double (json, "per_frame", row->amounts[i]);
      if (!isnan (per_second))
        im_json_member_double (json, "per_second", per_second);
      im_json_close_object (json);
    }
}

static void
write_instructions (const CliDiffCost *cost, ImJson *json)
{
  g_autoptr (GArray) rows = list_rows (cost);
  g_autofree char *source = dup_source (cost);

  im_json_member_object (json, "instructions");
  im_json_member_string (json, "source", source);
  im_json_member_array (json, "layers");
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);

      if (row->name == NULL)
        continue;
      im_json_open_object (json);
      im_json_member_string (json, "name", row->name);
      write_amounts (cost, row, json);
      im_json_close_object (json);
    }
  im_json_close_array (json);
  im_json_member_object (json, "all");
  write_amounts (cost, &g_array_index (rows, Row, rows->len - 1), json);
  im_json_close_object (json);
  im_json_close_object (json);
}

void
cli_diff_cost_write (const CliDiffCost *cost, ImJson *json)
{
  im_json_member_object (json, "memory");
  write_memory (json, "before", cost->plans[0]);
  write_memory (json, "after", cost->plans[1]);
  im_json_close_object (json);
  im_json_member_object (json, "calls_per_second");
  write_calls (json, "before", cost->plans[0]);
  write_calls (json, "after", cost->plans[1]);
  im_json_close_object (json);
  if (is_counted (cost))
    write_instructions (cost, json);
}

CliExit
cli_diff_cost_count (CliDiffCost *cost,
                     CliContext *context,
                     const ImBuild *build,
                     CliPipeline *const *pipelines)
{
  GCancellable *cancellable = cli_interrupt_watch ();

  for (guint i = 0; i < 2; i++)
    {
      const CliPipeline *pipeline = pipelines[i];
      g_autoptr (GError) error = NULL;

      if (pipeline->program == NULL)
        continue;
      if (cost->plans[i] == NULL)
        return cli_output_problems (context, pipeline->diagnostics);
      cli_interrupt_show (i == 0 ? "before: building and counting"
                                 : "after: building and counting");
      cost->budgets[i] = im_budget_measure (pipeline->program, pipeline->library, build,
                                            cancellable, pipeline->diagnostics, &error);
      cli_interrupt_show (NULL);
      if (g_cancellable_is_cancelled (cancellable))
        return cli_interrupt_finish (context);
      if (cost->budgets[i] == NULL)
        return cli_output_failure (context, "target", "%s", error->message);
    }

  return CLI_EXIT_FINE;
}

void
cli_diff_cost_clear (CliDiffCost *cost)
{
  for (guint i = 0; i < G_N_ELEMENTS (cost->budgets); i++)
    g_clear_pointer (&cost->budgets[i], im_budget_free);
}
