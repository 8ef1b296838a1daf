/* SPDX-License-Identifier: MIT
 *
 * The test is taken from one comparison of all layers, so that the bundle stores what was
 * compared.
 */
#include "base/im-arena.h"
#include "bundle/test/im-bundle-private.h"
#include "emit/im-emit-python.h"
#include "run/im-host.h"
#include "run/im-toolchain.h"
#include "run/im-work-folder.h"
#include "verify/im-stdlib.h"
#include "verify/im-unit-tolerance.h"

#define MAX_FRAMES (1u << 17) /* that are run */
#define RUN_BYTES  (8 * IM_VECTORS_MAX_BYTES)

/* How many frames fit. */
static guint
count_frames (const ImVectors *vectors, gsize max_bytes)
{
  gsize bytes = 0;

  for (guint i = 0; i < vectors->inputs->len; i++)
    bytes += im_vector_port_bytes (&g_array_index (vectors->inputs, ImVectorPort, i));

  return (guint) CLAMP (max_bytes / MAX (bytes, 1), 1, MAX_FRAMES);
}

/* Whether the export goes on without results. */
static gboolean
is_bearable (const GError *error)
{
  return error->domain == IM_TOOLCHAIN_ERROR || error->domain == IM_RUN_ERROR;
}

static void note_failure (const ImBundle *bundle,
                          ImBundleTest *test,
                          const char *code,
                          const char *format,
                          ...) G_GNUC_PRINTF (4, 5);

/* Keeps why the bundle is not proven, and tells. */
static void
note_failure (const ImBundle *bundle,
              ImBundleTest *test,
              const char *code,
              const char *format,
              ...)
{
  ImSeverity severity = bundle->allows_different ? IM_SEVERITY_WARNING
                                                 : IM_SEVERITY_ERROR;
  va_list args;

  va_start (args, format);
  test->failure = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add_for_file (bundle->diagnostics, severity, code,
                               bundle->plan->program->unit->id.text, "%s", test->failure);
}

static gboolean
run_comparison (const ImBundle *bundle,
                const ImRecording *recording,
                guint64 seed,
                ImVectors *vectors,
                ImBundleTest *test,
                GError **error)
{
  g_auto (ImWorkFolder) work = { 0 };
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GError) problem = NULL;

  if (!im_work_folder_open (&work, NULL, error))
    return FALSE;

  g_autofree char *folder = im_work_folder_dup_path (&work, "comparison");
  const ImCompareOptions options = {
    .seed = seed,
    /* More of a recording than is stored, because its first window may be long. */
    .n_frames = recording == NULL ? 0 : count_frames (vectors, RUN_BYTES),
    .is_for_vectors = TRUE,
    .usual = bundle->usual,
    .folder = folder,
    .progress = bundle->progress,
    .progress_data = bundle->progress_data,
    .cancellable = bundle->cancellable,
  };
  const ImCompareCase pipeline = { bundle->plan->program, recording, TRUE };

  test->comparison = im_compare_run (&pipeline, bundle->library, &options, problems,
                                     &problem);
  if (test->comparison != NULL &&
      im_vectors_read (vectors, test->comparison, folder, &problem))
    return TRUE;
  g_clear_pointer (&test->comparison, im_comparison_free);
  if (!is_bearable (problem))
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  note_failure (bundle, test, "no-results", "C and Python were not compared: %s",
                problem->message);

  return TRUE;
}

/* Without results compare.py computes them from the frames. */
static gboolean
add_frames (const ImBundle *bundle,
            const ImRecording *recording,
            guint64 seed,
            ImVectors *vectors,
            GError **error)
{
  g_autoptr (GArray) inputs = im_host_list_inputs (bundle->plan->program);
  const ImInput *all = (const ImInput *) (gpointer) inputs->data;
  guint n = count_frames (vectors, IM_VECTORS_MAX_BYTES / 2);
  g_autoptr (ImFrames) frames = NULL;

  if (recording == NULL)
    frames = im_frames_new_random (all, inputs->len, n, seed);
  else
    frames = im_frames_new_recording (all, inputs->len, recording, n, error);
  if (frames != NULL)
    im_vectors_add_run (vectors, frames);

  return frames != NULL;
}

static void
add_reference (const ImBundle *bundle, const ImStdlib *stdlib)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImPlan) plan = im_plan_new (stdlib->program, IM_LANGUAGE_PYTHON, problems);
  GString *text = g_string_new (NULL);

  if (plan != NULL && im_emit_python (plan, bundle->library, text, problems))
    {
      im_artifacts_add_text (bundle->artifacts, "test/reference.py", text);
      im_bundle_add_template (bundle, "test/compare.py", "compare.py");
    }
  else
    g_string_free (text, TRUE);
}

static void
add_files (const ImBundle *bundle, const ImVectors *vectors)
{
  GString *header = g_string_new (NULL);
  GString *json = g_string_new (NULL);
  GString *targets = g_string_new (NULL);

  im_vectors_append_header (vectors, header);
  im_vectors_append_json (vectors, json);
  im_targets_append_list (im_emission_needs (bundle->emission, IM_PACKAGE_CMSIS_DSP),
                          targets);
  im_artifacts_add_text (bundle->artifacts, "test/vectors.h", header);
  im_artifacts_add_text (bundle->artifacts, "test/vectors.json", json);
  im_artifacts_add_text (bundle->artifacts, "test/qemu/targets", targets);
  im_bundle_add_glue (bundle, vectors);
  im_bundle_add_template (bundle, "test/Makefile", "Makefile");
  im_bundle_add_template (bundle, "test/stored.h", "stored.h");
  im_bundle_add_template (bundle, "test/runner.c", "runner.c");
  /* Without a queue there is one way to call it. */
  if (!im_plan_is_function (bundle->plan))
    im_bundle_add_template (bundle, "test/device.c", "device.c");
  im_bundle_add_template (bundle, "test/serial.c", "serial.c");
  im_bundle_add_template (bundle, "test/qemu/run.sh", "qemu/run.sh");
  im_bundle_add_template (bundle, "test/qemu/uart.c", "qemu/uart.c");
  im_bundle_add_template (bundle, "test/qemu/startup.c", "qemu/startup.c");
  im_bundle_add_template (bundle, "test/qemu/link.ld", "qemu/link.ld");
}

/* Whoever finds the bundle later is told. */
static void
mark (const ImBundle *bundle, const ImBundleTest *test)
{
  GString *text = g_string_new (NULL);

  if (test->failure == NULL || bundle->allows_different)
    {
      g_string_free (text, TRUE);
      return;
    }
  g_string_append_printf (
      text,
      "This firmware is not proven to compute what the studio showed.\n\n%s\n\n"
      "docs/report.html has the comparison, layer by layer.\n",
      test->failure);
  im_artifacts_add_text (bundle->artifacts, "NOT-PROVEN.txt", text);
}

/* References of the standard library promise something, too. */
static void
set_tolerances (const ImBundle *bundle, const ImStdlib *stdlib, ImVectors *vectors)
{
  for (guint i = 0; i < vectors->outputs->len; i++)
    {
      ImVectorPort *output = &g_array_index (vectors->outputs, ImVectorPort, i);

      output->tolerance = im_unit_tolerance_get_whole (
          bundle->plan, stdlib->program, &bundle->usual, output->type.dtype);
    }
}

gboolean
im_bundle_add_test (const ImBundle *bundle,
                    const ImRecording *recording,
                    guint64 seed,
                    ImBundleTest *test,
                    GError **error)
{
  g_autoptr (ImVectors) vectors = im_vectors_new (bundle->plan);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_auto (ImStdlib) stdlib = { 0 };

  *test = (ImBundleTest){ 0 };
  if (vectors->inputs->len == 0 || vectors->outputs->len == 0)
    return TRUE;
  im_stdlib_init (&stdlib, bundle->plan->program, bundle->library, arena);
  set_tolerances (bundle, &stdlib, vectors);
  if (!run_comparison (bundle, recording, seed, vectors, test, error))
    return FALSE;

  if (test->comparison == NULL && !add_frames (bundle, recording, seed, vectors, error))
    return FALSE;
  /* What `make verify` would say. */
  if (test->comparison != NULL && test->comparison->state == IM_COMPARE_DIFFERENT)
    note_failure (bundle, test, "different",
                  "C and Python differ; docs/report.html says where, and the test of the "
                  "bundle will report it");
  if (test->comparison != NULL && test->comparison->state == IM_COMPARE_NOT_RUN)
    note_failure (bundle, test, "no-reference",
                  "the Python of some layers could not run; docs/report.html says why");
  mark (bundle, test);
  test->source = vectors->source;
  test->n_results = vectors->results->len;
  for (guint i = 0; i < vectors->runs->len; i++)
    test->n_frames += g_array_index (vectors->runs, ImVectorRun, i).n_frames;
  add_reference (bundle, &stdlib);
  add_files (bundle, vectors);

  return TRUE;
}

void
im_bundle_test_clear (ImBundleTest *test)
{
  g_clear_pointer (&test->comparison, im_comparison_free);
  g_clear_pointer (&test->failure, g_free);
}
