/* SPDX-License-Identifier: MIT
 *
 * A file that is saved is the old one or the new one, whenever the program is killed; it
 * is never open to more people than it was; and nothing stays behind.
 */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <utime.h>

#include "base/im-file.h"
#include "kill-point.h"

#define OLD_TEXT "old\n"
#define NEW_TEXT "new, and longer\n"
#define MODE     0640

typedef struct
{
  char *folder;
  char *path;
} Save;

static void
save_begin (Save *save)
{
  save->folder = g_dir_make_tmp ("save-XXXXXX", NULL);
  g_assert_nonnull (save->folder);
  save->path = g_build_filename (save->folder, "file", NULL);
}

static void
save_end (Save *save)
{
  g_assert_cmpint (g_remove (save->path), ==, 0);
  g_assert_cmpint (g_rmdir (save->folder), ==, 0);
  g_free (save->path);
  g_free (save->folder);
}

static void
write_text (const char *path, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;

  g_assert_true (im_file_write_atomically (path, bytes, NULL, &error));
  g_assert_no_error (error);
}

static void
write_new (gpointer data)
{
  write_text (((Save *) data)->path, NEW_TEXT);
}

static void
assert_whole (const char *path)
{
  g_autofree char *text = NULL;
  GStatBuf status;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_true (strcmp (text, OLD_TEXT) == 0 || strcmp (text, NEW_TEXT) == 0);
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 07777, ==, MODE);
}

/* Looks at what was left behind, and makes it an hour old. */
static guint
age_others (const Save *save)
{
  g_autoptr (GDir) dir = g_dir_open (save->folder, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (save->folder, name, NULL);
      struct utimbuf times = { g_get_real_time () / G_USEC_PER_SEC - 3600,
                               g_get_real_time () / G_USEC_PER_SEC - 3600 };
      GStatBuf status;

      if (strcmp (name, "file") == 0)
        continue;
      g_assert_cmpint (g_stat (path, &status), ==, 0);
      g_assert_cmpint (status.st_mode & 0777 & ~MODE, ==, 0);
      g_assert_cmpint (utime (path, &times), ==, 0);
      n++;
    }

  return n;
}

static void
test_kill (void)
{
  Save save;
  guint number = 1, n_left = 0;
  mode_t mask = umask (0);

  save_begin (&save);
  for (gboolean is_killed = TRUE; is_killed; number++)
    {
      write_text (save.path, OLD_TEXT);
      g_assert_cmpint (g_chmod (save.path, MODE), ==, 0);
      g_assert_cmpuint (age_others (&save), ==, 0);
      is_killed = kill_point_run (number, TRUE, write_new, &save);
      assert_whole (save.path);
      n_left += age_others (&save);
    }
  g_assert_cmpuint (number, >, 6); /* owner, mode, write, two fsync, rename */
  g_assert_cmpuint (n_left, >, 2);
  umask (mask);
  save_end (&save);
}

/* What is young, or called otherwise, may be somebody's. */
static void
test_others_stay (void)
{
  static const char *const names[] = { ".imaginet-0123abcd.tmp", ".imaginet-x123abcd.tmp",
                                       ".imaginet-0123abcd.tmpx", ".imaginet-.tmp" };
  struct utimbuf old = { 1000000, 1000000 };
  Save save;

  save_begin (&save);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (save.folder, names[i], NULL);

      g_assert_true (g_file_set_contents (path, "x", 1, NULL));
      g_assert_true (i == 0 || utime (path, &old) == 0);
    }
  write_text (save.path, NEW_TEXT);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (save.folder, names[i], NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  save_end (&save);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/file/kill", test_kill);
  g_test_add_func ("/file/others-stay", test_others_stay);

  return g_test_run ();
}
