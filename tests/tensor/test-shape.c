/* SPDX-License-Identifier: MIT */
#include "tensor/im-shape.h"

#include <string.h>

typedef struct
{
  const char *name;
  const char *text;
  const char *expected; /* the shape in text form, NULL if the text is none */
  ImShapeError code;
  const char *message;
} ParseCase;

#define SYNTAX IM_SHAPE_ERROR_SYNTAX
#define SIZE   IM_SHAPE_ERROR_SIZE
#define RANK   IM_SHAPE_ERROR_RANK

#define END "the end of the text"
#define EXPECTED_SIZE(found, where) \
  "expected an axis size, as in [128,3], found " found " at character " where
#define EXPECTED_END(found, where) \
  "expected nothing behind the shape, found " found " at character " where

static const ParseCase parse_cases[] = {
  { "empty-brackets", "[]", "[]" },
  { "empty-parentheses", "()", "[]" },
  { "empty-with-blanks", "[  ]", "[]" },
  { "nothing", "", "[]" },
  { "blanks", " \t\n", "[]" },
  { "one", "[7]", "[7]" },
  { "zero", "[0]", "[0]" },
  { "minus-zero", "[-0]", "[0]" },
  { "bare", "3,4", "[3,4]" },
  { "bare-one", "12", "[12]" },
  { "parentheses", "(3,16)", "[3,16]" },
  { "with-blanks", "  [ 3 ,\t4 ]\n", "[3,4]" },
  { "leading-zeros", "[0003]", "[3]" },
  { "largest", "[2147483647]", "[2147483647]" },
  { "16-axes", "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]",
    "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]" },

  { "unclosed", "[3", NULL, SYNTAX, "expected “,” or “]”, found " END " at character 3" },
  { "unclosed-empty", "[", NULL, SYNTAX, EXPECTED_SIZE (END, "2") },
  { "unclosed-after-comma", "[3,", NULL, SYNTAX, EXPECTED_SIZE (END, "4") },
  { "comma-at-end", "[3,]", NULL, SYNTAX, EXPECTED_SIZE ("“]”", "4") },
  { "comma-at-end-bare", "3 , ", NULL, SYNTAX, EXPECTED_SIZE (END, "5") },
  { "comma-first", "[,3]", NULL, SYNTAX, EXPECTED_SIZE ("“,”", "2") },
  { "two-commas", "[3,,4]", NULL, SYNTAX, EXPECTED_SIZE ("“,”", "4") },
  { "no-comma", "[3 4]", NULL, SYNTAX,
    "expected “,” or “]”, found "
    "“4”"
    " at character 4" },
  { "no-comma-bare", "3 4", NULL, SYNTAX, EXPECTED_END ("“4”", "3") },
  { "wrong-bracket", "[3)", NULL, SYNTAX,
    "expected “,” or “]”, found "
    "“)”"
    " at character 3" },
  { "wrong-parenthesis", "(3]", NULL, SYNTAX,
    "expected “,” or “)”, found "
    "“]”"
    " at character 3" },
  { "text-behind", "[3] x", NULL, SYNTAX, EXPECTED_END ("“x”", "5") },
  { "closing-only", "]", NULL, SYNTAX, EXPECTED_SIZE ("“]”", "1") },
  { "name", "[n]", NULL, SYNTAX, EXPECTED_SIZE ("“n”", "2") },
  { "minus-only", "[-]", NULL, SYNTAX,
    "expected an axis size, found “]” at character 3" },
  { "plus", "[+3]", NULL, SYNTAX, EXPECTED_SIZE ("“+”", "2") },
  { "fraction", "[3.5]", NULL, SYNTAX,
    "expected “,” or “]”, found "
    "“.”"
    " at character 3" },
  { "utf8", "[3, ä]", NULL, SYNTAX, EXPECTED_SIZE ("“ä” (U+00E4)", "5") },
  { "times", "3×16", NULL, SYNTAX,
    EXPECTED_END ("“×” (U+00D7), which only looks like “x”,", "2") },
  { "negative", "[3, -1]", NULL, SIZE,
    "an axis size is 0 to 2147483647, found -1 at character 5" },
  { "above-largest", "[2147483648]", NULL, SIZE,
    "an axis size is 0 to 2147483647, found 2147483648 at character 2" },
  { "far-too-large", "3,99999999999999999999999999", NULL, SIZE,
    "an axis size is 0 to 2147483647, found 99999999999999999999999999 at character 3" },
  { "far-too-negative", "[-99999999999]", NULL, SIZE,
    "an axis size is 0 to 2147483647, found -99999999999 at character 2" },
  { "17-axes", "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]", NULL, RANK,
    "a shape has at most 16 axes, found another at character 41" },
};

static void
test_parse (gconstpointer data)
{
  const ParseCase *c = data;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  ImShape shape = { .rank = 99 };
  gboolean ok = im_shape_parse (c->text, -1, &shape, &error);

  if (c->expected != NULL)
    {
      g_assert_no_error (error);
      g_assert_true (ok);
      g_assert_null (shape.axes);
      im_shape_append_text (&shape, text);
      g_assert_cmpstr (text->str, ==, c->expected);
      return;
    }

  g_assert_error (error, IM_SHAPE_ERROR, (gint) c->code);
  g_assert_cmpstr (error->message, ==, c->message);
  g_assert_false (ok);
  g_assert_cmpuint (shape.rank, ==, 99);
}

/* Reads no further than told, whatever follows. */
static void
test_parse_length (void)
{
  g_autoptr (GError) error = NULL;
  ImShape shape;

  g_assert_true (im_shape_parse ("[3,4]@5", 5, &shape, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (shape.rank, ==, 2);
  g_assert_cmpint (shape.size[0], ==, 4);
  g_assert_cmpint (shape.size[1], ==, 3);
  g_assert_true (im_shape_parse ("123", 2, &shape, NULL));
  g_assert_cmpint (shape.size[0], ==, 12);
  g_assert_false (im_shape_parse ("3\0004", 3, &shape, NULL));
  g_assert_false (im_shape_parse ("[3,4]", 4, &shape, NULL));
}

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
assert_shape (const ImShape *shape, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_shape_append_text (shape, text);
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_equal (void)
{
  static const ImShapeAxis axes[] = { { "channel", "x,y,z" } };
  ImShape a = make_shape ("[3]"), b = make_shape ("[3]"), c = make_shape ("[4]");
  ImShape d = make_shape ("[1,3]"), scalar = make_shape ("[]");

  a.axes = axes;
  b.size[1] = 77;
  g_assert_true (im_shape_equal (&a, &b));
  g_assert_true (im_shape_equal (&scalar, &scalar));
  g_assert_false (im_shape_equal (&a, &c));
  g_assert_false (im_shape_equal (&a, &d));
  g_assert_false (im_shape_equal (&a, &scalar));
}

typedef struct
{
  const char *name;
  const char *shape;
  guint start, stop;
  gint64 expected; /* -1: overflow */
} ProductCase;

static const ProductCase product_cases[] = {
  { "flat", "[3,5,7]", 0, 3, 105 },
  { "step", "[3,5,7]", 0, 1, 7 },
  { "slot", "[3,5,7]", 2, 3, 3 },
  { "middle", "[3,5,7]", 1, 2, 5 },
  { "none", "[3,5,7]", 1, 1, 1 },
  { "scalar", "[]", 0, 0, 1 },
  { "zero", "[3,0,7]", 0, 3, 0 },
  { "zero-behind-large", "[0,65536,65536]", 0, 3, 0 },
  { "zero-before-large", "[65536,65536,0]", 0, 3, 0 },
  { "zero-outside-of-range", "[0,3,4]", 0, 2, 12 },
  { "largest", "[1,2147483647]", 0, 2, 2147483647 },
  { "one-too-many", "[32768,65536]", 0, 2, -1 },
  { "overflows-64-bits", "[2147483647,2147483647,2147483647,2147483647]", 0, 4, -1 },
};

static void
test_product (gconstpointer data)
{
  const ProductCase *c = data;
  ImShape shape = make_shape (c->shape);
  g_autoptr (GError) error = NULL;
  gint32 product = 99;
  gboolean ok = im_shape_product (&shape, c->start, c->stop, &product, &error);

  if (c->expected >= 0)
    {
      g_assert_no_error (error);
      g_assert_true (ok);
      g_assert_cmpint (product, ==, c->expected);
      return;
    }

  g_autofree char *message = g_strconcat ("the shape ", c->shape,
                                          " has more than 2147483647 elements", NULL);
  g_assert_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_OVERFLOW);
  g_assert_cmpstr (error->message, ==, message);
  g_assert_false (ok);
  g_assert_cmpint (product, ==, 99);
}

typedef enum
{
  RESOLVE,
  REPLACE,
  INSERT,
  REMOVE,
} Edit;

typedef struct
{
  const char *name;
  Edit edit;
  const char *shape;
  gint axis;
  gint32 size;
  const char *expected; /* a shape, of RESOLVE the axis; NULL if it fails */
  ImShapeError code;
  const char *message;
} EditCase;

#define AXIS  IM_SHAPE_ERROR_AXIS
#define FULL  "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2]"
#define NO(n) "there is no axis " n " in the shape [3,5,7]: "

static const EditCase edit_cases[] = {
  { "resolve-inner", RESOLVE, "[3,5,7]", 0, 0, "[0]" },
  { "resolve-outer", RESOLVE, "[3,5,7]", 2, 0, "[2]" },
  { "resolve-from-left", RESOLVE, "[3,5,7]", -1, 0, "[2]" },
  { "resolve-last-from-left", RESOLVE, "[3,5,7]", -3, 0, "[0]" },
  { "resolve-too-large", RESOLVE, "[3,5,7]", 3, 0, NULL, AXIS,
    NO ("3") "its axes are 0 to 2, or -3 to -1 from the left" },
  { "resolve-too-small", RESOLVE, "[3,5,7]", -4, 0, NULL, AXIS,
    NO ("-4") "its axes are 0 to 2, or -3 to -1 from the left" },
  { "resolve-smallest-number", RESOLVE, "[3]", G_MININT, 0, NULL, AXIS,
    "there is no axis -2147483648 in the shape [3]: its axes are 0 to 0, or -1 to -1 "
    "from "
    "the left" },
  { "resolve-scalar", RESOLVE, "[]", 0, 0, NULL, AXIS,
    "there is no axis 0: the shape [] has no axes" },

  { "replace-inner", REPLACE, "[3,5,7]", 0, 9, "[3,5,9]" },
  { "replace-outer", REPLACE, "[3,5,7]", -1, 0, "[0,5,7]" },
  { "replace-no-axis", REPLACE, "[3]", 1, 4, NULL, AXIS,
    "there is no axis 1 in the shape [3]: its axes are 0 to 0, or -1 to -1 from the "
    "left" },
  { "replace-negative-size", REPLACE, "[3]", 0, -4, NULL, SIZE,
    "an axis size is 0 to 2147483647, found -4" },

  { "insert-inner", INSERT, "[3,5]", 0, 9, "[3,5,9]" },
  { "insert-middle", INSERT, "[3,5]", 1, 9, "[3,9,5]" },
  { "insert-outer", INSERT, "[3,5]", 2, 9, "[9,3,5]" },
  { "insert-outermost", INSERT, "[3,5]", -1, 9, "[9,3,5]" },
  { "insert-innermost", INSERT, "[3,5]", -3, 9, "[3,5,9]" },
  { "insert-into-scalar", INSERT, "[]", 0, 9, "[9]" },
  { "insert-too-far", INSERT, "[3,5]", 3, 9, NULL, AXIS,
    "an axis cannot be inserted at 3 into a shape of rank 2: the places are 0 to 2, or "
    "-3 "
    "to -1 from the left" },
  { "insert-too-far-left", INSERT, "[]", -2, 9, NULL, AXIS,
    "an axis cannot be inserted at -2 into a shape of rank 0: the places are 0 to 0, or "
    "-1 to -1 from the left" },
  { "insert-negative-size", INSERT, "[3]", 0, -2, NULL, SIZE,
    "an axis size is 0 to 2147483647, found -2" },
  { "insert-into-full", INSERT, FULL, 0, 1, NULL, RANK,
    "a shape has at most 16 axes, found 17" },

  { "remove-inner", REMOVE, "[3,5,7]", 0, 0, "[3,5]" },
  { "remove-middle", REMOVE, "[3,5,7]", 1, 0, "[3,7]" },
  { "remove-outer", REMOVE, "[3,5,7]", -1, 0, "[5,7]" },
  { "remove-last", REMOVE, "[3]", 0, 0, "[]" },
  { "remove-from-full", REMOVE, FULL, 0, 0, "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]" },
  { "remove-from-scalar", REMOVE, "[]", 0, 0, NULL, AXIS,
    "there is no axis 0: the shape [] has no axes" },
};

static gboolean
run_edit (const EditCase *c, const ImShape *shape, ImShape *out, GError **error)
{
  switch (c->edit)
    {
    case RESOLVE:
      {
        guint axis;

        if (!im_shape_resolve_axis (shape, c->axis, &axis, error))
          return FALSE;
        *out = (ImShape){ .rank = 1, .size = { (gint32) axis } };
        return TRUE;
      }
    case REPLACE:
      return im_shape_replace (shape, c->axis, c->size, out, error);
    case INSERT:
      return im_shape_insert (shape, c->axis, c->size, out, error);
    case REMOVE:
      return im_shape_remove (shape, c->axis, out, error);
    default:
      g_assert_not_reached ();
    }
}

static void
test_edit (gconstpointer data)
{
  const EditCase *c = data;
  ImShape shape = make_shape (c->shape), out = { .rank = 99 };
  g_autoptr (GError) error = NULL;
  gboolean ok = run_edit (c, &shape, &out, &error);

  assert_shape (&shape, c->shape);
  if (c->expected != NULL)
    {
      g_assert_no_error (error);
      g_assert_true (ok);
      assert_shape (&out, c->expected);
      g_assert_true (run_edit (c, &shape, &shape, NULL));
      assert_shape (&shape, c->expected);
      return;
    }

  g_assert_error (error, IM_SHAPE_ERROR, (gint) c->code);
  g_assert_cmpstr (error->message, ==, c->message);
  g_assert_false (ok);
  g_assert_cmpuint (out.rank, ==, 99);
  g_assert_false (run_edit (c, &shape, &out, NULL));
}

/* Descriptions stay only where they still fit. */
static void
test_descriptions (void)
{
  static const ImShapeAxis axes[] = { { "time", NULL }, { "channel", "x,y,z" } };
  ImShape shape = make_shape ("[3,50]"), out;

  shape.axes = axes;
  g_assert_true (im_shape_replace (&shape, 0, 50, &out, NULL));
  g_assert_true (out.axes == axes);
  g_assert_true (im_shape_replace (&shape, 0, 51, &out, NULL));
  g_assert_null (out.axes);
  g_assert_true (im_shape_insert (&shape, 0, 1, &out, NULL));
  g_assert_null (out.axes);
  g_assert_true (im_shape_remove (&shape, 0, &out, NULL));
  g_assert_null (out.axes);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (parse_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/shape/parse/", parse_cases[i].name, NULL);

      g_test_add_data_func (path, &parse_cases[i], test_parse);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (product_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/shape/product/", product_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &product_cases[i], test_product);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (edit_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/shape/edit/", edit_cases[i].name, NULL);

      g_test_add_data_func (path, &edit_cases[i], test_edit);
    }
  g_test_add_func ("/shape/parse-length", test_parse_length);
  g_test_add_func ("/shape/equal", test_equal);
  g_test_add_func ("/shape/descriptions", test_descriptions);

  return g_test_run ();
}
