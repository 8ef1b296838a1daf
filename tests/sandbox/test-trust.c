/* SPDX-License-Identifier: MIT */
#include "sandbox/im-trust.h"

#include <glib/gstdio.h>
#include <unistd.h>

typedef struct
{
  char *folder; /* with the folders `settings`, `one`, `one/inside`, `one-more` */
} Fixture;

static char *
build (const Fixture *fixture, const char *name)
{
  return g_build_filename (fixture->folder, name, NULL);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "one", "one/inside", "one-more", "a b%ä" };
  char *settings = g_build_filename (g_get_user_config_dir (), "imaginet", "trusted",
                                     NULL);

  g_unlink (settings);
  g_free (settings);
  fixture->folder = g_dir_make_tmp ("trust-XXXXXX", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = build (fixture, names[i]);

      g_assert_cmpint (g_mkdir (path, 0777), ==, 0);
    }
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "link", "one/inside", "one", "one-more", "a b%ä" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = build (fixture, names[i]);

      g_remove (path);
    }
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
}

static void
add (const Fixture *fixture, const char *name)
{
  g_autofree char *path = build (fixture, name);
  g_autoptr (GError) error = NULL;

  g_assert_true (im_trust_add (path, &error));
  g_assert_no_error (error);
}

static void
assert_trusted (const Fixture *fixture, const char *name, gboolean expected)
{
  g_autofree char *path = build (fixture, name);

  g_assert_cmpint (im_trust_has (path), ==, expected);
}

static void
test_below (Fixture *fixture, gconstpointer data)
{
  assert_trusted (fixture, "one", FALSE);
  add (fixture, "one");
  assert_trusted (fixture, "one", TRUE);
  assert_trusted (fixture, "one/inside", TRUE);
  assert_trusted (fixture, "one/", TRUE);
  assert_trusted (fixture, "one/../one", TRUE);
  assert_trusted (fixture, "one/../one-more", FALSE);
  assert_trusted (fixture, "one-more", FALSE);
  assert_trusted (fixture, "", FALSE);
}

/* A link is no way to be trusted, and trust is not given to a link. */
static void
test_link (Fixture *fixture, gconstpointer data)
{
  g_autofree char *link = build (fixture, "link");

  g_assert_cmpint (symlink ("one", link), ==, 0);
  add (fixture, "link");
  assert_trusted (fixture, "one", TRUE);
  g_assert_cmpint (g_unlink (link), ==, 0);
  g_assert_cmpint (symlink ("one-more", link), ==, 0);
  assert_trusted (fixture, "link", FALSE);
}

static void
test_remove (Fixture *fixture, gconstpointer data)
{
  g_autofree char *one = build (fixture, "one");
  g_autoptr (GError) error = NULL;

  add (fixture, "one");
  add (fixture, "a b%ä");
  add (fixture, "one");
  g_auto (GStrv) both = im_trust_list ();
  g_assert_cmpuint (g_strv_length (both), ==, 2);
  g_assert_true (g_str_has_suffix (both[0], "/a b%ä"));

  g_assert_true (im_trust_remove (one, &error));
  g_assert_no_error (error);
  assert_trusted (fixture, "one", FALSE);
  assert_trusted (fixture, "a b%ä", TRUE);
  g_assert_false (im_trust_remove (one, &error));
  g_assert_error (error, IM_TRUST_ERROR, IM_TRUST_ERROR_FOLDER);
}

/* What is gone can be taken out of the list. */
static void
test_gone (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = build (fixture, "one-more");

  add (fixture, "one-more");
  g_assert_cmpint (g_rmdir (path), ==, 0);
  g_assert_true (im_trust_remove (path, NULL));
}

static void
test_no_folder (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = build (fixture, "nowhere");
  g_autoptr (GError) error = NULL;

  g_assert_false (im_trust_add (path, &error));
  g_assert_error (error, IM_TRUST_ERROR, IM_TRUST_ERROR_FOLDER);
}

/* Lines that are no URIs of files trust nothing. */
static void
test_strange_list (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_get_user_config_dir (), "imaginet",
                                            "trusted", NULL);

  add (fixture, "one");
  g_assert_true (
      g_file_set_contents (path, "\n/\nfile:\nhttp://a/b\nfile:///%2fx%00\n", -1, NULL));
  g_auto (GStrv) list = im_trust_list ();
  g_assert_cmpuint (g_strv_length (list), ==, 0);
  assert_trusted (fixture, "one", FALSE);
}

static void
add_test (const char *path, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);

  add_test ("/trust/below", test_below);
  add_test ("/trust/link", test_link);
  add_test ("/trust/remove", test_remove);
  add_test ("/trust/gone", test_gone);
  add_test ("/trust/no-folder", test_no_folder);
  add_test ("/trust/strange-list", test_strange_list);

  return g_test_run ();
}
