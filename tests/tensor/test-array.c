/* SPDX-License-Identifier: MIT
 *
 * Rows are texts: an operation reads arrays from text, and its result is compared as
 * text. Broadcasting and transposing are compared with loops that compute every index by
 * division.
 */
#include "tensor/im-array.h"

#include <math.h>
#include <string.h>

#include "base/im-arena.h"
#include "tensor/im-broadcast.h"

#define N_RANDOM 300
#define MAX_RANK 5

typedef struct
{
  const char *name;
  const char *a;
  ImArrayOperator op;
  const char *b;
  const char *expected; /* NULL if the call fails */
} CombineCase;

#define BY_ZERO "element 0 is divided by 0"

static const CombineCase combine_cases[] = {
  { "add", "int32[3]{1,2,3}", IM_ARRAY_ADD, "int32[3]{10,20,30}", "int32[3]{11,22,33}" },
  { "subtract", "int8[2]{1,2}", IM_ARRAY_SUBTRACT, "int8[2]{3,-4}", "int8[2]{-2,6}" },
  { "multiply", "float32[2]{1.5,-2}", IM_ARRAY_MULTIPLY, "float32[2]{2,0.25}",
    "float32[2]{3,-0.5}" },
  { "divide", "float64[2]{1,1}", IM_ARRAY_DIVIDE, "float64[2]{8,-4}",
    "float64[2]{0.125,-0.25}" },
  { "stretch-inner", "int32[2,3]{1,2,3,4,5,6}", IM_ARRAY_ADD, "int32[2,1]{10,20}",
    "int32[2,3]{11,12,13,24,25,26}" },
  { "stretch-outer", "int32[2,3]{1,2,3,4,5,6}", IM_ARRAY_ADD, "int32[3]{10,20,30}",
    "int32[2,3]{11,22,33,14,25,36}" },
  { "stretch-both", "int32[2,1]{1,2}", IM_ARRAY_MULTIPLY, "int32[3]{1,10,100}",
    "int32[2,3]{1,10,100,2,20,200}" },
  { "scalar", "int32[]{5}", IM_ARRAY_SUBTRACT, "int32[2]{1,2}", "int32[2]{4,3}" },
  { "scalars", "int32[]{5}", IM_ARRAY_SUBTRACT, "int32[]{1}", "int32[]{4}" },
  { "empty", "int32[0,3]{}", IM_ARRAY_ADD, "int32[3]{1,2,3}", "int32[0,3]{}" },
  { "saturate", "int8[2]{100,-100}", IM_ARRAY_ADD, "int8[2]{100,-100}",
    "int8[2]{127,-128}" },
  { "saturate-unsigned", "uint8[2]{1,200}", IM_ARRAY_SUBTRACT, "uint8[2]{2,1}",
    "uint8[2]{0,199}" },
  { "divide-half-to-even", "int32[4]{1,3,5,-5}", IM_ARRAY_DIVIDE, "int32[]{2}",
    "int32[4]{0,2,2,-2}" },
  { "divide-by-zero", "int16[3]{1,-1,0}", IM_ARRAY_DIVIDE, "int16[]{0}", BY_ZERO },
  { "divide-float-by-zero", "float32[3]{1,-1,0}", IM_ARRAY_DIVIDE, "float32[]{0}",
    "float32[3]{Infinity,-Infinity,NaN}" },
  { "divide-int64-by-zero", "int64[2]{1,-1}", IM_ARRAY_DIVIDE, "int64[]{0}", BY_ZERO },
  { "divide-uint64-by-zero", "uint64[1]{1}", IM_ARRAY_DIVIDE, "uint64[]{0}", BY_ZERO },
  { "q-product", "q15[2]{16384,-32768}", IM_ARRAY_MULTIPLY, "q15[2]{16384,-32768}",
    "q15[2]{8192,32767}" },
  { "q-sum", "q7[2]{100,-100}", IM_ARRAY_ADD, "q7[2]{100,-100}", "q7[2]{127,-128}" },
  { "q-widen", "q7[1]{64}", IM_ARRAY_ADD, "q15[1]{1}", "q15[1]{16385}" },
  { "q-with-float", "q7[1]{64}", IM_ARRAY_MULTIPLY, "float32[1]{3}", "float32[1]{1.5}" },
  { "d-stored", "d8[2]{3,100}", IM_ARRAY_ADD, "d8[2]{4,100}", "d8[2]{7,127}" },
  { "half", "float16[2]{2048,60000}", IM_ARRAY_ADD, "float16[2]{1,60000}",
    "float16[2]{2048,Infinity}" },
  { "mismatch", "int32[2,3]{1,2,3,4,5,6}", IM_ARRAY_ADD, "int32[2]{1,2}", NULL },
};

typedef struct
{
  const char *name;
  const char *a;
  ImArrayOperator op;
  double number;
  gboolean number_first;
  const char *expected;
} NumberCase;

static const NumberCase number_cases[] = {
  { "float", "float32[2]{1,2}", IM_ARRAY_MULTIPLY, 3.3, FALSE, "float32[2]{3.3,6.6}" },
  { "keeps-shape", "int32[2,1]{1,2}", IM_ARRAY_ADD, 1, FALSE, "int32[2,1]{2,3}" },
  { "half-to-even", "int32[4]{1,3,5,-3}", IM_ARRAY_MULTIPLY, 0.5, FALSE,
    "int32[4]{0,2,2,-2}" },
  { "computed-in-double", "int8[1]{100}", IM_ARRAY_MULTIPLY, 1.25, FALSE,
    "int8[1]{125}" },
  { "saturate", "int8[2]{100,-100}", IM_ARRAY_MULTIPLY, 1.5, FALSE, "int8[2]{127,-128}" },
  { "subtract-from", "int32[2]{1,2}", IM_ARRAY_SUBTRACT, 10, TRUE, "int32[2]{9,8}" },
  { "divide-into", "float64[2]{4,0}", IM_ARRAY_DIVIDE, 1, TRUE,
    "float64[2]{0.25,Infinity}" },
  { "nan-in-integer", "int32[2]{1,2}", IM_ARRAY_ADD, NAN, FALSE, "int32[2]{0,0}" },
  { "infinity-in-integer", "uint8[2]{1,2}", IM_ARRAY_SUBTRACT, INFINITY, FALSE,
    "uint8[2]{0,0}" },
  { "q-is-real", "q15[1]{16384}", IM_ARRAY_ADD, 0.25, FALSE, "q15[1]{24576}" },
  { "d-is-stored", "d16[1]{16384}", IM_ARRAY_ADD, 0.75, FALSE, "d16[1]{16385}" },
  { "empty", "float32[0]{}", IM_ARRAY_ADD, 1, FALSE, "float32[0]{}" },
};

static ImArray *
parse_array (ImArena *arena, const char *text)
{
  g_autoptr (GError) error = NULL;
  ImArray *array = im_array_parse (arena, text, &error);

  g_assert_no_error (error);
  g_assert_nonnull (array);

  return array;
}

static void
assert_text (const ImArray *array, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_array_append_text (array, G_MAXSIZE, text);
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_combine (gconstpointer data)
{
  const CombineCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  const ImArray *a = parse_array (arena, c->a), *b = parse_array (arena, c->b);
  const ImArray *result = im_array_combine (arena, c->op, a, b, &error);

  if (g_strcmp0 (c->expected, BY_ZERO) == 0)
    {
      g_assert_null (result);
      g_assert_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE);
      g_assert_cmpstr (error->message, ==, BY_ZERO);
      return;
    }
  if (c->expected == NULL)
    {
      g_assert_null (result);
      g_assert_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_BROADCAST);
      return;
    }

  g_assert_no_error (error);
  assert_text (result, c->expected);
  assert_text (a, c->a);
  assert_text (b, c->b);
}

static void
test_number (gconstpointer data)
{
  const NumberCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  const ImArray *a = parse_array (arena, c->a);
  const ImArray *result = im_array_combine_number (arena, c->op, a, c->number,
                                                   c->number_first, &error);

  g_assert_no_error (error);
  assert_text (result, c->expected);
  assert_text (a, c->a);
}

#define INTEGERS "int64 int32 int16 int8 uint64 uint32 uint16 uint8 "
#define SCALED   "d32 d16 d8 "

/* Any of the first types with any of the second ones, in both orders. */
static const struct
{
  const char *result, *first, *second;
} promotions[] = {
  { "float64", "float64", "float64 float32 float16 q63 q31 q15 q7 " SCALED INTEGERS },
  { "float32", "float32", "float32 float16 q63 q31 q15 q7 " SCALED INTEGERS },
  { "float16", "float16", "float16 q63 q31 q15 q7 " SCALED INTEGERS },
  { "q63", "q63", "q63 q31 q15 q7 " SCALED INTEGERS },
  { "q31", "q31", "q31 q15 q7 " SCALED INTEGERS },
  { "q15", "q15", "q15 q7 " SCALED INTEGERS },
  { "q7", "q7", "q7 " SCALED INTEGERS },
  { "d32", "d32", SCALED INTEGERS },
  { "d16", "d16", "d16 d8 " INTEGERS },
  { "d8", "d8", "d8 " INTEGERS },
  { "int64", "int64", INTEGERS },
  { "int64", "int32 int16 int8", "uint64 uint32" },
  { "int32", "int32", "int32 int16 int8 uint16 uint8" },
  { "int32", "int16 int8", "uint16" },
  { "int16", "int16", "int16 int8 uint8" },
  { "int16", "int8", "uint8" },
  { "int8", "int8", "int8" },
  { "uint64", "uint64", "uint64 uint32 uint16 uint8" },
  { "uint32", "uint32", "uint32 uint16 uint8" },
  { "uint16", "uint16", "uint16 uint8" },
  { "uint8", "uint8", "uint8" },
};

static ImDType
parse_dtype (const char *name)
{
  ImDType dtype = IM_N_DTYPES;

  g_assert_true (im_dtype_parse (name, strlen (name), &dtype));

  return dtype;
}

static void
check_promotion (ImArena *arena, ImDType first, ImDType second, const char *expected)
{
  ImShape shape = { 0 };
  const ImArray *a = im_array_new (arena, first, &shape, NULL);
  const ImArray *b = im_array_new (arena, second, &shape, NULL);
  const ImArray *result = im_array_combine (arena, IM_ARRAY_ADD, a, b, NULL);

  g_test_message ("%s with %s", im_dtype_get_info (first)->name,
                  im_dtype_get_info (second)->name);
  g_assert_cmpstr (im_dtype_get_info (result->dtype)->name, ==, expected);
}

static void
test_promotion (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  gboolean seen[IM_N_DTYPES][IM_N_DTYPES] = { { FALSE } };

  for (gsize i = 0; i < G_N_ELEMENTS (promotions); i++)
    {
      g_auto (GStrv) first = g_strsplit (promotions[i].first, " ", -1);
      g_auto (GStrv) second = g_strsplit (promotions[i].second, " ", -1);

      for (gsize j = 0; first[j] != NULL; j++)
        for (gsize k = 0; second[k] != NULL && *second[k] != '\0'; k++)
          {
            ImDType a = parse_dtype (first[j]), b = parse_dtype (second[k]);

            check_promotion (arena, a, b, promotions[i].result);
            check_promotion (arena, b, a, promotions[i].result);
            seen[a][b] = seen[b][a] = TRUE;
          }
    }

  for (guint a = 0; a < IM_N_DTYPES; a++)
    for (guint b = 0; b < IM_N_DTYPES; b++)
      g_assert_true (seen[a][b]);
}

typedef struct
{
  const char *type;
  double value;
  const char *stored;
  double loaded;
} StoreCase;

static const StoreCase store_cases[] = {
  { "float16", 0.1, "float16[]{0.1}", 0.0999755859375 },
  { "float16", 1e5, "float16[]{Infinity}", INFINITY },
  { "float16", -0.0, "float16[]{-0}", -0.0 },
  { "float32", 0.1, "float32[]{0.1}", 0x1.99999ap-4 },
  { "float32", 1e39, "float32[]{Infinity}", INFINITY },
  { "float64", 0.1, "float64[]{0.1}", 0.1 },
  { "int8", 2.5, "int8[]{2}", 2 },
  { "int8", 3.5, "int8[]{4}", 4 },
  { "int8", -2.5, "int8[]{-2}", -2 },
  { "int8", 127.6, "int8[]{127}", 127 },
  { "int8", -1e300, "int8[]{-128}", -128 },
  { "int8", NAN, "int8[]{0}", 0 },
  { "int16", 32768, "int16[]{32767}", 32767 },
  { "int32", 2147483647.5, "int32[]{2147483647}", 2147483647 },
  { "int32", -INFINITY, "int32[]{-2147483648}", -2147483648.0 },
  { "int64", 9007199254740991.0, "int64[]{9007199254740991}", 9007199254740991.0 },
  { "int64", -9007199254740992.0, "int64[]{-9007199254740992}", -9007199254740992.0 },
  { "int64", 0x1p63, "int64[]{9223372036854775807}", 0x1p63 },
  { "int64", -0x1p63, "int64[]{-9223372036854775808}", -0x1p63 },
  { "int64", -0x1p64, "int64[]{-9223372036854775808}", -0x1p63 },
  { "int64", NAN, "int64[]{0}", 0 },
  { "uint8", -1, "uint8[]{0}", 0 },
  { "uint8", 255.5, "uint8[]{255}", 255 },
  { "uint16", 65535.4, "uint16[]{65535}", 65535 },
  { "uint32", 4294967295.0, "uint32[]{4294967295}", 4294967295.0 },
  { "uint64", 9007199254740992.0, "uint64[]{9007199254740992}", 9007199254740992.0 },
  { "uint64", 0x1p63, "uint64[]{9223372036854775808}", 0x1p63 },
  { "uint64", 0x1p64, "uint64[]{18446744073709551615}", 0x1p64 },
  { "uint64", -0.4, "uint64[]{0}", 0 },
  { "uint64", NAN, "uint64[]{0}", 0 },
  { "q7", 0.5, "q7[]{64}", 0.5 },
  { "q7", 1, "q7[]{127}", 127.0 / 128 },
  { "q7", -2, "q7[]{-128}", -1 },
  { "q7", 2.5 / 128, "q7[]{2}", 2.0 / 128 },
  { "q15", 1, "q15[]{32767}", 32767.0 / 32768 },
  { "q31", -0.5, "q31[]{-1073741824}", -0.5 },
  { "q31", NAN, "q31[]{0}", 0 },
  { "q63", -0.5, "q63[]{-4611686018427387904}", -0.5 },
  { "q63", 0x1p-63, "q63[]{1}", 0x1p-63 },
  { "q63", 1, "q63[]{9223372036854775807}", 1 },
  { "q63", -2, "q63[]{-9223372036854775808}", -1 },
  { "d8", 3.5, "d8[]{4}", 4 },
  { "d16", -40000, "d16[]{-32768}", -32768 },
  { "d32", 5, "d32[]{5}", 5 },
};

static void
test_store (gconstpointer data)
{
  const StoreCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  ImShape shape = { 0 };
  ImArray *array = im_array_new (arena, parse_dtype (c->type), &shape, NULL);
  double loaded;

  im_array_store (array, 0, 1, &c->value);
  assert_text (array, c->stored);
  im_array_load (array, 0, 1, &loaded);
  g_assert_cmpmem (&loaded, sizeof loaded, &c->loaded, sizeof c->loaded);
}

/* A part of an array is read and written, and nothing beside it. */
static void
test_part (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();

  for (guint dtype = 0; dtype < IM_N_DTYPES; dtype++)
    {
      ImShape shape = { .rank = 1, .size = { 6 } };
      ImArray *array = im_array_new (arena, (ImDType) dtype, &shape, NULL);
      double scale = im_dtype_get_info ((ImDType) dtype)->family == IM_DTYPE_FAMILY_Q
                         ? 0.125
                         : 1;
      double values[] = { scale, 2 * scale, 3 * scale },
             expected[] = { 0, 0, scale, 2 * scale, 3 * scale, 0 };
      double all[6], part[2];

      im_array_store (array, 2, 3, values);
      im_array_load (array, 0, 6, all);
      g_assert_cmpmem (all, sizeof all, expected, sizeof expected);
      im_array_load (array, 3, 2, part);
      g_assert_cmpmem (part, sizeof part, expected + 3, sizeof part);
    }
}

static ImShape
random_shape (void)
{
  ImShape shape = { .rank = (guint) g_test_rand_int_range (0, MAX_RANK + 1) };

  for (guint i = 0; i < shape.rank; i++)
    shape.size[i] = g_test_rand_int_range (g_test_rand_int_range (0, 8) == 0 ? 0 : 1, 5);

  return shape;
}

/* A shape that broadcasts with @shape: axes missing on the left, or 1. */
static ImShape
random_partner (const ImShape *shape)
{
  ImShape partner = { .rank = (guint) g_test_rand_int_range (0, (gint) shape->rank + 1) };

  for (guint i = 0; i < partner.rank; i++)
    partner.size[i] = g_test_rand_int_range (0, 2) == 0 ? 1 : shape->size[i];

  return partner;
}

static ImArray *
numbered_array (ImArena *arena, ImDType dtype, const ImShape *shape, double first)
{
  ImArray *array = im_array_new (arena, dtype, shape, NULL);

  for (gsize i = 0; i < array->count; i++)
    {
      double value = first + (double) i;

      im_array_store (array, i, 1, &value);
    }

  return array;
}

/* The element of @array that lands on element @flat of the common shape. */
static double
stretched_element (const ImArray *array, const ImShape *common, gsize flat)
{
  gsize position = 0, step = 1;
  double value;

  for (guint i = 0; i < array->shape.rank; i++)
    {
      gsize index = flat % (gsize) common->size[i];

      flat /= (gsize) common->size[i];
      position += array->shape.size[i] == 1 ? 0 : index * step;
      step *= (gsize) array->shape.size[i];
    }
  im_array_load (array, position, 1, &value);

  return value;
}

static void
test_combine_random (void)
{
  for (guint n = 0; n < N_RANDOM; n++)
    {
      g_autoptr (ImArena) arena = im_arena_new ();
      ImShape common = random_shape (), shape_a = random_partner (&common);
      const ImArray *a = numbered_array (arena, IM_DTYPE_INT32, &shape_a, 1000);
      const ImArray *b = numbered_array (arena, IM_DTYPE_INT32, &common, 1);
      const ImArray *ab = im_array_combine (arena, IM_ARRAY_SUBTRACT, a, b, NULL);
      const ImArray *ba = im_array_combine (arena, IM_ARRAY_SUBTRACT, b, a, NULL);

      g_assert_true (im_shape_equal (&ab->shape, &common));
      g_assert_true (im_shape_equal (&ba->shape, &common));
      for (gsize i = 0; i < ab->count; i++)
        {
          gint32 expected = (gint32) (stretched_element (a, &common, i) -
                                      stretched_element (b, &common, i));

          g_assert_cmpint (((const gint32 *) ab->data)[i], ==, expected);
          g_assert_cmpint (((const gint32 *) ba->data)[i], ==, -expected);
        }
    }
}

/* More elements than any block holds, stretched in the middle. */
static void
test_combine_large (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImShape shape_a = { .rank = 3, .size = { 100, 100, 100 } };
  ImShape shape_b = { .rank = 3, .size = { 100, 1, 100 } };
  const ImArray *a = numbered_array (arena, IM_DTYPE_FLOAT64, &shape_a, 0);
  const ImArray *b = numbered_array (arena, IM_DTYPE_FLOAT64, &shape_b, 0);
  const ImArray *sum = im_array_combine (arena, IM_ARRAY_ADD, a, b, NULL);
  const double *values = sum->data;

  g_assert_cmpuint (sum->count, ==, 1000000);
  for (gsize i = 0; i < sum->count; i++)
    {
      double expected = (double) i + (double) (i / 10000 * 100 + i % 100);

      g_assert_cmpmem (&values[i], sizeof values[i], &expected, sizeof expected);
    }
}

static void
shuffle (gint *axes, guint n)
{
  for (guint i = 0; i < n; i++)
    axes[i] = (gint) i;
  for (guint i = n; i > 1; i--)
    {
      guint other = (guint) g_test_rand_int_range (0, (gint) i);
      gint axis = axes[i - 1];

      axes[i - 1] = axes[other];
      axes[other] = axis;
    }
}

/* Where element @flat of the transposed array comes from. */
static gsize
transposed_position (const ImArray *array,
                     const ImArray *result,
                     const gint *axes,
                     gsize flat)
{
  gsize position = 0;

  for (guint i = 0; i < result->shape.rank; i++)
    {
      guint axis = (guint) axes[result->shape.rank - 1 - i];
      gint32 step;

      g_assert_true (im_shape_product (&array->shape, 0, axis, &step, NULL));
      position += flat % (gsize) result->shape.size[i] * (gsize) step;
      flat /= (gsize) result->shape.size[i];
    }

  return position;
}

static void
test_transpose_random (void)
{
  static const ImDType dtypes[] = { IM_DTYPE_INT8, IM_DTYPE_FLOAT16, IM_DTYPE_Q31,
                                    IM_DTYPE_UINT64 };

  for (guint n = 0; n < N_RANDOM; n++)
    {
      g_autoptr (ImArena) arena = im_arena_new ();
      ImShape shape = random_shape ();
      gint axes[MAX_RANK];
      ImArray *array = im_array_new (arena, dtypes[n % 4], &shape, NULL);
      gsize bytes = im_dtype_get_info (array->dtype)->size_bytes;

      for (gsize i = 0; i < array->count * bytes; i++)
        ((guint8 *) array->data)[i] = (guint8) g_test_rand_int_range (0, 256);
      shuffle (axes, shape.rank);
      const ImArray *result = im_array_transpose (arena, array, axes, shape.rank, NULL);
      g_assert_cmpuint (result->count, ==, array->count);
      for (gsize i = 0; i < result->count; i++)
        g_assert_cmpmem ((const char *) result->data + i * bytes, bytes,
                         (const char *) array->data +
                             transposed_position (array, result, axes, i) * bytes,
                         bytes);
    }
}

typedef struct
{
  const char *name;
  const char *array;
  gint axes[3];
  guint n_axes;
  const char *expected; /* NULL if the call fails */
  const char *error;
} TransposeCase;

static const TransposeCase transpose_cases[] = {
  { "identity", "int8[2,3]{1,2,3,4,5,6}", { 1, 0 }, 2, "int8[2,3]{1,2,3,4,5,6}" },
  { "swap", "int8[2,3]{1,2,3,4,5,6}", { 0, 1 }, 2, "int8[3,2]{1,4,2,5,3,6}" },
  { "rotate", "int8[1,2,3]{1,2,3,4,5,6}", { 0, 2, 1 }, 3, "int8[3,1,2]{1,4,2,5,3,6}" },
  { "scalar", "int8[]{7}", { 0 }, 0, "int8[]{7}" },
  { "empty", "int8[2,0]{}", { 0, 1 }, 2, "int8[0,2]{}" },
  { "too-few", "int8[2,3]{1,2,3,4,5,6}", { 0 }, 1, NULL, "2" },
  { "twice", "int8[2,3]{1,2,3,4,5,6}", { 0, 0 }, 2, NULL, "axis 0" },
};

static void
test_transpose (gconstpointer data)
{
  const TransposeCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  const ImArray *array = parse_array (arena, c->array);
  const ImArray *result = im_array_transpose (arena, array, c->axes, c->n_axes, &error);

  if (c->expected == NULL)
    {
      g_assert_null (result);
      g_assert_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE);
      g_assert_nonnull (strstr (error->message, c->error));
      return;
    }

  g_assert_no_error (error);
  assert_text (result, c->expected);
}

static void
test_reshape (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  const ImArray *array = parse_array (arena, "int8[2,3]{1,2,3,4,5,6}");
  ImShape fits = { .rank = 1, .size = { 6 } }, other = { .rank = 1, .size = { 5 } };
  const ImArray *result = im_array_reshape (arena, array, &fits, &error);

  g_assert_no_error (error);
  assert_text (result, "int8[6]{1,2,3,4,5,6}");
  g_assert_true (result->data == array->data);
  assert_text (array, "int8[2,3]{1,2,3,4,5,6}");

  g_assert_null (im_array_reshape (arena, array, &other, &error));
  g_assert_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE);
  g_assert_nonnull (strstr (error->message, "[5]"));
  g_assert_nonnull (strstr (error->message, "[2,3]"));
}

static double
multiply_by (double x, double parameter)
{
  return x * parameter;
}

static void
test_map (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  const ImArray *array = parse_array (arena, "int8[2,2]{1,2,3,100}");
  const ImArray *result = im_array_map (arena, array, multiply_by, 1.5, &error);

  g_assert_no_error (error);
  assert_text (result, "int8[2,2]{2,3,4,127}");
}

/* No memory is taken for an array that is refused. */
static void
test_too_large (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  gsize size = im_arena_get_size (arena);
  ImShape shape = { .rank = 2, .size = { 8192, 8193 } };
  ImShape overflow = { .rank = 2, .size = { 65536, 65536 } };

  g_assert_null (im_array_new (arena, IM_DTYPE_INT8, &shape, &error));
  g_assert_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SIZE);
  g_clear_error (&error);
  g_assert_null (im_array_new (arena, IM_DTYPE_INT8, &overflow, &error));
  g_assert_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_OVERFLOW);
  g_assert_cmpuint (im_arena_get_size (arena), ==, size);
}

/* Texts that read back to themselves. */
static const char *const round_texts[] = {
  "float32[2,2]{1,2,3,4.5}",
  "float32[3]{0.1,16777216,1e-45}",
  "float64[3]{0.1,5e-324,-0}",
  "float16[4]{65504,0.1,-0,0.5}",
  "float32[3]{NaN,Infinity,-Infinity}",
  "int8[2]{-128,127}",
  "int16[2]{-32768,32767}",
  "int32[2]{-2147483648,2147483647}",
  "int64[3]{-9223372036854775808,9223372036854775807,9007199254740993}",
  "uint8[2]{0,255}",
  "uint16[1]{65535}",
  "uint32[1]{4294967295}",
  "uint64[2]{18446744073709551615,9007199254740993}",
  "q7[2]{-128,127}",
  "q15[1]{-32768}",
  "q31[1]{2147483647}",
  "d8[1]{-128}",
  "d16[1]{32767}",
  "d32[1]{-2147483648}",
  "float32[]{1}",
  "float32[0]{}",
  "int8[2,0,3]{}",
};

static void
test_round_text (gconstpointer data)
{
  g_autoptr (ImArena) arena = im_arena_new ();

  assert_text (parse_array (arena, data), data);
}

static const struct
{
  const char *text;
  GQuark (*domain) (void);
  int code;
} parse_errors[] = {
  { "int8[1]{128}", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "int8[1]{-129}", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "uint8[1]{-1}", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "uint64[1]{-1}", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "uint64[1]{18446744073709551616}", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "int64[1]{9223372036854775808}", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "int32[1]{1.5}", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "q7[1]{0.5}", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "float32[1]{x}", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "float32[2]{1 2,3}", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "float32[2]{1,}", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "float32[2]{1}", im_array_error_quark, IM_ARRAY_ERROR_SHAPE },
  { "float32[2]{1,2,3}", im_array_error_quark, IM_ARRAY_ERROR_SHAPE },
  { "float32[2]{}", im_array_error_quark, IM_ARRAY_ERROR_SHAPE },
  { "float32[0]{1}", im_array_error_quark, IM_ARRAY_ERROR_SHAPE },
  { "float32[1]{1e39}", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "float64[1]{1e400}", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "float16[1]{65520}", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "float32[1]", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "float32[1]{1", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "float32[1]{1}x", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "float32[1]@50{1}", im_array_error_quark, IM_ARRAY_ERROR_VALUE },
  { "int8[67108865]{1}", im_array_error_quark, IM_ARRAY_ERROR_SHAPE },
  { "float3[1]{1}", im_shape_error_quark, IM_SHAPE_ERROR_SYNTAX },
  { "float32[-1]{1}", im_shape_error_quark, IM_SHAPE_ERROR_SIZE },
};

static void
test_parse_errors (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (parse_errors); i++)
    {
      g_autoptr (ImArena) arena = im_arena_new ();
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", parse_errors[i].text);
      g_assert_null (im_array_parse (arena, parse_errors[i].text, &error));
      g_assert_error (error, parse_errors[i].domain (), parse_errors[i].code);
    }
}

static void
test_parse_blanks (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();

  assert_text (parse_array (arena, " int8[2,2] { 1 ,2,\n\t3, 4 } "),
               "int8[2,2]{1,2,3,4}");
}

static void
test_append_cut (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  const ImArray *array = parse_array (arena, "int8[3]{1,2,3}");

  im_array_append_text (array, 2, text);
  g_assert_cmpstr (text->str, ==, "int8[3]{1,2,…}");
  g_string_truncate (text, 0);
  im_array_append_text (array, 3, text);
  g_assert_cmpstr (text->str, ==, "int8[3]{1,2,3}");
}

/* Every half reads back from its text. */
static void
test_half_text (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImShape shape = { .rank = 1, .size = { 0x7c00 } };
  ImArray *array = im_array_new (arena, IM_DTYPE_FLOAT16, &shape, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint16 i = 0; i < 0x7c00; i++)
    ((guint16 *) array->data)[i] = i;
  im_array_append_text (array, G_MAXSIZE, text);
  const ImArray *back = parse_array (arena, text->str);
  g_assert_cmpmem (back->data, back->count * 2, array->data, array->count * 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (combine_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/array/combine/", combine_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &combine_cases[i], test_combine);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (number_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/array/number/", number_cases[i].name, NULL);

      g_test_add_data_func (path, &number_cases[i], test_number);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (store_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/array/store/%s/%g", store_cases[i].type,
                                               store_cases[i].value);

      g_test_add_data_func (path, &store_cases[i], test_store);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (transpose_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/array/transpose/", transpose_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &transpose_cases[i], test_transpose);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (round_texts); i++)
    {
      g_autofree char *path = g_strdup_printf ("/array/text/%" G_GSIZE_FORMAT, i);

      g_test_add_data_func (path, round_texts[i], test_round_text);
    }
  g_test_add_func ("/array/promotion", test_promotion);
  g_test_add_func ("/array/part", test_part);
  g_test_add_func ("/array/combine-random", test_combine_random);
  g_test_add_func ("/array/combine-large", test_combine_large);
  g_test_add_func ("/array/transpose-random", test_transpose_random);
  g_test_add_func ("/array/reshape", test_reshape);
  g_test_add_func ("/array/map", test_map);
  g_test_add_func ("/array/too-large", test_too_large);
  g_test_add_func ("/array/parse-errors", test_parse_errors);
  g_test_add_func ("/array/parse-blanks", test_parse_blanks);
  g_test_add_func ("/array/append-cut", test_append_cut);
  g_test_add_func ("/array/half-text", test_half_text);

  return g_test_run ();
}
