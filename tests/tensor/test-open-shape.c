/* SPDX-License-Identifier: MIT */
#include "tensor/im-open-shape.h"

typedef struct
{
  const char *name;
  const char *text;
  const char *expected; /* a shape, or a message */
  int code;             /* of the message, -1 if there is none */
} ParseCase;

#define OK     (-1)
#define SYNTAX IM_SHAPE_ERROR_SYNTAX
#define RANK   IM_SHAPE_ERROR_RANK
#define SIZE   IM_SHAPE_ERROR_SIZE

static const ParseCase parse_cases[] = {
  { "known", "[2,3,4]", "[2,3,4]", OK },
  { "unknown", "[2,?,4]", "[2,?,4]", OK },
  { "blanks", "  [ 2 , ? , 4 ]\t", "[2,?,4]", OK },
  { "bare", "2,?,4", "[2,?,4]", OK },
  { "round", "(2, 3)", "[2,3]", OK },
  { "one", "7", "[7]", OK },
  { "scalar", "[]", "[]", OK },
  { "scalar-blank", "[ ]", "[]", OK },
  { "unranked", "*", "*", OK },
  { "unranked-blanks", " * ", "*", OK },
  { "zero", "[0,-0]", "[0,0]", OK },
  { "largest", "[9223372036854775807]", "[9223372036854775807]", OK },
  { "rank-16", "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]",
    "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]", OK },

  { "empty", "",
    "expected a shape such as [2,?,4] or *, found the end of the text at character 1",
    SYNTAX },
  { "blank", "   ",
    "expected a shape such as [2,?,4] or *, found the end of the text at character 4",
    SYNTAX },
  { "word", "[2,x,4]",
    "expected an axis size or “?”, as in [128,?], found “x” at character 4", SYNTAX },
  { "hole", "[2,,4]",
    "expected an axis size or “?”, as in [128,?], found “,” at character 4", SYNTAX },
  { "comma-last", "[2,]",
    "expected an axis size or “?”, as in [128,?], found “]” at character 4", SYNTAX },
  { "unclosed", "[2,3", "expected “,” or “]”, found the end of the text at character 5",
    SYNTAX },
  { "unopened", "2,3]", "expected nothing behind the shape, found “]” at character 4",
    SYNTAX },
  { "mixed-brackets", "[2,3)", "expected “,” or “]”, found “)” at character 5", SYNTAX },
  { "twice", "[2,3][4]", "expected nothing behind the shape, found “[” at character 6",
    SYNTAX },
  { "nested", "[[2],3]",
    "expected an axis size or “?”, as in [128,?], found “[” at character 2", SYNTAX },
  { "fraction", "[2.5]", "expected “,” or “]”, found “.” at character 3", SYNTAX },
  { "sign-only", "[-]", "expected an axis size, found “]” at character 3", SYNTAX },
  { "star-inside", "[*]",
    "expected an axis size or “?”, as in [128,?], found “*” at character 2", SYNTAX },
  { "star-more", "*,2", "expected nothing behind the shape, found “,” at character 2",
    SYNTAX },
  { "times", "[2×3]",
    "expected “,” or “]”, found “×” (U+00D7), which only looks like “x”, at character 3",
    SYNTAX },
  { "wide-mark", "[？]",
    "expected an axis size or “?”, as in [128,?], found “？” (U+FF1F), which only looks "
    "like “?”, at "
    "character 2",
    SYNTAX },
  { "wide-bracket", "［2]",
    "expected an axis size or “?”, as in [128,?], found “［” (U+FF3B), which only looks "
    "like “[”, at "
    "character 1",
    SYNTAX },
  { "minus", "[2,−1]",
    "expected an axis size or “?”, as in [128,?], found “−” (U+2212), which only looks "
    "like “-”, at "
    "character 4",
    SYNTAX },
  { "arabic-digit", "[٣]",
    "expected an axis size or “?”, as in [128,?], found “٣” (U+0663) at character 2",
    SYNTAX },
  { "no-break-space",
    "[2,\xc2\xa0"
    "3]",
    "expected an axis size or “?”, as in [128,?], found a character (U+00A0) at "
    "character 4",
    SYNTAX },
  { "broken-utf8", "[2,\xff]",
    "expected an axis size or “?”, as in [128,?], found the byte 0xff at "
    "character 4",
    SYNTAX },
  { "control", "[2\x01]",
    "expected “,” or “]”, found a character (U+0001) at character 3", SYNTAX },
  { "negative", "[2,-1]",
    "an axis size is 0 to 9223372036854775807, found -1 at character 4", SIZE },
  { "too-large", "[9223372036854775808]",
    "an axis size is 0 to 9223372036854775807, found 9223372036854775808 at character 2",
    SIZE },
  { "huge", "[1,10000000000000000000000000000000000000000]",
    "an axis size is 0 to 9223372036854775807, found 100000000000000000000000000000… at "
    "character 4",
    SIZE },
  { "rank-17", "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]",
    "a shape has at most 16 axes, found another at character 41", RANK },
};

static void
test_parse (gconstpointer data)
{
  const ParseCase *c = data;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  ImOpenShape shape = { .rank = 99 };
  gboolean ok = im_open_shape_parse (c->text, -1, &shape, &error);

  if (c->code == OK)
    {
      g_assert_no_error (error);
      g_assert_true (ok);
      im_open_shape_append_text (&shape, text);
      g_assert_cmpstr (text->str, ==, c->expected);
      return;
    }

  g_assert_error (error, IM_SHAPE_ERROR, c->code);
  g_assert_cmpstr (error->message, ==, c->expected);
  g_assert_false (ok);
  g_assert_cmpuint (shape.rank, ==, 99);
}

static void
test_rank_200 (void)
{
  g_autoptr (GString) text = g_string_new ("[1");
  g_autoptr (GError) error = NULL;
  ImOpenShape shape;

  for (guint i = 1; i < 200; i++)
    g_string_append (text, ",1");
  g_string_append_c (text, ']');
  g_assert_false (im_open_shape_parse (text->str, -1, &shape, &error));
  g_assert_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_RANK);
}

/* Only @length bytes are read, however the text goes on. */
static void
test_length (void)
{
  ImOpenShape shape;

  g_assert_true (im_open_shape_parse ("[2,3]4", 5, &shape, NULL));
  g_assert_cmpuint (shape.rank, ==, 2);
  g_assert_false (im_open_shape_parse ("[2,3]", 4, &shape, NULL));
  g_assert_false (im_open_shape_parse ("[2]", 0, &shape, NULL));
}

static void
test_equal (void)
{
  static const char *const texts[] = { "*", "[]", "[?]", "[2]", "[1,2]", "[2,1]" };
  ImOpenShape shapes[G_N_ELEMENTS (texts)];

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_true (im_open_shape_parse (texts[i], -1, &shapes[i], NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (texts); j++)
      g_assert_cmpint (im_open_shape_equal (&shapes[i], &shapes[j]), ==, i == j);
}

static void
test_from_shape (void)
{
  ImShape shape;
  ImOpenShape expected, actual;

  g_assert_true (im_shape_parse ("[2,0,4]", -1, &shape, NULL));
  g_assert_true (im_open_shape_parse ("[2,0,4]", -1, &expected, NULL));
  actual = im_open_shape_from_shape (&shape);
  g_assert_true (im_open_shape_equal (&actual, &expected));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (parse_cases); i++)
    {
      const ParseCase *c = &parse_cases[i];
      g_autofree char *path = g_strconcat ("/open-shape/parse/", c->name, NULL);

      g_test_add_data_func (path, c, test_parse);
    }
  g_test_add_func ("/open-shape/rank-200", test_rank_200);
  g_test_add_func ("/open-shape/length", test_length);
  g_test_add_func ("/open-shape/equal", test_equal);
  g_test_add_func ("/open-shape/from-shape", test_from_shape);

  return g_test_run ();
}
