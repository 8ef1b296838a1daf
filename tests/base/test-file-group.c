/* SPDX-License-Identifier: MIT
 *
 * Files that are saved together are all old or all new, whenever the program is killed,
 * as soon as the next one has looked; and nothing stays behind. So are files that are
 * moved, with the folders that they are in.
 */
#include <glib/gstdio.h>
#include <string.h>

#include "base/im-file-group.h"
#include "base/im-file.h"
#include "kill-point.h"

#define N_FILES 3

static const char *const names[N_FILES] = { "unit.imunit", "unit.h", "code/unit%.py" };
static const char *const old_texts[N_FILES] = { "<a/>\n", "int f;\r\n", "f = 1" };
static const char *const new_texts[N_FILES] = { "<b/>\n", "long f;\r\n", "f = 2" };

typedef struct
{
  char *folder;
  char *paths[N_FILES];
  GBytes *old_bytes[N_FILES];
  GBytes *new_bytes[N_FILES];
} Fixture;

static GBytes *
new_bytes (const char *text)
{
  return g_bytes_new_static (text, strlen (text));
}

static void
write_old (const Fixture *fixture)
{
  for (guint i = 0; i < N_FILES; i++)
    g_assert_true (g_file_set_contents (fixture->paths[i], old_texts[i], -1, NULL));
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *code = NULL;

  fixture->folder = g_dir_make_tmp ("group-XXXXXX", NULL);
  code = g_build_filename (fixture->folder, "code", NULL);
  g_assert_cmpint (g_mkdir (code, 0700), ==, 0);
  for (guint i = 0; i < N_FILES; i++)
    {
      fixture->paths[i] = g_build_filename (fixture->folder, names[i], NULL);
      fixture->old_bytes[i] = new_bytes (old_texts[i]);
      fixture->new_bytes[i] = new_bytes (new_texts[i]);
    }
  write_old (fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autofree char *code = g_build_filename (fixture->folder, "code", NULL);

  for (guint i = 0; i < N_FILES; i++)
    {
      g_remove (fixture->paths[i]);
      g_free (fixture->paths[i]);
      g_bytes_unref (fixture->old_bytes[i]);
      g_bytes_unref (fixture->new_bytes[i]);
    }
  g_assert_cmpint (g_rmdir (code), ==, 0);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
}

static gboolean
save (const Fixture *fixture, GError **error)
{
  ImFileContent files[N_FILES];

  for (guint i = 0; i < N_FILES; i++)
    files[i] = (ImFileContent){ fixture->paths[i], fixture->new_bytes[i],
                                fixture->old_bytes[i] };

  return im_file_write_group (fixture->folder, files, N_FILES, error);
}

static void
save_new (gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (save (data, &error));
  g_assert_no_error (error);
}

static void
finish (gpointer data)
{
  im_file_finish_groups (((Fixture *) data)->folder);
}

static void
assert_text (const char *path, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

/* Returns whether all files are new; they are old otherwise. */
static gboolean
assert_whole (const Fixture *fixture)
{
  g_autofree char *first = NULL;
  gboolean is_new;

  g_assert_true (g_file_get_contents (fixture->paths[0], &first, NULL, NULL));
  is_new = strcmp (first, new_texts[0]) == 0;
  for (guint i = 0; i < N_FILES; i++)
    assert_text (fixture->paths[i], (is_new ? new_texts : old_texts)[i]);

  return is_new;
}

/* What was killed before it had a journal is a file of its own, which ages. */
static void
remove_temporaries (const Fixture *fixture)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".tmp"))
      {
        g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

        g_remove (path);
      }
    else
      g_assert_null (strstr (name, "imaginet-"));
}

/* Also when who looks is killed in turn, at every point. */
static void
test_kill (Fixture *fixture, gconstpointer data)
{
  guint n_old = 0, n_new = 0;
  guint number = 1;

  for (gboolean is_killed = TRUE; is_killed; number++)
    {
      guint again = 1;

      write_old (fixture);
      is_killed = kill_point_run (number, TRUE, save_new, fixture);
      while (kill_point_run (again++, TRUE, finish, fixture))
        ;
      if (assert_whole (fixture))
        n_new++;
      else
        n_old++;
    }
  g_assert_cmpuint (n_old, >, N_FILES * 3); /* each is written, owned and synced */
  g_assert_cmpuint (n_new, >, N_FILES);
  write_old (fixture);
  save_new (fixture);
  remove_temporaries (fixture);
}

/* Nothing is written if one of them is not what it was. */
static void
test_changed (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (fixture->paths[2], "f = 3", -1, NULL));
  g_assert_false (save (fixture, &error));
  g_assert_error (error, IM_FILE_ERROR, IM_FILE_ERROR_CHANGED);
  g_assert_nonnull (strstr (error->message, fixture->paths[2]));
  assert_text (fixture->paths[0], old_texts[0]);
  assert_text (fixture->paths[2], "f = 3");
  g_clear_error (&error);
  g_assert_cmpint (g_remove (fixture->paths[2]), ==, 0);
  g_assert_false (save (fixture, &error));
  g_assert_error (error, IM_FILE_ERROR, IM_FILE_ERROR_CHANGED);
}

/* New files are made, where there are none. */
static void
test_new (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  ImFileContent files[] = {
    { fixture->paths[0], fixture->new_bytes[0], fixture->old_bytes[0] },
    { fixture->paths[1], fixture->new_bytes[1], NULL },
  };

  g_assert_false (
      im_file_write_group (fixture->folder, files, G_N_ELEMENTS (files), &error));
  g_assert_error (error, IM_FILE_ERROR, IM_FILE_ERROR_CHANGED);
  g_clear_error (&error);
  g_assert_cmpint (g_remove (fixture->paths[1]), ==, 0);
  g_assert_true (
      im_file_write_group (fixture->folder, files, G_N_ELEMENTS (files), &error));
  assert_text (fixture->paths[1], new_texts[1]);
}

/* A file that is moved to a folder that is made, out of one that has nothing else, with
 * one that says where it is. */
typedef struct
{
  Fixture fixture;
  char *old_folder, *from;
  char *new_folder, *to;
} Move;

#define MOVED "int moved;\n"

static void
set_up_move (Move *move, gconstpointer data)
{
  Fixture *fixture = &move->fixture;

  set_up (fixture, data);
  move->old_folder = g_build_filename (fixture->folder, "code", "old", NULL);
  move->new_folder = g_build_filename (fixture->folder, "code", "new", NULL);
  move->from = g_build_filename (move->old_folder, "moved.h", NULL);
  move->to = g_build_filename (move->new_folder, "deep down", "moved.h", NULL);
}

static void
remove_moved (Move *move)
{
  g_autofree char *deep = g_path_get_dirname (move->to);

  g_remove (move->from);
  g_remove (move->to);
  g_rmdir (deep);
  g_rmdir (move->new_folder);
  g_rmdir (move->old_folder);
}

static void
tear_down_move (Move *move, gconstpointer data)
{
  remove_moved (move);
  tear_down (&move->fixture, data);
  g_free (move->old_folder);
  g_free (move->new_folder);
  g_free (move->from);
  g_free (move->to);
}

static void
write_unmoved (Move *move)
{
  remove_moved (move);
  write_old (&move->fixture);
  g_assert_cmpint (g_mkdir (move->old_folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (move->from, MOVED, -1, NULL));
  g_assert_cmpint (g_chmod (move->from, 0640), ==, 0);
}

static gboolean
try_move (Move *move, GError **error)
{
  g_autoptr (GBytes) bytes = new_bytes (MOVED);
  const ImFileContent files[] = {
    { move->from, NULL, bytes, NULL },
    { move->fixture.paths[0], move->fixture.new_bytes[0], move->fixture.old_bytes[0],
      NULL },
    { move->to, bytes, NULL, move->from },
  };

  return im_file_write_group (move->fixture.folder, files, G_N_ELEMENTS (files), error);
}

static void
move_cb (gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (try_move (data, &error));
  g_assert_no_error (error);
}

/* Asserts that all is as it was, or moved; TRUE if it is moved. */
static gboolean
assert_moved (Move *move)
{
  const Fixture *fixture = &move->fixture;
  gboolean is_moved = g_file_test (move->to, G_FILE_TEST_EXISTS);
  GStatBuf status;

  assert_text (is_moved ? move->to : move->from, MOVED);
  g_assert_false (
      g_file_test (is_moved ? move->old_folder : move->new_folder, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_stat (is_moved ? move->to : move->from, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0640);
  assert_text (fixture->paths[0], (is_moved ? new_texts : old_texts)[0]);

  return is_moved;
}

static void
finish_move (gpointer data)
{
  finish (&((Move *) data)->fixture);
}

static void
test_move_kill (Move *move, gconstpointer data)
{
  guint n_old = 0, n_new = 0, number = 1;

  for (gboolean is_killed = TRUE; is_killed; number++)
    {
      guint again = 1;

      write_unmoved (move);
      is_killed = kill_point_run (number, TRUE, move_cb, move);
      while (kill_point_run (again++, TRUE, finish_move, move))
        ;
      if (assert_moved (move))
        n_new++;
      else
        n_old++;
    }
  g_assert_cmpuint (n_old, >, 8);
  g_assert_cmpuint (n_new, >, 5); /* two renamed, one removed, two folders, the journal */
  remove_temporaries (&move->fixture);
}

/* What is changed in between is not removed, and nothing is moved onto another file. */
static void
test_move_refused (Move *move, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *deep = g_path_get_dirname (move->to);
  guint number = 1;

  write_unmoved (move);
  g_assert_true (g_file_set_contents (move->from, "mine\n", -1, NULL));
  g_assert_false (try_move (move, &error));
  g_assert_error (error, IM_FILE_ERROR, IM_FILE_ERROR_CHANGED);
  g_clear_error (&error);
  assert_text (move->from, "mine\n");
  g_assert_false (g_file_test (move->new_folder, G_FILE_TEST_EXISTS));

  write_unmoved (move);
  g_assert_cmpint (g_mkdir_with_parents (deep, 0700), ==, 0);
  g_assert_true (g_file_set_contents (move->to, "mine\n", -1, NULL));
  g_assert_false (try_move (move, &error));
  g_assert_error (error, IM_FILE_ERROR, IM_FILE_ERROR_CHANGED);
  assert_text (move->from, MOVED);
  assert_text (move->to, "mine\n");

  do
    {
      write_unmoved (move);
      g_assert_true (kill_point_run (number++, TRUE, move_cb, move));
      if (g_file_test (move->from, G_FILE_TEST_EXISTS))
        g_assert_true (g_file_set_contents (move->from, "mine\n", -1, NULL));
      finish_move (move);
      if (g_file_test (move->from, G_FILE_TEST_EXISTS))
        assert_text (move->from, "mine\n");
      else
        assert_text (move->to, MOVED);
    }
  while (!g_file_test (move->to, G_FILE_TEST_EXISTS) ||
         g_file_test (move->from, G_FILE_TEST_EXISTS));
  remove_temporaries (&move->fixture);
}

static void
test_outside (Fixture *fixture, gconstpointer data)
{
  g_autofree char *target = g_strconcat (fixture->folder, "-outside", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (target, old_texts[1], -1, NULL));
  g_assert_cmpint (g_remove (fixture->paths[1]), ==, 0);
  g_assert_cmpint (symlink (target, fixture->paths[1]), ==, 0);
  g_assert_false (save (fixture, &error));
  g_assert_error (error, IM_FILE_ERROR, IM_FILE_ERROR_OUTSIDE);
  assert_text (fixture->paths[0], old_texts[0]);
  g_assert_cmpint (g_remove (target), ==, 0);
}

/* A journal that came with a package reaches nothing outside of it, and no file that has
 * not what it says. */
static void
test_foreign (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "code", NULL);
  g_autofree char *journal = g_build_filename (folder, ".imaginet-0123abcd.save", NULL);
  g_autofree char *old_hash = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256,
                                                            fixture->old_bytes[0]);
  g_autofree char *new_hash = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256,
                                                            fixture->new_bytes[0]);
  g_autofree char *beside = g_build_filename (fixture->folder, ".imaginet-0123abcd-0.new",
                                              NULL);
  g_autofree char *text = g_strdup_printf ("imaginet-save 1\n%s %s ../unit.imunit\n",
                                           old_hash, new_hash);

  g_assert_true (g_file_set_contents (journal, text, -1, NULL));
  g_assert_true (g_file_set_contents (beside, new_texts[0], -1, NULL));
  im_file_finish_groups (folder);
  assert_text (fixture->paths[0], old_texts[0]);
  g_assert_cmpint (g_remove (journal), ==, 0);
  g_assert_cmpint (g_remove (beside), ==, 0);
}

/* What another program has changed in between stays, and so does what was to be saved. */
static void
test_between (Fixture *fixture, gconstpointer data)
{
  g_autofree char *saved = g_strconcat (fixture->paths[1], ".saved", NULL);
  guint number = 1;

  do
    {
      write_old (fixture);
      g_assert_true (kill_point_run (number++, TRUE, save_new, fixture));
      g_assert_true (g_file_set_contents (fixture->paths[1], "mine\n", -1, NULL));
      finish (fixture);
      assert_text (fixture->paths[1], "mine\n");
    }
  while (!g_file_test (saved, G_FILE_TEST_EXISTS));
  assert_text (saved, new_texts[1]);
  assert_text (fixture->paths[2], new_texts[2]);
  g_assert_cmpint (g_remove (saved), ==, 0);
  remove_temporaries (fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/file-group/kill", Fixture, NULL, set_up, test_kill, tear_down);
  g_test_add ("/file-group/changed", Fixture, NULL, set_up, test_changed, tear_down);
  g_test_add ("/file-group/new", Fixture, NULL, set_up, test_new, tear_down);
  g_test_add ("/file-group/outside", Fixture, NULL, set_up, test_outside, tear_down);
  g_test_add ("/file-group/foreign", Fixture, NULL, set_up, test_foreign, tear_down);
  g_test_add ("/file-group/move-kill", Move, NULL, set_up_move, test_move_kill,
              tear_down_move);
  g_test_add ("/file-group/move-refused", Move, NULL, set_up_move, test_move_refused,
              tear_down_move);
  g_test_add ("/file-group/between", Fixture, NULL, set_up, test_between, tear_down);

  return g_test_run ();
}
