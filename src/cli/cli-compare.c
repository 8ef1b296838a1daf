/* SPDX-License-Identifier: MIT
 *
 * `imaginet compare`: the emitted C of pipelines and units against their Python.
 */
#include <string.h>

#include "cli/cli-bindings.h"
#include "cli/cli-compare-cases.h"
#include "cli/cli-comparison.h"
#include "cli/cli-interrupt.h"
#include "cli/cli-json-value.h"
#include "cli/cli-output.h"
#include "cli/cli-pipeline.h"
#include "cli/cli-recording.h"
#include "verify/im-compare.h"
#include "verify/im-host-run.h"
#include "verify/im-recording-fit.h"
#include "verify/im-toolchain.h"

typedef struct
{
  CliContext *context;
  ImUnitLibrary *library;
  const CliBindings *bindings;
  ImCompareOptions options;
  ImDiagnostics *diagnostics;
  ImRecording *recording; /* NULL without one */
  ImRecording *raw;       /* the same for integer inputs, when there was one */
  GPtrArray *comparisons; /* ImComparison */
  const char *unit_id;    /* of what is compared now */
  guint n_found;          /* units that there are */
  guint n_done;           /* of them */
  gboolean failed;        /* something has no result */
  GError *no_python;      /* why nothing can be compared */
} Session;

static gboolean
has_errors (const ImDiagnostics *diagnostics)
{
  return im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0;
}

static void
show_progress (const char *activity, gpointer data)
{
  const Session *session = data;
  g_autofree char *line = session->n_found > 1
                              ? g_strdup_printf ("%u of %u: %s: %s", session->n_done + 1,
                                                 session->n_found, session->unit_id,
                                                 activity)
                              : g_strdup_printf ("%s: %s", session->unit_id, activity);

  cli_interrupt_show (line);
}

static gboolean
is_cancelled (const Session *session)
{
  return g_cancellable_is_cancelled (session->options.cancellable);
}

static gboolean
is_over (const Session *session)
{
  return is_cancelled (session) || session->no_python != NULL;
}

/* Several cases of a unit may fail for the same reason. */
static gboolean
is_told (const Session *session, const ImDiagnostic *problem)
{
  for (guint i = 0; i < im_diagnostics_get_count (session->diagnostics); i++)
    {
      const ImDiagnostic *told = im_diagnostics_get (session->diagnostics, i);

      if (strcmp (told->name, problem->name) == 0 &&
          told->span.start == problem->span.start &&
          strcmp (told->message, problem->message) == 0)
        return TRUE;
    }

  return FALSE;
}

static void
fail (Session *session, const ImDiagnostics *problems)
{
  session->failed = TRUE;
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (!is_told (session, im_diagnostics_get (problems, i)))
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

  session->options.recording = session->recording;
  if (session->recording == NULL || !cli_recording_is_raw (input))
    return;

  if (session->raw == NULL)
    session->raw = cli_recording_load (path, TRUE, NULL);
  if (session->raw == NULL)
    session->raw = im_recording_ref (session->recording);
  session->options.recording = session->raw;
}

static void
compare_program (Session *session, const ImProgram *program)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  ImComparison *comparison;

  session->unit_id = program->unit->id.text;
  if (im_toolchain_find_python (&session->no_python) == NULL)
    return;
  choose_recording (session, program);
  comparison = im_compare_run (program, session->library, &session->options, problems,
                               &error);
  cli_interrupt_show (NULL);
  if (comparison != NULL)
    {
      g_ptr_array_add (session->comparisons, comparison);
      return;
    }

  if (!has_errors (problems) && !is_cancelled (session))
    im_diagnostics_add_for_file (problems, IM_SEVERITY_ERROR,
                                 error->domain == IM_RECORDING_ERROR ? "recording-shape"
                                                                     : "compare",
                                 session->unit_id, "%s", error->message);
  fail (session, problems);
}

/* One of several comparisons; each keeps its files in a folder of its own. */
static void
compare_case (Session *session, const ImProgram *program)
{
  const char *keep = session->context->options->keep;
  g_autofree char *name = g_strdup_printf ("%s-%u", program->unit->id.text,
                                           session->comparisons->len + 1);
  g_autofree char *folder = keep == NULL ? NULL : g_build_filename (keep, name, NULL);

  session->options.folder = folder;
  compare_program (session, program);
  session->options.folder = keep;
}

/* Says what of the recording may not be as it was meant. */
static void
note_recording (Session *session, const ImProgram *program)
{
  g_autoptr (GArray) inputs = im_host_list_inputs (program);
  const ImInput *input = im_inputs_find_data ((const ImInput *) (gpointer) inputs->data,
                                              inputs->len);

  choose_recording (session, program);
  if (session->options.recording != NULL && input != NULL)
    im_recording_note_fit (session->options.recording, input, program->unit->id.text,
                           session->diagnostics);
}

/* Compares a unit with types that it takes for inputs that have none, or, to be thorough,
 * with all. Returns whether it takes any. */
static gboolean
compare_cases (Session *session, const ImUnit *unit)
{
  guint n_bindings;
  const ImUnitBinding *bindings = cli_bindings_get_all (session->bindings, &n_bindings);
  g_autoptr (GPtrArray) cases = cli_compare_list_cases (
      unit, session->library, bindings, n_bindings, session->recording,
      session->context->options->thorough);

  for (guint i = 0; i < cases->len && !is_over (session); i++)
    compare_case (session, g_ptr_array_index (cases, i));

  return cases->len > 0;
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

static void
compare_unit (Session *session, const ImUnit *unit)
{
  gboolean is_thorough = session->context->options->thorough;
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
  if (has_errors (problems))
    {
      if (!compare_cases (session, unit))
        refuse (session, unit, problems);
      return;
    }

  note_recording (session, program);
  if (session->n_found > 1 || is_thorough)
    compare_case (session, program);
  else
    compare_program (session, program);
  if (is_thorough)
    compare_cases (session, unit);
}

static void
show_text (Session *session)
{
  CliContext *context = session->context;
  g_autoptr (CliTable) table = cli_comparison_new_table ();
  g_autoptr (GString) findings = g_string_new (NULL);

  for (guint i = 0; i < session->comparisons->len; i++)
    {
      const ImComparison *comparison = g_ptr_array_index (session->comparisons, i);

      cli_comparison_add_rows (comparison, table);
      cli_comparison_append_findings (comparison, findings);
    }
  if (session->comparisons->len > 0)
    cli_table_append (table, context->out, CLI_TEXT_UNLIMITED);
  if (findings->len > 0)
    g_string_append_printf (context->out, "\n%s", findings->str);
}

static void
show_json (Session *session)
{
  CliJson json = { session->context->out };

  cli_json_open_object (&json);
  cli_json_name (&json, "comparisons");
  cli_json_open_array (&json);
  for (guint i = 0; i < session->comparisons->len; i++)
    cli_comparison_write (&json, g_ptr_array_index (session->comparisons, i));
  cli_json_close_array (&json);
  cli_json_member_diagnostics (&json, "diagnostics", session->diagnostics);
  cli_json_close_object (&json);
  g_string_append_c (session->context->out, '\n');
}

/* The exit status of the worst that was found. */
static CliExit
choose_exit (const Session *session)
{
  gboolean has[IM_COMPARE_NOT_RUN + 1] = { FALSE };

  for (guint i = 0; i < session->comparisons->len; i++)
    {
      const ImComparison *comparison = g_ptr_array_index (session->comparisons, i);

      has[comparison->state] = TRUE;
    }
  if (session->failed || has_errors (session->diagnostics) || has[IM_COMPARE_DIFFERENT])
    return CLI_EXIT_PROBLEMS;
  if (has[IM_COMPARE_NOT_RUN])
    return CLI_EXIT_NOT_RUN;

  return has[IM_COMPARE_NO_TWIN] ? CLI_EXIT_NO_TWIN : CLI_EXIT_FINE;
}

static CliExit
compare (Session *session)
{
  g_autoptr (GPtrArray) units = cli_pipeline_find_all (
      session->context, session->context->options->arguments, session->library,
      session->diagnostics);

  session->n_found = units->len;
  for (; session->n_done < units->len && !is_over (session); session->n_done++)
    compare_unit (session, g_ptr_array_index (units, session->n_done));
  if (is_cancelled (session))
    return cli_interrupt_finish (session->context);
  if (session->no_python != NULL)
    {
      cli_output_failure (session->context, "%s", session->no_python->message);
      return CLI_EXIT_NOT_RUN;
    }

  if (session->context->options->json)
    show_json (session);
  else
    show_text (session);
  cli_output_diagnostics (session->context, session->diagnostics);

  return choose_exit (session);
}

CliExit
cli_compare_run (CliContext *context)
{
  const CliOptions *options = context->options;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (CliBindings) bindings = cli_bindings_parse (options->with, diagnostics);
  g_autoptr (GPtrArray) comparisons = g_ptr_array_new_with_free_func (
      (GDestroyNotify) im_comparison_free);
  g_autoptr (ImRecording) recording = NULL;
  g_autoptr (GError) error = NULL;

  if (bindings == NULL)
    {
      cli_output_print (context, diagnostics);
      return CLI_EXIT_USAGE;
    }
  if (options->input != NULL)
    {
      recording = cli_recording_load (options->input, FALSE, &error);
      if (recording == NULL)
        return cli_output_failure (context, "%s", error->message);
    }

  Session session = {
    .context = context,
    .library = library,
    .bindings = bindings,
    .options = {
      .seed = (guint64) options->seed,
      .n_frames = (guint) options->frames,
      .time_s = (guint) options->timeout,
      .folder = options->keep,
      .progress = show_progress,
      .cancellable = cli_interrupt_watch (),
    },
    .diagnostics = diagnostics,
    .recording = recording,
    .comparisons = comparisons,
  };
  session.options.progress_data = &session;
  CliExit status = compare (&session);
  g_clear_error (&session.no_python);
  g_clear_pointer (&session.raw, im_recording_unref);

  return status;
}
