/* SPDX-License-Identifier: MIT
 *
 * New names in several folders at once, one of them also of a file, which are killed at
 * each of their writes, and those that find files changed.
 */
#include <glib/gstdio.h>
#include <string.h>

#include "base/im-file-group.h"
#include "kill-point.h"
#include "package/im-package-rename.h"

#define OLD "Own.Gain"
#define NEW "Own.Amplify"

static const char *const names[] = {
  "units/Gain/Gain.imunit",
  "units/use.h",
  "other units/“two”\n/Use.imunit",
  "other units/project.improj",
};

static const char *const texts[] = {
  "<Imaginet><Function unit=\"Own.Gain\"><Parameters>"
  "<InputSocket name=\"input\" pipe=\"data\" />"
  "<OutputSocket name=\"output\" pipe=\"data\" type=\"input.type\" shape=\"input.shape\" "
  "/></Parameters></Function></Imaginet>\n",
  "#pragma IMAGINET_FRAGMENT_DEPENDENCY \"[Own.Gain]/gain.h:gain\"\n",
  "<Imaginet><Composite unit=\"Own.Use\"><Parameters>"
  "<InputSocket name=\"input\" pipe=\"data\" />"
  "<OutputSocket name=\"output\" pipe=\"data\" type=\"input.type\" shape=\"input.shape\" "
  "/></Parameters><Stacked><Unit id=\"Own.Gain\" /></Stacked></Composite></Imaginet>\n",
  "<ImagimobStudio><Preprocessor inshape=\"[3]\" intype=\"Float32\" infreq=\"50\">"
  "<Unit id=\"Own.Gain\" /></Preprocessor></ImagimobStudio>\n",
};

typedef struct
{
  char *folder;
  char *paths[G_N_ELEMENTS (names)];
  char *new_paths[G_N_ELEMENTS (names)]; /* where it goes, or the same */
  char *folders[4];                      /* one of them in another */
} Fixture;

static void
write_all (Fixture *fixture)
{
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    g_remove (fixture->new_paths[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_true (g_file_set_contents (fixture->paths[i], texts[i], -1, NULL));
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("rename-XXXXXX", NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *folder = NULL;

      fixture->paths[i] = g_build_filename (fixture->folder, names[i], NULL);
      fixture->new_paths[i] = g_build_filename (
          fixture->folder, i == 0 ? "units/Gain/Amplify.imunit" : names[i], NULL);
      folder = g_path_get_dirname (fixture->paths[i]);
      g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
    }
  fixture->folders[0] = g_build_filename (fixture->folder, "units", NULL);
  fixture->folders[1] = g_build_filename (fixture->folder, "other units", NULL);
  fixture->folders[2] = g_build_filename (fixture->folder, "units", "Gain", NULL);
  write_all (fixture);
}

static void
remove_tree (const char *path)
{
  GDir *dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  if (dir != NULL)
    g_dir_close (dir);
  g_assert_cmpint (g_remove (path), ==, 0);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  remove_tree (fixture->folder);
  g_free (fixture->folder);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_free (fixture->paths[i]);
      g_free (fixture->new_paths[i]);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (fixture->folders); i++)
    g_free (fixture->folders[i]);
}

static GPtrArray *
find (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *files = im_package_rename_new ((const char *const *) fixture->folders, OLD,
                                            NULL, NEW, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (files->len, ==, G_N_ELEMENTS (names));

  return files;
}

/* Asserts that all files have one of the names and none the other; TRUE if it is the new
 * one. */
static gboolean
is_renamed (Fixture *fixture)
{
  guint n_new = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *text = NULL;
      gboolean goes = g_file_test (fixture->new_paths[i], G_FILE_TEST_EXISTS);
      const char *path = goes ? fixture->new_paths[i] : fixture->paths[i];

      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      if (strcmp (fixture->paths[i], fixture->new_paths[i]) != 0)
        {
          g_assert_cmpint (goes, !=, g_file_test (fixture->paths[i], G_FILE_TEST_EXISTS));
          g_assert_cmpint (goes, ==, strstr (text, NEW) != NULL);
        }
      g_assert_true ((strstr (text, OLD) == NULL) == (strstr (text, NEW) != NULL));
      n_new += strstr (text, NEW) != NULL;
    }
  g_assert_true (n_new == 0 || n_new == G_N_ELEMENTS (names));

  return n_new > 0;
}

static void
rename_cb (gpointer data)
{
  g_autoptr (GPtrArray) files = find (data);
  g_autoptr (GError) error = NULL;

  im_package_rename_write (files, &error);
  g_assert_no_error (error);
}

/* Whoever looks at any of the files next finds all of them with one name. */
static void
test_kill (Fixture *fixture, gconstpointer data)
{
  guint n_old = 0, n_new = 0, number = 1;

  for (gboolean is_killed = TRUE; is_killed; number++)
    {
      g_autofree char *inner = g_path_get_dirname (fixture->paths[2]);

      write_all (fixture);
      is_killed = kill_point_run (number, TRUE, rename_cb, fixture);
      im_file_finish_groups_around (inner);
      if (is_renamed (fixture))
        n_new++;
      else
        n_old++;
    }
  g_assert_cmpuint (n_old, >, 3);
  g_assert_cmpuint (n_new, >, 3);
}

/* Nothing is written where somebody has changed one of the files in between. */
static void
test_changed (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) files = find (fixture);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (fixture->paths[1], "/* Own.Gain */\n", -1, NULL));
  g_assert_false (im_package_rename_write (files, &error));
  g_assert_nonnull (strstr (error->message, "use.h"));
  g_assert_false (is_renamed (fixture));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/package/rename/kill", Fixture, NULL, set_up, test_kill, tear_down);
  g_test_add ("/package/rename/changed", Fixture, NULL, set_up, test_changed, tear_down);

  return g_test_run ();
}
