/* SPDX-License-Identifier: MIT
 *
 * Shortest round trip by trying precisions upward, beginning with the one that every
 * decimal survives: at most three tries, except for subnormal numbers.
 */
#include "base/im-text.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_NAME 64  /* longer names get no suggestion */
#define BLOCK_BYTES  512 /* that are compared at once */
#define MAX_WHOLE    1e15

static gboolean
append_special (GString *out, double value)
{
  if (isnan (value))
    g_string_append (out, "NaN");
  else if (isinf (value))
    g_string_append (out, value < 0 ? "-Infinity" : "Infinity");
  else
    return FALSE;

  return TRUE;
}

/* Every decimal of so few digits that a type keeps them all is printed by %g without
 * zeros behind it; only among subnormal numbers a shorter one may read back as well. */
static int
first_precision (gboolean is_subnormal, int kept_digits)
{
  return is_subnormal ? 1 : kept_digits;
}

/* Appends @digits divided by 10 to the power of @n_decimals, without zeros at the end. */
static void
append_decimal (GString *out, guint64 digits, guint n_decimals)
{
  char buffer[32];
  char *p = buffer + sizeof buffer;

  for (; n_decimals > 0 && digits % 10 == 0; n_decimals--)
    digits /= 10;
  for (guint i = 0; i <= n_decimals || digits > 0; i++)
    {
      if (i == n_decimals && i > 0)
        *--p = '.';
      *--p = (char) ('0' + digits % 10);
      digits /= 10;
    }
  g_string_append_len (out, p, buffer + sizeof buffer - p);
}

void
im_text_append_double (GString *out, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (append_special (out, value))
    return;
  /* "1e+02" is what %g makes of 100 with one digit; whole numbers read better in full. */
  if (fabs (value) < MAX_WHOLE && value == floor (value))
    {
      if (signbit (value))
        g_string_append_c (out, '-');
      append_decimal (out, (guint64) fabs (value), 0);
      return;
    }

  for (int precision = first_precision (fabs (value) < DBL_MIN, DBL_DIG); precision <= 17;
       precision++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", precision);
      g_ascii_formatd (buffer, sizeof buffer, format, value);
      if (precision == 17 || g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  g_string_append (out, buffer);
}

#define MIN_EXPONENT (-4) /* of numbers that %g prints without an exponent */
#define MAX_EXPONENT 5    /* with FLT_DIG digits */

static const double powers[] = { 1e0, 1e1, 1e2, 1e3,  1e4,  1e5, 1e6,
                                 1e7, 1e8, 1e9, 1e10, 1e11, 1e12 };

/* What the loop below does, without printing and reading each attempt: a float times a
 * power of ten that a double holds is nearly exact, and so is the decimal read back.
 * Where the next digit is in doubt nothing is appended. */
static gboolean
append_float_quickly (GString *out, double magnitude)
{
  int exponent = MIN_EXPONENT;

  if (!(magnitude >= 1e-4) || magnitude >= 1e6)
    return FALSE;
  while (exponent < MAX_EXPONENT &&
         magnitude >= (exponent < -1 ? 1 / powers[-exponent - 1] : powers[exponent + 1]))
    exponent++;

  for (int precision = FLT_DIG; precision <= 9; precision++)
    {
      guint n_decimals = (guint) (precision - 1 - exponent);
      double scaled = magnitude * powers[n_decimals];
      double rounded = rint (scaled);

      if (fabs (fabs (scaled - rounded) - 0.5) < 1e-4 || rounded >= powers[precision])
        return FALSE;
      if ((double) (float) (rounded / powers[n_decimals]) != magnitude)
        continue;
      append_decimal (out, (guint64) rounded, n_decimals);
      return TRUE;
    }

  return FALSE;
}

void
im_text_append_float (GString *out, float value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  gsize start = out->len;

  if (append_special (out, (double) value))
    return;

  if (value < 0)
    g_string_append_c (out, '-');
  if (append_float_quickly (out, fabs ((double) value)))
    return;
  g_string_truncate (out, start);

  for (int precision = first_precision (fabsf (value) < FLT_MIN, FLT_DIG); precision <= 9;
       precision++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", precision);
      g_ascii_formatd (buffer, sizeof buffer, format, (double) value);
      if (precision == 9 || (float) g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  if (fabsf (value) < 1e7f && value == floorf (value))
    g_ascii_formatd (buffer, sizeof buffer, "%.0f", (double) value);

  g_string_append (out, buffer);
}

/* Edit distance with transpositions, by the usual table of three rows. */
static guint
edit_distance (const char *a, const char *b)
{
  guint rows[3][LONGEST_NAME + 1];
  guint n = (guint) strlen (a), m = (guint) strlen (b);

  for (guint j = 0; j <= m; j++)
    rows[0][j] = j;
  for (guint i = 1; i <= n; i++)
    {
      guint *row = rows[i % 3];
      const guint *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];

      row[0] = i;
      for (guint j = 1; j <= m; j++)
        {
          gboolean same = g_ascii_tolower (a[i - 1]) == g_ascii_tolower (b[j - 1]);

          row[j] = MIN (above[j], row[j - 1]) + 1;
          row[j] = MIN (row[j], above[j - 1] + (same ? 0 : 1));
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            row[j] = MIN (row[j], two_above[j - 2] + 1);
        }
    }

  return rows[n % 3][m];
}

const char *
im_text_get_last_part (const char *id)
{
  const char *dot = strrchr (id, '.');

  return dot == NULL ? id : dot + 1;
}

gint
im_text_compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

const char *
im_text_nearest (const char *name, const char *const *candidates, guint n_candidates)
{
  gsize length = strlen (name);
  const char *nearest = NULL;
  guint limit = MAX (1, (guint) length / 3);

  if (length == 0 || length > LONGEST_NAME)
    return NULL;

  for (guint i = 0; i < n_candidates; i++)
    {
      gsize other = strlen (candidates[i]);

      if (other > LONGEST_NAME || MAX (other, length) - MIN (other, length) > limit)
        continue;

      guint distance = edit_distance (name, candidates[i]);
      if (distance <= limit && distance < other)
        {
          if (distance == 0)
            return candidates[i];
          nearest = candidates[i];
          limit = distance - 1;
        }
    }

  return nearest;
}

gboolean
im_text_is_python_keyword (const char *name)
{
  static const char *const keywords[] = {
    "False",   "None",     "True",     "and",    "as",   "assert", "async",  "await",
    "break",   "class",    "continue", "def",    "del",  "elif",   "else",   "except",
    "finally", "for",      "from",     "global", "if",   "import", "in",     "is",
    "lambda",  "nonlocal", "not",      "or",     "pass", "raise",  "return", "try",
    "while",   "with",     "yield",    NULL
  };

  return g_strv_contains (keywords, name);
}

gsize
im_text_count_same (const char *first, const char *second, gsize n)
{
  gsize i = 0;

  while (n - i >= BLOCK_BYTES && memcmp (first + i, second + i, BLOCK_BYTES) == 0)
    i += BLOCK_BYTES;
  while (i < n && first[i] == second[i])
    i++;

  return i;
}

gsize
im_text_count_same_end (const char *first_end, const char *second_end, gsize n)
{
  gsize i = 0;

  while (n - i >= BLOCK_BYTES && memcmp (first_end - i - BLOCK_BYTES,
                                         second_end - i - BLOCK_BYTES, BLOCK_BYTES) == 0)
    i += BLOCK_BYTES;
  while (i < n && first_end[-1 - (gssize) i] == second_end[-1 - (gssize) i])
    i++;

  return i;
}
