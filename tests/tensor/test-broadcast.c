/* SPDX-License-Identifier: MIT */
#include "tensor/im-broadcast.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  const char *name;
  const char *a, *b;
  ImBroadcast expected; /* left 0: it fails */
  ImShapeError code;
  const char *message;
} ComputeCase;

#define BROADCAST IM_SHAPE_ERROR_BROADCAST
#define GROUPS    IM_SHAPE_ERROR_GROUPS
#define OVERFLOW  IM_SHAPE_ERROR_OVERFLOW
#define FAILS \
  {           \
    0         \
  }

static const ComputeCase compute_cases[] = {
  { "all-groups", "[2,1,4,1,6]", "[2,3,4,5,6]", { 2, 3, 4, 5, 6 } },
  { "one-run-of-two", "[2,1,1,5]", "[2,3,4,5]", { 1, 1, 2, 12, 5 } },
  { "inner", "[2,3,1]", "[2,3,4]", { 1, 1, 6, 4, 1 } },
  { "scalar", "[]", "[2,3]", { 1, 1, 1, 6, 1 } },
  { "one-element", "[4,3,5]", "[1]", { 1, 1, 1, 60, 1 } },
  { "same", "[4,3,5]", "[4,3,5]", { 1, 1, 1, 1, 60 } },
  { "both-scalar", "[]", "[]", { 1, 1, 1, 1, 1 } },
  { "missing-outer", "[3,1]", "[2,3,4]", { 1, 2, 3, 4, 1 } },
  { "group1-outermost", "[1,4,1,6]", "[3,4,5,6]", { 1, 3, 4, 5, 6 } },
  { "one-counts-as-equal", "[1,1,1]", "[3,1,4]", { 1, 3, 1, 4, 1 } },
  { "ones-count-as-neither", "[1,1,1,1,1]", "[3,1,4,1,5]", { 1, 1, 1, 60, 1 } },
  { "ones-and-groups", "[1,1,1,2,1]", "[3,1,4,2,5]", { 1, 12, 2, 5, 1 } },
  { "size-0-equal", "[0,1]", "[0,3]", { 1, 1, 0, 3, 1 } },
  { "size-0-stretched", "[1,3]", "[0,3]", { 1, 1, 1, 0, 3 } },
  { "size-0-behind-large", "[0,65536,65536]", "[0,65536,65536]", { 1, 1, 1, 1, 0 } },
  { "largest", "[1]", "[2147483647]", { 1, 1, 1, 2147483647, 1 } },
  { "rank-16",
    "[2,1,2,2,2,2,2,2,2,2,2,2,1,2,2,2]",
    "[2,3,2,2,2,2,2,2,2,2,2,2,3,2,2,2]",
    { 2, 3, 1024, 3, 8 } },

  { "mismatch", "[2,3]", "[2,4]", FAILS, BROADCAST,
    "cannot broadcast [2,3] with [2,4]: on axis 0 the sizes are 3 and 4, and neither is "
    "1" },
  { "outer-mismatch", "[5,1]", "[3,5,4,7]", FAILS, BROADCAST,
    "cannot broadcast [5,1] with [3,5,4,7]: on axis 1 the sizes are 5 and 4, and neither "
    "is 1" },
  { "size-0-mismatch", "[0]", "[3]", FAILS, BROADCAST,
    "cannot broadcast [0] with [3]: on axis 0 the sizes are 0 and 3, and neither is 1" },
  { "two-sided", "[3,1]", "[1,4]", FAILS, BROADCAST,
    "cannot broadcast [3,1] with [1,4]: both shapes would have to stretch; one of them "
    "must stretch to the other" },
  { "rank-and-size", "[1,1,4]", "[2,4]", FAILS, BROADCAST,
    "cannot broadcast [1,1,4] with [2,4]: both shapes would have to stretch; one of them "
    "must stretch to the other" },
  { "three-runs", "[1,2,1,3,1]", "[5,2,6,3,7]", FAILS, GROUPS,
    "cannot broadcast [1,2,1,3,1] with [5,2,6,3,7]: axis 4 would begin a third run of "
    "stretched axes; five groups describe at most two" },
  { "too-many-elements", "[1]", "[32768,65536]", FAILS, OVERFLOW,
    "the shape [32768,65536] has more than 2147483647 elements" },
  { "too-large-group", "[1,65536,65536]", "[0,65536,65536]", FAILS, OVERFLOW,
    "cannot broadcast [1,65536,65536] with [0,65536,65536]: a loop would count more than "
    "2147483647 elements" },
};

static ImShape
make_shape (const char *text)
{
  g_autoptr (GError) error = NULL;
  ImShape shape = { 0 };

  im_shape_parse (text, -1, &shape, &error);
  g_assert_no_error (error);

  return shape;
}

static void
assert_groups (const ImBroadcast *actual, const ImBroadcast *expected)
{
  g_assert_cmpint (actual->left, ==, expected->left);
  g_assert_cmpint (actual->group1, ==, expected->group1);
  g_assert_cmpint (actual->middle, ==, expected->middle);
  g_assert_cmpint (actual->group2, ==, expected->group2);
  g_assert_cmpint (actual->right, ==, expected->right);
}

static gint32
count_elements (const ImShape *shape)
{
  g_autoptr (GError) error = NULL;
  gint32 count = 0;

  im_shape_product (shape, 0, shape->rank, &count, &error);
  g_assert_no_error (error);

  return count;
}

/* The invariants of the five counts, in both directions. */
static void
assert_invariants (const ImShape *a, const ImShape *b, const ImBroadcast *groups)
{
  ImBroadcast reversed;
  ImShape common;
  gint32 count_a = count_elements (a), count_b = count_elements (b);
  gint32 kept = groups->left * groups->middle * groups->right;

  g_assert_true (im_broadcast_compute (b, a, &reversed, NULL));
  assert_groups (&reversed, groups);
  g_assert_true (im_broadcast_shapes (a, b, &common, NULL));
  g_assert_true (im_shape_equal (&common, a) || im_shape_equal (&common, b));
  g_assert_cmpint (kept * groups->group1 * groups->group2, ==, count_elements (&common));
  g_assert_cmpint (kept, ==, im_shape_equal (&common, a) ? count_b : count_a);
}

static void
test_compute (gconstpointer data)
{
  const ComputeCase *c = data;
  ImShape a = make_shape (c->a), b = make_shape (c->b);
  g_autoptr (GError) error = NULL;
  ImBroadcast groups = { .left = 99 };
  gboolean ok = im_broadcast_compute (&a, &b, &groups, &error);

  if (c->message == NULL)
    {
      g_assert_no_error (error);
      g_assert_true (ok);
      assert_groups (&groups, &c->expected);
      assert_invariants (&a, &b, &groups);
      return;
    }

  g_assert_error (error, IM_SHAPE_ERROR, (gint) c->code);
  g_assert_cmpstr (error->message, ==, c->message);
  g_assert_false (ok);
  g_assert_cmpint (groups.left, ==, 99);
  g_assert_false (im_broadcast_compute (&b, &a, &groups, NULL));
}

typedef struct
{
  const char *name;
  const char *a, *b;
  const char *expected; /* a shape, or a message */
} ShapesCase;

static const ShapesCase shapes_cases[] = {
  { "inner", "[4,5,6]", "[4,5,1]", "[4,5,6]" },
  { "two-sided", "[3,1]", "[1,4]", "[3,4]" },
  { "missing", "[4]", "[2,3,1]", "[2,3,4]" },
  { "scalar", "[]", "[2,3]", "[2,3]" },
  { "scalars", "[]", "[]", "[]" },
  { "ones", "[1,1]", "[1]", "[1,1]" },
  { "zero", "[0]", "[1]", "[0]" },
  { "mismatch", "[2,3]", "[2]",
    "cannot broadcast [2,3] with [2]: on axis 0 the sizes are 3 and 2, and neither is "
    "1" },
  { "zero-mismatch", "[2,0]", "[2,2]",
    "cannot broadcast [2,0] with [2,2]: on axis 0 the sizes are 0 and 2, and neither is "
    "1" },
};

static void
test_shapes (gconstpointer data)
{
  const ShapesCase *c = data;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  ImShape a = make_shape (c->a), b = make_shape (c->b), out = { .rank = 99 }, reversed;

  if (im_broadcast_shapes (&a, &b, &out, &error))
    {
      g_assert_no_error (error);
      im_shape_append_text (&out, text);
      g_assert_cmpstr (text->str, ==, c->expected);
      g_assert_true (im_broadcast_shapes (&b, &a, &reversed, NULL));
      g_assert_true (im_shape_equal (&out, &reversed));
      g_assert_true (im_broadcast_shapes (&a, &b, &a, NULL));
      g_assert_true (im_shape_equal (&out, &a));
      return;
    }

  g_assert_error (error, IM_SHAPE_ERROR, BROADCAST);
  g_assert_cmpstr (error->message, ==, c->expected);
  g_assert_cmpuint (out.rank, ==, 99);
  g_assert_false (im_broadcast_shapes (&b, &a, &out, NULL));
}

/* The element of the smaller array that belongs to element @i of the larger one, by the
 * coordinates. */
static gint32
find_partner (const ImShape *big, const ImShape *small, gint32 i)
{
  gint32 partner = 0, step = 1;

  for (guint axis = 0; axis < small->rank; axis++)
    {
      gint32 index = i % big->size[axis];

      partner += small->size[axis] == 1 ? 0 : index * step;
      step *= small->size[axis];
      i /= big->size[axis];
    }

  return partner;
}

/* The five loops visit the same pairs of elements as the coordinates do. */
static void
assert_loops (const ImShape *big, const ImShape *small, const ImBroadcast *groups)
{
  gint32 i = 0;

  for (gint32 x = 0; x < groups->left; x++)
    for (gint32 g1 = 0; g1 < groups->group1; g1++)
      for (gint32 y = 0; y < groups->middle; y++)
        for (gint32 g2 = 0; g2 < groups->group2; g2++)
          for (gint32 z = 0; z < groups->right; z++, i++)
            g_assert_cmpint ((x * groups->middle + y) * groups->right + z, ==,
                             find_partner (big, small, i));
  g_assert_cmpint (i, ==, count_elements (big));
}

static void
test_random (void)
{
  guint n_computed = 0;

  for (guint round = 0; round < 3000; round++)
    {
      ImShape big = { .rank = (guint) g_test_rand_int_range (0, 7) };
      ImShape small = { .rank = (guint) g_test_rand_int_range (0, (gint) big.rank + 1) };
      ImBroadcast groups;

      for (guint i = 0; i < big.rank; i++)
        big.size[i] = g_test_rand_int_range (1, 5);
      for (guint i = 0; i < small.rank; i++)
        small.size[i] = g_test_rand_bit () ? big.size[i] : 1;
      if (im_broadcast_compute (&small, &big, &groups, NULL))
        {
          n_computed++;
          assert_invariants (&small, &big, &groups);
          assert_loops (&big, &small, &groups);
        }
    }

  g_assert_cmpuint (n_computed, >, 1500);
}

/* One line of the file: two shapes, `=`, and five counts or what is wrong. */
static void
check_line (const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (GError) error = NULL;
  ImShape a = make_shape (words[0]), b = make_shape (words[1]);
  ImBroadcast groups;

  g_test_message ("%s", line);
  g_assert_cmpstr (words[2], ==, "=");
  im_broadcast_compute (&a, &b, &groups, &error);
  if (g_strv_length (words) == 4)
    {
      ImShapeError code = strcmp (words[3], "too-many-groups") == 0 ? GROUPS : BROADCAST;

      g_assert_true (code == GROUPS || strcmp (words[3], "dim-mismatch") == 0);
      g_assert_error (error, IM_SHAPE_ERROR, (gint) code);
      return;
    }

  ImBroadcast expected = { atoi (words[3]), atoi (words[4]), atoi (words[5]),
                           atoi (words[6]), atoi (words[7]) };
  g_assert_no_error (error);
  assert_groups (&groups, &expected);
  assert_invariants (&a, &b, &groups);
}

/* The cases that other implementations of the rule are checked with, too. */
static void
test_file (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tensor",
                                                 "broadcast-groups.txt", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  guint n_cases = 0;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0' && *lines[i] != '#')
      {
        check_line (lines[i]);
        n_cases++;
      }
  g_assert_cmpuint (n_cases, ==, 73);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (compute_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/broadcast/compute/", compute_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &compute_cases[i], test_compute);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (shapes_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/broadcast/shapes/", shapes_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &shapes_cases[i], test_shapes);
    }
  g_test_add_func ("/broadcast/random", test_random);
  g_test_add_func ("/broadcast/file", test_file);

  return g_test_run ();
}
