/* SPDX-License-Identifier: MIT */
#include "recording/im-recording-time.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TOLERANCE   0.01 /* of the median step */
#define GAP_STEPS   1.5  /* usual steps that are too long */
#define RATE_DIGITS 9    /* of which binary fractions of a second leave no trace */

typedef enum
{
  WORD_TIME,
  WORD_LIKELY,
  WORD_UNIT,
  WORD_FILLER, /* says which time, or how it is counted */
} WordKind;

typedef struct
{
  const char *text; /* case-folded, which makes a Greek letter of the micro sign */
  WordKind kind;
  double units_per_s;
} Word;

static const Word words[] = {
  { "time", WORD_TIME, 0 },
  { "timestamp", WORD_TIME, 0 },
  { "timestamps", WORD_TIME, 0 },
  { "uptime", WORD_TIME, 0 },
  { "t", WORD_LIKELY, 0 },
  { "ts", WORD_LIKELY, 0 },
  { "elapsed", WORD_LIKELY, 0 },
  { "s", WORD_UNIT, 1 },
  { "sec", WORD_UNIT, 1 },
  { "secs", WORD_UNIT, 1 },
  { "second", WORD_UNIT, 1 },
  { "seconds", WORD_UNIT, 1 },
  { "ms", WORD_UNIT, 1e3 },
  { "msec", WORD_UNIT, 1e3 },
  { "millis", WORD_UNIT, 1e3 },
  { "millisecond", WORD_UNIT, 1e3 },
  { "milliseconds", WORD_UNIT, 1e3 },
  { "us", WORD_UNIT, 1e6 },
  { "\xCE\xBCs", WORD_UNIT, 1e6 },
  { "usec", WORD_UNIT, 1e6 },
  { "micros", WORD_UNIT, 1e6 },
  { "microsecond", WORD_UNIT, 1e6 },
  { "microseconds", WORD_UNIT, 1e6 },
  { "ns", WORD_UNIT, 1e9 },
  { "nsec", WORD_UNIT, 1e9 },
  { "nanos", WORD_UNIT, 1e9 },
  { "nanosecond", WORD_UNIT, 1e9 },
  { "nanoseconds", WORD_UNIT, 1e9 },
  { "stamp", WORD_FILLER, 0 },
  { "in", WORD_FILLER, 0 },
  { "since", WORD_FILLER, 0 },
  { "start", WORD_FILLER, 0 },
  { "sample", WORD_FILLER, 0 },
  { "sensor", WORD_FILLER, 0 },
  { "system", WORD_FILLER, 0 },
  { "device", WORD_FILLER, 0 },
  { "unix", WORD_FILLER, 0 },
  { "epoch", WORD_FILLER, 0 },
  { "relative", WORD_FILLER, 0 },
};

static gboolean
is_word_byte (char c)
{
  return g_ascii_isalnum (c) || (guchar) c >= 0x80;
}

static const Word *
find_word (const char *text, gsize length)
{
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i].text) == length && memcmp (words[i].text, text, length) == 0)
      return &words[i];

  return NULL;
}

ImTimeName
im_recording_time_parse_name (const char *name, double *units_per_s)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);
  ImTimeName result = IM_TIME_NAME_NONE;
  const char *end = folded;

  *units_per_s = 0;
  for (const char *start = folded; *start != '\0'; start = end)
    {
      end = start + 1;
      if (!is_word_byte (*start))
        continue;
      while (is_word_byte (*end))
        end++;

      const Word *word = find_word (start, (gsize) (end - start));
      if (word == NULL)
        return IM_TIME_NAME_NONE;
      if (word->kind == WORD_TIME)
        result = IM_TIME_NAME_CERTAIN;
      else if (word->kind != WORD_FILLER)
        result = MAX (result, IM_TIME_NAME_LIKELY);
      if (word->kind == WORD_UNIT)
        *units_per_s = word->units_per_s;
    }

  return result;
}

double
im_recording_time_guess_unit (double first)
{
  return first >= 1e17 ? 1e9 : first >= 1e14 ? 1e6 : first >= 1e11 ? 1e3 : 1;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

double
im_recording_time_find_step (const double *times, gsize n_times)
{
  gsize n = MIN (MAX (n_times, 1) - 1, IM_RECORDING_RATE_STEPS);
  g_autofree double *steps = g_new (double, n + 1);

  if (n == 0)
    return 0;
  for (gsize i = 0; i < n; i++)
    steps[i] = times[i + 1] - times[i];
  qsort (steps, n, sizeof *steps, compare_doubles);

  return (steps[(n - 1) / 2] + steps[n / 2]) / 2;
}

double
im_recording_time_round_rate (double rate_hz)
{
  double scale = pow (10, RATE_DIGITS - ceil (log10 (rate_hz)));
  double rounded = rint (rate_hz * scale) / scale;

  return isfinite (rounded) ? rounded : rate_hz;
}

void
im_recording_time_check (ImRecording *format,
                         const double *time_s,
                         gsize n,
                         gsize first_row,
                         double before_s,
                         double step_s)
{
  for (gsize i = 0; i < n && !format->is_irregular; i++)
    {
      double before = i == 0 ? before_s : time_s[i - 1];
      /* Seconds since 1970 have no finer steps than this. */
      double resolution = 2 * DBL_EPSILON * fabs (time_s[i]);

      if (isnan (before) ||
          fabs (time_s[i] - before - step_s) <= TOLERANCE * step_s + resolution)
        continue;
      format->is_irregular = TRUE;
      format->irregular_row = first_row + i;
      format->irregular_step_s = time_s[i] - before;
    }
}

void
im_recording_gaps_add (ImRecordingGaps *gaps, const ImRecording *rows)
{
  for (gsize i = 0; rows->has_time && rows->rate_hz > 0 && i < rows->n_rows; i++)
    {
      double step_s = rows->time_s[i] - (i == 0 ? gaps->last_s : rows->time_s[i - 1]);

      if (gaps->n_rows + i == 0 || step_s * rows->rate_hz <= GAP_STEPS)
        continue;
      if (gaps->n++ == 0)
        gaps->first_row = gaps->n_rows + i;
      gaps->longest_s = MAX (gaps->longest_s, step_s);
    }
  gaps->n_rows += rows->n_rows;
  gaps->last_s = rows->end_s;
}
