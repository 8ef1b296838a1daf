/* SPDX-License-Identifier: MIT
 *
 * `imaginet compare`: the emitted C of pipelines and units against their Python.
 */
#include <string.h>

#include "cases/im-case-list.h"
#include "cli/compare/cli-comparison.h"
#include "cli/compare/cli-divergence.h"
#include "cli/input/cli-bindings.h"
#include "cli/input/cli-pipeline.h"
#include "cli/input/cli-recording.h"
#include "cli/terminal/cli-interrupt.h"
#include "cli/terminal/cli-jobs.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "recording/im-recording-fit.h"
#include "run/im-host.h"
#include "run/im-toolchain.h"
#include "verify/im-compare.h"
#include "verify/im-example.h"

/* Cases of one batch: more share more, but then they cannot be run side by side. */
#define MIN_CASES    4
#define ENOUGH_CASES 16 /* no other unit is added behind so many */
#define MAX_CASES    32

typedef struct
{
  CliContext *context;
  ImUnitLibrary *library;
  const CliBindings *bindings;
  ImCompareOptions options;
  ImDiagnostics *diagnostics;
  ImRecording *recording; /* NULL without one */
  ImRecording *raw;       /* the same for integer inputs, when there was one */
  ImRecording *chosen;    /* one of both, for the program that is looked at */
  GPtrArray *units;       /* ImUnit: what is compared */
  guint n_units;          /* of them that cases were made of */
  GPtrArray *programs;    /* ImProgram: the cases of the last of them */
  guint n_programs;       /* of them that are in a batch */
  gboolean is_stated;     /* whether the first has what the unit or the user states */
  guint n_batches;        /* of the unit */
  guint n_threads;
  GPtrArray *comparisons;    /* ImComparison */
  GHashTable *with_examples; /* set of ImUnit whose examples were run */
  CliTable *table;           /* of what was found */
  GString *findings;
  GString *figures;  /* of fixed point */
  gboolean failed;   /* something has no result */
  GError *no_python; /* why nothing can be compared */
} Session;

/* A batch: some of the cases of a unit, or of several. */
typedef struct
{
  char *name;            /* for progress */
  GPtrArray *programs;   /* ImProgram */
  GArray *cases;         /* ImCompareCase */
  ImCompareBatch *batch; /* NULL if there is none */
  GError *error;         /* why */
} Job;

static gboolean
has_errors (const ImDiagnostics *diagnostics)
{
  return im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0;
}

static gboolean
is_cancelled (const Session *session)
{
  return g_cancellable_is_cancelled (session->options.cancellable);
}

/* Several cases of a unit may fail for the same reason. */
static void
fail (Session *session, const ImDiagnostics *problems)
{
  session->failed = TRUE;
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (!im_diagnostics_has (session->diagnostics, im_diagnostics_get (problems, i)))
      im_diagnostics_add_copy (session->diagnostics, im_diagnostics_get (problems, i));
}

/* Takes the recording as the input of a pipeline takes it; floats are scaled for all. */
static void
choose_recording (Session *session, const ImProgram *program)
{
  const char *path = session->context->options->input;
  g_autoptr (GArray) inputs = im_host_list_inputs (program);
  const ImInput *input = im_inputs_find_data ((const ImInput *) (gpointer) inputs->data,
                                              inputs->len);

  session->chosen = session->recording;
  if (session->recording == NULL || !im_input_is_raw (input))
    return;

  if (session->raw == NULL)
    session->raw = cli_recording_load (path, TRUE, NULL);
  if (session->raw == NULL)
    session->raw = im_recording_ref (session->recording);
  session->chosen = session->raw;
}

/* Says what of the recording may not be as it was meant. */
static void
note_recording (Session *session, const ImProgram *program)
{
  g_autoptr (GArray) inputs = im_host_list_inputs (program);
  const ImInput *input = im_inputs_find_data ((const ImInput *) (gpointer) inputs->data,
                                              inputs->len);

  choose_recording (session, program);
  if (session->chosen != NULL && input != NULL)
    im_recording_note_fit (session->chosen, input, program->unit->id.text,
                           session->diagnostics);
}

/* Says why there is no case of a unit. */
static void
refuse (Session *session, const ImUnit *unit, const ImDiagnostics *problems)
{
  if (session->recording == NULL)
    fail (session, problems);
  else
    {
      session->failed = TRUE;
      im_diagnostics_add_for_file (
          session->diagnostics, IM_SEVERITY_ERROR, "recording-shape", unit->id.text,
          "no input of this unit was found that rows of %u channels fit to; give the "
          "input a type, such as --with input=float32[%u]",
          session->recording->n_channels, session->recording->n_channels);
    }
}

/* Adds types that a unit takes for inputs that have none, or, to be thorough, all.
 * Returns whether there are any. */
static gboolean
add_cases (Session *session, const ImUnit *unit)
{
  guint n_bindings;
  const ImUnitBinding *bindings = cli_bindings_get_all (session->bindings, &n_bindings);
  GPtrArray *cases = im_cases_list (
      unit, session->library, bindings, n_bindings,
      session->recording == NULL ? 0 : session->recording->n_channels,
      session->context->options->thorough, NULL);
  gboolean any = cases->len > 0;

  g_ptr_array_extend_and_steal (session->programs, cases);
  return any;
}

/* Whether only what is between two pipes is compared. */
static gboolean
is_part (const Session *session)
{
  return session->context->options->from != NULL || session->context->options->to != NULL;
}

/* What a unit with code of its own states for its inputs is one case of many; that of a
 * pipeline is what it is made for. */
static gboolean
wants_more (const Session *session, const ImUnit *unit)
{
  guint n_bindings;

  cli_bindings_get_all (session->bindings, &n_bindings);
  return !is_part (session) &&
         (session->context->options->thorough ||
          (unit->n_nodes == 0 && n_bindings == 0 && session->recording == NULL));
}

/* Makes the cases of a unit. What is wrong with it is told. */
static void
list_programs (Session *session, const ImUnit *unit)
{
  guint n_bindings;
  const ImUnitBinding *bindings = cli_bindings_get_all (session->bindings, &n_bindings);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImProgram) program = NULL;

  if (!cli_pipeline_check_names (unit, session->bindings, problems))
    {
      fail (session, problems);
      return;
    }
  program = im_program_elaborate (unit, session->library, bindings, n_bindings, problems);
  if (has_errors (problems) && !is_part (session))
    {
      if (!add_cases (session, unit))
        refuse (session, unit, problems);
      return;
    }
  program = cli_pipeline_take_section (g_steal_pointer (&program), session->library,
                                       session->context->options, problems);
  if (has_errors (problems))
    {
      fail (session, problems);
      return;
    }

  note_recording (session, program);
  g_ptr_array_add (session->programs, g_steal_pointer (&program));
  session->is_stated = TRUE;
  if (wants_more (session, unit))
    add_cases (session, unit);
}

static gboolean
is_only_batch (const Session *session)
{
  return session->units->len == 1 && session->programs->len == 1;
}

/* Each batch keeps its files in a folder of its own. */
static char *
dup_folder (Session *session, const ImUnit *unit)
{
  const char *keep = session->context->options->keep;
  guint number = ++session->n_batches;
  g_autofree char *name = number == 1 ? g_strdup (unit->id.text)
                                      : g_strdup_printf ("%s-%u", unit->id.text, number);

  return keep == NULL || is_only_batch (session) ? g_strdup (keep)
                                                 : g_build_filename (keep, name, NULL);
}

/* The only unit is shared out. */
static guint
choose_size (const Session *session)
{
  guint share = (session->programs->len + session->n_threads - 1) / session->n_threads;

  return session->units->len > 1 ? MAX_CASES : CLAMP (share, MIN_CASES, MAX_CASES);
}

/* Makes the cases of the next unit that has some, unless there are cases left. Returns
 * FALSE if there is none. */
static gboolean
has_program (Session *session)
{
  while (session->n_programs == session->programs->len)
    {
      if (session->n_units == session->units->len || is_cancelled (session))
        return FALSE;
      g_ptr_array_set_size (session->programs, 0);
      session->n_programs = session->n_batches = 0;
      session->is_stated = FALSE;
      list_programs (session, g_ptr_array_index (session->units, session->n_units++));
    }

  return TRUE;
}

static void
add_program (Session *session, Job *job)
{
  gboolean is_stated = session->is_stated && session->n_programs == 0;
  ImProgram *program = g_steal_pointer (&session->programs->pdata[session->n_programs++]);
  ImCompareCase row = { program, NULL, FALSE };

  choose_recording (session, program);
  row.recording = session->chosen;
  row.has_figures = is_only_batch (session) || (is_stated && session->units->len == 1);
  g_array_append_val (job->cases, row);
  g_ptr_array_add (job->programs, program);
}

/* Small units share a batch, unless their files are to be found again. */
static gboolean
may_grow (Session *session, const Job *job)
{
  gboolean is_next_unit = session->n_programs == session->programs->len;

  if (job->cases->len >= choose_size (session) ||
      (is_next_unit &&
       (job->cases->len >= ENOUGH_CASES || session->context->options->keep != NULL)))
    return FALSE;

  return has_program (session);
}

static gpointer
next_job (gpointer data)
{
  Session *session = data;
  g_autofree char *folder = NULL;
  Job *job;

  if (!has_program (session) || is_cancelled (session) ||
      im_toolchain_find_python (&session->no_python) == NULL)
    return NULL;

  const ImUnit *unit = g_ptr_array_index (session->units, session->n_units - 1);
  folder = dup_folder (session, unit);
  job = g_new0 (Job, 1);
  job->name = session->units->len > 1
                  ? g_strdup_printf ("%u of %u: %s", session->n_units,
                                     session->units->len, unit->id.text)
                  : g_strdup (unit->id.text);
  job->programs = g_ptr_array_new_with_free_func ((GDestroyNotify) im_program_unref);
  job->cases = g_array_new (FALSE, FALSE, sizeof (ImCompareCase));
  do
    add_program (session, job);
  while (may_grow (session, job));
  session->options.folder = folder;
  session->options.progress_data = job->name;
  job->batch = im_compare_batch_new ((const ImCompareCase *) (gpointer) job->cases->data,
                                     job->cases->len, session->library, &session->options,
                                     &job->error);

  return job;
}

static void
show_progress (const char *activity, gpointer data)
{
  g_autofree char *line = g_strdup_printf ("%s: %s", (const char *) data, activity);

  cli_interrupt_show (line);
}

static void
run_job (gpointer data, gpointer user_data)
{
  Job *job = data;

  if (job->batch != NULL)
    im_compare_batch_run (job->batch);
}

static void
fail_case (Session *session,
           const ImProgram *program,
           ImDiagnostics *problems,
           const GError *error)
{
  if (!has_errors (problems) && !is_cancelled (session))
    im_diagnostics_add_for_file (problems, IM_SEVERITY_ERROR,
                                 error->domain == IM_RECORDING_ERROR ? "recording-shape"
                                                                     : "compare",
                                 program->unit->id.text, "%s", error->message);
  fail (session, problems);
}

/* What has only Python is compared with what its examples state. */
static void
run_examples (Session *session, const ImUnit *unit, ImComparison *comparison)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autofree ImExampleCase *examples = g_new0 (ImExampleCase, unit->n_examples + 1);
  g_autoptr (ImExampleBatch) batch = NULL;

  for (guint i = 0; i < unit->n_examples; i++)
    examples[i] = (ImExampleCase){ unit, i + 1 };
  if (unit->n_examples == 0 ||
      !g_hash_table_add (session->with_examples, (gpointer) unit))
    return;

  batch = im_example_batch_new (examples, unit->n_examples, session->library,
                                session->options.time_s, session->options.cancellable,
                                NULL);
  if (batch == NULL)
    return;
  im_example_batch_run (batch);
  for (guint i = 0; i < unit->n_examples; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ImExampleReport) report = im_example_batch_take (batch, i, problems,
                                                                  &error);

      im_compare_take_example (comparison, i + 1,
                               report == NULL ? error->message : report->python.message);
    }
}

static void
take_case (Session *session, Job *job, guint number)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  ImComparison *comparison = NULL;

  if (job->batch != NULL)
    comparison = im_compare_batch_take (job->batch, number, problems, &error);
  if (comparison == NULL)
    {
      fail_case (session, g_ptr_array_index (job->programs, number), problems,
                 error == NULL ? job->error : error);
      return;
    }

  if (comparison->state == IM_COMPARE_NO_C)
    run_examples (session, ((const ImProgram *) job->programs->pdata[number])->unit,
                  comparison);
  g_ptr_array_add (session->comparisons, comparison);
  cli_comparison_add_rows (comparison, session->table);
  cli_comparison_append_findings (comparison, session->findings);
  cli_comparison_append_figures (comparison, session->figures);
}

/* Results are shown as they come. */
static void
finish_job (gpointer data, gpointer user_data)
{
  Job *job = data;
  Session *session = user_data;
  CliContext *context = session->context;

  for (guint i = 0; i < job->cases->len; i++)
    take_case (session, job, i);
  cli_interrupt_show (NULL);
  if (!context->options->json && session->comparisons->len > 0)
    {
      cli_table_append_new (session->table, context->out, CLI_TEXT_UNLIMITED);
      if (!is_cancelled (session))
        cli_output_flush (context);
    }
  im_compare_batch_free (job->batch);
  g_clear_error (&job->error);
  g_array_unref (job->cases);
  g_ptr_array_unref (job->programs);
  g_free (job->name);
  g_free (job);
}

static void
show_json (Session *session)
{
  ImJson json = { session->context->out };

  im_json_open_object (&json);
  im_json_member_array (&json, "comparisons");
  for (guint i = 0; i < session->comparisons->len; i++)
    cli_comparison_write (&json, g_ptr_array_index (session->comparisons, i));
  im_json_close_array (&json);
  cli_json_close (&json, session->diagnostics);
}

/* The exit status of the worst that was found. */
static CliExit
choose_exit (const Session *session)
{
  gboolean has[IM_COMPARE_NO_C + 1] = { FALSE };

  for (guint i = 0; i < session->comparisons->len; i++)
    {
      const ImComparison *comparison = g_ptr_array_index (session->comparisons, i);

      has[comparison->state] = TRUE;
    }
  if (session->failed || has_errors (session->diagnostics) || has[IM_COMPARE_DIFFERENT])
    return CLI_EXIT_PROBLEMS;
  if (has[IM_COMPARE_NOT_RUN])
    return CLI_EXIT_NOT_RUN;

  return has[IM_COMPARE_NO_TWIN] || has[IM_COMPARE_NO_C] ? CLI_EXIT_NO_TWIN
                                                         : CLI_EXIT_FINE;
}

/* Columns are as wide as the longest name needs, though its rows may come last. */
static void
set_widths (Session *session)
{
  guint width = 0;

  for (guint i = 0; i < session->units->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (session->units, i);

      width = MAX (width, (guint) strlen (unit->id.text));
    }
  if (session->units->len > 1)
    cli_table_set_width (session->table, 0, width);
}

static CliExit
compare (Session *session)
{
  CliContext *context = session->context;
  const CliJobs jobs = { next_job, run_job, finish_job, session };

  session->units = cli_pipeline_find_all (context, context->options->arguments,
                                          session->library, session->diagnostics);
  if (is_part (session) && session->units->len > 1)
    return cli_output_usage (context,
                             "--from and --to are of one pipeline, found %u units",
                             session->units->len);
  set_widths (session);
  session->n_threads = cli_jobs_count (context->options->jobs);
  cli_jobs_run (&jobs, session->n_threads);
  if (is_cancelled (session))
    return cli_interrupt_finish (context);
  if (session->no_python != NULL)
    {
      cli_output_failure (context, "no-python", "%s", session->no_python->message);
      return CLI_EXIT_NOT_RUN;
    }

  if (context->options->json)
    show_json (session);
  else if (session->findings->len > 0)
    g_string_append_printf (context->out, "\n%s", session->findings->str);
  if (!context->options->json && session->figures->len > 0)
    g_string_append_printf (context->out, "\n%s", session->figures->str);
  if (!context->options->json)
    cli_output_flush (context);
  cli_output_diagnostics (context, session->diagnostics);

  return choose_exit (session);
}

CliExit
cli_compare_run (CliContext *context)
{
  const CliOptions *options = context->options;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (CliBindings) bindings = cli_bindings_parse (options->with, diagnostics);
  g_autoptr (GHashTable) with_examples = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) comparisons = g_ptr_array_new_with_free_func (
      (GDestroyNotify) im_comparison_free);
  g_autoptr (CliTable) table = cli_comparison_new_table ();
  g_autoptr (GString) findings = g_string_new (NULL);
  g_autoptr (GString) figures = g_string_new (NULL);
  g_autoptr (ImRecording) recording = NULL;
  g_autoptr (GError) error = NULL;

  if (options->target != NULL || options->by_layer || options->output != NULL)
    return cli_divergence_run (context);
  if (bindings == NULL)
    {
      cli_output_problems (context, diagnostics);
      return CLI_EXIT_USAGE;
    }
  if (options->input != NULL)
    {
      recording = cli_recording_load (options->input, FALSE, &error);
      if (recording == NULL)
        return cli_output_failure (context, "cannot-read", "%s", error->message);
    }

  Session session = {
    .context = context,
    .library = library,
    .bindings = bindings,
    .options = {
      .seed = (guint64) options->seed,
      .n_frames = (guint) options->frames,
      .time_s = (guint) options->timeout,
      .progress = show_progress,
      .cancellable = cli_interrupt_watch (),
    },
    .diagnostics = diagnostics,
    .recording = recording,
    .programs = g_ptr_array_new_with_free_func ((GDestroyNotify) im_program_unref),
    .comparisons = comparisons,
    .with_examples = with_examples,
    .table = table,
    .findings = findings,
    .figures = figures,
  };
  CliExit status = compare (&session);
  g_clear_error (&session.no_python);
  g_clear_pointer (&session.units, g_ptr_array_unref);
  g_ptr_array_unref (session.programs);
  g_clear_pointer (&session.raw, im_recording_unref);

  return status;
}
