/* A pipeline with two inputs is attached to a recording for each: what the key file says
 * is what is read, and what is computed is another one when one of the files changes.
 *
 * SPDX-License-Identifier: MIT
 */
#include <glib/gstdio.h>

#include "live/im-attachment.h"
#include "live/im-live.h"

#define LIMIT_BYTES (1 << 20)

static const char unit[] =
    "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Function unit=\"Test.Minus\">"
    "<Parameters><InputSocket name=\"a\" pipe=\"data\" im:type=\"float32\" "
    "im:shape=\"[1]\" im:rate=\"50\"/><InputSocket name=\"b\" pipe=\"data\" "
    "im:type=\"float32\" im:shape=\"[1]\" im:rate=\"50\"/><OutputSocket name=\"output\" "
    "pipe=\"data\" type=\"a.type\" shape=\"a.shape\"/></Parameters><Implementations>"
    "<Implementation language=\"C\" fragment=\"minus.h:minus\" "
    "call=\"minus(a, b, output)\"/></Implementations></Function></Imaginet>";

static const char code[] =
    "#pragma IMAGINET_FRAGMENT_BEGIN \"minus\"\nstatic void\nminus (const float *a, "
    "const float *b, float *output)\n{\n  output[0] = a[0] - b[0];\n}\n"
    "#pragma IMAGINET_FRAGMENT_END\n";

static const char *const files[] = { "minus.imunit", "minus.h", "one.csv", "two.csv",
                                     "minus.recordings" };

typedef struct
{
  char *folder;
  char *pipeline;
  ImLiveMemory *memory;
} Fixture;

static void
write_text (const Fixture *fixture, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("imaginet-inputs-XXXXXX", NULL);
  fixture->pipeline = g_build_filename (fixture->folder, "minus.imunit", NULL);
  fixture->memory = im_live_memory_new (LIMIT_BYTES);
  write_text (fixture, "minus.imunit", unit);
  write_text (fixture, "minus.h", code);
  write_text (fixture, "one.csv", "x,y\n10,1\n20,2\n30,3\n");
  write_text (fixture, "two.csv", "x\n4\n5\n6\n7\n");
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, files[i], NULL);

      g_remove (path);
    }
  g_rmdir (fixture->folder);
  im_live_memory_unref (fixture->memory);
  g_free (fixture->folder);
  g_free (fixture->pipeline);
}

static ImFeed *
load (const Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  ImFeed *feed = im_attachment_load (fixture->pipeline, &error);

  g_assert_no_error (error);
  return feed;
}

/* Computes the pipeline with what is attached; returns its output, or NULL with an error.
 */
static ImSignal *
compute (const Fixture *fixture, ImDiagnostics *diagnostics, GError **error)
{
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImFeed) feed = load (fixture);
  g_autoptr (ImProgram) program = NULL;
  g_autoptr (ImLiveValues) values = NULL;

  im_unit_library_add_file (library, fixture->pipeline, diagnostics);
  program = im_program_elaborate (im_unit_library_find (library, "Test.Minus"), library,
                                  NULL, 0, diagnostics);

  const ImLiveJob job = { .program = program,
                          .library = library,
                          .feed = feed,
                          .memory = fixture->memory };

  values = im_live_values_new (&job);
  if (!im_live_values_compute (values, NULL, diagnostics, error))
    return NULL;

  return im_live_values_get_signal (values, (guint) program->outputs[0].tensor);
}

static ImSignal *
compute_last (const Fixture *fixture, guint n_values, double last)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  ImSignal *signal = compute (fixture, diagnostics, &error);
  double number;

  g_assert_no_error (error);
  g_assert_cmpuint (im_signal_get_n_values (signal), ==, n_values);
  g_assert_true (im_signal_load (signal, 0, 1, n_values - 1, 1, &number, NULL));
  g_assert_cmpfloat (number, ==, last);

  return signal;
}

static void
test_files (Fixture *fixture, gconstpointer data)
{
  write_text (fixture, "minus.recordings",
              "[recording]\nrate=50\n[recording a]\nfile=one.csv\nchannels=x\n"
              "[recording b]\nfile=two.csv\n");

  g_autoptr (ImSignal) first = compute_last (fixture, 3, 24);
  g_autoptr (ImSignal) again = compute_last (fixture, 3, 24);

  g_assert_true (again == first);
  write_text (fixture, "two.csv", "x\n4\n5\n16\n7\n");

  g_autoptr (ImSignal) other = compute_last (fixture, 3, 14);

  g_assert_true (other != first);
}

/* Another column of the same file, and the same files for the other inputs. */
static void
test_columns (Fixture *fixture, gconstpointer data)
{
  write_text (fixture, "minus.recordings",
              "[recording]\nfile=one.csv\nrate=50\n[recording a]\nchannels=x\n"
              "[recording b]\nchannels=y\n");

  g_autoptr (ImSignal) first = compute_last (fixture, 3, 27);

  write_text (fixture, "minus.recordings",
              "[recording]\nfile=one.csv\nrate=50\n[recording b]\nchannels=x\n"
              "[recording a]\nchannels=y\n");

  g_autoptr (ImSignal) swapped = compute_last (fixture, 3, -27);

  g_assert_true (swapped != first);
}

static void
test_saved (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  write_text (fixture, "minus.recordings",
              "[recording]\nfile=one.csv\nrate=50\n[recording a]\nchannels=x\n"
              "[recording b]\nfile=two.csv\n");

  g_autoptr (ImFeed) feed = load (fixture);
  g_autoptr (ImFeed) copy = im_feed_copy (feed);

  g_assert_cmpstr (feed->input, ==, "a");
  g_assert_cmpstr (feed->next->input, ==, "b");
  g_assert_cmpfloat (feed->next->options.rate_hz, ==, 50);
  g_assert_true (im_attachment_save (fixture->pipeline, feed, &error));
  g_assert_no_error (error);

  g_autoptr (ImFeed) loaded = load (fixture);

  g_assert_true (im_feed_equal (loaded, copy));
  g_assert_true (im_feed_set (copy->next, "rate", "25", &error));
  g_assert_false (im_feed_equal (loaded, copy));
}

static void
test_bad (Fixture *fixture, gconstpointer data)
{
  static const char *const cases[][2] = {
    { "[recording]\nfile=one.csv\n",
      "takes 2 recordings, one for each of its inputs a, b" },
    { "[recording a]\nfile=two.csv\n", "input “b” has no recording" },
    { "[recording a]\nfile=two.csv\n[recording b]\nfile=two.csv\n[recording c]\n"
      "file=two.csv\n",
      "no input “c” that takes a recording; expected one of a, b" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
      g_autoptr (GError) error = NULL;

      write_text (fixture, "minus.recordings", cases[i][0]);
      g_assert_null (compute (fixture, diagnostics, &error));
      g_assert_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_CHANNELS);
      g_assert_nonnull (strstr (error->message, cases[i][1]));
    }

  g_autoptr (GError) error = NULL;
  write_text (fixture, "minus.recordings", "[recording a]\nchannels=x\n");
  g_assert_null (im_attachment_load (fixture->pipeline, &error));
  g_assert_nonnull (strstr (error->message, "[recording a] expected file=RECORDING"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/live/inputs/files", Fixture, NULL, set_up, test_files, tear_down);
  g_test_add ("/live/inputs/columns", Fixture, NULL, set_up, test_columns, tear_down);
  g_test_add ("/live/inputs/saved", Fixture, NULL, set_up, test_saved, tear_down);
  g_test_add ("/live/inputs/bad", Fixture, NULL, set_up, test_bad, tear_down);

  return g_test_run ();
}
