/* SPDX-License-Identifier: MIT */
#include "lang/im-value.h"

#include <math.h>
#include <string.h>

#include "base/im-arena.h"

static const ImShapeAxis labels_xyz[] = { { NULL, NULL }, { "channel", "x,y,z" } };
static const ImShapeAxis labels_abc[] = { { NULL, NULL }, { "channel", "a,b,c" } };
static const ImShapeAxis labels_none[] = { { NULL, NULL }, { NULL, NULL } };

static const ImShape plain = { 2, { 50, 3 }, NULL };
static const ImShape described = { 2, { 50, 3 }, labels_none };
static const ImShape labelled = { 2, { 50, 3 }, labels_xyz };
static const ImShape relabelled = { 2, { 50, 3 }, labels_abc };
static const ImShape swapped = { 2, { 3, 50 }, NULL };
static const ImBroadcast loops = { 1, 1, 2, 12, 5 };
static const ImBroadcast other_loops = { 1, 2, 1, 12, 5 };
static const ImTensorType tensor = {
  IM_DTYPE_FLOAT32, { 2, { 50, 3 }, NULL }, 16000, 0, 1.0, 0
};
static const ImTensorType slow = {
  IM_DTYPE_FLOAT32, { 2, { 50, 3 }, NULL }, 50, 0, 1.0, 0
};
static const ImTensorType labelled_tensor = {
  IM_DTYPE_FLOAT32, { 2, { 50, 3 }, labels_xyz }, 16000, 0, 1.0, 0
};

static float numbers[] = { 0.5f, 1.0f }, same_numbers[] = { 0.5f, 1.0f };
static float other_numbers[] = { 0.5f, 2.0f };
static const ImArray array = { IM_DTYPE_FLOAT32, { 1, { 2 }, NULL }, 2, numbers };
static const ImArray same_array = { IM_DTYPE_FLOAT32,
                                    { 1, { 2 }, NULL },
                                    2,
                                    same_numbers };
static const ImArray other_array = { IM_DTYPE_FLOAT32,
                                     { 1, { 2 }, NULL },
                                     2,
                                     other_numbers };
static const ImArray square_array = { IM_DTYPE_FLOAT32,
                                      { 2, { 2, 1 }, NULL },
                                      2,
                                      numbers };
static const ImArray empty_array = { IM_DTYPE_FLOAT32, { 1, { 0 }, NULL }, 0, NULL };
static const ImBuffer buffer = { IM_DTYPE_FLOAT32, { 1, { 3 }, NULL }, FALSE, 0, NULL };
static const ImBuffer state = { IM_DTYPE_INT8, { 1, { 12 }, NULL }, TRUE, 0, NULL };
static const ImBuffer aligned = { IM_DTYPE_INT8, { 1, { 12 }, NULL }, TRUE, 16, NULL };
static const ImBuffer constant = { IM_DTYPE_FLOAT32,
                                   { 1, { 2 }, NULL },
                                   FALSE,
                                   0,
                                   &array };
static const ImBuffer other_constant = { IM_DTYPE_FLOAT32,
                                         { 1, { 2 }, NULL },
                                         FALSE,
                                         0,
                                         &other_array };

static const struct
{
  ImValueKind kind;
  const char *name, *phrase;
} kind_cases[] = {
  { IM_VALUE_NULL, "null", "null" },
  { IM_VALUE_BOOL, "bool", "a bool" },
  { IM_VALUE_INT, "int", "an int" },
  { IM_VALUE_DOUBLE, "double", "a double" },
  { IM_VALUE_STRING, "string", "a string" },
  { IM_VALUE_DTYPE, "type", "a type" },
  { IM_VALUE_SHAPE, "shape", "a shape" },
  { IM_VALUE_BROADCAST, "broadcast", "a broadcast" },
  { IM_VALUE_TENSOR, "tensor", "a tensor" },
  { IM_VALUE_BUFFER, "buffer", "a buffer" },
  { IM_VALUE_ARRAY, "array", "an array" },
  { IM_VALUE_UNKNOWN, "unknown", "a value that is not known yet" },
};

static void
test_kinds (void)
{
  g_assert_cmpuint (G_N_ELEMENTS (kind_cases), ==, IM_N_VALUE_KINDS);
  for (guint i = 0; i < G_N_ELEMENTS (kind_cases); i++)
    {
      g_assert_cmpstr (im_value_kind_get_name (kind_cases[i].kind), ==,
                       kind_cases[i].name);
      g_assert_cmpstr (im_value_kind_get_phrase (kind_cases[i].kind), ==,
                       kind_cases[i].phrase);
    }
}

/* A value, its text, and its text in a sentence. All of them are different, so that each
 * is the same as itself only. */
typedef struct
{
  const char *name;
  ImValue value;
  const char *text;
  const char *display;
} TextCase;

#define INIT(kind_, member_, value_)   \
  {                                    \
    .kind = (kind_), .member_ = value_ \
  }

static const TextCase text_cases[] = {
  { "null", INIT (IM_VALUE_NULL, integer, 0), "null", "null" },
  { "unknown", INIT (IM_VALUE_UNKNOWN, integer, 0), "?", "?" },
  { "true", INIT (IM_VALUE_BOOL, boolean, TRUE), "true", "true" },
  { "false", INIT (IM_VALUE_BOOL, boolean, FALSE), "false", "false" },
  { "int", INIT (IM_VALUE_INT, integer, 62), "62", "62" },
  { "smallest-int", INIT (IM_VALUE_INT, integer, G_MININT32), "-2147483648",
    "-2147483648" },
  { "whole-double", INIT (IM_VALUE_DOUBLE, real, 62), "62.0", "62" },
  { "fraction", INIT (IM_VALUE_DOUBLE, real, 0.125), "0.125", "0.125" },
  { "zero", INIT (IM_VALUE_DOUBLE, real, 0), "0.0", "0" },
  { "minus-zero", INIT (IM_VALUE_DOUBLE, real, -0.0), "-0.0", "-0" },
  { "large", INIT (IM_VALUE_DOUBLE, real, 1e300), "1e+300", "1e+300" },
  { "nan", INIT (IM_VALUE_DOUBLE, real, NAN), "NaN", "NaN" },
  { "infinity", INIT (IM_VALUE_DOUBLE, real, -INFINITY), "-Infinity", "-Infinity" },
  { "string", INIT (IM_VALUE_STRING, string, "x,y"), "\"x,y\"", "x,y" },
  { "empty-string", INIT (IM_VALUE_STRING, string, ""), "\"\"", "" },
  { "quote", INIT (IM_VALUE_STRING, string, "a \"b\""), "'a \"b\"'", "a \"b\"" },
  { "quotes", INIT (IM_VALUE_STRING, string, "\"'"), "\"\"'\"", "\"'" },
  { "type", INIT (IM_VALUE_DTYPE, dtype, IM_DTYPE_Q15), "Q15", "Q15" },
  { "shape", INIT (IM_VALUE_SHAPE, shape, &plain), "shape[3,50]", "[3,50]" },
  { "broadcast", INIT (IM_VALUE_BROADCAST, broadcast, &loops),
    "broadcast left=1 group1=1 middle=2 group2=12 right=5",
    "broadcast left=1 group1=1 middle=2 group2=12 right=5" },
  { "tensor", INIT (IM_VALUE_TENSOR, tensor, &tensor), "float32[3,50]@16000",
    "float32[3,50]@16000" },
  { "buffer", INIT (IM_VALUE_BUFFER, buffer, &buffer), "buffer float32[3]",
    "buffer float32[3]" },
  { "state", INIT (IM_VALUE_BUFFER, buffer, &state), "static buffer int8[12]",
    "static buffer int8[12]" },
  { "aligned", INIT (IM_VALUE_BUFFER, buffer, &aligned),
    "static buffer int8[12] align=16", "static buffer int8[12] align=16" },
  { "constant", INIT (IM_VALUE_BUFFER, buffer, &constant),
    "constant buffer float32[2]{0.5,1}", "constant buffer float32[2]{0.5,1}" },
  { "array", INIT (IM_VALUE_ARRAY, array, &array), "float32[2]{0.5,1}",
    "float32[2]{0.5,1}" },
  { "empty-array", INIT (IM_VALUE_ARRAY, array, &empty_array), "float32[0]{}",
    "float32[0]{}" },
};

static void
test_text (gconstpointer data)
{
  const TextCase *c = data;
  g_autoptr (GString) text = g_string_new (NULL), display = g_string_new (NULL);

  im_value_append_text (&c->value, text);
  im_value_append_display (&c->value, display);
  g_assert_cmpstr (text->str, ==, c->text);
  g_assert_cmpstr (display->str, ==, c->display);
}

static void
test_same_as_itself_only (gconstpointer data)
{
  const TextCase *c = data;

  for (guint i = 0; i < G_N_ELEMENTS (text_cases); i++)
    g_assert_cmpint (im_value_same (&c->value, &text_cases[i].value), ==,
                     c == &text_cases[i]);
}

/* A copy is the same value and shares no memory with the original. */
static void
test_copy (gconstpointer data)
{
  const TextCase *c = data;
  g_autoptr (ImArena) first = im_arena_new (), second = im_arena_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  ImValue copy = im_value_copy (first, &c->value);
  ImValue copy_of_copy = im_value_copy (second, &copy);

  g_assert_true (im_value_same (&copy, &c->value));
  g_clear_pointer (&first, im_arena_free);
  im_value_append_text (&copy_of_copy, text);
  g_assert_cmpstr (text->str, ==, c->text);
}

static void
test_copy_labels (void)
{
  g_autoptr (ImArena) first = im_arena_new (), second = im_arena_new ();
  ImValue original = IM_TENSOR (&labelled_tensor);
  ImValue copy = im_value_copy (first, &original);
  ImValue copy_of_copy = im_value_copy (second, &copy);

  g_assert_true (copy.tensor->shape.axes != labelled_tensor.shape.axes);
  g_clear_pointer (&first, im_arena_free);
  g_assert_true (im_value_same (&copy_of_copy, &original));
}

typedef struct
{
  const char *name;
  ImValue a, b;
  gboolean equal, same;
} PairCase;

static const PairCase pair_cases[] = {
  { "int-double", INIT (IM_VALUE_INT, integer, 1), INIT (IM_VALUE_DOUBLE, real, 1), TRUE,
    FALSE },
  { "int-other-double", INIT (IM_VALUE_INT, integer, 1),
    INIT (IM_VALUE_DOUBLE, real, 1.5), FALSE, FALSE },
  { "zeros", INIT (IM_VALUE_DOUBLE, real, 0), INIT (IM_VALUE_DOUBLE, real, -0.0), TRUE,
    FALSE },
  { "nan", INIT (IM_VALUE_DOUBLE, real, NAN), INIT (IM_VALUE_DOUBLE, real, NAN), FALSE,
    TRUE },
  { "int-nan", INIT (IM_VALUE_INT, integer, 0), INIT (IM_VALUE_DOUBLE, real, NAN), FALSE,
    FALSE },
  { "bool-int", INIT (IM_VALUE_BOOL, boolean, TRUE), INIT (IM_VALUE_INT, integer, 1),
    FALSE, FALSE },
  { "bools", INIT (IM_VALUE_BOOL, boolean, TRUE), INIT (IM_VALUE_BOOL, boolean, 2), TRUE,
    TRUE },
  { "null-false", INIT (IM_VALUE_NULL, integer, 0), INIT (IM_VALUE_BOOL, boolean, FALSE),
    FALSE, FALSE },
  { "nulls", INIT (IM_VALUE_NULL, integer, 0), INIT (IM_VALUE_NULL, integer, 1), TRUE,
    TRUE },
  { "strings", INIT (IM_VALUE_STRING, string, "a"), INIT (IM_VALUE_STRING, string, "A"),
    FALSE, FALSE },
  { "types", INIT (IM_VALUE_DTYPE, dtype, IM_DTYPE_Q7),
    INIT (IM_VALUE_DTYPE, dtype, IM_DTYPE_INT8), FALSE, FALSE },
  { "labels", INIT (IM_VALUE_SHAPE, shape, &plain),
    INIT (IM_VALUE_SHAPE, shape, &labelled), TRUE, FALSE },
  { "other-labels", INIT (IM_VALUE_SHAPE, shape, &relabelled),
    INIT (IM_VALUE_SHAPE, shape, &labelled), TRUE, FALSE },
  { "no-labels", INIT (IM_VALUE_SHAPE, shape, &plain),
    INIT (IM_VALUE_SHAPE, shape, &described), TRUE, TRUE },
  { "shapes", INIT (IM_VALUE_SHAPE, shape, &plain),
    INIT (IM_VALUE_SHAPE, shape, &swapped), FALSE, FALSE },
  { "broadcasts", INIT (IM_VALUE_BROADCAST, broadcast, &loops),
    INIT (IM_VALUE_BROADCAST, broadcast, &other_loops), FALSE, FALSE },
  { "rates", INIT (IM_VALUE_TENSOR, tensor, &tensor),
    INIT (IM_VALUE_TENSOR, tensor, &slow), FALSE, FALSE },
  { "tensor-labels", INIT (IM_VALUE_TENSOR, tensor, &tensor),
    INIT (IM_VALUE_TENSOR, tensor, &labelled_tensor), TRUE, FALSE },
  { "alignments", INIT (IM_VALUE_BUFFER, buffer, &state),
    INIT (IM_VALUE_BUFFER, buffer, &aligned), FALSE, FALSE },
  { "contents", INIT (IM_VALUE_BUFFER, buffer, &constant),
    INIT (IM_VALUE_BUFFER, buffer, &other_constant), FALSE, FALSE },
  { "arrays", INIT (IM_VALUE_ARRAY, array, &array),
    INIT (IM_VALUE_ARRAY, array, &same_array), TRUE, TRUE },
  { "elements", INIT (IM_VALUE_ARRAY, array, &array),
    INIT (IM_VALUE_ARRAY, array, &other_array), FALSE, FALSE },
  { "array-shapes", INIT (IM_VALUE_ARRAY, array, &array),
    INIT (IM_VALUE_ARRAY, array, &square_array), FALSE, FALSE },
};

static void
test_pair (gconstpointer data)
{
  const PairCase *c = data;

  g_assert_cmpint (im_value_equal (&c->a, &c->b), ==, c->equal);
  g_assert_cmpint (im_value_equal (&c->b, &c->a), ==, c->equal);
  g_assert_cmpint (im_value_same (&c->a, &c->b), ==, c->same);
  g_assert_cmpint (im_value_same (&c->b, &c->a), ==, c->same);
}

/* Text and display of a long array show a part of it. */
static void
test_long_array (void)
{
  guint8 zeros[100] = { 0 };
  ImArray zero_array = { IM_DTYPE_UINT8, { 1, { 100 }, NULL }, 100, zeros };
  ImValue value = IM_ARRAY (&zero_array);
  g_autoptr (GString) text = g_string_new (NULL), display = g_string_new (NULL);

  im_value_append_text (&value, text);
  im_value_append_display (&value, display);
  g_assert_true (g_str_has_suffix (text->str, "…}"));
  g_assert_true (g_str_has_suffix (display->str, "…}"));
  g_assert_cmpuint (display->len, <, text->len);
}

static void
add_tests (const char *group, const TextCase *c, GTestDataFunc func)
{
  g_autofree char *path = g_strdup_printf ("/value/%s/%s", group, c->name);

  g_test_add_data_func (path, c, func);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/value/kinds", test_kinds);
  for (gsize i = 0; i < G_N_ELEMENTS (text_cases); i++)
    {
      add_tests ("text", &text_cases[i], test_text);
      add_tests ("same-as-itself-only", &text_cases[i], test_same_as_itself_only);
      add_tests ("copy", &text_cases[i], test_copy);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (pair_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/value/pair/%s", pair_cases[i].name);

      g_test_add_data_func (path, &pair_cases[i], test_pair);
    }
  g_test_add_func ("/value/copy-labels", test_copy_labels);
  g_test_add_func ("/value/long-array", test_long_array);

  return g_test_run ();
}
