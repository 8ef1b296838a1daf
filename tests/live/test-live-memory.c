/* What was computed before is known again where the code and the recording are the same,
 * and computed where anything is not.
 *
 * SPDX-License-Identifier: MIT
 */
#include <glib/gstdio.h>

#include "live/im-live.h"
#include "run/im-run-error.h"

#define LIMIT_BYTES (1 << 20)

typedef struct
{
  char *folder;
  char *recording;
  char *pipeline;
  char *fragment;
  ImLiveMemory *memory;
} Fixture;

static void
write_pipeline (const Fixture *fixture, const char *factor)
{
  g_autofree char *unit = g_strdup_printf (
      "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Function unit=\"Test.Scale\">"
      "<Parameters><InputSocket name=\"input\" pipe=\"data\" im:type=\"float32\" "
      "im:shape=\"[1]\" im:rate=\"50\"/><OutputSocket name=\"output\" pipe=\"data\" "
      "type=\"input.type\" shape=\"input.shape\"/><Hidden name=\"factor\" value=\"%s\"/>"
      "</Parameters><Implementations><Implementation language=\"C\" "
      "fragment=\"scale.h:scale\" call=\"scale(input, factor, output)\"/>"
      "</Implementations></Function></Imaginet>",
      factor);

  g_assert_true (g_file_set_contents (fixture->pipeline, unit, -1, NULL));
}

static void
write_fragment (const Fixture *fixture, const char *result)
{
  g_autofree char *code = g_strdup_printf (
      "#pragma IMAGINET_FRAGMENT_BEGIN \"scale\"\nstatic void\nscale (const float "
      "*input, int factor, float *output)\n{\n  output[0] = %s;\n}\n"
      "#pragma IMAGINET_FRAGMENT_END\n",
      result);

  g_assert_true (g_file_set_contents (fixture->fragment, code, -1, NULL));
}

static void
write_recording (const Fixture *fixture, const char *rows)
{
  g_assert_true (g_file_set_contents (fixture->recording, rows, -1, NULL));
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("imaginet-memory-XXXXXX", NULL);
  fixture->recording = g_build_filename (fixture->folder, "values.csv", NULL);
  fixture->pipeline = g_build_filename (fixture->folder, "scale.imunit", NULL);
  fixture->fragment = g_build_filename (fixture->folder, "scale.h", NULL);
  fixture->memory = im_live_memory_new (LIMIT_BYTES);
  write_pipeline (fixture, "2");
  write_fragment (fixture, "(float) factor * input[0]");
  write_recording (fixture, "x\n1\n2\n3\n");
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  im_live_memory_unref (fixture->memory);
  g_remove (fixture->recording);
  g_remove (fixture->pipeline);
  g_remove (fixture->fragment);
  g_rmdir (fixture->folder);
  g_free (fixture->recording);
  g_free (fixture->pipeline);
  g_free (fixture->fragment);
  g_free (fixture->folder);
}

/* Computes the pipeline as its files are now. */
static ImSignal *
try_to_compute (const Fixture *fixture, const char *rate, GError **error)
{
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImFeed) feed = im_feed_new (fixture->recording);
  g_autoptr (ImProgram) program = NULL;
  g_autoptr (ImLiveValues) values = NULL;

  im_feed_set (feed, "rate", rate, error);
  im_unit_library_add_file (library, fixture->pipeline, diagnostics);
  program = im_program_elaborate (im_unit_library_find (library, "Test.Scale"), library,
                                  NULL, 0, diagnostics);

  const ImLiveJob job = { .program = program,
                          .library = library,
                          .feed = feed,
                          .is_checked = TRUE,
                          .memory = fixture->memory };

  values = im_live_values_new (&job);
  if (!im_live_values_compute (values, NULL, diagnostics, error))
    return NULL;

  return im_live_values_get_signal (values, (guint) program->outputs[0].tensor);
}

/* The same; its last output is @last. */
static ImSignal *
compute (const Fixture *fixture, const char *rate, double last)
{
  g_autoptr (GError) error = NULL;
  ImSignal *signal = try_to_compute (fixture, rate, &error);
  double number;

  g_assert_no_error (error);
  g_assert_true (im_signal_load (signal, 0, 1, im_signal_get_n_values (signal) - 1, 1,
                                 &number, NULL));
  g_assert_cmpfloat (number, ==, last);

  return signal;
}

static void
test_same (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ImSignal) first = compute (fixture, "50", 6);
  g_autoptr (ImSignal) again = compute (fixture, "50", 6);

  g_assert_true (again == first);
  write_pipeline (fixture, "5");

  g_autoptr (ImSignal) edited = compute (fixture, "50", 15);

  g_assert_true (edited != first);
  write_pipeline (fixture, "2");

  g_autoptr (ImSignal) undone = compute (fixture, "50", 6);

  g_assert_true (undone == first);
}

static void
test_other_code (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ImSignal) before = compute (fixture, "50", 6);

  write_fragment (fixture, "(float) factor * input[0] + 1");

  g_autoptr (ImSignal) after = compute (fixture, "50", 7);

  g_assert_true (after != before);
}

/* Code that does harm is found where it begins with what is known, too. */
static void
test_harm (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ImSignal) before = compute (fixture, "50", 6);
  g_autoptr (GError) error = NULL;

  write_fragment (fixture, "0; output[20] = input[0]");
  g_assert_null (try_to_compute (fixture, "50", &error));
  g_assert_error (error, IM_RUN_ERROR, IM_RUN_ERROR_RUN);
  g_assert_nonnull (strstr (error->message, "writes where it may not"));
  write_fragment (fixture, "(float) factor * input[0]");

  g_autoptr (ImSignal) after = compute (fixture, "50", 6);

  g_assert_true (after == before);
}

/* Layers that nobody wants anything of do not run, whatever they would do. */
static void
test_unwanted (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GArray) wanted = g_array_new (FALSE, TRUE, sizeof (guint));
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImFeed) feed = im_feed_new (fixture->recording);
  g_autoptr (ImProgram) program = NULL;
  g_autoptr (ImLiveValues) values = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (ImSignal) input = NULL;
  guint output;

  write_fragment (fixture, "0; output[20] = input[0]");
  im_unit_library_add_file (library, fixture->pipeline, diagnostics);
  program = im_program_elaborate (im_unit_library_find (library, "Test.Scale"), library,
                                  NULL, 0, diagnostics);
  output = (guint) program->outputs[0].tensor;
  g_array_append_vals (wanted, &program->inputs[0].tensor, 1);

  const ImLiveJob job = { .program = program,
                          .library = library,
                          .feed = feed,
                          .memory = fixture->memory,
                          .wanted = wanted };

  values = im_live_values_new (&job);
  im_live_values_compute (values, NULL, diagnostics, &error);
  g_assert_no_error (error);
  input = im_live_values_get_signal (values, g_array_index (wanted, guint, 0));
  g_assert_cmpuint (im_signal_get_n_values (input), ==, 3);
  g_assert_null (im_live_values_get_signal (values, output));
}

static void
test_other_recording (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ImSignal) before = compute (fixture, "50", 6);

  write_recording (fixture, "x\n1\n2\n4\n");

  g_autoptr (ImSignal) after = compute (fixture, "50", 8);

  g_assert_true (after != before);
}

static void
test_other_reading (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ImSignal) before = compute (fixture, "50", 6);
  g_autoptr (ImSignal) after = compute (fixture, NULL, 6);

  g_assert_true (after != before);
}

/* What was used least lately is forgotten, and what is too large is never known. */
static void
test_limit (void)
{
  ImSignalFormat format = { .name = "numbers", .step_s = 1 };
  g_autofree float *numbers = g_new0 (float, 100000);
  g_autoptr (GArray) frames = NULL;
  ImSignal *found = NULL;

  g_assert_true (im_tensor_type_parse ("float32[]", &format.type, NULL));
  g_autoptr (ImSignal) signal = im_signal_new (&format);
  im_signal_append (signal, numbers, NULL, 100000);
  gsize bytes = im_signal_count_bytes (signal);
  g_assert_cmpuint (bytes, >=, 100000 * sizeof (float));
  g_autoptr (ImLiveMemory) memory = im_live_memory_new (2 * bytes + 1024);
  g_autoptr (ImLiveMemory) small = im_live_memory_new (bytes - 1);

  for (guint i = 0; i < 3; i++)
    {
      const char digest[] = { (char) ('a' + i), '\0' };

      im_live_memory_keep (memory, digest, signal, NULL);
    }
  g_assert_false (im_live_memory_recall (memory, "a", &found, &frames));
  g_assert_true (im_live_memory_recall (memory, "b", &found, &frames));
  g_assert_true (found == signal);
  g_assert_null (frames);
  im_signal_unref (found);
  im_live_memory_keep (memory, "d", signal, NULL);
  g_assert_false (im_live_memory_recall (memory, "c", &found, &frames));
  im_live_memory_keep (small, "a", signal, NULL);
  g_assert_false (im_live_memory_recall (small, "a", &found, &frames));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/live/memory/same", Fixture, NULL, set_up, test_same, tear_down);
  g_test_add ("/live/memory/other-code", Fixture, NULL, set_up, test_other_code,
              tear_down);
  g_test_add ("/live/memory/harm", Fixture, NULL, set_up, test_harm, tear_down);
  g_test_add ("/live/memory/unwanted", Fixture, NULL, set_up, test_unwanted, tear_down);
  g_test_add ("/live/memory/other-recording", Fixture, NULL, set_up, test_other_recording,
              tear_down);
  g_test_add ("/live/memory/other-reading", Fixture, NULL, set_up, test_other_reading,
              tear_down);
  g_test_add_func ("/live/memory/limit", test_limit);

  return g_test_run ();
}
