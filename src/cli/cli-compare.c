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
#include "cli/cli-library.h"
#include "cli/cli-output.h"
#include "cli/cli-pipeline.h"
#include "verify/im-compare.h"

typedef struct
{
  CliContext *context;
  ImUnitLibrary *library;
  const CliBindings *bindings;
  ImCompareOptions options;
  ImDiagnostics *diagnostics;
  GPtrArray *comparisons; /* ImComparison */
  const char *unit_id;    /* of what is compared now */
  gboolean failed;
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
  g_autofree char *line = g_strdup_printf ("%s: %s", session->unit_id, activity);

  cli_interrupt_show (line);
}

static gboolean
is_cancelled (const Session *session)
{
  return g_cancellable_is_cancelled (session->options.cancellable);
}

static void
compare_program (Session *session, const ImProgram *program)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  ImComparison *comparison;

  session->unit_id = program->unit->id.text;
  comparison = im_compare_run (program, session->library, &session->options, problems,
                               &error);
  cli_interrupt_show (NULL);
  if (comparison != NULL)
    {
      session->failed = session->failed || comparison->state == IM_COMPARE_DIFFERENT;
      g_ptr_array_add (session->comparisons, comparison);
      return;
    }

  session->failed = TRUE;
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    cli_output_copy_diagnostic (im_diagnostics_get (problems, i), session->diagnostics);
  if (!has_errors (problems) && !is_cancelled (session))
    im_diagnostics_add_for_file (session->diagnostics, IM_SEVERITY_ERROR, "compare",
                                 session->unit_id, "%s", error->message);
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

/* Composites without types of their inputs are compared like single units. */
static void
compare_unit (Session *session, const ImUnit *unit, gboolean must_work)
{
  guint n_bindings;
  const ImUnitBinding *bindings = cli_bindings_get_all (session->bindings, &n_bindings);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImProgram) program = im_program_elaborate (unit, session->library, bindings,
                                                        n_bindings, problems);
  g_autoptr (GPtrArray) cases = NULL;

  if (!has_errors (problems))
    {
      if (must_work)
        compare_program (session, program);
      else
        compare_case (session, program);
      return;
    }

  cases = cli_compare_list_cases (unit, session->library, bindings, n_bindings);
  for (guint i = 0; i < cases->len && !is_cancelled (session); i++)
    compare_case (session, g_ptr_array_index (cases, i));
  if (cases->len > 0 || !must_work)
    return;

  session->failed = TRUE;
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    cli_output_copy_diagnostic (im_diagnostics_get (problems, i), session->diagnostics);
}

static void
compare_folder (Session *session, const char *folder)
{
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  g_autofree char *path = g_canonicalize_filename (folder, NULL);
  g_autofree char *below = g_strconcat (path, "/", NULL);

  im_unit_library_add_root (session->library, folder, found);
  cli_library_add_roots (session->library, session->context->options, found);
  cli_library_select_bad_folders (found, session->diagnostics);

  const GPtrArray *units = im_unit_library_get_units (session->library);
  for (guint i = 0; i < units->len && !is_cancelled (session); i++)
    {
      const ImUnit *unit = g_ptr_array_index (units, i);
      g_autofree char *file = g_canonicalize_filename (im_unit_file_get_path (unit->file),
                                                       NULL);

      if (g_str_has_prefix (file, below))
        compare_unit (session, unit, FALSE);
    }
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

static CliExit
compare (Session *session)
{
  const char *argument = session->context->options->arguments[0];

  if (g_file_test (argument, G_FILE_TEST_IS_DIR))
    compare_folder (session, argument);
  else
    {
      const ImUnit *unit = cli_pipeline_find (session->context, argument,
                                              session->library, session->diagnostics);

      if (unit != NULL && !has_errors (session->diagnostics))
        compare_unit (session, unit, TRUE);
    }
  if (is_cancelled (session))
    return cli_output_failure (session->context, "interrupted");

  if (session->context->options->json)
    show_json (session);
  else
    show_text (session);
  cli_output_diagnostics (session->context, session->diagnostics);

  return session->failed || has_errors (session->diagnostics) ? CLI_EXIT_PROBLEMS
                                                              : CLI_EXIT_FINE;
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
  if (options->frames < 0 || options->seed < 0)
    return cli_output_usage ("imaginet compare",
                             "--frames and --seed take numbers from 0");
  if (options->input != NULL)
    {
      recording = im_recording_load (options->input, NULL, &error);
      if (recording == NULL)
        return cli_output_failure (context, "%s", error->message);
    }

  Session session = {
    .context = context,
    .library = library,
    .bindings = bindings,
    .options = {
      .recording = recording,
      .seed = (guint64) options->seed,
      .n_frames = (guint) options->frames,
      .folder = options->keep,
      .progress = show_progress,
      .cancellable = cli_interrupt_watch (),
    },
    .diagnostics = diagnostics,
    .comparisons = comparisons,
  };
  session.options.progress_data = &session;

  return compare (&session);
}
