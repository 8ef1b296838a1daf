/* Code that does harm, a thousand times in one process and with one worker: no file,
 * process, thread, descriptor or memory of it stays.
 *
 * SPDX-License-Identifier: MIT
 */
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "live/im-live.h"
#include "run/im-work-folder.h"

#define N_RUNS        1000
#define N_WARM        100
#define MAX_GROWTH_KB (10 * 1024)

static const char unit[] =
    "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Function unit=\"Test.Harm\">"
    "<Parameters><InputSocket name=\"input\" pipe=\"data\" im:type=\"float32\" "
    "im:shape=\"[2]\" im:rate=\"50\"/><OutputSocket name=\"output\" pipe=\"data\" "
    "type=\"input.type\" shape=\"input.shape\"/></Parameters><Implementations>"
    "<Implementation language=\"C\" fragment=\"harm.h:harm\" call=\"harm(input, "
    "output)\"/>"
    "</Implementations></Function></Imaginet>";

/* What is done in the second call. */
static const char *const harms[] = {
  "output[2] = 1;",
  "output[-1] = 1;",
  "((float *) input)[0] = 5;",
  "output[0] = (float) (1 / zero);",
  "*(volatile int *) zero = 1;",
  "abort ();",
  "exit (0);",
  "for (int i = 0; i < 100; i++) fork ();",
};

typedef struct
{
  guint n_files; /* temporary ones */
  guint n_descriptors;
  guint n_threads;
  guint memory_kb;
} Held;

static guint
count_entries (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (folder) != NULL)
    n++;

  return n;
}

static Held
look (const char *temporary)
{
  g_autofree char *status = NULL;
  const char *memory;

  g_assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  memory = g_strstr_len (status, -1, "VmRSS:");

  return (Held){ count_entries (temporary), count_entries ("/proc/self/fd"),
                 count_entries ("/proc/self/task"), (guint) atoi (memory + 6) };
}

static void
write_fragment (const char *folder, const char *harm)
{
  g_autofree char *path = g_build_filename (folder, "harm.h", NULL);
  g_autofree char *text = g_strdup_printf (
      "#pragma IMAGINET_INCLUDES_BEGIN\n#include <stdlib.h>\n#include <unistd.h>\n"
      "#pragma IMAGINET_INCLUDES_END\n#pragma IMAGINET_FRAGMENT_BEGIN \"harm\"\n"
      "static void\nharm (const float *input, float *output)\n{\n"
      "  static volatile int zero, n_calls;\n\n  (void) zero;\n  output[0] = input[0];\n"
      "  output[1] = input[1];\n  if (n_calls++ == 1)\n    { %s }\n}\n"
      "#pragma IMAGINET_FRAGMENT_END\n",
      harm);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
run (const char *folder, const char *recording, ImWorker *worker, guint harm)
{
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autofree char *path = g_build_filename (folder, "harm.imunit", NULL);
  g_autoptr (ImProgram) program = NULL;
  g_autoptr (ImLiveValues) values = NULL;
  g_autoptr (GError) error = NULL;

  write_fragment (folder, harms[harm]);
  im_unit_library_add_file (library, path, diagnostics);
  program = im_program_elaborate (im_unit_library_find (library, "Test.Harm"), library,
                                  NULL, 0, diagnostics);

  g_autoptr (ImFeed) feed = im_feed_new (recording);
  const ImLiveJob job = { .program = program,
                          .library = library,
                          .feed = feed,
                          .worker = worker };

  values = im_live_values_new (&job);
  if (im_live_values_compute (values, NULL, diagnostics, &error))
    g_error ("“%s” was not noticed", harms[harm]);
}

static void
test_harm (void)
{
  g_auto (ImWorkFolder) folder = { 0 };
  g_autofree char *temporary = NULL, *path = NULL, *recording = NULL;
  g_autoptr (ImWorker) worker = im_worker_new ();
  Held before = { 0 }, after;

  g_assert_true (im_work_folder_open (&folder, NULL, NULL));
  temporary = im_work_folder_dup_path (&folder, "temporary");
  path = im_work_folder_dup_path (&folder, "harm.imunit");
  recording = im_work_folder_dup_path (&folder, "harm.csv");
  g_assert_cmpint (g_mkdir (temporary, 0700), ==, 0);
  g_setenv ("TMPDIR", temporary, TRUE);
  g_assert_true (g_file_set_contents (path, unit, -1, NULL));
  g_assert_true (g_file_set_contents (recording, "x,y\n1,2\n3,4\n5,6\n", -1, NULL));
  for (guint i = 0; i < N_RUNS; i++)
    {
      if (i == N_WARM)
        before = look (temporary);
      run (folder.path, recording, worker, i % G_N_ELEMENTS (harms));
    }
  g_clear_pointer (&worker, im_worker_unref);
  after = look (temporary);
  g_test_message ("%u files, %u descriptors, %u threads, %u KB; before %u, %u, %u, %u",
                  after.n_files, after.n_descriptors, after.n_threads, after.memory_kb,
                  before.n_files, before.n_descriptors, before.n_threads,
                  before.memory_kb);
  g_assert_cmpuint (after.n_files, ==, 0);
  g_assert_cmpint (waitpid (-1, NULL, WNOHANG), <, 0);
  g_assert_cmpuint (after.n_descriptors, <=, before.n_descriptors);
  g_assert_cmpuint (after.n_threads, <=, before.n_threads);
  g_assert_cmpuint (after.memory_kb, <=, before.memory_kb + MAX_GROWTH_KB);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live/harm", test_harm);

  return g_test_run ();
}
