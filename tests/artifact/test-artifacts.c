/* SPDX-License-Identifier: MIT */
#include "artifact/im-artifacts.h"

#include <glib/gstdio.h>

static void
add (ImArtifacts *artifacts, const char *path, const char *text)
{
  im_artifacts_add_text (artifacts, path, g_string_new (text));
}

static char *
make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("artifacts-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

static void
assert_file (const char *folder, const char *path, const char *expected)
{
  g_autofree char *full = g_build_filename (folder, path, NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (full, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

/* Removes a folder with files and folders of files. */
static void
clean (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_unlink (path) != 0)
        clean (path);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_order (void)
{
  g_autoptr (ImArtifacts) artifacts = im_artifacts_new ();
  gsize length;

  add (artifacts, "src/a.c", "one");
  add (artifacts, "Makefile", "two");
  add (artifacts, "include/a.h", "");
  g_assert_cmpuint (im_artifacts_get_count (artifacts), ==, 3);
  g_assert_cmpstr (im_artifacts_get_path (artifacts, 0), ==, "Makefile");
  g_assert_cmpstr (im_artifacts_get_path (artifacts, 1), ==, "include/a.h");
  g_assert_cmpstr (im_artifacts_get_path (artifacts, 2), ==, "src/a.c");
  g_assert_null (im_artifacts_find (artifacts, "src"));
  g_assert_cmpmem (g_bytes_get_data (im_artifacts_find (artifacts, "src/a.c"), &length),
                   3, "one", 3);
  g_assert_cmpuint (length, ==, 3);
}

/* A bundle replaces an earlier one as a whole; nothing of the old one stays. */
static void
test_replace (void)
{
  g_autofree char *parent = make_folder ();
  g_autofree char *folder = g_build_filename (parent, "out", NULL);
  g_autoptr (ImArtifacts) first = im_artifacts_new ();
  g_autoptr (ImArtifacts) second = im_artifacts_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *old = g_build_filename (folder, "old", NULL);

  add (first, IM_ARTIFACTS_MARKER_FILE, "{ " IM_ARTIFACTS_MARKER_TEXT " }");
  add (first, "old/file", "old");
  add (second, IM_ARTIFACTS_MARKER_FILE, IM_ARTIFACTS_MARKER_TEXT);
  add (second, "src/new", "new");
  g_assert_true (im_artifacts_write (first, folder, &error));
  assert_file (folder, "old/file", "old");
  g_assert_true (im_artifacts_write (second, folder, &error));
  g_assert_no_error (error);
  assert_file (folder, "src/new", "new");
  g_assert_false (g_file_test (old, G_FILE_TEST_EXISTS));

  g_autoptr (GDir) dir = g_dir_open (parent, 0, NULL);
  g_assert_cmpstr (g_dir_read_name (dir), ==, "out");
  g_assert_null (g_dir_read_name (dir));
  clean (parent);
}

/* What no export made stays as it is. */
static void
test_foreign (void)
{
  g_autofree char *parent = make_folder ();
  g_autofree char *file = g_build_filename (parent, "notes.txt", NULL);
  g_autoptr (ImArtifacts) artifacts = im_artifacts_new ();
  const char *targets[] = { parent, file };

  add (artifacts, "src/new", "new");
  g_assert_true (g_file_set_contents (file, "mine", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (im_artifacts_write (artifacts, targets[i], &error));
      g_assert_error (error, IM_ARTIFACTS_ERROR, IM_ARTIFACTS_ERROR_FOREIGN);
      assert_file (parent, "notes.txt", "mine");
    }
  clean (parent);
}

/* What is at a place, and whether an export may go there. */
static void
test_places (void)
{
  g_autofree char *parent = make_folder ();
  g_autofree char *out = g_build_filename (parent, "out", NULL);
  g_autofree char *file = g_build_filename (parent, "file", NULL);
  g_autofree char *below = g_build_filename (file, "a", "b", NULL);
  g_autoptr (ImArtifacts) artifacts = im_artifacts_new ();

  g_assert_true (g_file_set_contents (file, "mine", -1, NULL));
  add (artifacts, IM_ARTIFACTS_MARKER_FILE, IM_ARTIFACTS_MARKER_TEXT);
  g_assert_cmpuint (im_artifacts_look_at_folder (out), ==, IM_ARTIFACTS_PLACE_FREE);
  g_assert_cmpuint (im_artifacts_look_at_zip (out), ==, IM_ARTIFACTS_PLACE_FREE);
  g_assert_cmpuint (im_artifacts_look_at_folder (parent), ==, IM_ARTIFACTS_PLACE_FOREIGN);
  g_assert_cmpuint (im_artifacts_look_at_folder (file), ==, IM_ARTIFACTS_PLACE_FOREIGN);
  g_assert_cmpuint (im_artifacts_look_at_zip (file), ==, IM_ARTIFACTS_PLACE_FOREIGN);

  for (gboolean is_zip = FALSE; is_zip <= TRUE; is_zip++)
    {
      g_autoptr (GError) foreign = NULL, failed = NULL;

      g_assert_true (im_artifacts_check (out, is_zip, NULL));
      g_assert_false (im_artifacts_check (file, is_zip, &foreign));
      g_assert_error (foreign, IM_ARTIFACTS_ERROR, IM_ARTIFACTS_ERROR_FOREIGN);
      g_assert_false (im_artifacts_check (below, is_zip, &failed));
      g_assert_error (failed, IM_ARTIFACTS_ERROR, IM_ARTIFACTS_ERROR_FAILED);
    }
  g_assert_true (im_artifacts_write (artifacts, out, NULL));
  g_assert_cmpuint (im_artifacts_look_at_folder (out), ==, IM_ARTIFACTS_PLACE_EXPORT);
  g_assert_true (im_artifacts_check (out, FALSE, NULL));
  g_assert_false (im_artifacts_check (out, TRUE, NULL));
  clean (out);
  g_assert_true (im_artifacts_write_zip (artifacts, "firmware", out, NULL));
  g_assert_cmpuint (im_artifacts_look_at_zip (out), ==, IM_ARTIFACTS_PLACE_EXPORT);
  clean (parent);
}

static void
test_empty_and_missing (void)
{
  g_autofree char *empty = make_folder ();
  g_autofree char *nowhere = g_build_filename (empty, "none", "out", NULL);
  g_autoptr (ImArtifacts) artifacts = im_artifacts_new ();
  g_autoptr (GError) error = NULL;

  add (artifacts, "src/new", "new");
  g_assert_true (im_artifacts_write (artifacts, empty, &error));
  g_assert_no_error (error);
  assert_file (empty, "src/new", "new");
  g_assert_true (im_artifacts_write (artifacts, nowhere, &error));
  g_assert_no_error (error);
  assert_file (nowhere, "src/new", "new");
  clean (empty);
}

/* The same files give the same bytes, and come out as they went in. */
static void
test_pack (void)
{
  g_autoptr (ImArtifacts) artifacts = im_artifacts_new ();
  g_autoptr (ImArtifacts) out = NULL;
  g_autoptr (GBytes) first = NULL, second = NULL, broken = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL, *none = NULL;

  add (artifacts, "ö/b", "two");
  add (artifacts, "a", "");
  first = im_artifacts_pack (artifacts, "own", &error);
  second = im_artifacts_pack (artifacts, "own", &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (first, second));
  out = im_artifacts_unpack (first, &folder, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (folder, ==, "own");
  g_assert_cmpuint (im_artifacts_get_count (out), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpstr (im_artifacts_get_path (out, i), ==,
                       im_artifacts_get_path (artifacts, i));
      g_assert_true (g_bytes_equal (im_artifacts_get_bytes (out, i),
                                    im_artifacts_get_bytes (artifacts, i)));
    }
  broken = g_bytes_new_from_bytes (first, 0, g_bytes_get_size (first) / 2);
  g_assert_null (im_artifacts_unpack (broken, &none, &error));
  g_assert_error (error, IM_ARTIFACTS_ERROR, IM_ARTIFACTS_ERROR_BAD);
}

static void
test_paths (void)
{
  static const char *const bad[] = { "",       "/a",       "a/",   "a//b", ".",
                                     "a/../b", "a\\b",     "c:/a", "a\nb", "a.",
                                     "a /b",   "a?",       "\xff", "a|b",  "a/./b/c",
                                     "a\x7f",  "a\xc2\x85" };
  static const char *const good[] = { "a", "a/b.c", "ö 1/ü", "..a", "a..b", ".a" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_nonnull (im_artifacts_check_path (bad[i]));
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_cmpstr (im_artifacts_check_path (good[i]), ==, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/artifacts/order", test_order);
  g_test_add_func ("/artifacts/replace", test_replace);
  g_test_add_func ("/artifacts/foreign", test_foreign);
  g_test_add_func ("/artifacts/places", test_places);
  g_test_add_func ("/artifacts/empty-and-missing", test_empty_and_missing);
  g_test_add_func ("/artifacts/pack", test_pack);
  g_test_add_func ("/artifacts/paths", test_paths);

  return g_test_run ();
}
