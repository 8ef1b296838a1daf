/* SPDX-License-Identifier: MIT
 *
 * A folder that is exported is the old one or the new one as a whole, whenever the
 * program is killed, and the next export removes what a killed one left.
 */
#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

#include "artifact/im-artifacts.h"
#include "kill-point.h"

static const char *const paths[] = { IM_ARTIFACTS_MARKER_FILE, "src/a.c", "src/deep/b.c",
                                     "README.md" };

typedef struct
{
  char *parent;
  char *folder;
} Export;

static ImArtifacts *
make_artifacts (const char *which)
{
  ImArtifacts *artifacts = im_artifacts_new ();

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      GString *text = g_string_new (IM_ARTIFACTS_MARKER_TEXT);

      g_string_append_printf (text, "%s %s", which, paths[i]);
      im_artifacts_add_text (artifacts, paths[i], text);
    }

  return artifacts;
}

static void
write_folder (const char *folder, const char *which)
{
  g_autoptr (ImArtifacts) artifacts = make_artifacts (which);
  g_autoptr (GError) error = NULL;

  g_assert_true (im_artifacts_write (artifacts, folder, &error));
  g_assert_no_error (error);
}

static void
write_new (gpointer data)
{
  write_folder (((Export *) data)->folder, "new");
}

/* Whether all files of a folder are those of @which. */
static gboolean
is_whole (const char *folder, const char *which)
{
  g_autoptr (ImArtifacts) expected = make_artifacts (which);

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *path = g_build_filename (folder, paths[i], NULL);
      g_autofree char *text = NULL;
      gsize length;
      GBytes *bytes = im_artifacts_find (expected, paths[i]);

      if (!g_file_get_contents (path, &text, &length, NULL) ||
          length != g_bytes_get_size (bytes) ||
          memcmp (text, g_bytes_get_data (bytes, NULL), length) != 0)
        return FALSE;
    }

  return TRUE;
}

/* Makes hidden folders an hour old; returns their number. */
static guint
age_hidden (const char *parent)
{
  g_autoptr (GDir) dir = g_dir_open (parent, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (*name == '.')
      {
        g_autofree char *path = g_build_filename (parent, name, NULL);
        struct utimbuf times = { g_get_real_time () / G_USEC_PER_SEC - 3600,
                                 g_get_real_time () / G_USEC_PER_SEC - 3600 };

        g_assert_cmpint (utime (path, &times), ==, 0);
        n++;
      }

  return n;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        remove_folder (path);
      else
        g_remove (path);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_kill (gconstpointer data)
{
  gboolean can_exchange = GPOINTER_TO_INT (data);
  g_autofree char *parent = g_dir_make_tmp ("export-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (parent, "out", NULL);
  g_autofree char *other = g_build_filename (parent, "other", NULL);
  Export export = { parent, folder };
  guint number = 1, n_left = 0, n_missing = 0;

  for (gboolean is_killed = TRUE; is_killed; number++)
    {
      write_folder (folder, "old");
      is_killed = kill_point_run (number, can_exchange, write_new, &export);
      if (!g_file_test (folder, G_FILE_TEST_EXISTS))
        n_missing++;
      else
        g_assert_true (is_whole (folder, "old") || is_whole (folder, "new"));
      n_left += age_hidden (parent);

      write_folder (other, "other");
      g_assert_cmpuint (age_hidden (parent), ==, 0);
      g_assert_true (is_whole (folder, "old") || is_whole (folder, "new"));
    }
  g_test_message ("%u points, %u folders left, %u put back", number, n_left, n_missing);
  g_assert_cmpuint (number, >, 20);
  g_assert_cmpuint (n_left, >, 10);
  g_assert_cmpuint (n_missing, ==, can_exchange ? 0 : 1);
  remove_folder (parent);
}

/* A hidden folder that holds something else is not ours. */
static void
test_foreign_stays (void)
{
  g_autofree char *parent = g_dir_make_tmp ("export-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (parent, "out", NULL);
  g_autofree char *hidden = g_build_filename (parent, ".imaginet-export-mine", NULL);
  g_autofree char *file = g_build_filename (hidden, "thesis.txt", NULL);

  g_assert_cmpint (g_mkdir (hidden, 0777), ==, 0);
  g_assert_true (g_file_set_contents (file, "x", 1, NULL));
  age_hidden (parent);
  write_folder (folder, "new");
  g_assert_true (g_file_test (file, G_FILE_TEST_EXISTS));
  remove_folder (parent);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/artifacts/kill/exchange", GINT_TO_POINTER (TRUE), test_kill);
  g_test_add_data_func ("/artifacts/kill/renames", GINT_TO_POINTER (FALSE), test_kill);
  g_test_add_func ("/artifacts/kill/foreign-stays", test_foreign_stays);

  return g_test_run ();
}
