/* SPDX-License-Identifier: MIT
 *
 * Units are elaborated and their code emitted one after the other; compilers, programs
 * and Python run side by side. A unit goes as far as it can: what comes behind a step
 * that failed is not tried.
 */
#include "cli/check/cli-check-compile.h"

#include <string.h>

#include "cases/im-code-cases.h"
#include "cli/input/cli-bindings.h"
#include "cli/terminal/cli-interrupt.h"
#include "cli/terminal/cli-jobs.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "run/im-build-check.h"
#include "run/im-toolchain.h"
#include "verify/im-compare.h"

#define N_COLUMNS   (5 + IM_N_BUILDS)
#define INPUT_WIDTH 24

/* What came of a unit: of all its cases, the worst. */
typedef struct
{
  char *unit_id;
  char *input;             /* of the first case, NULL if it does not elaborate */
  guint n_implementations; /* that it has */
  guint n_reached;         /* of them that were built with a compiler */
  GPtrArray *unreached;    /* char*, names of the others */
  GPtrArray *reasons;      /* char*, why they were not */
  gboolean is_exported;
  ImBuildState builds[IM_N_BUILDS];
  char *messages[IM_N_BUILDS];
  gboolean is_compared;
  ImCompareState state;  /* if it is */
  guint n_cases;         /* that were run */
  guint n_alone;         /* of them without Python */
  char *verdict;         /* of these, the worst, NULL if there are none */
  gboolean is_bad;       /* whether its numbers are not finite */
  GPtrArray *references; /* char*, the units whose Python stood in, each once */
} Row;

typedef struct
{
  CliContext *context;
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
  GCancellable *cancellable;
  const CliBindings *bindings;
  GPtrArray *units; /* ImUnit */
  guint n_units;    /* of them that are jobs */
  GPtrArray *rows;  /* Row */
  CliTable *table;
  GError *no_python;
} Session;

typedef struct
{
  Row *row;
  const ImUnit *unit;
  ImDiagnostics *problems;
  GPtrArray *cases;      /* ImCodeCase */
  GPtrArray *checks;     /* ImBuildCheck, of each case that was exported */
  GArray *exported;      /* guint, the numbers of these cases */
  ImCompareBatch *batch; /* of them; NULL without Python */
} Job;

static void
free_row (gpointer data)
{
  Row *row = data;

  g_free (row->unit_id);
  g_free (row->input);
  g_ptr_array_unref (row->unreached);
  g_ptr_array_unref (row->reasons);
  g_ptr_array_unref (row->references);
  g_free (row->verdict);
  for (guint i = 0; i < IM_N_BUILDS; i++)
    g_free (row->messages[i]);
  g_free (row);
}

/* Of what is given, what a unit has. */
static GArray *
select_bindings (const Session *session, const ImUnit *unit)
{
  GArray *selected = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));
  guint n;
  const ImUnitBinding *bindings = cli_bindings_get_all (session->bindings, &n);

  for (guint i = 0; i < n; i++)
    if (im_unit_find_parameter (unit, bindings[i].name) != NULL)
      g_array_append_val (selected, bindings[i]);

  return selected;
}

static char *
dup_inputs (const ImProgram *program)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < program->n_inputs; i++)
    if (program->inputs[i].tensor >= 0)
      {
        if (out->len > 0)
          g_string_append (out, ", ");
        im_tensor_type_append_text (&program->tensors[program->inputs[i].tensor].type,
                                    out);
      }

  return g_strdup (out->str);
}

static void
add_error (Job *job, const GError *error)
{
  im_diagnostics_add_for_file (job->problems, IM_SEVERITY_ERROR, "not-run",
                               job->unit->id.text, "%s", error->message);
}

/* What a condition says, for a list of all that must hold. */
static char *
dup_conditions (const ImImplementation *implementation)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < implementation->n_conditions; i++)
    {
      const ImCondition *condition = &implementation->conditions[i];

      g_string_append_printf (out, "%s%s", i > 0 ? " and " : "",
                              condition->expression->text);
      if (condition->type.text != NULL)
        g_string_append_printf (out, " of %s", condition->type.text);
    }

  return out->len == 0 ? g_strdup ("one before it always fits") : g_strdup (out->str);
}

static void
add_unreached (Job *job, const ImImplementation *implementation, char *reason)
{
  const char *name = implementation->fragment.text;

  g_ptr_array_add (job->row->unreached, g_strdup (name == NULL ? "" : name));
  g_ptr_array_add (job->row->reasons, reason);
}

static void
add_case_unreached (Job *job, guint number, const char *reason)
{
  const ImCodeCase *one = g_ptr_array_index (job->cases, number);

  for (guint i = 0; i < one->implementations->len; i++)
    add_unreached (job, g_ptr_array_index (one->implementations, i), g_strdup (reason));
}

static void
list_cases (const Session *session, Job *job)
{
  g_autoptr (GArray) given = select_bindings (session, job->unit);
  g_autoptr (GPtrArray) left = NULL;

  job->cases = im_code_cases_list (
      job->unit, session->library, (const ImUnitBinding *) (gpointer) given->data,
      given->len, session->cancellable, job->problems, &left);
  for (guint i = 0; i < left->len; i++)
    {
      g_autofree char *conditions = dup_conditions (g_ptr_array_index (left, i));

      add_unreached (job, g_ptr_array_index (left, i),
                     g_strdup_printf ("no inputs were found for it: %s", conditions));
    }
  job->row->n_implementations = left->len;
  for (guint i = 0; i < job->cases->len; i++)
    job->row->n_implementations += ((ImCodeCase *) g_ptr_array_index (job->cases, i))
                                       ->implementations->len;
}

/* Emits the source of a case. What a case after the first cannot export is no problem of
 * the unit: nothing states its inputs. */
static void
export_case (Session *session, Job *job, guint number, GError **error)
{
  const ImCodeCase *one = g_ptr_array_index (job->cases, number);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImPlan) plan = im_plan_new (one->program, IM_LANGUAGE_C, problems);
  ImBuildCheck *check = NULL;

  if (plan != NULL)
    check = im_build_check_new (plan, session->library, number, session->cancellable,
                                problems, error);
  if (check != NULL)
    {
      g_ptr_array_add (job->checks, check);
      g_array_append_val (job->exported, number);
    }
  else if (im_diagnostics_get_count (problems) > 0)
    add_case_unreached (job, number, im_diagnostics_get (problems, 0)->message);
  if (number == 0 || check != NULL)
    im_diagnostics_append (job->problems, problems);
}

static void
prepare (Session *session, Job *job)
{
  g_autoptr (GArray) compared = g_array_new (FALSE, FALSE, sizeof (ImCompareCase));
  g_autoptr (GError) error = NULL;
  const ImCompareOptions options = {
    .cancellable = session->cancellable,
    .time_s = (guint) session->context->options->timeout,
  };

  list_cases (session, job);
  if (job->cases->len == 0)
    return;
  job->row->input = dup_inputs (
      ((ImCodeCase *) g_ptr_array_index (job->cases, 0))->program);
  for (guint i = 0; i < job->cases->len && error == NULL; i++)
    export_case (session, job, i, &error);
  job->row->is_exported = job->exported->len > 0 &&
                          g_array_index (job->exported, guint, 0) == 0;
  for (guint i = 0; i < job->exported->len; i++)
    {
      const ImCodeCase *one = g_ptr_array_index (job->cases,
                                                 g_array_index (job->exported, guint, i));
      const ImCompareCase row = { .program = one->program };

      g_array_append_val (compared, row);
    }
  if (error == NULL && compared->len > 0 && session->no_python == NULL)
    job->batch = im_compare_batch_new ((const ImCompareCase *) (gpointer) compared->data,
                                       compared->len, session->library, &options, &error);
  if (error != NULL)
    add_error (job, error);
}

static gpointer
next_job (gpointer data)
{
  Session *session = data;
  Job *job;

  if (session->n_units == session->units->len ||
      g_cancellable_is_cancelled (session->cancellable))
    return NULL;

  job = g_new0 (Job, 1);
  job->unit = g_ptr_array_index (session->units, session->n_units++);
  job->row = g_new0 (Row, 1);
  job->row->unit_id = g_strdup (job->unit->id.text);
  job->row->unreached = g_ptr_array_new_with_free_func (g_free);
  job->row->reasons = g_ptr_array_new_with_free_func (g_free);
  job->row->references = g_ptr_array_new_with_free_func (g_free);
  job->problems = im_diagnostics_new ();
  job->checks = g_ptr_array_new_with_free_func ((GDestroyNotify) im_build_check_free);
  job->exported = g_array_new (FALSE, FALSE, sizeof (guint));
  prepare (session, job);

  return job;
}

static void
run_job (gpointer data, gpointer user_data)
{
  Job *job = data;

  if (job->checks->len == 0)
    return;
  im_build_check_run (job->checks);
  if (job->batch != NULL)
    im_compare_batch_run (job->batch);
}

/* Takes what a compiler says of a case. */
static void
take_build (Job *job, guint number, guint build)
{
  Row *row = job->row;
  const char *message;
  ImBuildState state = im_build_check_get (g_ptr_array_index (job->checks, number), build,
                                           &message);
  gboolean is_worse = state != IM_BUILD_ABSENT && state < row->builds[build];

  if (number == 0 || is_worse)
    {
      row->builds[build] = state;
      g_free (row->messages[build]);
      row->messages[build] = g_strdup (message);
    }
  if (state == IM_BUILD_REFUSED || state == IM_BUILD_COMPILED)
    im_diagnostics_add_for_file (job->problems, IM_SEVERITY_ERROR, "compiler-error",
                                 job->unit->id.text, "%s: %s", im_build_get_name (build),
                                 message);
}

/* An implementation is reached if a compiler tried it. */
static void
take_builds (Job *job)
{
  for (guint i = 0; i < job->checks->len; i++)
    {
      guint number = g_array_index (job->exported, guint, i);
      const ImCodeCase *one = g_ptr_array_index (job->cases, number);
      const char *why = NULL;
      gboolean is_tried = FALSE;

      for (guint j = 0; j < IM_N_BUILDS; j++)
        {
          const char *message;

          take_build (job, i, j);
          if (im_build_check_get (g_ptr_array_index (job->checks, i), j, &message) !=
              IM_BUILD_ABSENT)
            is_tried = TRUE;
          else if (why == NULL)
            why = message;
        }
      if (is_tried)
        job->row->n_reached += one->implementations->len;
      else
        add_case_unreached (job, number, why == NULL ? "there is no compiler" : why);
    }
}

/* What is known of a unit is the worst of its cases; one that has no Python says less. */
static gboolean
is_worse (const Row *row, ImCompareState state)
{
  return !row->is_compared || state == IM_COMPARE_DIFFERENT ||
         (row->state == IM_COMPARE_EQUAL && state == IM_COMPARE_NOT_RUN);
}

static void
add_reference (Row *row, const char *reference)
{
  if (reference != NULL &&
      !g_ptr_array_find_with_equal_func (row->references, reference, g_str_equal, NULL))
    g_ptr_array_add (row->references, g_strdup (reference));
}

/* Keeps what is said of the case that is worst: numbers that are not finite, which may be
 * what the unit is to make of random ones, are a warning. */
static void
take_alone (Job *job, const ImCodeCase *one, const ImCompareLayer *layer)
{
  Row *row = job->row;
  gboolean is_bad = layer->n_not_finite > 0;
  g_autofree char *input = dup_inputs (one->program);

  if (row->verdict == NULL || (is_bad && !row->is_bad))
    {
      g_free (row->verdict);
      row->verdict = g_strdup (layer->message);
      row->is_bad = is_bad;
    }
  if (is_bad)
    im_diagnostics_add_for_file (job->problems, IM_SEVERITY_WARNING, "not-finite",
                                 job->unit->id.text, "with %s: %s%s%s", input,
                                 layer->path == NULL ? "" : layer->path,
                                 layer->path == NULL ? "" : ": ", layer->message);
}

static void
take_case (Job *job, const ImCodeCase *one, const ImComparison *comparison)
{
  Row *row = job->row;
  const ImCompareLayer *said = &comparison->whole;

  row->n_cases++;
  for (guint i = 0; i < comparison->n_layers; i++)
    {
      const ImCompareLayer *layer = &comparison->layers[i];

      add_reference (row, layer->reference);
      if (comparison->n_layers > 1 && said->n_not_finite == 0 && layer->n_not_finite > 0)
        said = layer;
    }
  if (comparison->state == IM_COMPARE_NO_TWIN)
    {
      row->n_alone++;
      take_alone (job, one, said);
    }
  if (is_worse (row, comparison->state))
    {
      row->is_compared = TRUE;
      row->state = comparison->state;
    }
}

/* What keeps a case from being compared is told, unless a compiler told it already, or
 * nothing states its inputs. */
static void
take_comparison (Job *job)
{
  for (guint i = 0; i < job->checks->len && job->batch != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
      ImComparison *comparison = im_compare_batch_take (job->batch, i, problems, &error);
      const char *message;

      if (comparison != NULL)
        take_case (
            job, g_ptr_array_index (job->cases, g_array_index (job->exported, guint, i)),
            comparison);
      if (comparison == NULL && error != NULL &&
          im_build_check_get (g_ptr_array_index (job->checks, i), 0, &message) ==
              IM_BUILD_LINKED)
        add_error (job, error);
      im_diagnostics_append (job->problems, problems);
      im_comparison_free (comparison);
    }
}

static const char *
get_build_word (const Row *row, guint build)
{
  static const char *const words[] = { "not tried", "no", "does not link", "yes" };

  return row->is_exported ? words[row->builds[build]] : "";
}

static const char *
get_comparison_word (const Row *row)
{
  return row->is_compared ? im_compare_state_get_name (row->state) : "";
}

/* What C and Python give, or C alone. */
static char *
dup_comparison (const Row *row)
{
  if (row->is_compared && row->state == IM_COMPARE_NO_TWIN)
    return g_strdup (row->verdict);
  if (row->n_alone == 0)
    return g_strdup (get_comparison_word (row));

  return g_strdup_printf ("%s; without Python in %u of %u cases",
                          get_comparison_word (row), row->n_alone, row->n_cases);
}

/* How many implementations were built. */
static char *
dup_reached (const Row *row)
{
  return row->n_implementations == 0
             ? g_strdup ("")
             : g_strdup_printf ("%u of %u", row->n_reached, row->n_implementations);
}

static void
add_row (Session *session, Row *row)
{
  g_autofree char *reached = dup_reached (row);
  g_autofree char *comparison = dup_comparison (row);

  g_ptr_array_add (session->rows, row);
  cli_table_add (session->table, row->unit_id, row->input == NULL ? "no" : row->input,
                 reached,
                 row->is_exported     ? "yes"
                 : row->input == NULL ? ""
                                      : "no",
                 get_build_word (row, 0), get_build_word (row, 1),
                 get_build_word (row, 2), comparison);
}

static void
finish_job (gpointer data, gpointer user_data)
{
  Job *job = data;
  Session *session = user_data;
  CliContext *context = session->context;
  g_autofree char *line = g_strdup_printf ("%u of %u: %s", session->rows->len + 1,
                                           session->units->len, job->unit->id.text);

  take_builds (job);
  take_comparison (job);
  add_row (session, g_steal_pointer (&job->row));
  im_diagnostics_append (session->diagnostics, job->problems);
  cli_interrupt_show (NULL);
  if (!context->options->json)
    {
      cli_table_append_new (session->table, context->out, CLI_TEXT_UNLIMITED);
      if (!g_cancellable_is_cancelled (session->cancellable))
        cli_output_flush (context);
    }
  cli_interrupt_show (line);
  im_diagnostics_free (job->problems);
  g_ptr_array_unref (job->checks);
  g_array_unref (job->exported);
  im_compare_batch_free (job->batch);
  g_ptr_array_unref (job->cases);
  g_free (job);
}

static void
write_unreached (ImJson *json, const Row *row)
{
  im_json_member_array (json, "unreached");
  for (guint i = 0; i < row->unreached->len; i++)
    {
      im_json_open_object (json);
      im_json_member_string (json, "implementation",
                             g_ptr_array_index (row->unreached, i));
      im_json_member_string (json, "reason", g_ptr_array_index (row->reasons, i));
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

static void
write_references (ImJson *json, const Row *row)
{
  im_json_member_array (json, "references");
  for (guint i = 0; i < row->references->len; i++)
    im_json_string (json, g_ptr_array_index (row->references, i));
  im_json_close_array (json);
}

static void
write_row (ImJson *json, const Row *row)
{
  im_json_open_object (json);
  im_json_member_string (json, "unit", row->unit_id);
  im_json_member_text (json, "input", row->input);
  im_json_member_bool (json, "elaborates", row->input != NULL);
  im_json_member_int (json, "implementations", row->n_implementations);
  im_json_member_int (json, "reached", row->n_reached);
  write_unreached (json, row);
  im_json_member_bool (json, "exports", row->is_exported);
  im_json_member_object (json, "builds");
  for (guint i = 0; i < IM_N_BUILDS && row->is_exported; i++)
    {
      im_json_name (json, im_build_get_name (i));
      im_json_open_object (json);
      im_json_member_bool (json, "tried", row->builds[i] != IM_BUILD_ABSENT);
      im_json_member_bool (json, "compiles", row->builds[i] >= IM_BUILD_COMPILED);
      im_json_member_bool (json, "links", row->builds[i] == IM_BUILD_LINKED);
      im_json_member_text (json, "message", row->messages[i]);
      im_json_close_object (json);
    }
  im_json_close_object (json);
  im_json_member_text (json, "compares",
                       row->is_compared ? get_comparison_word (row) : NULL);
  im_json_member_int (json, "alone", row->n_alone);
  im_json_member_text (json, "verdict", row->verdict);
  write_references (json, row);
  im_json_close_object (json);
}

static void
show_json (const Session *session)
{
  ImJson json = { session->context->out };

  im_json_open_object (&json);
  im_json_member_array (&json, "units");
  for (guint i = 0; i < session->rows->len; i++)
    write_row (&json, g_ptr_array_index (session->rows, i));
  im_json_close_array (&json);
  cli_json_close (&json, session->diagnostics);
}

typedef struct
{
  guint implementations;
  guint reached;
  guint elaborated;
  guint exported;
  guint compiled; /* by each compiler that was tried, one at least */
  guint linked;
  guint equal;
  guint different;
  guint without; /* Python */
} Totals;

static void
count_row (const Row *row, Totals *totals)
{
  gboolean any = FALSE, compiled = TRUE, linked = TRUE;

  for (guint i = 0; i < IM_N_BUILDS; i++)
    {
      if (row->builds[i] == IM_BUILD_ABSENT)
        continue;
      any = TRUE;
      compiled = compiled && row->builds[i] >= IM_BUILD_COMPILED;
      linked = linked && row->builds[i] == IM_BUILD_LINKED;
    }
  totals->implementations += row->n_implementations;
  totals->reached += row->n_reached;
  totals->elaborated += row->input != NULL;
  totals->exported += row->is_exported;
  totals->compiled += any && compiled;
  totals->linked += any && linked;
  totals->equal += row->is_compared && row->state == IM_COMPARE_EQUAL;
  totals->different += row->is_compared && row->state == IM_COMPARE_DIFFERENT;
  totals->without += row->is_compared && row->state == IM_COMPARE_NO_TWIN;
}

static Totals
count (const Session *session)
{
  Totals totals = { 0 };

  for (guint i = 0; i < session->rows->len; i++)
    count_row (g_ptr_array_index (session->rows, i), &totals);

  return totals;
}

/* What was not tried, and why not. */
static void
append_unreached (const Row *row, GString *out)
{
  for (guint i = 0; i < row->unreached->len; i++)
    {
      g_autofree char *line = g_strdup_printf (
          "%s: %s: %s", row->unit_id,
          (const char *) g_ptr_array_index (row->unreached, i),
          (const char *) g_ptr_array_index (row->reasons, i));

      cli_text_append_wrapped (out, line, 2, cli_text_get_width ());
    }
}

/* Whose Python stood in, a line for each unit that has none. */
static void
append_references (const Session *session, GString *out)
{
  gboolean any = FALSE;

  for (guint i = 0; i < session->rows->len; i++)
    {
      const Row *row = g_ptr_array_index (session->rows, i);

      for (guint j = 0; j < row->references->len; j++)
        {
          if (!any)
            g_string_append (out,
                             "\nCompared with references of the standard library:\n");
          any = TRUE;
          g_string_append_printf (out, "  %s: the Python of %s\n", row->unit_id,
                                  (const char *) g_ptr_array_index (row->references, j));
        }
    }
}

static void
append_summary (const Session *session, const Totals *totals, GString *out)
{
  if (totals->reached < totals->implementations)
    g_string_append (out, "\nImplementations that were not reached:\n");
  for (guint i = 0; i < session->rows->len; i++)
    append_unreached (g_ptr_array_index (session->rows, i), out);
  append_references (session, out);
  g_string_append_printf (out,
                          "\n%u units: %u elaborate, %u export, %u compile, %u link; "
                          "%u equal, %u different, %u without Python; "
                          "%u of %u implementations\n",
                          session->rows->len, totals->elaborated, totals->exported,
                          totals->compiled, totals->linked, totals->equal,
                          totals->different, totals->without, totals->reached,
                          totals->implementations);
}

static CliExit
finish (Session *session)
{
  CliContext *context = session->context;
  Totals totals = count (session);
  CliExit status;

  cli_interrupt_show (NULL);
  if (g_cancellable_is_cancelled (session->cancellable))
    return cli_interrupt_finish (context);
  if (context->options->json)
    show_json (session);
  else
    append_summary (session, &totals, context->out);
  if (!context->options->json)
    cli_output_flush (context);
  status = cli_output_diagnostics (context, session->diagnostics);

  return totals.different > 0 || totals.linked < session->rows->len ? CLI_EXIT_PROBLEMS
                                                                    : status;
}

static void
add_units (Session *session, guint n_files)
{
  const GPtrArray *files = im_unit_library_get_files (session->library);
  guint width = 0;

  for (guint i = 0; i < n_files; i++)
    {
      const ImUnitFile *file = g_ptr_array_index (files, i);

      for (guint j = 0; j < im_unit_file_get_count (file); j++)
        {
          const ImUnit *unit = im_unit_file_get_unit (file, j);

          g_ptr_array_add (session->units, (gpointer) unit);
          width = MAX (width, (guint) strlen (unit->id.text));
        }
    }
  cli_table_set_width (session->table, 0, width);
  cli_table_set_width (session->table, 1, INPUT_WIDTH);
}

CliExit
cli_check_compile (CliContext *context,
                   ImUnitLibrary *library,
                   guint n_files,
                   ImDiagnostics *diagnostics)
{
  g_autoptr (CliBindings) bindings = cli_bindings_parse (context->options->with,
                                                         diagnostics);
  g_autoptr (GPtrArray) units = g_ptr_array_new ();
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (free_row);
  g_autoptr (CliTable) table = cli_table_new (0, N_COLUMNS);
  g_autoptr (GError) no_python = NULL;
  Session session = {
    .context = context,
    .library = library,
    .diagnostics = diagnostics,
    .cancellable = cli_interrupt_watch (),
    .bindings = bindings,
    .units = units,
    .rows = rows,
    .table = table,
  };
  const CliJobs jobs = { next_job, run_job, finish_job, &session };

  if (bindings == NULL)
    {
      cli_output_diagnostics (context, diagnostics);
      return CLI_EXIT_PROBLEMS;
    }
  if (im_toolchain_find_python (&no_python) == NULL)
    {
      im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_WARNING, "no-python",
                                   "Python", "nothing is compared: %s",
                                   no_python->message);
      session.no_python = no_python;
    }
  add_units (&session, n_files);
  cli_table_add (table, "Unit", "Input", "Implementations", "Exports",
                 im_build_get_name (0), im_build_get_name (1), im_build_get_name (2),
                 "C and Python");
  cli_jobs_run (&jobs, cli_jobs_count (context->options->jobs));

  return finish (&session);
}
