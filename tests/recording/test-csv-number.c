/* SPDX-License-Identifier: MIT
 *
 * Numbers are compared with strtod(), which rounds correctly.
 */
#include <math.h>
#include <string.h>

#include "recording/im-csv-cell.h"

typedef struct
{
  const char *text;
  ImCsvKind kind;
} KindCase;

static const KindCase kind_cases[] = {
  { "0", IM_CSV_NUMBER },         { "-12.5e-3", IM_CSV_NUMBER },
  { "+.5", IM_CSV_NUMBER },       { "5.", IM_CSV_NUMBER },
  { "1e400", IM_CSV_NOT_FINITE }, { "1e99999999999999999999", IM_CSV_NOT_FINITE },
  { "nan", IM_CSV_NOT_FINITE },   { "-NaN", IM_CSV_NOT_FINITE },
  { "+inf", IM_CSV_NOT_FINITE },  { "INFINITY", IM_CSV_NOT_FINITE },
  { "", IM_CSV_EMPTY },           { ".", IM_CSV_TEXT },
  { "-", IM_CSV_TEXT },           { "e5", IM_CSV_TEXT },
  { "1e", IM_CSV_TEXT },          { "1e+", IM_CSV_TEXT },
  { "1e5.", IM_CSV_TEXT },        { "1.2.3", IM_CSV_TEXT },
  { "--1", IM_CSV_TEXT },         { "1 2", IM_CSV_TEXT },
  { "0x1p3", IM_CSV_TEXT },       { "infinite", IM_CSV_TEXT },
};

static void
test_kind (gconstpointer data)
{
  const KindCase *c = data;
  double value = 99;

  g_assert_cmpint (im_csv_parse_number (c->text, strlen (c->text), '.', &value), ==,
                   (int) c->kind);
  if (c->kind == IM_CSV_EMPTY || c->kind == IM_CSV_TEXT)
    g_assert_true (isnan (value));
}

/* At the borders of what one operation can round, and beyond. */
static const char *const exact_texts[] = {
  "9007199254740992",
  "9007199254740993",
  "9007199254740993e22",
  "1e22",
  "1e23",
  "1e-22",
  "1e-23",
  "0.1",
  "123456789012345678",
  "1234567890123456789",
  "12345678901234567890",
  "123456789012345678901234567890",
  "0.00000000000000000000000000000000000012345678901234567890",
  "1.7976931348623157e308",
  "2.2250738585072014e-308",
  "4.9406564584124654e-324",
  "1e-999",
  "0e999",
  "0.500000000000000166533453693773481063544750213623046875",
  "10000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
  "0"
  "000000000000000000000000000000000000000000000000000000000000000000000000000000e-150",
};

static void
assert_exact (const char *text)
{
  g_autofree char *negative = g_strconcat ("-", text, NULL);
  g_autofree char *with_comma = g_strdelimit (g_strdup (text), ".", ',');
  double expected = g_ascii_strtod (text, NULL), value;

  g_assert_cmpint (im_csv_parse_number (text, strlen (text), '.', &value), ==,
                   IM_CSV_NUMBER);
  g_assert_cmpmem (&value, sizeof value, &expected, sizeof expected);
  im_csv_parse_number (with_comma, strlen (with_comma), ',', &value);
  g_assert_cmpmem (&value, sizeof value, &expected, sizeof expected);
  expected = -expected;
  im_csv_parse_number (negative, strlen (negative), '.', &value);
  g_assert_cmpmem (&value, sizeof value, &expected, sizeof expected);
}

static void
test_exact (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (exact_texts); i++)
    assert_exact (exact_texts[i]);
}

static void
test_random (void)
{
  for (guint i = 0; i < 50000; i++)
    {
      int precision = g_test_rand_int_range (1, 21);
      int exponent = g_test_rand_int_range (-30, 30);
      double value = g_test_rand_double_range (0, 1) * pow (10, exponent);
      g_autofree char *text = g_strdup_printf (i % 2 == 0 ? "%.*g" : "%.*f", precision,
                                               value);

      assert_exact (text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (kind_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/csv-number/kind/%" G_GSIZE_FORMAT, i);

      g_test_add_data_func (path, &kind_cases[i], test_kind);
    }
  g_test_add_func ("/csv-number/exact", test_exact);
  g_test_add_func ("/csv-number/random", test_random);

  return g_test_run ();
}
