/* Sizes that are not known yet.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "tensor/im-broadcast.h"
#include "tensor/im-tensor-type.h"

static ImShape
parse (const char *text)
{
  ImShape shape;
  g_autoptr (GError) error = NULL;

  im_shape_parse_open (text, -1, &shape, &error);
  g_assert_no_error (error);

  return shape;
}

static void
assert_text (const ImShape *shape, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_shape_append_text (shape, text);
  g_assert_cmpstr (text->str, ==, expected);
}

static const struct
{
  const char *text;
  const char *printed; /* NULL: fails */
  ImShapeError code;
  const char *message;
} parse_cases[] = {
  { "[?]", "[?]" },
  { "[?,3]", "[?,3]" },
  { " ( 4 , ? ) ", "[4,?]" },
  { "?,?", "[?,?]" },
  { "[3,4]", "[3,4]" },
  { "[]", "[]" },
  { "[??]", NULL, IM_SHAPE_ERROR_SYNTAX,
    "expected “,” or “]”, found “?” at character 3" },
  { "[?3]", NULL, IM_SHAPE_ERROR_SYNTAX,
    "expected “,” or “]”, found “3” at character 3" },
  { "[3,]", NULL, IM_SHAPE_ERROR_SYNTAX,
    "size or “?”, as in [128,?], found “]” at character 4" },
  { "[3,\357\274\237]", NULL, IM_SHAPE_ERROR_SYNTAX,
    "which only looks like “?”, at character 4" },
  { "[-1]", NULL, IM_SHAPE_ERROR_SIZE, "found -1 at character 2" },
  { "[-?]", NULL, IM_SHAPE_ERROR_SYNTAX, "size, found “?” at character 3" },
};

static void
test_parse (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (parse_cases); i++)
    {
      ImShape shape = { .rank = 99 };
      g_autoptr (GError) error = NULL;
      gboolean ok = im_shape_parse_open (parse_cases[i].text, -1, &shape, &error);

      g_test_message ("%s", parse_cases[i].text);
      if (parse_cases[i].printed != NULL)
        {
          g_assert_no_error (error);
          assert_text (&shape, parse_cases[i].printed);
          continue;
        }
      g_assert_false (ok);
      g_assert_error (error, IM_SHAPE_ERROR, (gint) parse_cases[i].code);
      g_assert_nonnull (strstr (error->message, parse_cases[i].message));
      g_assert_cmpuint (shape.rank, ==, 99);
    }
}

/* The sizes of options and of memory are always known. */
static void
test_parse_closed (void)
{
  ImShape shape;
  g_autoptr (GError) error = NULL;

  g_assert_false (im_shape_parse ("[?,3]", -1, &shape, &error));
  g_assert_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX);
  g_assert_cmpstr (error->message, ==,
                   "expected an axis size, as in [128,3], found “?” at character 2");
}

static void
test_type (void)
{
  ImTensorType type;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  im_tensor_type_parse ("float32[?,3]@16000", &type, &error);
  g_assert_no_error (error);
  g_assert_false (im_shape_is_known (&type.shape));
  im_tensor_type_append_text (&type, text);
  g_assert_cmpstr (text->str, ==, "float32[?,3]@16000");
}

static void
test_product (void)
{
  ImShape shape = parse ("[2,?,3,0]");
  g_autoptr (GError) error = NULL;
  gint32 product = 99;

  g_assert_true (im_shape_product (&shape, 0, 4, &product, NULL));
  g_assert_cmpint (product, ==, 0);
  g_assert_true (im_shape_product (&shape, 1, 2, &product, NULL));
  g_assert_cmpint (product, ==, 3);
  g_assert_false (im_shape_product (&shape, 1, 4, &product, &error));
  g_assert_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_UNKNOWN);
  g_assert_cmpstr (error->message, ==,
                   "the size of axis 2 of [2,?,3,0] is not known yet");
  g_assert_cmpint (product, ==, 3);
}

static void
test_edit (void)
{
  ImShape shape = parse ("[?,3]"), out;

  g_assert_false (im_shape_is_known (&shape));
  g_assert_true (im_shape_replace (&shape, 0, IM_SHAPE_UNKNOWN, &out, NULL));
  assert_text (&out, "[?,?]");
  g_assert_true (im_shape_insert (&shape, 1, IM_SHAPE_UNKNOWN, &out, NULL));
  assert_text (&out, "[?,?,3]");
  g_assert_true (im_shape_remove (&shape, 0, &out, NULL));
  assert_text (&out, "[?]");
  g_assert_true (im_shape_replace (&shape, 1, 5, &out, NULL));
  assert_text (&out, "[5,3]");
  g_assert_true (im_shape_is_known (&out));
  g_assert_false (im_shape_replace (&shape, 1, -2, &out, NULL));
}

static const struct
{
  const char *a, *b;
  gboolean equal;
  gboolean may_equal;
} equal_cases[] = {
  { "[3]", "[3]", TRUE, TRUE },      { "[3]", "[4]", FALSE, FALSE },
  { "[?]", "[4]", FALSE, TRUE },     { "[?]", "[?]", TRUE, TRUE },
  { "[?,3]", "[4,3]", FALSE, TRUE }, { "[?,3]", "[4,?]", FALSE, TRUE },
  { "[?,3]", "[?]", FALSE, FALSE },  { "[?,3]", "[?,4]", FALSE, FALSE },
  { "[]", "[]", TRUE, TRUE },
};

static void
test_equal (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (equal_cases); i++)
    {
      ImShape a = parse (equal_cases[i].a), b = parse (equal_cases[i].b);

      g_test_message ("%s %s", equal_cases[i].a, equal_cases[i].b);
      g_assert_true (im_shape_equal (&a, &b) == equal_cases[i].equal);
      g_assert_true (im_shape_may_equal (&a, &b) == equal_cases[i].may_equal);
      g_assert_true (im_shape_may_equal (&b, &a) == equal_cases[i].may_equal);
    }
}

static const struct
{
  const char *a, *b;
  const char *both;     /* of im_broadcast_shapes(), NULL: fails */
  gboolean is_possible; /* whether one may stretch into the other */
} broadcast_cases[] = {
  { "[?]", "[1]", "[?]", TRUE },     { "[?]", "[4]", "[4]", TRUE },
  { "[?]", "[?]", "[?]", TRUE },     { "[?]", "[0]", "[0]", TRUE },
  { "[?,3]", "[3]", "[?,3]", TRUE }, { "[?,3]", "[2,1]", "[2,3]", TRUE },
  { "[?,3]", "[?,4]", NULL, FALSE }, { "[?,4,1]", "[1,3]", "[?,4,3]", FALSE },
};

static void
test_broadcast (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (broadcast_cases); i++)
    for (guint turn = 0; turn < 2; turn++)
      {
        ImShape a = parse (broadcast_cases[i].a), b = parse (broadcast_cases[i].b), out;
        ImBroadcast counts;
        g_autoptr (GError) error = NULL;
        gint code = IM_SHAPE_ERROR_BROADCAST;
        ImShape *first = turn == 0 ? &a : &b, *second = turn == 0 ? &b : &a;

        g_test_message ("%s %s", broadcast_cases[i].a, broadcast_cases[i].b);
        if (broadcast_cases[i].both == NULL)
          g_assert_false (im_broadcast_shapes (first, second, &out, NULL));
        else
          {
            g_assert_true (im_broadcast_shapes (first, second, &out, NULL));
            assert_text (&out, broadcast_cases[i].both);
          }
        g_assert_false (im_broadcast_compute (first, second, &counts, &error));
        if (broadcast_cases[i].is_possible)
          code = IM_SHAPE_ERROR_UNKNOWN;
        g_assert_error (error, IM_SHAPE_ERROR, code);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shape-unknown/parse", test_parse);
  g_test_add_func ("/shape-unknown/parse-closed", test_parse_closed);
  g_test_add_func ("/shape-unknown/type", test_type);
  g_test_add_func ("/shape-unknown/product", test_product);
  g_test_add_func ("/shape-unknown/edit", test_edit);
  g_test_add_func ("/shape-unknown/equal", test_equal);
  g_test_add_func ("/shape-unknown/broadcast", test_broadcast);

  return g_test_run ();
}
