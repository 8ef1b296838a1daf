/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "recording-text.h"

#define NAN_ALLOWED              \
  {                              \
    IM_RECORDING_ALLOW_NAN, 0, 0 \
  }
#define AT_50_HZ \
  {              \
    0, 50, 0     \
  }
#define IN_MS   \
  {             \
    0, 0, 0.001 \
  }

typedef struct
{
  const char *name;
  const char *text;
  const char *expected;
  ImRecordingOptions options;
} ReadCase;

static const ReadCase read_cases[] = {
  { "header", "a,b\n1,2\n3,4\n", "a b: 1 2; 3 4" },
  { "no-header", "1,2\n3,4\n", "column1 column2: 1 2; 3 4" },
  { "one-text-is-header", "1,b\n3,4\n", "1 b: 3 4" },
  { "one-column", "a\n1\n2\n", "a: 1; 2" },
  { "one-column-blank-in-name", "Sensor value\n1\n2\n", "Sensor value: 1; 2" },
  { "one-number", "7", "column1: 7" },
  { "no-final-newline", "a,b\n1,2", "a b: 1 2" },
  { "semicolon", "a;b\n1;2\n", "a b: 1 2" },
  { "tab", "a\tb\n1\t2\n", "a b: 1 2" },
  { "blank", "a b\n1 2\n", "a b: 1 2" },
  { "blanks", " a   b\n  1     2  \n-3 4\n", "a b: 1 2; -3 4" },
  { "comma-and-blank", "a, b\n1 , 2\n", "a b: 1 2" },
  { "bars", "a|b\n1,5|2\n3|4\n", "a b: 1.5 2; 3 4" },
  { "separator-in-names", "x (m,s);y (m,s)\n1;2\n3;4\n", "x (m,s) y (m,s): 1 2; 3 4" },
  { "decimal-comma-semicolon", "a;b\n1,5;-2\n0,25;1e-1\n", "a b: 1.5 -2; 0.25 0.1" },
  { "decimal-comma-tab", "1,5\t2,5\n3\t4,25\n", "column1 column2: 1.5 2.5; 3 4.25" },
  { "decimal-comma-late", "a;b\n1;2\n3;4,5\n", "a b: 1 2; 3 4.5" },
  { "decimal-comma-in-quotes", "a;b\n\"1,5\";\"2,5\"\n", "a b: 1.5 2.5" },
  { "decimal-of-header", "0.5;b\n1,5;2\n", "0.5 b: 1.5 2" },
  { "quotes", "\"a\",\"b, c\"\n\"1\", \"2\" \n3,4\n", "a b, c: 1 2; 3 4" },
  { "quotes-in-quotes", "\"the \"\"a\"\"\",b\n1,2\n", "the \"a\" b: 1 2" },
  { "quotes-and-blanks", "\"a b\" c\n1 \"2\"\n3 4\n", "a b c: 1 2; 3 4" },
  { "byte-order-mark",
    "\xEF\xBB\xBF"
    "1,2\n",
    "column1 column2: 1 2" },
  { "cr-lf", "a,b\r\n1,2\r\n3,4\r\n", "a b: 1 2; 3 4" },
  { "cr", "a,b\r1,2\r3,4\r", "a b: 1 2; 3 4" },
  { "comments", "# made by hand, 2 channels\n#\n\na,b\n1,2\n", "a b: 1 2" },
  { "empty-lines-around", "\n\na,b\n1,2\n\n  \n\n", "a b: 1 2" },
  { "final-separators", "a,b,\n1,2,\n3,4,\n", "a b: 1 2; 3 4" },
  { "final-separator-of-rows", "a,b\n1,2,\n3,4\n", "a b: 1 2; 3 4" },
  { "unnamed-column", ",b\n1,2\n", "column1 b: 1 2" },
  { "same-names", "a,a\n1,2\n", "a a: 1 2" },
  { "latin-1", "x [m/s\xB2],y\n1,2\n", "x [m/s\xC2\xB2] y: 1 2" },
  { "signs", "+1,-.5,5.,-0,1E+2\n",
    "column1 column2 column3 column4 column5: "
    "1 -0.5 5 -0 100" },
  { "rate-of-options", "a\n1\n2\n", "a: 1; 2 @50", AT_50_HZ },

  { "time", "time,a\n0,1\n0.02,2\n0.04,3\n", "a: 1; 2; 3 t=0 0.02 0.04 @50" },
  { "time-has-rate", "time,a\n0,1\n0.1,2\n", "a: 1; 2 t=0 0.1 @10", AT_50_HZ },
  { "time-of-one-row", "time,a\n5,1\n", "a: 1 t=5 @50", AT_50_HZ },
  { "time-ms", "Time (ms),a\n0,1\n20,2\n", "a: 1; 2 t=0 0.02 @50" },
  { "time-us", "time_us;a\n0;1\n500;2\n", "a: 1; 2 t=0 0.0005 @2000" },
  { "time-micro-sign", "Timestamp [\xC2\xB5s],a\n0,1\n500,2\n",
    "a: 1; 2 t=0 0.0005 @2000" },
  { "time-mu", "t_\xCE\xBCs,a\n0,1\n500,2\n", "a: 1; 2 t=0 0.0005 @2000" },
  { "time-ns", "elapsed time in ns,a\n0,1\n1000000,2\n", "a: 1; 2 t=0 0.001 @1000" },
  { "time-unit-of-options", "time,a\n0,1\n20,2\n", "a: 1; 2 t=0 0.02 @50", IN_MS },
  { "time-last", "a,b,seconds since start,timestamp\n1,2,3,0\n1,2,4,0.5\n",
    "a b seconds since start: 1 2 3; 1 2 4 t=0 0.5 @2" },
  { "time-t", "t,a\n0,1\n1,2\n", "a: 1; 2 t=0 1 @1" },
  { "time-unit-alone", "ms,a\n0,1\n4,2\n", "a: 1; 2 t=0 0.004 @250" },
  { "time-t-not-first", "a,t\n1,20\n2,21\n", "a t: 1 20; 2 21" },
  { "time-t-decreases", "t,a\n20,1\n21,2\n20,3\n", "t a: 20 1; 21 2; 20 3" },
  { "time-t-stays", "t,a\n20,1\n20,2\n", "t a: 20 1; 20 2" },
  { "time-t-alone", "t\n1\n2\n", "t: 1; 2" },
  { "time-no-header", "0,1\n1,2\n", "column1 column2: 0 1; 1 2" },
  { "no-time", "reaction time,time constant\n2,1\n1,1\n",
    "reaction time time constant: 2 1; 1 1" },
  { "time-since-1970-s", "time,a\n1700000000,1\n1700000001,2\n",
    "a: 1; 2 t=1700000000 1700000001 @1" },
  { "time-since-1970-ms", "timestamp,a\n1700000000000,1\n1700000000500,2\n",
    "a: 1; 2 t=1700000000 1700000000.5 @2" },
  { "time-since-1970-us", "timestamp,a\n1700000000000000,1\n1700000000500000,2\n",
    "a: 1; 2 t=1700000000 1700000000.5 @2" },
  { "time-since-1970-ns", "timestamp,a\n1700000000000000000,1\n1700000000500000000,2\n",
    "a: 1; 2 t=1700000000 1700000000.5 @2" },
  { "time-gap", "time,a\n0,1\n1,2\n3,3\n4,4\n5,5\n",
    "a: 1; 2; 3; 4; 5 t=0 1 3 4 5 @1 irregular at 2" },
  { "time-within-1-percent", "time,a\n0,1\n1,2\n2.01,3\n3.01,4\n",
    "a: 1; 2; 3; 4 t=0 1 2.01 3.01 @1" },
  { "time-beyond-1-percent", "time,a\n0,1\n1,2\n2.011,3\n3.011,4\n",
    "a: 1; 2; 3; 4 t=0 1 2.011 3.011 @1 irregular at 2" },
  { "time-twice", "time,a\n0,1\n1,2\n1,3\n2,4\n3,5\n",
    "a: 1; 2; 3; 4; 5 t=0 1 1 2 3 @1 irregular at 2" },
  { "time-stands", "time,a\n1,1\n1,2\n", "a: 1; 2 t=1 1" },

  { "nan-empty", "a,b\n1,\n,4\n", "a b: 1 NaN; NaN 4", NAN_ALLOWED },
  { "nan-words", "nan,NaN,-inf,Infinity\n",
    "column1 column2 column3 column4: "
    "NaN NaN -Infinity Infinity",
    NAN_ALLOWED },
  { "nan-too-large", "1e999,-1e999\n", "column1 column2: Infinity -Infinity",
    NAN_ALLOWED },
};

static void
test_read (Fixture *fixture, gconstpointer data)
{
  const ReadCase *c = data;
  g_autoptr (GError) error = NULL;

  write_file (fixture, c->text, strlen (c->text));
  g_autoptr (ImRecording) recording = im_recording_load (fixture->path, &c->options,
                                                         &error);
  g_assert_no_error (error);
  g_assert_nonnull (recording);
  g_assert_cmpint (recording->dtype, ==, IM_DTYPE_FLOAT64);

  g_autofree char *description = dup_description (recording);
  g_assert_cmpstr (description, ==, c->expected);
}

typedef struct
{
  const char *name;
  const char *text;
  gsize length; /* 0 for the length of the string */
  ImRecordingError code;
  const char *message;
  ImRecordingOptions options;
} RefuseCase;

static const RefuseCase refuse_cases[] = {
  { "empty", "", 0, IM_RECORDING_ERROR_EMPTY,
    "file: expected rows of numbers, found an empty file" },
  { "only-mark", "\xEF\xBB\xBF", 0, IM_RECORDING_ERROR_EMPTY,
    "file: expected rows of numbers, found an empty file" },
  { "only-comments", "# a\n\n", 0, IM_RECORDING_ERROR_EMPTY,
    "file: expected rows of numbers, found only empty lines and comments" },
  { "only-header", "# x\na,b\n", 0, IM_RECORDING_ERROR_EMPTY,
    "file:2: expected rows of numbers below this header, found none" },
  { "only-time", "time\n1\n2\n", 0, IM_RECORDING_ERROR_EMPTY,
    "file:1: expected a channel besides the time, found none" },
  { "missing", "a,b,c\n1,2,3\n4,,6\n", 0, IM_RECORDING_ERROR_MISSING,
    "file:3: column 2 (b): expected a number, found an empty cell" },
  { "missing-quoted", "a,b\n1,\"\"\n", 0, IM_RECORDING_ERROR_MISSING,
    "file:2: column 2 (b): expected a number, found an empty cell" },
  { "missing-time", "time,b\n1,2\n,2\n", 0, IM_RECORDING_ERROR_MISSING,
    "file:3: column 1 (time): expected a number, found an empty cell", NAN_ALLOWED },
  { "nan", "a,b\n1,nan\n", 0, IM_RECORDING_ERROR_MISSING,
    "file:2: column 2 (b): expected a finite number, found “nan”" },
  { "infinite", "1,2\n-Inf,3\n", 0, IM_RECORDING_ERROR_MISSING,
    "file:2: column 1: expected a finite number, found “-Inf”" },
  { "too-large-number", "1,2\n1,1e309\n", 0, IM_RECORDING_ERROR_MISSING,
    "file:2: column 2: expected a finite number, found “1e309”" },
  { "text", "a,acc_z\n1,2\n3,broken\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:3: column 2 (acc_z): expected a number, found “broken”" },
  { "text-with-nan-allowed", "a,b\n1,n/a\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:2: column 2 (b): expected a number, found “n/a”", NAN_ALLOWED },
  { "unit-behind", "a,b\n1,2 g\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:2: column 2 (b): expected a number, found “2 g”" },
  { "single-quotes", "'a','b'\n'1','2'\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:2: column 1 ('a'): expected a number, found “'1'”" },
  { "decimal-comma-and-comma", "a,b\n\"1,5\",\"2,5\"\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:2: column 1 (a): expected a number, found “1,5”" },
  { "true", "a,b\n1,true\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:2: column 2 (b): expected a number, found “true”" },
  { "typographic-minus",
    "a,b\n1,\xE2\x88\x92"
    "2\n",
    0, IM_RECORDING_ERROR_NUMBER,
    "file:2: column 2 (b): expected a number, found “\xE2\x88\x92"
    "2”" },
  { "units-below-header", "a,b\n(g),(g)\n1,2\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:2: column 1 (a): expected a number, found “(g)”" },
  { "quote-over-lines", "\"a\nx\",b\n1,2\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:2: column 1 (\"a): expected a number, found “x\",b”" },
  { "hexadecimal", "a,b\n1,0x10\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:2: column 2 (b): expected a number, found “0x10”" },
  { "date", "time,b\n2024-01-01 12:00:00,1\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:2: column 1 (time): expected a number, found “2024-01-01 12:00:00”" },
  { "long-text", "a,b\n1,0123456789012345678901234567890123456789x\n", 0,
    IM_RECORDING_ERROR_NUMBER,
    "file:2: column 2 (b): expected a number, found "
    "“01234567890123456789012345678901…”" },
  { "control-bytes", "a,b\n1,\x1B[2J\xFF\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:2: column 2 (b): expected a number, found “\\x1B[2J\xC3\xBF”" },
  { "cut-between-characters", "a,b\n1,012345678901234567890123456789x\xE2\x82\xAC\n", 0,
    IM_RECORDING_ERROR_NUMBER,
    "file:2: column 2 (b): expected a number, found “012345678901234567890123456789x…”" },
  { "no-encoding", "a,b\n1,\x81\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:2: column 2 (b): expected a number, found “?”" },
  { "control-bytes-in-name", "a,\x1B[2J\n1,\n", 0, IM_RECORDING_ERROR_MISSING,
    "file:2: column 2 (\\x1B[2J): expected a number, found an empty cell" },
  { "comment-inside", "a,b\n1,2\n# pause\n3,4\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:3: column 1 (a): expected a number, found “# pause”" },
  { "decimal-comma-mixed", "a;b\n1,5;2\n3;2.5\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:3: column 2 (b): expected a number with decimal comma, found “2.5”" },
  { "decimal-point-mixed", "a;b\n1.5;2\n3;2,5\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:3: column 2 (b): expected a number, found “2,5”" },
  { "thousands", "a;b\n1;1.234,5\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:2: column 2 (b): expected a number, found “1.234,5”" },
  { "open-quote", "a,b\n1,\"2\n3,4\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:2: column 2 (b): expected a number, found “\"2”" },
  { "half-quoted", "a,b\n1,\"2\"3\n", 0, IM_RECORDING_ERROR_NUMBER,
    "file:2: column 2 (b): expected a number, found “\"2\"3”" },
  { "too-few", "a,b,c\n1,2,3\n4,5\n", 0, IM_RECORDING_ERROR_RAGGED,
    "file:3: column 3 (c): expected 3 cells as in line 1, found 2; the row ends before "
    "this one" },
  { "too-few-no-header", "1,2,3\n4\n5,6,7\n", 0, IM_RECORDING_ERROR_RAGGED,
    "file:2: column 2: expected 3 cells as in line 1, found 1; the row ends before this "
    "one" },
  { "too-many", "a,b\n1,2\n3,4,5,6\n", 0, IM_RECORDING_ERROR_RAGGED,
    "file:3: column 3: expected 2 cells as in line 1, found 4" },
  { "two-final-separators", "a,b\n1,2,,\n", 0, IM_RECORDING_ERROR_RAGGED,
    "file:2: column 3: expected 2 cells as in line 1, found 4" },
  { "empty-line-inside", "a,b\n1,2\n\n\n3,4\n", 0, IM_RECORDING_ERROR_RAGGED,
    "file:3: column 1: expected 2 cells as in line 1, found an empty line before the "
    "last row" },
  { "time-backwards", "a,time\n1,0\n2,0.02\n3,0.01\n", 0, IM_RECORDING_ERROR_TIME,
    "file:4: column 2 (time): expected a time from 0.02 on, as in line 3, found 0.01: "
    "time runs backwards" },
  { "utf-16",
    "\xFF\xFE"
    "1\0,\0"
    "2\0",
    8, IM_RECORDING_ERROR_FORMAT,
    "file: byte 0: expected text in UTF-8, found the byte order mark of UTF-16" },
  { "utf-16-big",
    "\xFE\xFF"
    "\0"
    "1",
    4, IM_RECORDING_ERROR_FORMAT,
    "file: byte 0: expected text in UTF-8, found the byte order mark of UTF-16" },
  { "utf-16-no-mark",
    "1\0,\0"
    "2",
    5, IM_RECORDING_ERROR_FORMAT, "file: byte 1: expected text, found a zero byte" },
  { "zero-byte", "a,b\n1,\0\n", 8, IM_RECORDING_ERROR_FORMAT,
    "file: byte 6: expected text, found a zero byte" },
  { "flac", "fLaC\0\0\0\x22", 8, IM_RECORDING_ERROR_FORMAT,
    "file: expected a CSV, WAV or NPY file, found FLAC" },
  { "xlsx", "PK\x03\x04\x14", 0, IM_RECORDING_ERROR_FORMAT,
    "file: expected a CSV, WAV or NPY file, found ZIP or XLSX" },
};

static void
test_refuse (Fixture *fixture, gconstpointer data)
{
  const RefuseCase *c = data;
  g_autoptr (GError) error = NULL;

  write_file (fixture, c->text, c->length > 0 ? c->length : strlen (c->text));
  g_autoptr (ImRecording) recording = im_recording_load (fixture->path, &c->options,
                                                         &error);
  g_assert_null (recording);
  assert_message (fixture, error, IM_RECORDING_ERROR, (int) c->code, c->message);
}

/* Lines across the borders of the blocks that a file is read in. */
static void
test_blocks (Fixture *fixture, gconstpointer data)
{
  const char *line_end = data;
  const guint n_rows = 300000;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n_rows; i++)
    g_string_append_printf (text, "%u,-%u%s", i, i, line_end);
  write_file (fixture, text->str, text->len);
  g_autoptr (ImRecording) recording = im_recording_load (fixture->path, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (recording->n_rows, ==, n_rows);
  for (guint i = 0; i < n_rows; i++)
    if (recording->values[2 * i] != i || recording->values[2 * i + 1] != -(double) i)
      g_error ("row %u is wrong", i);
}

static void
test_long_line (Fixture *fixture, gconstpointer data)
{
  const gsize limit = 1 << 20;
  g_autofree char *text = g_malloc (limit + 3);
  g_autoptr (GError) error = NULL;

  memset (text, ' ', limit + 3);
  memcpy (text, "1\n2", 3);
  text[limit + 2] = '\n';
  write_file (fixture, text, limit + 3);
  g_autoptr (ImRecording) longest = im_recording_load (fixture->path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (longest->n_rows, ==, 2);

  text[limit + 2] = ' ';
  write_file (fixture, text, limit + 3);
  g_autoptr (ImRecording) too_long = im_recording_load (fixture->path, NULL, &error);
  g_assert_null (too_long);
  assert_message (fixture, error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TOO_LARGE,
                  "file:2: expected lines of at most 1048576 bytes, this one is longer");
}

static void
test_many_columns (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("1");
  g_autoptr (GError) error = NULL;

  for (guint i = 1; i < IM_RECORDING_MAX_CHANNELS; i++)
    g_string_append (text, ",1");
  write_file (fixture, text->str, text->len);
  g_autoptr (ImRecording) most = im_recording_load (fixture->path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (most->n_channels, ==, IM_RECORDING_MAX_CHANNELS);

  g_string_append (text, ",1");
  write_file (fixture, text->str, text->len);
  g_autoptr (ImRecording) too_many = im_recording_load (fixture->path, NULL, &error);
  g_assert_null (too_many);
  assert_message (fixture, error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TOO_LARGE,
                  "file:1: expected at most 4096 columns, found more");
}

/* Behind the part of the file that is looked at in advance. */
static void
test_late_zero_byte (Fixture *fixture, gconstpointer data)
{
  const guint n_rows = 600000;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n_rows; i++)
    g_string_append (text, "1\n");
  g_string_append_len (text, "2\0", 2);
  write_file (fixture, text->str, text->len);
  g_assert_null (im_recording_load (fixture->path, NULL, &error));
  assert_message (fixture, error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_NUMBER,
                  "file:600001: column 1: expected a number, found “2\\x00”");
}

typedef struct
{
  const char *name;
  const char *text;
  double duration_s;
  ImRecordingOptions options;
} DurationCase;

static const DurationCase duration_cases[] = {
  { "time", "time,a\n1,0.1\n1.5,2\n", 1 },
  { "time-unit", "t_ms;a\n0;1,5\n20;2\n", 0.04 },
  { "rate", "a,b\n1,2\n3,4\n", 0.04, AT_50_HZ },
  { "neither", "a,b\n1,2\n3,4\n", 0 },
};

static void
test_duration (Fixture *fixture, gconstpointer data)
{
  const DurationCase *c = data;
  g_autoptr (GError) error = NULL;

  write_file (fixture, c->text, strlen (c->text));
  g_autoptr (ImRecording) recording = im_recording_load (fixture->path, &c->options,
                                                         &error);
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (im_recording_get_duration_s (recording), c->duration_s,
                                  1e-12);
}

/* What a motion sensor would say in 41.6 s. */
static void
test_example (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_BUILT, "data", "motion.csv",
                                                 NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ImRecording) recording = im_recording_load (path, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (recording->n_rows, ==, 2080);
  g_assert_cmpuint (recording->n_channels, ==, 6);
  g_assert_cmpfloat (recording->rate_hz, ==, 50);
  g_assert_false (recording->is_irregular);
  g_assert_cmpfloat (recording->values[6 * 2079 + 5], ==, 0.183105);
}

#define ADD_ROWS(prefix, rows, function)                                 \
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)                        \
    {                                                                    \
      g_autofree char *path = g_strconcat (prefix, rows[i].name, NULL);  \
                                                                         \
      g_test_add (path, Fixture, &rows[i], set_up, function, tear_down); \
    }

#define ADD(path, data, function) \
  g_test_add (path, Fixture, data, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD_ROWS ("/recording-csv/read/", read_cases, test_read);
  ADD_ROWS ("/recording-csv/refuse/", refuse_cases, test_refuse);
  ADD_ROWS ("/recording-csv/duration/", duration_cases, test_duration);
  ADD ("/recording-csv/blocks/lf", "\n", test_blocks);
  ADD ("/recording-csv/blocks/cr-lf", "\r\n", test_blocks);
  ADD ("/recording-csv/blocks/cr", "\r", test_blocks);
  ADD ("/recording-csv/limits/line", NULL, test_long_line);
  ADD ("/recording-csv/limits/columns", NULL, test_many_columns);
  ADD ("/recording-csv/refuse/late-zero-byte", NULL, test_late_zero_byte);
  g_test_add_func ("/recording-csv/example", test_example);

  return g_test_run ();
}
