/* SPDX-License-Identifier: MIT */
#include "tensor/im-nested-type.h"

#include <string.h>

typedef struct
{
  const char *name;
  const char *text;
  const char *again; /* as it is printed, NULL if like @text */
} ParseCase;

static const ParseCase parse_cases[] = {
  { "bool", "bool" },
  { "uint", "uint" },
  { "int", "int" },
  { "real", "real" },
  { "char", "char" },
  { "str", "str" },
  { "vector", "tensor<int, 3>" },
  { "matrix", "tensor<real, 2, 3>" },
  { "nested", "tensor<tensor<int, 3>, 2>" },
  { "thrice", "tensor<tensor<tensor<int, 5>, 5>, 3, 3>" },
  { "no-blanks", "tensor<tensor<int,3>,2>", "tensor<tensor<int, 3>, 2>" },
  { "blanks", " tensor < tensor<int ,3 > , 2 > ", "tensor<tensor<int, 3>, 2>" },
  { "largest", "tensor<int, 2147483647>" },
  { "leading-zero", "tensor<int, 007>", "tensor<int, 7>" },
  { "rank-16", "tensor<int, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16>" },
};

static void
test_parse (gconstpointer data)
{
  const ParseCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) again = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  const ImNestedType *type = im_nested_type_parse (c->text, arena, &error);

  g_assert_no_error (error);
  g_assert_nonnull (type);
  im_nested_type_append_text (type, again);
  g_assert_cmpstr (again->str, ==, c->again != NULL ? c->again : c->text);
}

/* Axis 0 is the innermost one at every level, and every level knows its root. */
static void
test_fields (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImNestedType *type = im_nested_type_parse ("tensor<tensor<real, 4>, 2, 3>", arena,
                                                   NULL);

  g_assert_nonnull (type);
  g_assert_true (type->shape.is_ranked);
  g_assert_cmpuint (type->shape.rank, ==, 2);
  g_assert_cmpint (type->shape.size[0], ==, 3);
  g_assert_cmpint (type->shape.size[1], ==, 2);
  g_assert_cmpint (type->scalar, ==, IM_SCALAR_REAL);
  g_assert_cmpuint (type->base->shape.rank, ==, 1);
  g_assert_cmpint (type->base->shape.size[0], ==, 4);
  g_assert_cmpint (type->base->scalar, ==, IM_SCALAR_REAL);
  g_assert_null (type->base->base->base);
  g_assert_cmpint (type->base->base->scalar, ==, IM_SCALAR_REAL);
  g_assert_true (type->base->base->shape.is_ranked);
  g_assert_cmpuint (type->base->base->shape.rank, ==, 0);
}

typedef struct
{
  const char *name;
  const char *text;
  ImShapeError code;
  const char *message;
} ErrorCase;

#define SYNTAX IM_SHAPE_ERROR_SYNTAX
#define RANK   IM_SHAPE_ERROR_RANK
#define SIZE   IM_SHAPE_ERROR_SIZE

static const ErrorCase error_cases[] = {
  { "empty", "", SYNTAX,
    "expected a type such as int or tensor<int, 3>, found the end of the text at "
    "character 1" },
  { "blank", "  ", SYNTAX,
    "expected a type such as int or tensor<int, 3>, found the end of the text at "
    "character 3" },
  { "misspelt", "itn", SYNTAX, "“itn” at character 1 is no type; did you mean “int”?" },
  { "unknown", "tensor<complex, 3>", SYNTAX,
    "“complex” at character 8 is no type; types are bool, uint, int, real, char, str and "
    "tensor<int, 3>" },
  { "digits", "tensor<3, int>", SYNTAX, "“3” at character 8 is no type; types are" },
  { "no-base", "tensor", SYNTAX,
    "expected “<”, found the end of the text at character 7" },
  { "shape", "[2,3]", SYNTAX,
    "expected a type such as int or tensor<int, 3>, found “[” at character 1" },
  { "no-size", "tensor<int>", SYNTAX,
    "expected “,” and a size, found “>” at character 11" },
  { "comma", "tensor<int, >", SYNTAX,
    "expected a size such as 3, found “>” at character 13" },
  { "unclosed", "tensor<int, 3", SYNTAX,
    "expected “,” or “>”, found the end of the text at character 14" },
  { "unclosed-base", "tensor<tensor<int, 3, 2>", SYNTAX,
    "expected “,” and a size, found the end of the text at character 25" },
  { "closed-twice", "tensor<int, 3>>", SYNTAX,
    "expected the end of the type, found “>” at character 15" },
  { "behind", "int 3", SYNTAX, "expected the end of the type, found “3” at character 5" },
  { "bracket", "tensor<int, 3]", SYNTAX,
    "expected “,” or “>”, found “]” at character 14" },
  { "unknown-size", "tensor<int, ?>", SYNTAX,
    "expected a size such as 3, found “?” at character 13" },
  { "full-width", "tensor<int, ？>", SYNTAX,
    "expected a size such as 3, found “？” (U+FF1F), which only looks like “?”, at "
    "character 13" },
  { "minus-sign", "tensor<int, −3>", SYNTAX,
    "expected a size such as 3, found “−” (U+2212), which only looks like “-”, at "
    "character 13" },
  { "times", "tensor<int, 2×3>", SYNTAX,
    "expected “,” or “>”, found “×” (U+00D7), which only looks like “x”, at character "
    "14" },
  { "full-width-comma", "tensor<int，3>", SYNTAX,
    "expected “,” and a size, found “，” (U+FF0C), which only looks like “,”, at "
    "character 11" },
  { "control", "tensor<int, \033>", SYNTAX,
    "expected a size such as 3, found a character (U+001B) at character 13" },
  { "no-utf-8", "tensor<int, \xff>", SYNTAX,
    "expected a size such as 3, found the byte 0xff at character 13" },
  { "zero", "tensor<int, 0>", SIZE,
    "a size of a tensor is 1 to 2147483647, found 0 at character 13" },
  { "negative", "tensor<int, 2, -3>", SIZE,
    "a size of a tensor is 1 to 2147483647, found -3 at character 16" },
  { "negative-zero", "tensor<int, -0>", SIZE, "found -0 at character 13" },
  { "huge", "tensor<int, 2147483648>", SIZE, "found 2147483648 at character 13" },
  { "past-64-bits", "tensor<int, 99999999999999999999999999999999999999>", SIZE,
    "found 999999999999999999999999999999 at character 13" },
  { "rank-17", "tensor<int, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>", RANK,
    "a tensor has at most 16 axes, found another at character 61" },
};

static void
test_error (gconstpointer data)
{
  const ErrorCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (im_nested_type_parse (c->text, arena, &error));
  g_assert_error (error, IM_SHAPE_ERROR, (gint) c->code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, c->message));
}

static void
append_nested (GString *out, guint n_levels)
{
  for (guint i = 0; i < n_levels; i++)
    g_string_append (out, "tensor<");
  g_string_append (out, "int");
  for (guint i = 0; i < n_levels; i++)
    g_string_append (out, ", 1>");
}

static void
test_levels (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) deepest = g_string_new (NULL), deeper = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  append_nested (deepest, IM_NESTED_TYPE_MAX_LEVELS);
  g_assert_nonnull (im_nested_type_parse (deepest->str, arena, &error));
  g_assert_no_error (error);

  append_nested (deeper, 100000);
  g_assert_null (im_nested_type_parse (deeper->str, arena, &error));
  g_assert_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_RANK);
  g_assert_cmpstr (error->message, ==,
                   "tensors are nested at most 16 deep, found another at character 113");
}

typedef struct
{
  const char *name;
  const char *text;
  guint offset;
  const char *rest;    /* behind the type, or from what is wrong */
  const char *message; /* NULL if there is a type */
} PrefixCase;

static const PrefixCase prefix_cases[] = {
  { "declaration", "tensor<int, 3> a = 0", 0, " a = 0", NULL },
  { "line", "int\n a", 0, "\n a", NULL },
  { "second-line", "a = 1\nreal b", 6, " b", NULL },
  { "wrong", "a = 1\ntensor<int, x> b", 6, "x> b",
    "expected a size such as 3, found “x” at character 13" },
  { "behind-text", "'é'; tensor<itn, 3>", 6, "itn, 3>",
    "“itn” at character 13 is no type; did you mean “int”?" },
};

static void
test_prefix (gconstpointer data)
{
  const PrefixCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  gsize offset = c->offset;
  const ImNestedType *type = im_nested_type_parse_prefix (c->text, &offset, arena,
                                                          &error);

  g_assert_cmpstr (error == NULL ? NULL : error->message, ==, c->message);
  g_assert_true ((type == NULL) == (c->message != NULL));
  g_assert_cmpstr (c->text + offset, ==, c->rest);
}

typedef struct
{
  const char *name;
  const char *a, *b;
  gboolean equal;
} EqualCase;

static const EqualCase equal_cases[] = {
  { "scalars", "int", "int", TRUE },
  { "other-scalar", "int", "real", FALSE },
  { "tensors", "tensor<int,2,3>", "tensor<int, 2, 3>", TRUE },
  { "other-size", "tensor<int,2,3>", "tensor<int, 2, 4>", FALSE },
  { "other-rank", "tensor<int,3>", "tensor<int, 1, 3>", FALSE },
  { "other-root", "tensor<int,3>", "tensor<uint,3>", FALSE },
  { "scalar-tensor", "int", "tensor<int, 1>", FALSE },
  { "nesting", "tensor<tensor<int,3>,2>", "tensor<int,2,3>", FALSE },
  { "nested", "tensor<tensor<int,3>,2>", "tensor<tensor<int,3>,2>", TRUE },
  { "other-base", "tensor<tensor<int,3>,2>", "tensor<tensor<int,4>,2>", FALSE },
};

static void
test_equal (gconstpointer data)
{
  const EqualCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImNestedType *a = im_nested_type_parse (c->a, arena, NULL);
  const ImNestedType *b = im_nested_type_parse (c->b, arena, NULL);

  g_assert_cmpint (im_nested_type_equal (a, b), ==, c->equal);
  g_assert_cmpint (im_nested_type_equal (b, a), ==, c->equal);
}

/* A type with another root has the same structure; counts go through all levels. */
static void
test_scalar_and_count (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  const ImNestedType *type = im_nested_type_parse ("tensor<tensor<int, 4>, 2, 3>", arena,
                                                   NULL);
  const ImNestedType *huge = im_nested_type_parse (
      "tensor<tensor<int, 2147483647>, 2147483647, 2>", arena, NULL);
  const ImNestedType *larger = im_nested_type_parse (
      "tensor<tensor<int, 2147483647>, 2147483647, 3>", arena, NULL);

  im_nested_type_append_text (im_nested_type_with_scalar (type, IM_SCALAR_BOOL, arena),
                              text);
  g_assert_cmpstr (text->str, ==, "tensor<tensor<bool, 4>, 2, 3>");
  g_assert_cmpint (im_nested_type_count (type), ==, 24);
  g_assert_cmpint (im_nested_type_count (im_nested_type_for_scalar (IM_SCALAR_STR)), ==,
                   1);
  g_assert_cmpint (im_nested_type_count (huge), ==, 9223372028264841218);
  g_assert_cmpint (im_nested_type_count (larger), ==, -1);
}

#define ADD(kind)                                                       \
  for (gsize i = 0; i < G_N_ELEMENTS (kind##_cases); i++)               \
    {                                                                   \
      g_autofree char *path = g_strconcat ("/nested-type/" #kind "/",   \
                                           kind##_cases[i].name, NULL); \
                                                                        \
      g_test_add_data_func (path, &kind##_cases[i], test_##kind);       \
    }

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD (parse)
  ADD (error)
  ADD (prefix)
  ADD (equal)
  g_test_add_func ("/nested-type/fields", test_fields);
  g_test_add_func ("/nested-type/scalar-and-count", test_scalar_and_count);
  g_test_add_func ("/nested-type/levels", test_levels);

  return g_test_run ();
}
