/* SPDX-License-Identifier: MIT */
#include "tensor/im-array.h"

#include <math.h>
#include <string.h>

#include "base/im-arena.h"
#include "tensor/im-half.h"

typedef struct
{
  const char *name;
  const char *text;
  const char *message;
} ErrorCase;

static const ErrorCase error_cases[] = {
  { "empty", "",
    "expected an array such as float32[2]{1, 2} at character 1 of the array, found the "
    "end" },
  { "no-brace", "float32[2]",
    "expected an array such as float32[2]{1, 2} at character 1 of the array, found "
    "“float32[2]”" },
  { "no-type", "{1}", "expected a tensor such as float32[3,50]@16000, found “”" },
  { "rate", "int8[1]@50{1}",
    "expected “{”, as an array has no rate and no scaling, at character 8 of the array, "
    "found “@50{1}”" },
  { "shift", "q7[1];shift=2{1}",
    "expected “{”, as an array has no rate and no scaling, at character 6 of the array, "
    "found “;shift=2{1}”" },
  { "too-many-elements", "int8[65536,65536]{1}",
    "the shape [65536,65536] has more than 2147483647 elements" },
  { "too-few", "int8[2,2]{1,2,3}",
    "an array of the shape [2,2] has 4 elements, found 3" },
  { "too-many", "int8[1]{1,2}", "an array of the shape [1] has 1 elements, found 2" },
  { "none", "int8[2]{}", "an array of the shape [2] has 2 elements, found 0" },
  { "none-expected", "int8[0]{1}", "an array of the shape [0] has 0 elements, found 1" },
  { "comma-at-end", "int8[1]{1,}", "an array of the shape [1] has 1 elements, found 2" },
  { "no-comma", "int8[2]{1 2,3}",
    "expected “,” at character 11 of the array, found “2,3}”" },
  { "empty-element", "int8[3]{1,,3}",
    "expected a stored integer of int8 at character 11 of the array, found “,3}”" },
  { "too-large", "int8[2]{1, 128}",
    "expected a stored integer of int8 at character 12 of the array, found “128}”" },
  { "fraction", "q15[1]{0.5}",
    "expected a stored integer of q15 at character 8 of the array, found “0.5}”" },
  { "negative", "uint64[1]{-1}",
    "expected a stored integer of uint64 at character 11 of the array, found “-1}”" },
  { "beyond-float32", "float32[1]{3.5e38}",
    "expected a number of float32 at character 12 of the array, found “3.5e38}”" },
  { "word", "float64[1]{one}",
    "expected a number of float64 at character 12 of the array, found “one}”" },
  { "number-and-word", "float64[1]{1x}",
    "expected a number of float64 at character 12 of the array, found “1x}”" },
  { "unclosed", "int8[1]{1", "expected “}” at character 10 of the array, found the end" },
  { "nested", "int8[1]{{1}}",
    "expected a stored integer of int8 at character 9 of the array, found “{1}}”" },
  { "text-behind", "int8[1]{1} x",
    "expected nothing behind “}” at character 12 of the array, found “x”" },
  { "long-quote", "int8[1]{ääääääääääääääääääääääääääää}",
    "expected a stored integer of int8 at character 9 of the array, found "
    "“ääääääääääääääääääää”" },
  { "broken-utf8", "int8[1]{\xFF}",
    "expected a stored integer of int8 at character 9 of the array, found "
    "“\xEF\xBF\xBD}”" },
};

static void
test_error (gconstpointer data)
{
  const ErrorCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (im_array_parse (arena, c->text, &error));
  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, ==, c->message);
}

/* A short text cannot make the reader take the memory of a large array. */
static void
test_no_memory_for_missing (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  gsize size = im_arena_get_size (arena);

  g_assert_null (im_array_parse (arena, "float64[1000,1000]{1}", NULL));
  g_assert_cmpuint (im_arena_get_size (arena), ==, size);
}

static const struct
{
  gsize max_elements;
  const char *expected;
} cuts[] = {
  { 0, "int8[3]{…}" },     { 1, "int8[3]{1,…}" },   { 2, "int8[3]{1,2,…}" },
  { 3, "int8[3]{1,2,3}" }, { 4, "int8[3]{1,2,3}" },
};

static void
test_cut (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImArray *array = im_array_parse (arena, "int8[3]{1,2,3}", NULL);
  const ImArray *empty = im_array_parse (arena, "int8[0]{}", NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cuts); i++)
    {
      g_string_truncate (text, 0);
      im_array_append_text (array, cuts[i].max_elements, text);
      g_assert_cmpstr (text->str, ==, cuts[i].expected);
    }
  g_string_truncate (text, 0);
  im_array_append_text (empty, 0, text);
  g_assert_cmpstr (text->str, ==, "int8[0]{}");
}

/* Halves need no more than five digits, and as few as tell them from their neighbours. */
static const struct
{
  guint16 bits;
  const char *expected;
} halves[] = {
  { 0x2E66, "0.1" },       { 0x3555, "0.3333" },    { 0x0001, "6e-08" },
  { 0x03FF, "6.1e-05" },   { 0x0400, "6.104e-05" }, { 0x3C01, "1.001" },
  { 0x7BFF, "65504" },     { 0x5640, "100" },       { 0x63FF, "1023.5" },
  { 0xFC00, "-Infinity" }, { 0x8000, "-0" },
};

static void
test_halves (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImArray *array = im_array_new (arena, IM_DTYPE_FLOAT16, &(ImShape){ 0 }, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (halves); i++)
    {
      *(guint16 *) array->data = halves[i].bits;
      g_string_truncate (text, 0);
      im_array_append_element (array, 0, text);
      g_assert_cmpstr (text->str, ==, halves[i].expected);
    }
}

/* Random bits of every type of 64-bit integers come back as they were. */
static void
test_integers_exact (void)
{
  for (guint round = 0; round < 1000; round++)
    {
      g_autoptr (ImArena) arena = im_arena_new ();
      g_autoptr (GString) text = g_string_new (NULL);
      ImDType dtype = round % 2 == 0 ? IM_DTYPE_INT64 : IM_DTYPE_UINT64;
      ImArray *array = im_array_new (arena, dtype, &(ImShape){ 0 }, NULL);
      guint64 bits = (guint64) (guint32) g_test_rand_int () << 32;

      bits |= (guint32) g_test_rand_int ();
      *(guint64 *) array->data = bits;
      im_array_append_text (array, 1, text);
      const ImArray *again = im_array_parse (arena, text->str, NULL);

      g_assert_nonnull (again);
      g_assert_cmphex (*(const guint64 *) again->data, ==, bits);
    }
}

typedef struct
{
  const char *name;
  const char *array;
  ImDType dtype;
  const char *expected; /* a part of the message if it fails */
} ConvertCase;

static const ConvertCase convert_cases[] = {
  { "same", "int8[2]{1,-2}", IM_DTYPE_INT8, "int8[2]{1,-2}" },
  { "narrow-float", "float64[2]{0.1,1e300}", IM_DTYPE_FLOAT32,
    "float32[2]{0.1,Infinity}" },
  { "float-to-integer", "float32[2,1]{-128,127}", IM_DTYPE_INT8, "int8[2,1]{-128,127}" },
  { "fraction", "float32[2]{1,0.5}", IM_DTYPE_INT32,
    "Int32 does not hold element 1 of Float32, which is 0.5" },
  { "range", "int16[3]{1,2,300}", IM_DTYPE_UINT8,
    "UInt8 does not hold element 2 of Int16, which is 300" },
  { "sign", "int8[1]{-1}", IM_DTYPE_UINT8, "UInt8 does not hold element 0" },
  { "nan", "float32[1]{NaN}", IM_DTYPE_INT8, "element 0 of Float32, which is NaN" },
  { "float-to-q", "float32[3]{0.5,-1,1}", IM_DTYPE_Q15, "q15[3]{16384,-32768,32767}" },
  { "too-large-for-q", "float32[1]{1.5}", IM_DTYPE_Q7, "Q7 does not hold element 0" },
  { "stored-q", "int16[2]{1,-32768}", IM_DTYPE_Q15, "q15[2]{1,-32768}" },
  { "other-width-of-q", "int8[1]{1}", IM_DTYPE_Q15, "Q15 does not hold element 0" },
  { "stored-d", "int8[1]{-3}", IM_DTYPE_D8, "d8[1]{-3}" },
  { "float-to-d", "float32[1]{1}", IM_DTYPE_D8, "D8 does not hold element 0" },
};

static void
test_convert (gconstpointer data)
{
  const ConvertCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  const ImArray *array = im_array_parse (arena, c->array, &error);

  g_assert_no_error (error);
  array = im_array_convert (arena, array, c->dtype, &error);
  if (array == NULL)
    {
      g_assert_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE);
      g_assert_nonnull (strstr (error->message, c->expected));
      return;
    }
  im_array_append_text (array, array->count, text);
  g_assert_cmpstr (text->str, ==, c->expected);
}

/* The first element that does not fit is told, wherever it is. */
static void
test_convert_large (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  const ImShape shape = { .rank = 1, .size = { 1000 } };
  ImArray *array = im_array_new (arena, IM_DTYPE_FLOAT32, &shape, &error);
  const double wrong = 1000;

  im_array_store (array, 777, 1, &wrong);
  g_assert_null (im_array_convert (arena, array, IM_DTYPE_INT8, &error));
  g_assert_nonnull (strstr (error->message, "element 777 of Float32, which is 1000"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (error_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/array-text/error/", error_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &error_cases[i], test_error);
    }
  g_test_add_func ("/array-text/no-memory-for-missing", test_no_memory_for_missing);
  g_test_add_func ("/array-text/cut", test_cut);
  g_test_add_func ("/array-text/halves", test_halves);
  g_test_add_func ("/array-text/integers-exact", test_integers_exact);

  for (gsize i = 0; i < G_N_ELEMENTS (convert_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/array/convert/", convert_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &convert_cases[i], test_convert);
    }
  g_test_add_func ("/array/convert-large", test_convert_large);

  return g_test_run ();
}
