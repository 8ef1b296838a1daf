/* SPDX-License-Identifier: MIT */
#include "document/edit/im-text-change.h"

typedef struct
{
  const char *name;
  const char *old_text, *new_text;
  ImTextChange expected;
} FindCase;

static const FindCase find_cases[] = {
  { "insert", "ab", "axb", { 1, 1, 2 } },
  { "append", "ab", "abc", { 2, 2, 3 } },
  { "remove", "axb", "ab", { 1, 2, 1 } },
  { "replace", "one two three", "one 2 three", { 4, 7, 5 } },
  { "from-nothing", "", "abc", { 0, 0, 3 } },
  { "repeated", "aaa", "aaaa", { 3, 3, 4 } },
  { "first-byte-alike", "xäy", "xöy", { 1, 3, 3 } },
  { "last-byte-alike", "\xC3\xA4", "\xC4\xA4", { 0, 2, 2 } },
};

static void
assert_change_equal (const ImTextChange *actual, const ImTextChange *expected)
{
  g_assert_cmpuint (actual->start, ==, expected->start);
  g_assert_cmpuint (actual->old_end, ==, expected->old_end);
  g_assert_cmpuint (actual->new_end, ==, expected->new_end);
}

static void
test_find (gconstpointer data)
{
  const FindCase *c = data;
  ImTextChange change;

  g_assert_true (im_text_change_find (c->old_text, c->new_text, &change));
  assert_change_equal (&change, &c->expected);
}

static void
test_same (void)
{
  ImTextChange change = { 9, 9, 9 };

  g_assert_false (im_text_change_find ("same", "same", &change));
  g_assert_cmpuint (change.start, ==, 9);
}

typedef struct
{
  const char *name;
  ImTextChange change, other, expected;
  gboolean fits;
} FollowCase;

static const FollowCase follow_cases[] = {
  { "in-front", { 1, 2, 5 }, { 6, 7, 6 }, { 1, 2, 5 }, TRUE },
  { "behind-longer", { 6, 7, 9 }, { 1, 2, 5 }, { 9, 10, 12 }, TRUE },
  { "behind-shorter", { 6, 7, 9 }, { 1, 4, 1 }, { 3, 4, 6 }, TRUE },
  { "inside", { 2, 3, 3 }, { 1, 5, 5 }, { 0 }, FALSE },
  { "same-place", { 2, 2, 3 }, { 2, 2, 4 }, { 0 }, FALSE },
  { "touching", { 4, 6, 6 }, { 1, 4, 2 }, { 0 }, FALSE },
};

static void
test_follow (gconstpointer data)
{
  const FollowCase *c = data;
  ImTextChange out = { 0 };

  g_assert_cmpint (im_text_change_follow (&c->change, &c->other, &out), ==, c->fits);
  assert_change_equal (&out, &c->expected);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (find_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/text-change/find/", find_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &find_cases[i], test_find);
    }
  for (guint i = 0; i < G_N_ELEMENTS (follow_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/text-change/follow/", follow_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &follow_cases[i], test_follow);
    }
  g_test_add_func ("/text-change/same", test_same);

  return g_test_run ();
}
