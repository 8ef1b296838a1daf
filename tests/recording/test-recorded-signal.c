/* SPDX-License-Identifier: MIT
 *
 * Recordings as signals, and signals as files: what is read is what was written, of
 * files that are kept, that are read again, and that go away meanwhile.
 */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/im-arena.h"
#include "recording/im-recorded-signal.h"
#include "recording/im-signal-write.h"
#include "tensor/im-npy.h"

#define RATE_HZ 8000

static char *folder;

static char *
dup_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
append_word (GByteArray *bytes, guint32 word, guint n_bytes)
{
  word = GUINT32_TO_LE (word);
  g_byte_array_append (bytes, (const guint8 *) &word, n_bytes);
}

static gint16
get_sample (gsize row, guint channel)
{
  return (gint16) (row * 7919 + channel * 13);
}

/* A file of 16-bit samples. */
static char *
write_wav (const char *name, gsize n_rows, guint n_channels)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint32 n_bytes = (guint32) (n_rows * n_channels * 2);
  char *path = dup_path (name);

  g_byte_array_append (bytes, (const guint8 *) "RIFF", 4);
  append_word (bytes, 36 + n_bytes, 4);
  g_byte_array_append (bytes, (const guint8 *) "WAVEfmt ", 8);
  append_word (bytes, 16, 4);
  append_word (bytes, 1, 2);
  append_word (bytes, n_channels, 2);
  append_word (bytes, RATE_HZ, 4);
  append_word (bytes, RATE_HZ * n_channels * 2, 4);
  append_word (bytes, n_channels * 2, 2);
  append_word (bytes, 16, 2);
  g_byte_array_append (bytes, (const guint8 *) "data", 4);
  append_word (bytes, n_bytes, 4);
  for (gsize row = 0; row < n_rows; row++)
    for (guint c = 0; c < n_channels; c++)
      append_word (bytes, (guint16) get_sample (row, c), 2);
  g_assert_true (
      g_file_set_contents (path, (const char *) bytes->data, bytes->len, NULL));

  return path;
}

/* A file that is read in the usual way. */
static ImRecordedSignal *
open_path (const char *path, GError **error)
{
  g_autoptr (ImFeed) feed = im_feed_new (path);

  return im_recorded_signal_open (feed, NULL, error);
}

static ImRecordedSignal *
read_all (const char *path)
{
  g_autoptr (GError) error = NULL;
  ImRecordedSignal *recorded = open_path (path, &error);

  g_assert_no_error (error);
  im_recorded_signal_read (recorded, NULL);

  return recorded;
}

static void
test_wav (void)
{
  g_autofree char *path = write_wav ("two.wav", 3000, 2);
  g_autoptr (ImRecordedSignal) recorded = read_all (path);
  const ImSignalFormat *format = im_signal_get_format (recorded->signal);
  double numbers[2];
  gboolean is_finished;

  g_assert_cmpstr (format->name, ==, "two.wav");
  g_assert_cmpint (format->type.dtype, ==, IM_DTYPE_Q15);
  g_assert_cmpstr (format->channels[1], ==, "channel2");
  g_assert_cmpfloat (format->step_s, ==, 1.0 / RATE_HZ);
  g_assert_cmpuint (im_signal_get_n_values (recorded->signal), ==, 3000);
  g_assert_null (recorded->labels);
  g_assert_null (im_signal_dup_problem (recorded->signal, &is_finished));
  g_assert_true (is_finished);
  for (gsize row = 0; row < 3000; row += 7)
    {
      g_assert_true (im_signal_load (recorded->signal, 0, 2, row, 1, numbers, NULL));
      for (guint c = 0; c < 2; c++)
        g_assert_cmpfloat (numbers[c], ==, get_sample (row, c) / 32768.0);
    }
}

/* What is more than is kept comes from the file, and is missed when that is gone; the
 * ranges are there nevertheless. */
static void
test_read_again (void)
{
  const gsize n_rows = IM_SIGNAL_KEEP_BYTES / 2 + 100000;
  g_autofree char *path = write_wav ("long.wav", n_rows, 1);
  g_autoptr (ImRecordedSignal) recorded = read_all (path);
  g_autoptr (GError) error = NULL;
  ImSignalColumn column;
  double numbers[1000];

  g_assert_cmpuint (im_signal_get_n_values (recorded->signal), ==, n_rows);
  g_assert_true (
      im_signal_load (recorded->signal, 0, 1, n_rows - 1500, 1000, numbers, NULL));
  for (gsize i = 0; i < 1000; i++)
    g_assert_cmpfloat (numbers[i], ==, get_sample (n_rows - 1500 + i, 0) / 32768.0);

  g_assert_cmpint (truncate (path, 1000000), ==, 0);
  g_assert_false (
      im_signal_load (recorded->signal, 0, 1, n_rows - 3000, 1000, numbers, &error));
  g_assert_nonnull (strstr (error->message, "long.wav"));
  im_signal_get_columns (recorded->signal, 0, 0, (double) n_rows / RATE_HZ, 1, &column);
  g_assert_cmpfloat (column.min, ==, -1);
  g_assert_true (column.is_saturated);
}

/* Ten hours of 16 kHz are more than a file may have that is read as a whole. The file has
 * a hole. */
static void
test_large (void)
{
  const gsize n_bytes = (gsize) 10 * 3600 * 16000 * 2;
  g_autofree char *path = write_wav ("large.wav", 1000, 1);
  g_autoptr (ImRecordedSignal) recorded = NULL;
  g_autoptr (GError) error = NULL;
  guint32 length = GUINT32_TO_LE ((guint32) n_bytes);
  int descriptor = g_open (path, O_RDWR, 0);

  g_assert_cmpint (pwrite (descriptor, &length, sizeof length, 40), ==, sizeof length);
  g_assert_cmpint (ftruncate (descriptor, (off_t) (44 + n_bytes)), ==, 0);
  close (descriptor);
  recorded = open_path (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (im_row_reader_get_format (recorded->reader)->n_rows, ==, n_bytes / 2);
  g_assert_true (im_row_reader_seek (recorded->reader, n_bytes / 2 - 1, &error));
  g_assert_false (im_row_reader_seek (recorded->reader, n_bytes, &error));
  g_assert_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TRUNCATED);
}

/* A file that gets shorter while it is read gives what there was, and says so. */
static void
test_gets_shorter (void)
{
  g_autofree char *path = write_wav ("short.wav", 200000, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (ImRecordedSignal) recorded = open_path (path, &error);
  g_autofree char *problem = NULL;

  g_assert_no_error (error);
  g_assert_cmpint (truncate (path, 44 + 2 * 100000), ==, 0);
  im_recorded_signal_read (recorded, NULL);
  problem = im_signal_dup_problem (recorded->signal, NULL);
  g_assert_nonnull (strstr (problem, "the file ends before this one"));
  g_assert_cmpuint (im_signal_get_n_values (recorded->signal), ==, 65536);
}

static void
test_cancelled (void)
{
  g_autofree char *path = write_wav ("cancelled.wav", 200000, 1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (ImRecordedSignal) recorded = open_path (path, NULL);

  g_cancellable_cancel (cancellable);
  im_recorded_signal_read (recorded, cancellable);
  g_assert_cmpuint (im_signal_get_n_values (recorded->signal), ==, 0);
}

/* A session names its data and its labels; times of data count from its first row. */
static void
test_session (void)
{
  g_autofree char *path = dup_path ("walk.imsession");
  g_autofree char *data = dup_path ("walk.data");
  g_autofree char *labels = dup_path ("walk.label");
  g_autoptr (ImRecordedSignal) recorded = NULL;
  const ImSignalFormat *format;
  double from_s, to_s, numbers[2];

  g_assert_true (g_file_set_contents (
      path,
      "<ImagimobStudio version=\"0.9\"><Timeline><Tracks>"
      "<Track name=\"d\" type=\"datacsv\"><PayloadFile>walk.data</PayloadFile></Track>"
      "<Track name=\"l\" type=\"labelcsv\"><PayloadFile>walk.label</PayloadFile></Track>"
      "</Tracks></Timeline></ImagimobStudio>",
      -1, NULL));
  g_assert_true (
      g_file_set_contents (data, "time,x,y\n2,1,2\n2.5,3,\n3,5,6\n", -1, NULL));
  g_assert_true (g_file_set_contents (labels, "2,0.5,still\n", -1, NULL));
  recorded = read_all (path);
  format = im_signal_get_format (recorded->signal);
  g_assert_cmpstr (format->name, ==, "walk.data");
  g_assert_cmpstr (format->channels[1], ==, "y");
  g_assert_true (im_signal_get_range (recorded->signal, &from_s, &to_s));
  g_assert_cmpfloat (from_s, ==, 2);
  g_assert_cmpfloat (to_s, ==, 3.5);
  g_assert_true (im_signal_load (recorded->signal, 0, 2, 1, 1, numbers, NULL));
  g_assert_cmpfloat (numbers[0], ==, 3);
  g_assert_true (isnan (numbers[1]));
  g_assert_cmpuint (recorded->labels->labels->len, ==, 1);
}

static void
test_irregular (void)
{
  g_autofree char *path = dup_path ("events.csv");
  g_autoptr (ImRecordedSignal) recorded = NULL;

  g_assert_true (g_file_set_contents (path, "time,x\n0,1\n1,2\n5,3\n6,4\n", -1, NULL));
  recorded = read_all (path);
  g_assert_cmpfloat (im_signal_get_time (recorded->signal, 2), ==, 5);
}

static gpointer
read_growing (gpointer data)
{
  im_recorded_signal_read (data, NULL);

  return NULL;
}

/* What is still written grows as far as it has come, with the time of each row, and is
 * over when nothing more comes. */
static void
test_growing (void)
{
  g_autofree char *path = dup_path ("growing.csv");
  g_autoptr (ImFeed) feed = im_feed_new (path);
  g_autoptr (ImRecordedSignal) recorded = NULL;
  g_autofree double *values = g_new (double, 6);
  FILE *file = g_fopen (path, "w");
  ImGrowth *growth = im_growth_new ();
  gboolean is_finished = FALSE;
  double from, to;
  GThread *thread;

  feed->options.growth = growth;
  fputs ("x,y,time_s\n1,2,0\n3,4,0.5\n5,", file);
  fflush (file);
  im_growth_add (growth, 2);
  recorded = im_recorded_signal_open (feed, NULL, NULL);
  g_assert_nonnull (recorded);
  g_assert_cmpuint (im_signal_get_n_channels (recorded->signal), ==, 2);
  thread = g_thread_new ("reader", read_growing, recorded);
  while (im_signal_get_n_values (recorded->signal) < 2)
    g_thread_yield ();
  g_assert_null (im_signal_dup_problem (recorded->signal, &is_finished));
  g_assert_false (is_finished);
  fputs ("6,2\n", file);
  fclose (file);
  im_growth_add (growth, 1);
  im_growth_end (growth);
  g_thread_join (thread);
  g_assert_null (im_signal_dup_problem (recorded->signal, &is_finished));
  g_assert_true (is_finished);
  g_assert_cmpuint (im_signal_get_n_values (recorded->signal), ==, 3);
  g_assert_true (im_signal_load (recorded->signal, 0, 2, 0, 3, values, NULL));
  for (guint i = 0; i < 6; i++)
    g_assert_cmpfloat (values[i], ==, i + 1);
  g_assert_true (im_signal_get_range (recorded->signal, &from, &to));
  g_assert_cmpfloat (from, ==, 0);
  g_assert_cmpfloat (to, >=, 2);
}

static void
test_not_there (void)
{
  g_autofree char *path = dup_path ("none.wav");
  g_autoptr (GError) error = NULL;

  g_assert_null (open_path (path, &error));
  g_assert_nonnull (strstr (error->message, "none.wav"));
}

/* A table can be read as a recording again; all digits of numbers are in it. */
static void
test_write_csv (void)
{
  static const char *const channels[] = { "x", "a, \"b\"", NULL };
  ImSignalFormat format = { .name = "x",
                            .channels = channels,
                            .start_s = 1,
                            .step_s = 0.25 };
  const float values[] = { 0.1f, -2, 3e-7f, 4, 1.0f / 3, 6 };
  g_autofree char *path = dup_path ("out.csv");
  g_autoptr (ImRecording) recording = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (im_tensor_type_parse ("float32[2]", &format.type, NULL));
  g_autoptr (ImSignal) signal = im_signal_new (&format);
  im_signal_append (signal, values, NULL, 3);
  g_assert_true (im_signal_write (signal, 0, 3, path, NULL, &error));
  g_assert_no_error (error);
  recording = im_recording_load_csv (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (recording->n_rows, ==, 3);
  g_assert_cmpfloat (recording->time_s[2], ==, 1.5);
  g_assert_cmpstr (recording->channels[0], ==, "x");
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    g_assert_true ((float) recording->values[i] == values[i]);
}

static void
test_write_npy (void)
{
  static const struct
  {
    const char *type;
    ImDType dtype;
  } cases[] = { { "float32[2,3]", IM_DTYPE_FLOAT32 },
                { "int16[3]", IM_DTYPE_INT16 },
                { "q15[]", IM_DTYPE_FLOAT64 } };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      ImSignalFormat format = { .name = "x" };
      g_autofree char *path = dup_path ("out.npy");
      g_autoptr (ImArena) arena = im_arena_new ();
      g_autoptr (GError) error = NULL;
      double numbers[6 * 5], loaded[6 * 5];
      const ImArray *array;
      guint n_channels;

      g_assert_true (im_tensor_type_parse (cases[k].type, &format.type, NULL));
      g_autoptr (ImSignal) signal = im_signal_new (&format);
      n_channels = im_signal_get_n_channels (signal);
      for (guint i = 0; i < n_channels * 5; i++)
        numbers[i] = k == 2 ? i / 64.0 : i * 3;
      g_autofree double *bytes = g_new (double, n_channels * 5);
      im_dtype_get_info (format.type.dtype)->store (bytes, n_channels * 5, numbers);
      im_signal_append (signal, bytes, NULL, 5);
      g_assert_true (im_signal_write (signal, 1, 5, path, NULL, &error));
      array = im_npy_load (path, arena, &error);
      g_assert_no_error (error);
      g_assert_cmpint (array->dtype, ==, cases[k].dtype);
      g_assert_cmpuint (array->shape.rank, ==, format.type.shape.rank + 1);
      g_assert_cmpint (array->shape.size[array->shape.rank - 1], ==, 4);
      im_array_load (array, 0, array->count, loaded);
      for (guint i = 0; i < n_channels * 4; i++)
        g_assert_cmpfloat (loaded[i], ==, numbers[n_channels + i]);
    }
}

/* A file that is there stays as it is if the numbers are gone. */
static void
test_write_gone (void)
{
  ImSignalFormat format = { .name = "x", .keep_bytes = 4 };
  g_autofree double *zeros = g_new0 (double, 1000);
  g_autofree char *path = dup_path ("kept.csv");
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (im_tensor_type_parse ("float32[]", &format.type, NULL));
  g_autoptr (ImSignal) signal = im_signal_new (&format);
  im_signal_append (signal, zeros, NULL, 1000);
  g_assert_true (g_file_set_contents (path, "old", -1, NULL));
  g_assert_false (im_signal_write (signal, 0, 1000, path, NULL, &error));
  g_assert_error (error, IM_SIGNAL_ERROR, IM_SIGNAL_ERROR_GONE);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "old");
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("recorded-signal-XXXXXX", NULL);
  g_test_add_func ("/recorded-signal/wav", test_wav);
  g_test_add_func ("/recorded-signal/read-again", test_read_again);
  g_test_add_func ("/recorded-signal/large", test_large);
  g_test_add_func ("/recorded-signal/gets-shorter", test_gets_shorter);
  g_test_add_func ("/recorded-signal/cancelled", test_cancelled);
  g_test_add_func ("/recorded-signal/session", test_session);
  g_test_add_func ("/recorded-signal/irregular", test_irregular);
  g_test_add_func ("/recorded-signal/growing", test_growing);
  g_test_add_func ("/recorded-signal/not-there", test_not_there);
  g_test_add_func ("/signal-write/csv", test_write_csv);
  g_test_add_func ("/signal-write/npy", test_write_npy);
  g_test_add_func ("/signal-write/gone", test_write_gone);
  result = g_test_run ();

  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = dup_path (name);

      g_remove (path);
    }
  g_rmdir (folder);
  g_free (folder);

  return result;
}
