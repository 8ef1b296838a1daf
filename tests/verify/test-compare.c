/* SPDX-License-Identifier: MIT
 *
 * Comparisons: pipelines of units whose C and Python differ in known ways.
 */
#include <glib/gstdio.h>
#include <string.h>

#include "base/im-text.h"
#include "golden-text.h"
#include "run/im-toolchain.h"
#include "unit/im-unit-library.h"
#include "verify/im-compare.h"

typedef struct
{
  ImUnitLibrary *library;
  const ImUnitFile *file;
} Fixture;

static void
open_fixture (Fixture *fixture, const char *name)
{
  g_autofree char *own = g_test_build_filename (G_TEST_DIST, "verify", "units", NULL);
  g_autofree char *shipped = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "verify", name, NULL);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();

  fixture->library = im_unit_library_new ();
  im_unit_library_add_root (fixture->library, own, problems);
  im_unit_library_add_root (fixture->library, shipped, problems);
  fixture->file = im_unit_library_add_file (fixture->library, path, problems);
  g_assert_cmpuint (im_diagnostics_count (problems, IM_SEVERITY_ERROR), ==, 0);
}

/* Says why there is nothing to test with. */
static gboolean
skip_without_tools (void)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) compiler = im_toolchain_find_compiler (&error);

  if (compiler != NULL)
    im_toolchain_find_python (&error);
  if (error != NULL)
    g_test_skip (error->message);

  return error != NULL;
}

static ImComparison *
compare (const Fixture *fixture,
         const ImUnit *unit,
         const ImRecording *recording,
         const ImCompareOptions *options,
         GError **error)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImProgram) program = im_program_elaborate (unit, fixture->library, NULL, 0,
                                                        problems);

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    g_test_message ("%s", im_diagnostics_get (problems, i)->message);
  g_assert_cmpuint (im_diagnostics_count (problems, IM_SEVERITY_ERROR), ==, 0);

  /* In floats there is no twin for the figures. */
  const ImCompareCase pipeline = { program, recording, recording != NULL };

  return im_compare_run (&pipeline, fixture->library, options, problems, error);
}

static const ImUnit *
find_case (const Fixture *fixture, const char *id)
{
  const ImUnit *unit = im_unit_library_find (fixture->library, id);

  g_assert_nonnull (unit);
  return unit;
}

static void
append_number (GString *out, const char *name, double value)
{
  g_string_append_printf (out, " %s ", name);
  im_text_append_float (out, (float) value);
}

static void
append_finding (const char *name, const ImCompareFinding *finding, GString *out)
{
  const ImDifference *difference = &finding->difference;

  g_string_append_printf (out,
                          "      %s: %" G_GUINT64_FORMAT " tensors, %" G_GUINT64_FORMAT
                          " of %" G_GUINT64_FORMAT " elements differ, %" G_GUINT64_FORMAT
                          " not judged,",
                          name, finding->n_tensors, difference->n_different,
                          difference->n_elements, difference->n_beyond);
  append_number (out, "absolute", difference->max_absolute);
  append_number (out, "relative", difference->max_relative);
  g_string_append_printf (out, " ulp %" G_GUINT64_FORMAT "\n", difference->max_ulp);
  if (difference->n_different == 0)
    return;
  g_string_append_printf (
      out, "        first element %" G_GSIZE_FORMAT " of frame %u of %s:",
      difference->first_element, finding->first_frame, finding->first_run);
  append_number (out, "C", difference->first_value);
  append_number (out, "Python", difference->first_reference);
  g_string_append_c (out, '\n');
}

static void
append_output (const ImCompareOutput *output, GString *out)
{
  g_string_append_printf (out, "    %s ", output->name);
  im_tensor_type_append_text (&output->type, out);
  g_string_append_c (out, '\n');
  append_finding ("ordinary", &output->findings[IM_COMPARE_ORDINARY], out);
  append_finding ("edges", &output->findings[IM_COMPARE_EDGES], out);
}

static void
append_layer (const ImCompareLayer *layer, GString *out)
{
  g_string_append_printf (out, "  %s %s: %s, edges %s\n",
                          layer->path == NULL ? "*" : layer->path, layer->unit_id,
                          im_compare_state_get_name (layer->states[IM_COMPARE_ORDINARY]),
                          im_compare_state_get_name (layer->states[IM_COMPARE_EDGES]));
  if (layer->message != NULL)
    g_string_append_printf (out, "    %s\n", layer->message);
  for (guint i = 0; i < layer->n_outputs; i++)
    append_output (&layer->outputs[i], out);
}

static void
append_comparison (const ImComparison *comparison, GString *out)
{
  g_string_append_printf (out, "%s: %s\n", comparison->unit_id,
                          im_compare_state_get_name (comparison->state));
  for (guint i = 0; i < comparison->n_runs; i++)
    g_string_append_printf (out, "  %s: %u frames, %u outputs\n",
                            comparison->runs[i].name, comparison->runs[i].n_frames,
                            comparison->runs[i].n_outputs);
  for (guint i = 0; i < comparison->n_layers; i++)
    append_layer (&comparison->layers[i], out);
  append_layer (&comparison->whole, out);
  g_string_append_c (out, '\n');
}

static void
test_golden (void)
{
  const ImCompareOptions options = { .seed = 1 };
  g_autoptr (GString) text = g_string_new (NULL);
  Fixture fixture;

  if (skip_without_tools ())
    return;
  open_fixture (&fixture, "cases.imunit");
  for (guint i = 0; i < im_unit_file_get_count (fixture.file); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ImComparison) comparison = compare (
          &fixture, im_unit_file_get_unit (fixture.file, i), NULL, &options, &error);

      g_assert_no_error (error);
      append_comparison (comparison, text);
    }
  golden_compare ("verify/golden/cases.expected", text->str);
  im_unit_library_unref (fixture.library);
}

/* The same seed gives the same frames, another one others. */
static void
test_seed (void)
{
  double first[3];
  Fixture fixture;

  if (skip_without_tools ())
    return;
  open_fixture (&fixture, "cases.imunit");
  for (guint i = 0; i < 3; i++)
    {
      const ImCompareOptions options = { .seed = i == 2 ? 8 : 7, .n_frames = 3 };
      g_autoptr (GError) error = NULL;
      g_autoptr (ImComparison) comparison = compare (
          &fixture, find_case (&fixture, "Case.Changed"), NULL, &options, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (comparison->runs[0].n_frames, ==, 3);
      g_assert_cmpstr (comparison->layers[1].outputs[0].findings[0].first_run, ==,
                       "random");
      first[i] = comparison->layers[1].outputs[0].findings[0].difference.first_value;
    }
  g_assert_cmpfloat (first[0], ==, first[1]);
  g_assert_cmpfloat (first[0], !=, first[2]);
  im_unit_library_unref (fixture.library);
}

static void
test_recording (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "im-test-XXXXXX", NULL);
  static const char csv[] = "a,b,c,d\n1,2,3,4\n5,6,0,8\n9,10,11,12\n";
  g_autoptr (ImRecording) recording = NULL;
  g_autoptr (ImComparison) comparison = NULL;
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  if (skip_without_tools ())
    return;
  g_close (g_mkstemp (path), NULL);
  g_assert_true (g_file_set_contents (path, csv, -1, NULL));
  recording = im_recording_load (path, NULL, &error);
  g_assert_no_error (error);
  g_unlink (path);

  const ImCompareOptions options = { 0 };
  open_fixture (&fixture, "cases.imunit");
  comparison = compare (&fixture, find_case (&fixture, "Case.Changed"), recording,
                        &options, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (comparison->runs[0].name, ==, "recording");
  g_assert_cmpuint (comparison->runs[0].n_frames, ==, 3);

  const ImCompareFinding *output = &comparison->layers[1].outputs[0].findings[0];
  g_assert_cmpstr (output->first_run, ==, "recording");
  g_assert_cmpuint (output->first_frame, ==, 0);
  g_assert_cmpuint (output->difference.first_element, ==, 2);
  g_assert_cmpfloat (output->difference.first_reference, ==, 6.75);
  im_unit_library_unref (fixture.library);
}

typedef struct
{
  const char *name;
  const char *unit;
  guint time_s;
  const char *compiler; /* CC, or NULL */
  const char *expected; /* part of the message */
} FailureCase;

static const FailureCase failures[] = {
  { "status", "Case.Fails", 0, NULL,
    "compute returns the status -2 at frame 0 of random" },
  { "crash", "Case.Crashes", 0, NULL, "the C of the pipeline was killed by signal" },
  { "overrun", "Case.Overruns", 0, NULL,
    "Overruns: overrun writes where it may not: byte 16 of an output, which has 16 "
    "bytes, "
    "at frame 0 of random" },
  { "copies-guard", "Case.Copies8", 0, NULL, "byte 16 of an output, which has 16 bytes" },
  { "copies-far", "Case.Copies1025", 0, NULL,
    "byte 16 of an output, which has 16 bytes" },
  { "copies-sanitized", "Case.Copies8", 0, "gcc -fsanitize=address",
    "heap-buffer-overflow" },
  { "sanitizer-goes-on", "Case.Shifts", 0, "gcc -fsanitize=undefined",
    "a sanitizer reports on the C of the pipeline:\ncase_0.c" },
  { "writes-input", "Case.WritesInput", 0, NULL,
    "WritesInput: writes_input writes where it may not: byte 4 of the arena" },
  { "compiler-refuses", "Case.NoC", 0, NULL, "ended with status 1 on the emitted code" },
  { "compiler-missing", "Case.Fails", 0, "no-such-compiler",
    "CC names the C compiler “no-such-compiler”, which does not exist" },
};

/* The message says where the source is; it must be there. */
static void
remove_kept (const char *message)
{
  static const char kept[] = "the source is kept in ";
  const char *start = strstr (message, kept);

  if (start == NULL)
    return;
  start += strlen (kept);
  g_autofree char *folder = g_strndup (start, (gsize) (strchr (start, ':') - start));
  g_autofree char *source = g_build_filename (folder, "case_0.c", NULL);
  g_autofree char *command = g_strdup_printf ("rm -r '%s'", folder);

  g_assert_true (g_file_test (source, G_FILE_TEST_IS_REGULAR));
  g_assert_true (g_str_has_prefix (folder, g_get_tmp_dir ()));
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
}

static void
test_failure (gconstpointer data)
{
  const FailureCase *c = data;
  const ImCompareOptions options = { .time_s = c->time_s };
  g_autofree char *chosen = g_strdup (g_getenv ("CC"));
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  if (skip_without_tools ())
    return;
  open_fixture (&fixture, "failures.imunit");
  if (c->compiler != NULL)
    g_setenv ("CC", c->compiler, TRUE);
  g_assert_null (
      compare (&fixture, find_case (&fixture, c->unit), NULL, &options, &error));
  if (chosen != NULL)
    g_setenv ("CC", chosen, TRUE);
  else
    g_unsetenv ("CC");
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, c->expected));
  remove_kept (error->message);
  im_unit_library_unref (fixture.library);
}

/* A reference that does not end is given up, and the next layer is compared. */
static void
test_time (void)
{
  const ImCompareOptions options = { .time_s = 2 };
  g_autoptr (ImComparison) comparison = NULL;
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  if (skip_without_tools ())
    return;
  open_fixture (&fixture, "failures.imunit");
  comparison = compare (&fixture, find_case (&fixture, "Case.Sleeps"), NULL, &options,
                        &error);
  g_assert_no_error (error);
  g_assert_cmpint (comparison->layers[0].states[0], ==, IM_COMPARE_NOT_RUN);
  g_assert_cmpstr (comparison->layers[0].message, ==,
                   "Python did not end within 2 seconds");
  g_assert_cmpint (comparison->layers[1].states[0], ==, IM_COMPARE_EQUAL);
  g_assert_cmpint (comparison->state, ==, IM_COMPARE_NOT_RUN);
  im_unit_library_unref (fixture.library);
}

typedef struct
{
  const char *unit;
  const char *expected; /* part of the message; NULL if there is a result */
} BatchCase;

static const BatchCase batch_cases[] = {
  { "Case.NoC", "ended with status 1 on the emitted code" },
  { "Case.Crashes", "the C of the pipeline was killed by signal" },
  { "Case.Sleeps", NULL },
  { "Case.Overruns", "byte 16 of an output, which has 16 bytes" },
  { "Case.Hangs", "the C of the pipeline did not end within 3 seconds" },
  { "Case.Fails", "compute returns the status -2 at frame 0 of random" },
  { "Case.WritesInput", "byte 4 of the arena" },
};

static void
check_batch_case (ImCompareBatch *batch,
                  guint number,
                  const BatchCase *c,
                  ImDiagnostics *problems)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ImComparison) comparison = im_compare_batch_take (batch, number, problems,
                                                               &error);

  g_test_message ("%s: %s", c->unit, error == NULL ? "a result" : error->message);
  if (c->expected != NULL)
    {
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, c->expected));
      remove_kept (error->message);
      return;
    }
  g_assert_no_error (error);
  g_assert_cmpstr (comparison->layers[0].message, ==,
                   "Python did not end within 3 seconds");
  g_assert_cmpint (comparison->layers[1].states[0], ==, IM_COMPARE_EQUAL);
}

static void
check_batch (const BatchCase *rows, guint n_rows, const ImCompareOptions *options)
{
  g_autofree ImCompareCase *cases = g_new0 (ImCompareCase, n_rows);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GPtrArray) programs = g_ptr_array_new_with_free_func (
      (GDestroyNotify) im_program_unref);
  g_autoptr (ImCompareBatch) batch = NULL;
  g_autoptr (GError) problem = NULL;
  Fixture fixture;

  if (skip_without_tools ())
    return;
  open_fixture (&fixture, "failures.imunit");
  for (guint i = 0; i < n_rows; i++)
    {
      cases[i].program = im_program_elaborate (find_case (&fixture, rows[i].unit),
                                               fixture.library, NULL, 0, problems);
      g_ptr_array_add (programs, (gpointer) cases[i].program);
    }
  batch = im_compare_batch_new (cases, n_rows, fixture.library, options, &problem);
  g_assert_no_error (problem);
  im_compare_batch_run (batch);
  for (guint i = 0; i < n_rows; i++)
    check_batch_case (batch, i, &rows[i], problems);
  g_assert_cmpuint (im_diagnostics_count (problems, IM_SEVERITY_ERROR), ==, 0);
  im_unit_library_unref (fixture.library);
}

/* What one pipeline of a batch does wrong is its own result only. */
static void
test_batch (void)
{
  const ImCompareOptions options = { .time_s = 3 };

  check_batch (batch_cases, G_N_ELEMENTS (batch_cases), &options);
}

/* A unit that never ends takes the time of two cases, however many it has; the unit
 * behind it is run. */
static void
test_endless (void)
{
  static const BatchCase rows[] = {
    { "Case.Hangs", "the C of the pipeline did not end within 1 seconds" },
    { "Case.Hangs", "the C of the pipeline did not end within 1 seconds" },
    { "Case.Hangs", "was not run, since 2 cases of it did not end" },
    { "Case.Hangs", "was not run, since 2 cases of it did not end" },
    { "Case.Fails", "compute returns the status -2 at frame 0 of random" },
  };
  const ImCompareOptions options = { .time_s = 1 };

  check_batch (rows, G_N_ELEMENTS (rows), &options);
}

static void
cancel_at_python (const char *activity, gpointer data)
{
  if (strcmp (activity, "running Python") == 0)
    g_cancellable_cancel (data);
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *folder = g_dir_make_tmp ("im-test-XXXXXX", NULL);
  const ImCompareOptions options = {
    .folder = folder,
    .progress = cancel_at_python,
    .progress_data = cancellable,
    .cancellable = cancellable,
  };
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  if (skip_without_tools ())
    return;
  open_fixture (&fixture, "cases.imunit");
  g_assert_null (
      compare (&fixture, find_case (&fixture, "Case.Equal"), NULL, &options, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
  im_unit_library_unref (fixture.library);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/compare/golden", test_golden);
  g_test_add_func ("/compare/seed", test_seed);
  g_test_add_func ("/compare/recording", test_recording);
  g_test_add_func ("/compare/time", test_time);
  g_test_add_func ("/compare/batch", test_batch);
  g_test_add_func ("/compare/endless", test_endless);
  g_test_add_func ("/compare/cancel", test_cancel);
  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_autofree char *path = g_strconcat ("/compare/failure/", failures[i].name, NULL);

      g_test_add_data_func (path, &failures[i], test_failure);
    }

  return g_test_run ();
}
