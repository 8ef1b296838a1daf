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

#define LONGEST_NAME 64 /* longer names get no suggestion */

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

void
im_text_append_double (GString *out, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (append_special (out, value))
    return;

  for (int precision = first_precision (fabs (value) < DBL_MIN, DBL_DIG); precision <= 17;
       precision++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", precision);
      g_ascii_formatd (buffer, sizeof buffer, format, value);
      if (precision == 17 || g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  /* "1e+02" is what %g makes of 100 with one digit; whole numbers read better in full. */
  if (fabs (value) < 1e15 && value == floor (value))
    g_ascii_formatd (buffer, sizeof buffer, "%.0f", value);

  g_string_append (out, buffer);
}

void
im_text_append_float (GString *out, float value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (append_special (out, (double) value))
    return;

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
