/* SPDX-License-Identifier: MIT
 *
 * `imaginet export`: a pipeline as C in a folder, with what builds and proves it.
 */
#include "cli/cli-bindings.h"
#include "cli/cli-export-show.h"
#include "cli/cli-interrupt.h"
#include "cli/cli-output.h"
#include "cli/cli-pipeline.h"
#include "emit/im-emit-bundle.h"
#include "scene/im-scene-pipeline.h"
#include "scene/im-scene-svg.h"

typedef struct
{
  CliContext *context;
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
  ImRecording *recording; /* or NULL */
  guint targets;          /* bit mask of 1 << ImTargetId */
} Export;

static gboolean
has_errors (const ImDiagnostics *diagnostics)
{
  return im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0;
}

static void
show_progress (const char *activity, gpointer data)
{
  cli_interrupt_show (activity);
}

static gboolean
write_out (const ImBundle *bundle, const CliOptions *options, GError **error)
{
  g_autofree char *folder = NULL, *path = NULL;

  if (!options->zip)
    return im_artifacts_write (bundle->artifacts, options->output, error);
  folder = g_strconcat (bundle->emission->name, "-firmware", NULL);
  path = g_str_has_suffix (options->output, ".zip")
             ? g_strdup (options->output)
             : g_strconcat (options->output, ".zip", NULL);

  return im_artifacts_write_zip (bundle->artifacts, folder, path, error);
}

/* What only running programs can tell: the test, the targets, the report. */
static gboolean
complete (const Export *export,
          const ImBundle *bundle,
          ImBundleTest *test,
          GArray **targets,
          GError **error)
{
  const CliOptions *options = export->context->options;
  gboolean done = options->no_test ||
                  im_bundle_add_test (bundle, export->recording, (guint64) options->seed,
                                      test, error);

  if (done)
    *targets = im_bundle_add_targets (bundle, export->targets, error);
  cli_interrupt_show (NULL);
  if (*targets == NULL)
    return FALSE;
  im_bundle_add_report (bundle, test, *targets);

  return write_out (bundle, options, error);
}

static void
show_nothing (const Export *export)
{
  const ImBundle bundle = { .diagnostics = export->diagnostics };
  const ImBundleTest test = { 0 };

  cli_export_show (export->context, &bundle, &test, NULL);
}

static void
add_picture (const ImProgram *program, ImArtifacts *artifacts)
{
  g_autoptr (ImScene) scene = im_scene_pipeline_new (program);
  GString *svg = g_string_new (NULL);

  im_scene_append_svg (scene, IM_THEME_AUTO, svg);
  im_artifacts_add_text (artifacts, IM_BUNDLE_PICTURE, svg);
}

static CliExit
write_bundle (const Export *export, const ImPlan *plan)
{
  CliContext *context = export->context;
  const CliOptions *options = context->options;
  const ImEmitOptions choice = { .prefix = options->prefix, .name = options->name };
  g_autoptr (ImArtifacts) artifacts = im_artifacts_new ();
  g_autoptr (ImEmission) emission = im_emit_bundle (plan, export->library, &choice,
                                                    artifacts, export->diagnostics);
  g_auto (ImBundleTest) test = { 0 };
  g_autoptr (GArray) targets = NULL;
  g_autoptr (GError) error = NULL;
  const ImBundle bundle = {
    .plan = plan,
    .library = export->library,
    .emission = emission,
    .artifacts = artifacts,
    .diagnostics = export->diagnostics,
    .progress = show_progress,
    .cancellable = cli_interrupt_watch (),
  };

  if (emission == NULL)
    {
      show_nothing (export);
      return cli_output_diagnostics (context, export->diagnostics);
    }
  add_picture (plan->program, artifacts);
  if (!complete (export, &bundle, &test, &targets, &error))
    return cli_output_failure (
        context, "%s",
        g_cancellable_is_cancelled (bundle.cancellable) ? "interrupted" : error->message);

  cli_export_show (context, &bundle, &test, targets);
  return cli_output_diagnostics (context, export->diagnostics);
}

static CliExit
export_unit (const Export *export, const ImUnit *unit, const CliBindings *bindings)
{
  guint n_bindings;
  const ImUnitBinding *all = cli_bindings_get_all (bindings, &n_bindings);
  g_autoptr (ImProgram) program = im_program_elaborate (unit, export->library, all,
                                                        n_bindings, export->diagnostics);
  g_autoptr (ImPlan) plan = NULL;

  if (!has_errors (export->diagnostics))
    plan = im_plan_new (program, IM_LANGUAGE_C, export->diagnostics);
  if (plan != NULL)
    return write_bundle (export, plan);

  show_nothing (export);
  return cli_output_diagnostics (export->context, export->diagnostics);
}

/* Looks at what the command line says of the bundle. */
static gboolean
read_options (Export *export, CliExit *status)
{
  const CliOptions *options = export->context->options;
  g_autofree char *problem = NULL;
  g_autoptr (GError) error = NULL;

  *status = CLI_EXIT_USAGE;
  if (options->output == NULL)
    cli_output_usage ("imaginet export", "expected --output with a folder");
  else if (options->seed < 0)
    cli_output_usage ("imaginet export", "--seed takes a number from 0");
  else if (options->targets != NULL &&
           (problem = im_targets_parse (options->targets, &export->targets)) != NULL)
    cli_output_usage ("imaginet export", "--targets: %s", problem);
  else if (options->no_test && options->input != NULL)
    cli_output_usage ("imaginet export",
                      "--input gives the frames of the test, which --no-test leaves out");
  else
    *status = CLI_EXIT_FINE;
  if (*status != CLI_EXIT_FINE || options->input == NULL)
    return *status == CLI_EXIT_FINE;

  export->recording = im_recording_load (options->input, NULL, &error);
  if (export->recording == NULL)
    *status = cli_output_failure (export->context, "%s", error->message);

  return export->recording != NULL;
}

CliExit
cli_export_run (CliContext *context)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (CliBindings) bindings = NULL;
  g_autoptr (ImRecording) recording = NULL;
  Export export = { context, library, diagnostics, NULL, 0 };
  const ImUnit *unit;
  CliExit status;

  if (!read_options (&export, &status))
    return status;
  recording = export.recording;
  bindings = cli_bindings_parse (context->options->with, diagnostics);
  if (bindings == NULL)
    {
      cli_output_print (context, diagnostics);
      return CLI_EXIT_USAGE;
    }
  unit = cli_pipeline_find (context, context->options->arguments[0], library,
                            diagnostics);
  if (unit == NULL || has_errors (diagnostics))
    {
      show_nothing (&export);
      cli_output_diagnostics (context, diagnostics);
      return CLI_EXIT_PROBLEMS;
    }

  return export_unit (&export, unit, bindings);
}
