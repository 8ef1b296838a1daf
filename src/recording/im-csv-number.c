/* SPDX-License-Identifier: MIT
 *
 * Most numbers of a recording have few digits. If they fit into 53 bits, and the power of
 * ten that they are to be multiplied with or divided by is a double too, then one
 * operation rounds correctly, many times faster than strtod(). Source: W. D. Clinger,
 * "How to Read Floating Point Numbers Accurately", 1990, section 4.
 */
#include <math.h>
#include <string.h>

#include "recording/im-csv-cell.h"

#define MAX_EXACT_MANTISSA ((guint64) 1 << 53)
#define MAX_DIGITS         19 /* of any number below 2^63 */
#define MAX_EXPONENT       100000
#define STACK_LENGTH       128

static const double powers_of_ten[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                        1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

#define MAX_EXACT_POWER ((int) G_N_ELEMENTS (powers_of_ten) - 1)

/* A number as it is written: mantissa * 10^exponent, if it has at most MAX_DIGITS. */
typedef struct
{
  gboolean is_negative;
  guint64 mantissa;
  int exponent;
  guint n_digits; /* without leading zeros */
} Decimal;

/* Reads digits into the mantissa. Returns where they end. */
static const char *
scan_digits (const char *text, const char *end, Decimal *number)
{
  for (; text < end && g_ascii_isdigit (*text); text++)
    {
      if (number->n_digits < MAX_DIGITS)
        number->mantissa = number->mantissa * 10 + (guint64) (*text - '0');
      if (number->mantissa > 0)
        number->n_digits++;
    }

  return text;
}

static gboolean
scan_exponent (const char *text, const char *end, int *exponent)
{
  gboolean is_negative = text < end && *text == '-';
  int value = 0;

  if (text < end && (*text == '-' || *text == '+'))
    text++;
  if (text == end)
    return FALSE;
  for (; text < end && g_ascii_isdigit (*text); text++)
    value = MIN (value * 10 + (*text - '0'), MAX_EXPONENT);
  *exponent += is_negative ? -value : value;

  return text == end;
}

static gboolean
scan_decimal (const char *text, const char *end, char decimal, Decimal *number)
{
  *number = (Decimal){ .is_negative = text < end && *text == '-' };
  if (text < end && (*text == '-' || *text == '+'))
    text++;

  const char *whole_end = scan_digits (text, end, number);
  gboolean has_digits = whole_end > text;
  text = whole_end;
  if (text < end && *text == decimal)
    {
      const char *fraction = text + 1;

      text = scan_digits (fraction, end, number);
      has_digits |= text > fraction;
      number->exponent = -(int) MIN (text - fraction, MAX_EXPONENT);
    }
  if (!has_digits)
    return FALSE;

  return text == end || ((*text == 'e' || *text == 'E') &&
                         scan_exponent (text + 1, end, &number->exponent));
}

/* Reads what scan_decimal() has accepted. */
static double
read_slowly (const char *text, gsize length, char decimal)
{
  char stack[STACK_LENGTH];
  g_autofree char *heap = length < STACK_LENGTH ? NULL : g_malloc (length + 1);
  char *copy = heap != NULL ? heap : stack;

  memcpy (copy, text, length);
  copy[length] = '\0';
  if (decimal != '.')
    {
      char *point = strchr (copy, decimal);

      if (point != NULL)
        *point = '.';
    }

  return g_ascii_strtod (copy, NULL);
}

static double
decimal_to_double (const Decimal *number, const char *text, gsize length, char decimal)
{
  double value = (double) number->mantissa;

  if (number->n_digits > MAX_DIGITS || number->mantissa > MAX_EXACT_MANTISSA ||
      ABS (number->exponent) > MAX_EXACT_POWER)
    return read_slowly (text, length, decimal);

  if (number->exponent < 0)
    value /= powers_of_ten[-number->exponent];
  else
    value *= powers_of_ten[number->exponent];

  return number->is_negative ? -value : value;
}

static gboolean
parse_word (const char *text, gsize length, double *value)
{
  static const struct
  {
    const char *word;
    double value;
  } words[] = {
    { "nan", NAN },
    { "inf", INFINITY },
    { "infinity", INFINITY },
  };
  gboolean has_sign = length > 0 && (*text == '-' || *text == '+');
  gboolean is_negative = has_sign && *text == '-';

  text += has_sign ? 1 : 0;
  length -= has_sign ? 1 : 0;
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i].word) == length &&
        g_ascii_strncasecmp (text, words[i].word, length) == 0)
      {
        *value = is_negative ? -words[i].value : words[i].value;
        return TRUE;
      }

  return FALSE;
}

ImCsvKind
im_csv_parse_number (const char *text, gsize length, char decimal, double *value)
{
  Decimal number;

  if (scan_decimal (text, text + length, decimal, &number))
    {
      *value = decimal_to_double (&number, text, length, decimal);
      return isfinite (*value) ? IM_CSV_NUMBER : IM_CSV_NOT_FINITE;
    }

  *value = NAN;
  if (length == 0)
    return IM_CSV_EMPTY;

  return parse_word (text, length, value) ? IM_CSV_NOT_FINITE : IM_CSV_TEXT;
}
