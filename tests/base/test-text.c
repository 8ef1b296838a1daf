/* SPDX-License-Identifier: MIT */
#include "base/im-text.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct
{
  const char *name;
  double value;
  const char *expected;
} DoubleCase;

static const DoubleCase double_cases[] = {
  { "zero", 0.0, "0" },
  { "negative-zero", -0.0, "-0" },
  { "whole", 20, "20" },
  { "hundred", 100, "100" },
  { "negative", -3, "-3" },
  { "fraction", 0.125, "0.125" },
  { "tenth", 0.1, "0.1" },
  { "third", 1.0 / 3.0, "0.3333333333333333" },
  { "sum", 0.1 + 0.2, "0.30000000000000004" },
  { "small", 1e-10, "1e-10" },
  { "float-max", 3.40282347e+38, "3.40282347e+38" },
  { "smallest", 5e-324, "5e-324" },
  { "smallest-normal", DBL_MIN, "2.2250738585072014e-308" },
  { "largest", DBL_MAX, "1.7976931348623157e+308" },
  { "whole-in-full", 999999999999999.0, "999999999999999" },
  { "whole-at-limit", 1e15, "1e+15" },
  { "large", 1e21, "1e+21" },
  { "two-to-53", 9007199254740992.0, "9007199254740992" },
  { "above-two-to-53", 9007199254740994.0, "9007199254740994" },
  { "infinity", INFINITY, "Infinity" },
  { "negative-infinity", -INFINITY, "-Infinity" },
  { "nan", NAN, "NaN" },
};

static void
test_double (gconstpointer data)
{
  const DoubleCase *c = data;
  g_autoptr (GString) out = g_string_new ("x=");

  im_text_append_double (out, c->value);

  g_assert_true (g_str_has_prefix (out->str, "x="));
  g_assert_cmpstr (out->str + 2, ==, c->expected);
}

typedef struct
{
  const char *name;
  float value;
  const char *expected;
} FloatCase;

static const FloatCase float_cases[] = {
  { "tenth", 0.1f, "0.1" },
  { "third", 1.0f / 3.0f, "0.33333334" },
  { "pi", 3.14159265f, "3.1415927" },
  { "whole", 20.0f, "20" },
  { "negative-zero", -0.0f, "-0" },
  { "two-to-24", 16777216.0f, "16777216" },
  { "in-full", 9000000.0f, "9000000" },
  { "at-limit", 1e7f, "1e+07" },
  { "largest", FLT_MAX, "3.4028235e+38" },
  { "smallest", 0x1p-149f, "1e-45" },
  { "infinity", -INFINITY, "-Infinity" },
  { "nan", NAN, "NaN" },
};

static void
test_float (gconstpointer data)
{
  const FloatCase *c = data;
  g_autoptr (GString) out = g_string_new (NULL);

  im_text_append_float (out, c->value);

  g_assert_cmpstr (out->str, ==, c->expected);
}

static guint64
random_bits (void)
{
  return (guint64) (guint32) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();
}

static void
test_double_round_trip (void)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint round = 0; round < 20000; round++)
    {
      union
      {
        guint64 bits;
        double value;
      } original = { .bits = random_bits () }, again;

      if (isnan (original.value))
        continue;
      g_string_truncate (out, 0);
      im_text_append_double (out, original.value);
      again.value = g_ascii_strtod (out->str, NULL);
      g_assert_cmphex (again.bits, ==, original.bits);
      g_assert_cmpuint (out->len, <=, strlen ("-1.7976931348623157e+308"));
    }
}

static void
test_float_round_trip (void)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint round = 0; round < 20000; round++)
    {
      union
      {
        guint32 bits;
        float value;
      } original = { .bits = (guint32) random_bits () }, again;

      if (isnan (original.value))
        continue;
      g_string_truncate (out, 0);
      im_text_append_float (out, original.value);
      again.value = (float) g_ascii_strtod (out->str, NULL);
      g_assert_cmphex (again.bits, ==, original.bits);
      g_assert_cmpuint (out->len, <=, strlen ("-3.40282347e+38"));
    }
}

/* The first rounding by the C library that reads back. */
static void
print_float (char *buffer, gsize size, float value)
{
  for (int precision = 6; precision <= 9; precision++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", precision);
      g_ascii_formatd (buffer, (int) size, format, (double) value);
      if ((float) g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  if (fabsf (value) < 1e7f && value == floorf (value))
    g_ascii_formatd (buffer, (int) size, "%.0f", (double) value);
}

/* Most samples have few digits or lie between 0.0001 and a million, where texts are made
 * in a faster way. */
static void
test_float_as_printed (void)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint round = 0; round < 60000; round++)
    {
      double scale = pow (10.0, g_test_rand_int_range (-6, 9));
      double number = round % 3 == 0 ? g_test_rand_int_range (-99999, 100000) / scale
                                     : g_test_rand_double_range (-10, 10) / scale;
      char expected[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_truncate (out, 0);
      im_text_append_float (out, (float) number);
      print_float (expected, sizeof expected, (float) number);
      g_assert_cmpstr (out->str, ==, expected);
    }
}

/* One digit less must not do: the significant digits of the text, cut by one and rounded,
 * read back to another number. */
static void
test_double_shortest (void)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint round = 0; round < 5000; round++)
    {
      double value = g_test_rand_double_range (1e-5, 1.0);
      char shorter[G_ASCII_DTOSTR_BUF_SIZE], format[8];
      int digits = 0;

      g_string_truncate (out, 0);
      im_text_append_double (out, value);
      for (const char *p = out->str; *p != '\0' && *p != 'e'; p++)
        digits += g_ascii_isdigit (*p) && (digits > 0 || *p != '0');

      g_snprintf (format, sizeof format, "%%.%dg", digits - 1);
      g_ascii_formatd (shorter, sizeof shorter, format, value);
      if (digits > 1 && g_ascii_strtod (shorter, NULL) == value)
        g_error ("%s is as good as %s", shorter, out->str);
    }
}

typedef struct
{
  const char *case_name;
  const char *name;
  const char *expected;
} NearestCase;

static const NearestCase nearest_cases[] = {
  { "exact", "hamming", "hamming" },
  { "other-case", "HAMMING", "hamming" },
  { "missing-letter", "haming", "hamming" },
  { "extra-letter", "hammming", "hamming" },
  { "wrong-letter", "hanming", "hamming" },
  { "swapped", "blakcman", "blackman" },
  { "swapped-in-short-name", "mle", "mel" },
  { "two-wrong-of-six", "window", "widows" },
  { "two-of-five-is-too-far", "hxxnn", NULL },
  { "one-of-three", "mil", "mel" },
  { "first-of-equals", "hanr", "hann" },
  { "nearest-not-first", "melt2", "melt1" },
  { "exact-behind-similar", "melt1", "melt1" },
  { "all-letters-wrong", "q", NULL },
  { "empty", "", NULL },
  { "nothing-near", "convolution", NULL },
  { "as-long-as-can-be",
    "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffGGGG",
    "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggg" },
  { "too-long", "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggggg",
    NULL },
};

static void
test_nearest (gconstpointer data)
{
  static const char *const candidates[] = {
    "hann",
    "hamming",
    "blackman",
    "mel",
    "melt1",
    "hank",
    "widows",
    "e",
    "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggg",
    "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggggggg",
  };
  const NearestCase *c = data;

  g_assert_cmpstr (im_text_nearest (c->name, candidates, G_N_ELEMENTS (candidates)), ==,
                   c->expected);
}

static void
test_nearest_of_none (void)
{
  g_assert_null (im_text_nearest ("hann", NULL, 0));
}

/* Blocks are compared at once, so the lengths are around theirs. */
static void
test_count_same (void)
{
  static const gsize lengths[] = { 0, 1, 511, 512, 513, 1024, 1300 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    for (guint k = 0; k < G_N_ELEMENTS (lengths); k++)
      {
        g_autofree char *same = g_strnfill (lengths[i], 'a');
        g_autofree char *rest = g_strnfill (lengths[k], 'b');
        g_autofree char *first = g_strconcat (same, "x", rest, NULL);
        g_autofree char *second = g_strconcat (same, "y", rest, NULL);
        gsize n = strlen (first);

        g_assert_cmpuint (im_text_count_same (first, second, n), ==, lengths[i]);
        g_assert_cmpuint (im_text_count_same (first, first, n), ==, n);
        g_assert_cmpuint (im_text_count_same_end (first + n, second + n, n), ==,
                          lengths[k]);
        g_assert_cmpuint (im_text_count_same_end (first + n, first + n, n), ==, n);
      }
}

static void
test_last_part (void)
{
  const char *id = "Core.Math.Max";

  g_assert_true (im_text_get_last_part (id) == id + strlen ("Core.Math."));
  g_assert_cmpstr (im_text_get_last_part ("Max"), ==, "Max");
  g_assert_cmpstr (im_text_get_last_part ("Core."), ==, "");
  g_assert_cmpstr (im_text_get_last_part (""), ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (double_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/text/double/", double_cases[i].name, NULL);

      g_test_add_data_func (path, &double_cases[i], test_double);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (float_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/text/float/", float_cases[i].name, NULL);

      g_test_add_data_func (path, &float_cases[i], test_float);
    }
  g_test_add_func ("/text/count-same", test_count_same);
  g_test_add_func ("/text/last-part", test_last_part);
  for (gsize i = 0; i < G_N_ELEMENTS (nearest_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/text/nearest/", nearest_cases[i].case_name,
                                           NULL);

      g_test_add_data_func (path, &nearest_cases[i], test_nearest);
    }
  g_test_add_func ("/text/double-round-trip", test_double_round_trip);
  g_test_add_func ("/text/double-shortest", test_double_shortest);
  g_test_add_func ("/text/float-round-trip", test_float_round_trip);
  g_test_add_func ("/text/float-as-printed", test_float_as_printed);
  g_test_add_func ("/text/nearest-of-none", test_nearest_of_none);

  return g_test_run ();
}
