/* The process that computes behind edits: whatever happens to it, the next edit has
 * values, and they are those of an optimizing compiler.
 *
 * SPDX-License-Identifier: MIT
 */
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "live/im-live.h"
#include "run/im-work-folder.h"

#define MANY 100 /* jobs, for which a worker is not enough */

static const char unit[] =
    "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Function unit=\"Test.Own\">"
    "<Parameters><InputSocket name=\"input\" pipe=\"data\" im:type=\"float32\" "
    "im:shape=\"[2]\" im:rate=\"50\"/><OutputSocket name=\"output\" pipe=\"data\" "
    "type=\"input.type\" shape=\"input.shape\"/></Parameters><Implementations>"
    "<Implementation language=\"C\" fragment=\"own.h:own\" call=\"own(input, "
    "output)\"/></Implementations></Function></Imaginet>";

typedef struct
{
  ImWorkFolder folder;
  char *unit;
  char *fragment;
  char *recording;
  ImWorker *worker;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_assert_true (im_work_folder_open (&self->folder, NULL, NULL));
  self->unit = im_work_folder_dup_path (&self->folder, "own.imunit");
  self->fragment = im_work_folder_dup_path (&self->folder, "own.h");
  self->recording = im_work_folder_dup_path (&self->folder, "own.csv");
  self->worker = im_worker_new ();
  g_assert_true (g_file_set_contents (self->unit, unit, -1, NULL));
  g_assert_true (g_file_set_contents (self->recording, "x,y\n1,2\n3,4\n5,6\n", -1, NULL));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  im_worker_unref (self->worker);
  g_free (self->unit);
  g_free (self->fragment);
  g_free (self->recording);
  im_work_folder_close (&self->folder);
}

static void
write_code (Fixture *self, const char *includes, const char *code)
{
  g_autofree char *text = g_strdup_printf (
      "#pragma IMAGINET_INCLUDES_BEGIN\n%s#pragma IMAGINET_INCLUDES_END\n"
      "#pragma IMAGINET_FRAGMENT_BEGIN \"own\"\n"
      "static void\nown (const float *input, float *output)\n{\n%s\n}\n"
      "#pragma IMAGINET_FRAGMENT_END\n",
      includes, code);

  g_assert_true (g_file_set_contents (self->fragment, text, -1, NULL));
}

/* The three values of two elements that come out, or NULL if that fails. */
static double *
compute (Fixture *self, gboolean is_long)
{
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImFeed) feed = im_feed_new (self->recording);
  g_autoptr (ImProgram) program = NULL;
  g_autoptr (ImLiveValues) values = NULL;
  g_autoptr (ImSignal) signal = NULL;
  g_autoptr (GError) error = NULL;
  double *elements = g_new0 (double, 6);

  im_unit_library_add_file (library, self->unit, diagnostics);
  program = im_program_elaborate (im_unit_library_find (library, "Test.Own"), library,
                                  NULL, 0, diagnostics);

  const ImLiveJob job = { .program = program,
                          .library = library,
                          .feed = feed,
                          .is_long = is_long,
                          .worker = self->worker };

  values = im_live_values_new (&job);
  if (!im_live_values_compute (values, NULL, diagnostics, &error))
    {
      g_test_message ("%s", error->message);
      g_free (elements);
      return NULL;
    }
  signal = im_live_values_get_signal (values, (guint) program->outputs[0].tensor);
  g_assert_cmpuint (im_signal_get_n_values (signal), ==, 3);
  g_assert_true (im_signal_load (signal, 0, 2, 0, 3, elements, NULL));

  return elements;
}

static void
assert_computes (Fixture *self, gboolean is_long, double x, double y)
{
  g_autofree double *elements = compute (self, is_long);

  g_assert_nonnull (elements);
  g_assert_cmpfloat_with_epsilon (elements[0], x, 1e-6);
  g_assert_cmpfloat_with_epsilon (elements[5], y, 1e-6);
}

/* The worker, a process somewhere below this one; 0 if there is none. */
static GPid
find_worker (void)
{
  g_autoptr (GDir) processes = g_dir_open ("/proc", 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (processes)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", name, "cmdline", NULL);
      g_autofree char *words = NULL;

      if (g_ascii_isdigit (*name) && g_file_get_contents (path, &words, NULL, NULL) &&
          g_str_has_suffix (words, "/imaginet-worker"))
        return atoi (name);
    }

  return 0;
}

static void
test_same (Fixture *self, gconstpointer data)
{
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *code = g_strdup_printf (
          "  output[0] = sinf(input[0]) + %u; output[1] = isnan(input[1]) ? 0 : "
          "(float) INT16_MAX * input[1];",
          i);
      g_autofree double *fast = NULL, *optimized = NULL;

      write_code (self, "#include <math.h>\n#include <stdint.h>\n", code);
      fast = compute (self, FALSE);
      optimized = compute (self, TRUE);
      g_assert_cmpmem (fast, 6 * sizeof *fast, optimized, 6 * sizeof *fast);
      g_assert_cmpfloat (fast[0], >, i);
    }
}

/* More than one of them does, one after the other. */
static void
test_many (Fixture *self, gconstpointer data)
{
  write_code (self, "", "  output[0] = 2 * input[0]; output[1] = input[1];");
  for (guint i = 0; i < MANY; i++)
    assert_computes (self, FALSE, 2, 6);
}

static void
test_killed (Fixture *self, gconstpointer data)
{
  GPid first;

  write_code (self, "", "  output[0] = input[0]; output[1] = input[1];");
  assert_computes (self, FALSE, 1, 6);
  first = find_worker ();
  g_assert_cmpint (first, >, 0);
  kill (first, SIGKILL);
  while (find_worker () == first)
    g_thread_yield ();
  assert_computes (self, FALSE, 1, 6);
}

/* It is as good as new behind code that ends it, or leaves a process that would write. */
static void
test_harm (Fixture *self, gconstpointer data)
{
  static const char *const harms[] = {
    "  abort();",
    "  if (fork() == 0) for (;;) output[0] = -1;\n  output[0] = -1; output[1] = -1;",
    "  kill(getppid(), SIGKILL); for (;;) pause();",
    "  *(volatile int *) 0 = 1;",
  };

  for (guint i = 0; i < G_N_ELEMENTS (harms); i++)
    {
      write_code (self, "#include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>\n",
                  harms[i]);
      g_free (compute (self, FALSE));
      write_code (self, "", "  output[0] = input[0]; output[1] = input[1];");
      assert_computes (self, FALSE, 1, 6);
    }
}

/* What its headers lack is not taken for a function that returns int. */
static void
test_lacking (Fixture *self, gconstpointer data)
{
  write_code (self, "#include <math.h>\n",
              "  output[0] = (float) j0(input[0]); output[1] = (float) j0(input[1]);");
  assert_computes (self, FALSE, 0.76519769, 0.15064526);
}

/* What it does not compile, the compiler of the system does. */
static void
test_refused (Fixture *self, gconstpointer data)
{
  write_code (self, "",
              "  typedef float two __attribute__((vector_size(8)));\n"
              "  two x = {input[0], input[1]};\n\n"
              "  x = x * x;\n  output[0] = x[0];\n  output[1] = x[1];");
  assert_computes (self, FALSE, 1, 36);
}

static void
test_wrong (Fixture *self, gconstpointer data)
{
  write_code (self, "", "  output[0] = nothing;");
  g_assert_null (compute (self, FALSE));
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *name;
    void (*test) (Fixture *self, gconstpointer data);
  } tests[] = {
    { "/live-worker/same", test_same },       { "/live-worker/many", test_many },
    { "/live-worker/killed", test_killed },   { "/live-worker/harm", test_harm },
    { "/live-worker/lacking", test_lacking }, { "/live-worker/refused", test_refused },
    { "/live-worker/wrong", test_wrong },
  };

  g_test_init (&argc, &argv, NULL);
  if (!im_worker_is_there ())
    {
      printf ("1..0 # SKIP the worker was not built: libtcc-dev has what it needs\n");
      return 0;
    }
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, Fixture, NULL, set_up, tests[i].test, tear_down);

  return g_test_run ();
}
