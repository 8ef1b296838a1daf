/* SPDX-License-Identifier: MIT
 *
 * A pair of pseudo terminals is the serial port: the test writes what a sketch would.
 */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/im-file.h"
#include "capture/im-capture.h"
#include "recording/im-frame-source.h"

typedef struct
{
  char *folder;
  char *path; /* of the recording */
  int device; /* the other end of the port */
  ImFeed *feed;
} Port;

static void
set_up (Port *port, gconstpointer data)
{
  g_autofree char *name = NULL;

  port->folder = g_dir_make_tmp ("capture-XXXXXX", NULL);
  port->path = g_build_filename (port->folder, "port.csv", NULL);
  port->device = posix_openpt (O_RDWR | O_NOCTTY);
  g_assert_cmpint (port->device, >=, 0);
  g_assert_cmpint (grantpt (port->device), ==, 0);
  g_assert_cmpint (unlockpt (port->device), ==, 0);
  name = g_strconcat ("serial:", ptsname (port->device), NULL);
  port->feed = im_feed_new (name);
}

static void
tear_down (Port *port, gconstpointer data)
{
  if (port->device >= 0)
    close (port->device);
  g_unlink (port->path);
  g_rmdir (port->folder);
  g_free (port->path);
  g_free (port->folder);
  im_feed_free (port->feed);
}

static void
say (const Port *port, const char *text)
{
  g_assert_true (im_file_write_fully (port->device, text, strlen (text)));
}

static ImCapture *
start (const Port *port, double max_s)
{
  g_autoptr (GError) error = NULL;
  ImCapture *capture = im_capture_start (port->feed, NULL, port->path, max_s, &error);

  g_assert_no_error (error);

  return capture;
}

static void
wait_for (ImCapture *capture, guint64 n_rows)
{
  ImGrowth *growth = im_capture_get_growth (capture);

  while (im_growth_get_rows (growth) < n_rows)
    {
      g_assert_false (im_growth_is_over (growth));
      im_growth_wait (growth, im_growth_get_rows (growth), NULL, NULL);
    }
}

static void
wait_until_over (ImCapture *capture)
{
  ImGrowth *growth = im_capture_get_growth (capture);

  while (!im_growth_is_over (growth))
    im_growth_wait (growth, im_growth_get_rows (growth), NULL, NULL);
}

static void
assert_file (const Port *port, const char *expected)
{
  g_autofree char *text = NULL;

  g_file_get_contents (port->path, &text, NULL, NULL);
  g_assert_cmpstr (text, ==, expected);
}

static void
assert_notes (ImCapture *capture, const char *code, const char *message)
{
  g_autoptr (ImDiagnostics) notes = im_diagnostics_new ();

  im_capture_note (capture, notes);
  g_assert_cmpuint (im_diagnostics_get_count (notes), ==, code == NULL ? 0 : 1);
  if (code == NULL)
    return;
  g_assert_cmpstr (im_diagnostics_get (notes, 0)->code, ==, code);
  g_assert_nonnull (strstr (im_diagnostics_get (notes, 0)->message, message));
}

static void
test_rate (Port *port, gconstpointer data)
{
  g_autoptr (ImCapture) capture = NULL;

  im_feed_set (port->feed, "rate", "50", NULL);
  capture = start (port, 0);
  say (port, "rest,1\r\nacc x,\"y\"\r\n1,2\r\n");
  say (port, "3,4.5\r\n5,");
  wait_for (capture, 2);
  say (port, "6\r\nhello\r\n7,8\r\n");
  wait_for (capture, 4);
  im_capture_stop (capture);
  assert_file (port, "acc x,y\n1,2\n3,4.5\n5,6\n7,8\n");
  assert_notes (capture, "recording-lines", "sent 1 line that is no row");
}

/* Rows get the time at which they arrived. */
static void
test_arrival (Port *port, gconstpointer data)
{
  g_autoptr (ImCapture) capture = start (port, 0);
  g_autoptr (ImRecording) recording = NULL;

  say (port, "0\nx,y\n1,2\n3,4\n");
  wait_for (capture, 2);
  g_assert_true (im_capture_wait (capture, NULL, NULL));
  say (port, "5,6\n");
  wait_for (capture, 3);
  im_capture_set_feed (capture, port->feed);
  g_assert_cmpstr (port->feed->path, ==, port->path);
  g_assert_cmpstr (port->feed->options.time, ==, "time_s");
  im_capture_stop (capture);
  recording = im_recording_load (port->path, &port->feed->options, NULL);
  g_assert_nonnull (recording);
  g_assert_cmpuint (recording->n_channels, ==, 2);
  g_assert_cmpuint (recording->n_rows, ==, 3);
  g_assert_cmpfloat (recording->time_s[0], ==, 0);
  g_assert_cmpfloat (recording->time_s[1], >=, 0);
  g_assert_cmpfloat (recording->time_s[2], >=, recording->time_s[1]);
  assert_notes (capture, NULL, NULL);
}

/* The clock of the device is its own; where it begins again a recording ends. */
static void
test_own_time (Port *port, gconstpointer data)
{
  g_autoptr (ImCapture) capture = start (port, 0);

  say (port, "0\ntime_ms,x\n100,1\n120,2\n");
  wait_for (capture, 2);
  im_capture_set_feed (capture, port->feed);
  g_assert_cmpstr (port->feed->options.time, ==, "time_ms");
  say (port, "140,3\n0,1\n20,2\n");
  wait_until_over (capture);
  assert_file (port, "time_ms,x\n100,1\n120,2\n140,3\n");
  assert_notes (capture, "recording-end", "set its time back from 140 to 0");
}

static void
test_gone (Port *port, gconstpointer data)
{
  g_autoptr (ImCapture) capture = NULL;

  im_feed_set (port->feed, "rate", "50", NULL);
  capture = start (port, 0);
  say (port, "0\n1\n2\n3");
  wait_for (capture, 2);
  close (port->device);
  port->device = -1;
  wait_until_over (capture);
  assert_file (port, "column1\n1\n2\n");
  assert_notes (capture, "recording-end", "is gone");
}

/* At a wrong speed bytes are none that were sent. */
static void
test_speed (Port *port, gconstpointer data)
{
  g_autoptr (ImCapture) capture = start (port, 0);
  g_autoptr (GError) error = NULL;
  char noise[4096];

  for (gsize i = 0; i < sizeof noise; i++)
    noise[i] = (char) (0x80 | (i * 37 % 128));
  for (gsize i = 60; i < sizeof noise; i += 60)
    noise[i] = '\n';
  g_assert_true (im_file_write_fully (port->device, noise, sizeof noise));
  g_assert_false (im_capture_wait (capture, NULL, &error));
  g_assert_error (error, IM_CAPTURE_ERROR, IM_CAPTURE_ERROR_NOTHING);
  g_assert_nonnull (strstr (error->message, "nothing that is a row of numbers"));
  g_assert_nonnull (strstr (error->message, "baud=115200"));
  im_capture_stop (capture);
  g_assert_false (g_file_test (port->path, G_FILE_TEST_EXISTS));
}

static void
test_silence (Port *port, gconstpointer data)
{
  g_autoptr (ImCapture) capture = start (port, 0);
  g_autoptr (GError) error = NULL;

  im_capture_stop (capture);
  g_assert_false (im_capture_wait (capture, NULL, &error));
  g_assert_error (error, IM_CAPTURE_ERROR, IM_CAPTURE_ERROR_NOTHING);
  g_assert_false (g_file_test (port->path, G_FILE_TEST_EXISTS));
}

/* So many seconds of a known rate are so many rows. */
static void
test_length (Port *port, gconstpointer data)
{
  g_autoptr (ImCapture) capture = NULL;

  im_feed_set (port->feed, "rate", "50", NULL);
  capture = start (port, 0.06);
  say (port, "0\n1\n2\n3\n4\n5\n");
  wait_until_over (capture);
  assert_file (port, "column1\n1\n2\n3\n");
  assert_notes (capture, NULL, NULL);
}

static void
test_refused (Port *port, gconstpointer data)
{
  g_autoptr (ImFeed) no_port = im_feed_new ("serial:/dev/no-such-port");
  g_autoptr (ImFeed) no_name = im_feed_new ("serial:");
  g_autoptr (ImFeed) no_terminal = im_feed_new ("serial:/dev/null");
  const struct
  {
    const ImFeed *feed;
    const char *message;
  } rows[] = { { no_port, "/dev/no-such-port cannot be opened: No such file" },
               { no_name, "such as serial:/dev/ttyACM0" },
               { no_terminal, "/dev/null cannot be opened" } };
  g_autoptr (GError) exists = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (im_capture_start (rows[i].feed, NULL, port->path, 0, &error));
      g_assert_error (error, IM_CAPTURE_ERROR, IM_CAPTURE_ERROR_OPEN);
      g_assert_nonnull (strstr (error->message, rows[i].message));
    }
  g_assert_true (g_file_set_contents (port->path, "1\n", -1, NULL));
  g_assert_null (im_capture_start (port->feed, NULL, port->path, 0, &exists));
  g_assert_error (exists, IM_CAPTURE_ERROR, IM_CAPTURE_ERROR_FILE);
  assert_file (port, "1\n");
}

/* Frames of what grows are those of the file that it becomes. */
static void
test_frames (Port *port, gconstpointer data)
{
  const ImInput input = {
    .name = "input",
    .type = { .dtype = IM_DTYPE_FLOAT32,
              .shape = { .rank = 2, .size = { 2, 2 } },
              .rate_hz = 25,
              .scale = 1 },
  };
  g_autoptr (ImCapture) capture = NULL;
  g_autoptr (ImFrameSource) growing = NULL, saved = NULL;
  g_autoptr (GByteArray) bytes = g_byte_array_new (), all = g_byte_array_new ();
  g_autoptr (GByteArray) later = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  im_feed_set (port->feed, "rate", "50", NULL);
  im_feed_set (port->feed, "channels", "3,1", NULL);
  capture = start (port, 0);
  say (port, "0\n1,2,3\n4,5,6.1\n7,8,9\n");
  wait_for (capture, 3);
  im_capture_set_feed (capture, port->feed);
  growing = im_frame_source_open (port->feed->path, &port->feed->options, &input, 1, 0,
                                  &error);
  g_assert_no_error (error);
  g_assert_cmpint (im_frame_source_read (growing, bytes, &error), ==, 1);
  g_byte_array_append (all, bytes->data, bytes->len);
  g_assert_true (im_frame_source_would_wait (growing));
  say (port, "1.5,0.1,-7\n2,2,2\n3,3,3\n4,4,4\n");
  wait_for (capture, 7);
  g_assert_false (im_frame_source_would_wait (growing));
  g_assert_cmpint (im_frame_source_read (growing, bytes, &error), ==, 2);
  g_byte_array_append (all, bytes->data, bytes->len);
  im_capture_stop (capture);
  g_assert_cmpint (im_frame_source_read (growing, bytes, &error), ==, 0);
  g_assert_no_error (error);
  g_assert_false (im_frame_source_is_growing (growing));

  g_clear_pointer (&port->feed->options.growth, im_growth_unref);
  saved = im_frame_source_open (port->feed->path, &port->feed->options, &input, 1, 0,
                                &error);
  g_assert_no_error (error);
  g_assert_cmpint (im_frame_source_read (saved, later, &error), ==, 3);
  g_assert_cmpmem (all->data, all->len, later->data, later->len);
  g_assert_cmpfloat (((const float *) (gconstpointer) all->data)[0], ==, 3);
  g_assert_cmpfloat (((const float *) (gconstpointer) all->data)[4], ==, 9);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (Port *port, gconstpointer data);
  } tests[] = {
    { "/capture/serial/rate", test_rate },
    { "/capture/serial/arrival", test_arrival },
    { "/capture/serial/own-time", test_own_time },
    { "/capture/serial/gone", test_gone },
    { "/capture/serial/speed", test_speed },
    { "/capture/serial/silence", test_silence },
    { "/capture/serial/length", test_length },
    { "/capture/serial/refused", test_refused },
    { "/capture/serial/frames", test_frames },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, Port, NULL, set_up, tests[i].test, tear_down);

  return g_test_run ();
}
