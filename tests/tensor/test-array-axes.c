/* SPDX-License-Identifier: MIT
 *
 * What test-array.c does not look at: axes counted from the left, the descriptions of
 * axes, and the messages.
 */
#include "tensor/im-array.h"

#include "base/im-arena.h"

typedef struct
{
  const char *name;
  gint axes[4];
  guint n_axes;
  const char *expected; /* the shape, or the message */
} TransposeCase;

static const TransposeCase transpose_cases[] = {
  { "from-right", { 0, 1, 2 }, 3, "[4,3,2]" },
  { "from-left", { -3, -2, -1 }, 3, "[4,3,2]" },
  { "mixed", { 1, -1, 0 }, 3, "[3,2,4]" },
  { "too-few",
    { 0, 1 },
    2,
    "to transpose [2,3,4] takes each of its 3 axes once, found 2 axis numbers" },
  { "too-many",
    { 0, 1, 2, 2 },
    4,
    "to transpose [2,3,4] takes each of its 3 axes once, found 4 axis numbers" },
  { "twice",
    { 0, 2, 0 },
    3,
    "to transpose [2,3,4] takes each of its 3 axes once, found axis 0 twice" },
  { "twice-in-two-ways",
    { 0, 2, -1 },
    3,
    "to transpose [2,3,4] takes each of its 3 axes once, found axis 2 twice" },
  { "no-such-axis",
    { 0, 1, 3 },
    3,
    "there is no axis 3 in the shape [2,3,4]: its axes are 0 to 2, or -3 to -1 from the "
    "left" },
};

static void
test_transpose (gconstpointer data)
{
  const TransposeCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  ImShape shape = { .rank = 3, .size = { 4, 3, 2 } };
  const ImArray *array = im_array_new (arena, IM_DTYPE_INT8, &shape, NULL);
  const ImArray *result = im_array_transpose (arena, array, c->axes, c->n_axes, &error);

  if (result != NULL)
    im_shape_append_text (&result->shape, text);
  else
    g_string_append (text, error->message);
  g_assert_cmpstr (text->str, ==, c->expected);
}

/* The names of the axes go with them; the source keeps its own. */
static void
test_descriptions (void)
{
  static const ImShapeAxis axes[] = { { "time", NULL }, { "channel", "x,y" } };
  g_autoptr (ImArena) arena = im_arena_new ();
  ImShape shape = { .rank = 2, .size = { 3, 2 }, .axes = axes };
  const ImArray *array = im_array_new (arena, IM_DTYPE_INT8, &shape, NULL);
  const ImArray *result = im_array_transpose (arena, array, (gint[]){ 0, 1 }, 2, NULL);
  const ImArray *sum = im_array_combine (arena, IM_ARRAY_ADD, array, array, NULL);

  g_assert_cmpstr (result->shape.axes[0].name, ==, "channel");
  g_assert_cmpstr (result->shape.axes[0].labels, ==, "x,y");
  g_assert_cmpstr (result->shape.axes[1].name, ==, "time");
  g_assert_true (array->shape.axes == axes);
  g_assert_null (sum->shape.axes);
}

static void
test_reshape_message (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  ImShape shape = { .rank = 2, .size = { 3, 2 } }, other = { .rank = 1, .size = { 5 } };
  const ImArray *array = im_array_new (arena, IM_DTYPE_INT8, &shape, NULL);

  g_assert_null (im_array_reshape (arena, array, &other, &error));
  g_assert_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE);
  g_assert_cmpstr (error->message, ==,
                   "a reshape keeps the number of elements, but [2,3] has 6 and [5] has "
                   "5");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (transpose_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/array-axes/transpose/",
                                           transpose_cases[i].name, NULL);

      g_test_add_data_func (path, &transpose_cases[i], test_transpose);
    }
  g_test_add_func ("/array-axes/descriptions", test_descriptions);
  g_test_add_func ("/array-axes/reshape-message", test_reshape_message);

  return g_test_run ();
}
