/* SPDX-License-Identifier: MIT */
#include "tensor/im-dtype.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *name, *system_name, *c_name;
  guint size_bytes;
  ImDTypeFamily family;
  double minimum, maximum;
} RowCase;

static const RowCase row_cases[IM_N_DTYPES] = {
  { "float16", "Float16", "uint16_t", 2, IM_DTYPE_FAMILY_FLOAT, -65504, 65504 },
  { "float32", "Float32", "float", 4, IM_DTYPE_FAMILY_FLOAT, -0x1.FFFFFEp127,
    0x1.FFFFFEp127 },
  { "float64", "Float64", "double", 8, IM_DTYPE_FAMILY_FLOAT, -0x1.FFFFFFFFFFFFFp1023,
    0x1.FFFFFFFFFFFFFp1023 },
  { "int8", "Int8", "int8_t", 1, IM_DTYPE_FAMILY_INT, -128, 127 },
  { "int16", "Int16", "int16_t", 2, IM_DTYPE_FAMILY_INT, -32768, 32767 },
  { "int32", "Int32", "int32_t", 4, IM_DTYPE_FAMILY_INT, -2147483648.0, 2147483647 },
  { "int64", "Int64", "int64_t", 8, IM_DTYPE_FAMILY_INT, -0x1p63, 0x1.FFFFFFFFFFFFFp62 },
  { "uint8", "UInt8", "uint8_t", 1, IM_DTYPE_FAMILY_UINT, 0, 255 },
  { "uint16", "UInt16", "uint16_t", 2, IM_DTYPE_FAMILY_UINT, 0, 65535 },
  { "uint32", "UInt32", "uint32_t", 4, IM_DTYPE_FAMILY_UINT, 0, 4294967295.0 },
  { "uint64", "UInt64", "uint64_t", 8, IM_DTYPE_FAMILY_UINT, 0, 0x1.FFFFFFFFFFFFFp63 },
  { "q7", "Q7", "q7_t", 1, IM_DTYPE_FAMILY_Q, -128, 127 },
  { "q15", "Q15", "q15_t", 2, IM_DTYPE_FAMILY_Q, -32768, 32767 },
  { "q31", "Q31", "q31_t", 4, IM_DTYPE_FAMILY_Q, -2147483648.0, 2147483647 },
  { "q63", "Q63", "q63_t", 8, IM_DTYPE_FAMILY_Q, -0x1p63, 0x1p63 - 1024 },
  { "d8", "D8", "int8_t", 1, IM_DTYPE_FAMILY_D, -128, 127 },
  { "d16", "D16", "int16_t", 2, IM_DTYPE_FAMILY_D, -32768, 32767 },
  { "d32", "D32", "int32_t", 4, IM_DTYPE_FAMILY_D, -2147483648.0, 2147483647 },
};

static void
assert_names (ImDType expected, const char *text)
{
  ImDType found = IM_N_DTYPES;

  g_assert_true (im_dtype_parse (text, strlen (text), &found));
  g_assert_cmpint (found, ==, expected);
}

static void
test_row (gconstpointer data)
{
  const RowCase *c = data;
  ImDType dtype = (ImDType) (c - row_cases);
  const ImDTypeInfo *info = im_dtype_get_info (dtype);
  g_autofree char *upper = g_ascii_strup (c->name, -1);
  g_autofree char *qualified = g_strconcat ("System.", c->system_name, NULL);

  g_assert_cmpstr (info->name, ==, c->name);
  g_assert_cmpstr (info->system_name, ==, c->system_name);
  g_assert_cmpstr (info->c_name, ==, c->c_name);
  g_assert_cmpuint (info->size_bytes, ==, c->size_bytes);
  g_assert_cmpint (info->family, ==, c->family);
  g_assert_cmpfloat (info->minimum, ==, c->minimum);
  g_assert_cmpfloat (info->maximum, ==, c->maximum);
  g_assert_cmpuint (strlen (info->summary), >, 0);
  g_assert_cmpint (im_dtype_is_float (dtype), ==, c->family == IM_DTYPE_FAMILY_FLOAT);
  assert_names (dtype, c->name);
  assert_names (dtype, c->system_name);
  assert_names (dtype, upper);
  assert_names (dtype, qualified);
}

/* What NumPy calls a type, and what its elements are numbers of. */
static void
test_stored (gconstpointer data)
{
  const ImDTypeInfo *info = im_dtype_get_info (
      (ImDType) ((const RowCase *) data - row_cases));
  const ImDTypeInfo *stored = im_dtype_get_info (info->stored);
  g_autofree char *name = g_strdup_printf ("%s%u",
                                           info->numpy_kind == 'f'   ? "float"
                                           : info->numpy_kind == 'u' ? "uint"
                                                                     : "int",
                                           info->size_bytes * 8);
  double one = 1, number = 0;
  guint64 element = 0;

  g_assert_cmpstr (info->numpy_name, ==, name);
  g_assert_cmpstr (info->numpy_name, ==, stored->name);
  g_assert_cmpuint (stored->size_bytes, ==, info->size_bytes);
  g_assert_cmpfloat (info->minimum, ==, stored->minimum);
  g_assert_cmpfloat (info->one, ==,
                     info->family == IM_DTYPE_FAMILY_Q ? -info->minimum : 1);
  one = info->family == IM_DTYPE_FAMILY_Q ? 0.5 : 1;
  info->store (&element, 1, &one);
  info->load (&element, 1, &number);
  g_assert_cmpfloat (number, ==, one);
  stored->load (&element, 1, &number);
  g_assert_cmpfloat (number, ==, one * info->one);
}

/* Floats of one sign are in the order of their bits. */
static void
test_float_limits (void)
{
  for (ImDType dtype = 0; dtype < IM_N_DTYPES; dtype++)
    {
      const ImDTypeInfo *info = im_dtype_get_info (dtype);
      guint64 first = 1, first_normal = 1ull << info->fraction_bits;
      double number;

      g_assert_true ((info->fraction_bits > 0) == im_dtype_is_float (dtype));
      if (info->fraction_bits == 0)
        continue;
      info->load (&first, 1, &number);
      g_assert_cmpfloat (number, ==, info->denormal);
      info->load (&first_normal, 1, &number);
      g_assert_cmpfloat (number, ==, info->normal);
      g_assert_cmpfloat (info->small, >, info->normal);
      g_assert_cmpfloat (info->small * info->small, <, info->normal);
      g_assert_cmpfloat (info->large, >, info->maximum / info->large);
    }
}

static const char *const bad_names[] = {
  "",       "float",        "float3",         "float32 ", "float322",          "System.",
  "System", "System.float", "Systemxfloat32", " int8",    "System.System.Int8"
};

static void
test_bad_names (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (bad_names); i++)
    {
      ImDType found = IM_DTYPE_D32;

      if (im_dtype_parse (bad_names[i], strlen (bad_names[i]), &found))
        g_error ("“%s” was read as %s", bad_names[i], im_dtype_get_info (found)->name);
      g_assert_cmpint (found, ==, IM_DTYPE_D32);
    }
}

/* Only the first bytes count, whatever follows. */
static void
test_name_length (void)
{
  ImDType found = IM_N_DTYPES;

  g_assert_true (im_dtype_parse ("int16[3]", 5, &found));
  g_assert_cmpint (found, ==, IM_DTYPE_INT16);
  g_assert_false (im_dtype_parse ("int16[3]", 4, &found));
}

static void
test_nearest (void)
{
  g_assert_cmpstr (im_dtype_nearest_name ("flaot32"), ==, "float32");
  g_assert_cmpstr (im_dtype_nearest_name ("Unit8"), ==, "uint8");
  g_assert_null (im_dtype_nearest_name ("complex"));
}

typedef struct
{
  const char *name;
  ImDType dtype;
  double value;
  gint shift;
  gint32 expected;
} QuantizeCase;

static const QuantizeCase quantize_cases[] = {
  { "half", IM_DTYPE_Q15, 0.5, 0, 16384 },
  { "one-saturates", IM_DTYPE_Q15, 1.0, 0, 32767 },
  { "minus-one-fits", IM_DTYPE_Q15, -1.0, 0, -32768 },
  { "below-minus-one", IM_DTYPE_Q15, -1.5, 0, -32768 },
  { "shift", IM_DTYPE_Q15, 3.0, 3, 12288 },
  { "negative-shift", IM_DTYPE_Q15, 0.0625, -3, 16384 },
  { "tie-down", IM_DTYPE_Q7, 2.5 / 128, 0, 2 },
  { "tie-up", IM_DTYPE_Q7, 3.5 / 128, 0, 4 },
  { "negative-tie", IM_DTYPE_Q7, -2.5 / 128, 0, -2 },
  { "q7-one", IM_DTYPE_Q7, 1.0, 0, 127 },
  { "q31-one", IM_DTYPE_Q31, 1.0, 0, G_MAXINT32 },
  { "q31-minus-one", IM_DTYPE_Q31, -1.0, 0, G_MININT32 },
  { "q31-tenth", IM_DTYPE_Q31, 0.1, 0, 214748365 },
  { "infinity", IM_DTYPE_Q31, INFINITY, 0, G_MAXINT32 },
  { "negative-infinity", IM_DTYPE_Q31, -INFINITY, 0, G_MININT32 },
  { "nan", IM_DTYPE_Q15, NAN, 0, 0 },
};

static void
test_quantize (gconstpointer data)
{
  const QuantizeCase *c = data;

  g_assert_cmpint (im_dtype_quantize (c->dtype, c->value, c->shift), ==, c->expected);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (row_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/dtype/row/", row_cases[i].name, NULL);

      g_test_add_data_func (path, &row_cases[i], test_row);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (quantize_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/dtype/quantize/", quantize_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &quantize_cases[i], test_quantize);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (row_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/dtype/stored/", row_cases[i].name, NULL);

      g_test_add_data_func (path, &row_cases[i], test_stored);
    }
  g_test_add_func ("/dtype/float-limits", test_float_limits);
  g_test_add_func ("/dtype/bad-names", test_bad_names);
  g_test_add_func ("/dtype/name-length", test_name_length);
  g_test_add_func ("/dtype/nearest", test_nearest);

  return g_test_run ();
}
