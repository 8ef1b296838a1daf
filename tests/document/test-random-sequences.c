/* SPDX-License-Identifier: MIT
 *
 * Short sequences of random edits, each of a new document: of examples, of pipelines and
 * units of the library, of fixtures, and of real packages if they are there. Behind a
 * sequence the document equals what is read anew, and its script leads to the same bytes.
 *
 *   test-random-sequences NUMBER [FIRST]: so many sequences, from that one on
 *
 * The same number is the same sequence, so one that fails can be run alone.
 */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "random-edits.h"

#include "base/im-file.h"
#include "unit/im-unit-library.h"

#define MAX_CHOICES    80
#define MAX_FILE_BYTES 100000
#define MIN_STEPS      5
#define MAX_STEPS      10

static guint n_sequences = 100;
static guint first_sequence = 0;

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Appends all unit files of a folder and its folders. */
static void
list_files (const char *folder, GPtrArray *paths)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        list_files (path, paths);
      else if (g_str_has_suffix (name, ".imunit") || g_str_has_suffix (name, ".improj"))
        g_ptr_array_add (paths, g_steal_pointer (&path));
    }
}

static gboolean
is_document (const char *path, ImUnitLibrary *library)
{
  g_autoptr (ImDocument) document = im_document_open (path, library, NULL);

  return document != NULL &&
         g_bytes_get_size (im_unit_file_get_bytes (im_document_get_file (document))) <
             MAX_FILE_BYTES;
}

/* What can be edited of a folder, in the order of the paths. */
static void
list_documents (const char *folder, ImUnitLibrary *library, GPtrArray *paths)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);

  list_files (folder, files);
  g_ptr_array_sort (files, compare_paths);
  for (guint i = 0; i < files->len; i++)
    if (is_document (files->pdata[i], library))
      g_ptr_array_add (paths, g_strdup (files->pdata[i]));
}

/* A folder with a copy of the file, and links to all that stands beside it. */
static char *
make_folder (const char *path, GBytes *bytes)
{
  g_autofree char *folder = g_dir_make_tmp ("sequence-XXXXXX", NULL);
  g_autofree char *beside = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *copy = g_build_filename (folder, name, NULL);
  g_autoptr (GDir) dir = g_dir_open (beside, 0, NULL);
  const char *other;

  g_assert_true (g_file_set_contents (copy, g_bytes_get_data (bytes, NULL),
                                      (gssize) g_bytes_get_size (bytes), NULL));
  while ((other = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *link = g_build_filename (folder, other, NULL);
      g_autofree char *target = g_build_filename (beside, other, NULL);

      if (strcmp (other, name) != 0)
        g_assert_cmpint (symlink (target, link), ==, 0);
    }

  return g_steal_pointer (&copy);
}

static void
remove_folder (const char *copy)
{
  g_autofree char *folder = g_path_get_dirname (copy);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
fill (guint8 *data, gsize length, guint seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  for (gsize i = 0; i < length; i++)
    data[i] = (guint8) g_rand_int_range (rand, 0, 256);
}

static void
run_sequence (const char *path, guint number, ImUnitLibrary *library)
{
  g_autoptr (GBytes) original = im_file_read (path, G_MAXINT, NULL);
  g_autofree char *copy = make_folder (path, original);
  g_autoptr (ImDocument) document = im_document_open (copy, library, NULL);
  guint8 choices[MAX_CHOICES];
  RandomEdits edits = { choices, sizeof choices, 0, TRUE };
  guint n_steps;

  g_assert_nonnull (document);
  fill (choices, sizeof choices, number);
  n_steps = MIN_STEPS + choices[0] % (MAX_STEPS - MIN_STEPS + 1);
  for (guint i = 0; i < n_steps && random_edits_step (&edits, document); i++)
    ;
  random_edits_check_opens (document, library);
  random_edits_check_history (document, original);
  random_edits_check_opens (document, library);
  remove_folder (copy);
}

/* A hundred sequences are a line of the log. */
static void
run_sequences (const GPtrArray *paths, ImUnitLibrary *library)
{
  g_assert_cmpuint (paths->len, >, 0);
  for (guint i = first_sequence; i < first_sequence + n_sequences; i++)
    {
      const char *path = paths->pdata[i % paths->len];

      if (n_sequences <= 100 || i % 100 == 0)
        g_test_message ("sequence %u, of %u files: %s", i, paths->len, path);
      run_sequence (path, i, library);
    }
}

static void
test_own (void)
{
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autofree char *examples = g_test_build_filename (G_TEST_DIST, "..", "data",
                                                     "examples", NULL);
  g_autofree char *tests = g_test_build_filename (G_TEST_DIST, ".", NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  im_unit_library_add_root (library, units, problems);
  list_documents (examples, library, paths);
  list_documents (units, library, paths);
  list_documents (tests, library, paths);
  run_sequences (paths, library);
}

static void
test_real (void)
{
  const char *shared = g_getenv ("IMAGINET_SHARED");
  g_autofree char *real = g_build_filename (shared != NULL ? shared : "", "real-units",
                                            NULL);
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  if (!g_file_test (real, G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("the folder of real units beside the project is not there");
      return;
    }

  im_unit_library_add_root (library, units, problems);
  im_unit_library_add_root (library, real, problems);
  list_files (real, paths);
  g_ptr_array_sort (paths, compare_paths);
  run_sequences (paths, library);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc > 1)
    n_sequences = (guint) g_ascii_strtoull (argv[1], NULL, 10);
  if (argc > 2)
    first_sequence = (guint) g_ascii_strtoull (argv[2], NULL, 10);

  g_test_add_func ("/random-sequences/own", test_own);
  g_test_add_func ("/random-sequences/real", test_real);

  return g_test_run ();
}
