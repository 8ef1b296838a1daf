/* SPDX-License-Identifier: MIT
 *
 * Lines arrive in blocks. Those of one block are taken to have come evenly since the
 * block before, because a system hands on at once what arrived one after the other.
 */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "base/im-serial-port.h"
#include "capture/im-capture-private.h"
#include "capture/im-capture-rows.h"
#include "recording/im-csv-cell.h"
#include "recording/im-recording-time.h"

#define STEP_MS         50         /* from one look at whether it ends to the next */
#define BLOCK_BYTES     4096       /* that are read at once */
#define MAX_LINE_BYTES  (1u << 16) /* behind which there is no line any more */
#define PATIENCE_BYTES  4096       /* of which some must be a row */
#define PATIENCE_LINES  50
#define LATE_S          1  /* that rows of a known number may take longer */
#define BITS_OF_BYTE    10 /* with those that begin and end it */
#define TIME_COLUMN     "time_s"
#define MAX_SHOWN_BYTES 48

struct _ImCaptureSource
{
  char *port;
  guint baud;
  int descriptor;
  ImCaptureRows rows;
  GString *pending; /* of a line whose end has not come */
  guint64 n_bytes;
  gint64 block_us; /* when the block before came, 0 if there was none */
  gint64 first_us; /* when the first row came */
  GString *text;   /* rows that are not written yet */
  guint64 n_rows;  /* in it */
  guint64 n_all;
  gint time_column; /* of the device, or -1 */
  double time;      /* in it, of the last row */
  gboolean has_arrival;
  guint64 max_rows; /* 0 if it is not known */
  gboolean is_done;
  ImCapture *capture;
};

static ImCaptureSource *
open_port (ImCapture *capture, const char *port, GError **error)
{
  guint baud = capture->feed->baud > 0 ? capture->feed->baud : IM_SERIAL_PORT_BAUD;
  g_autoptr (GError) problem = NULL;
  ImCaptureSource *self;
  int descriptor;

  if (*port == '\0')
    {
      g_set_error (error, IM_CAPTURE_ERROR, IM_CAPTURE_ERROR_OPEN,
                   "expected a port behind “serial:”, such as serial:/dev/ttyACM0");
      return NULL;
    }
  descriptor = im_serial_port_open (port, baud, &problem);
  if (descriptor < 0)
    {
      g_set_error (error, IM_CAPTURE_ERROR, IM_CAPTURE_ERROR_OPEN, "%s%s",
                   problem->message,
                   g_error_matches (problem, G_FILE_ERROR, G_FILE_ERROR_ACCES)
                       ? "; on Debian those may open it who are in the group dialout"
                       : "");
      return NULL;
    }
  self = g_new0 (ImCaptureSource, 1);
  self->port = g_strdup (port);
  self->baud = baud;
  self->descriptor = descriptor;
  self->pending = g_string_new (NULL);
  self->text = g_string_new (NULL);
  self->time_column = -1;
  self->capture = capture;
  im_capture_rows_init (&self->rows, capture->feed);
  if (capture->max_s > 0 && capture->feed->options.rate_hz > 0)
    self->max_rows = MAX (
        (guint64) (capture->max_s * capture->feed->options.rate_hz + 0.5), 1);

  return self;
}

static void
free_port (ImCaptureSource *self)
{
  close (self->descriptor);
  im_capture_rows_clear (&self->rows);
  g_string_free (self->pending, TRUE);
  g_string_free (self->text, TRUE);
  g_free (self->port);
  g_free (self);
}

/* The column of the device that is time: the one that is said, or that is named so. */
static void
find_time (ImCaptureSource *self)
{
  ImFeed *feed = self->capture->feed;
  const char *said = feed->options.time;
  const char *wanted[] = { said, NULL };
  g_autofree guint *column = NULL;
  double units_per_s;

  if (said != NULL && *said == '\0')
    return;
  if (said != NULL)
    column = im_recording_find_columns (self->port, self->rows.names,
                                        self->rows.n_columns, wanted, NULL);
  for (guint i = 0; said == NULL && i < self->rows.n_columns; i++)
    {
      ImTimeName kind = im_recording_time_parse_name (self->rows.names[i], &units_per_s);

      if (kind != IM_TIME_NAME_CERTAIN && (kind != IM_TIME_NAME_LIKELY || i > 0))
        continue;
      self->time_column = (gint) i;
      im_feed_set (feed, "time", self->rows.names[i], NULL);
      return;
    }
  if (column != NULL)
    self->time_column = (gint) *column;
}

static void
append_name (const char *name, GString *out)
{
  if (strpbrk (name, ",\"") == NULL)
    {
      g_string_append (out, name);
      return;
    }
  g_string_append_c (out, '"');
  for (; *name != '\0'; name++)
    g_string_append_printf (out, *name == '"' ? "\"\"" : "%c", *name);
  g_string_append_c (out, '"');
}

/* Writes the header, and says how all is read. */
static void
begin (ImCaptureSource *self, gint64 time_us)
{
  ImFeed *feed = self->capture->feed;

  find_time (self);
  self->first_us = time_us;
  self->has_arrival = self->time_column < 0 && feed->options.time == NULL &&
                      feed->options.rate_hz <= 0;
  for (guint i = 0; i < self->rows.n_columns; i++)
    {
      g_string_append (self->text, i == 0 ? "" : ",");
      append_name (self->rows.names[i], self->text);
    }
  if (self->has_arrival)
    g_string_append (self->text, "," TIME_COLUMN);
  g_string_append_c (self->text, '\n');
  im_feed_set (feed, "separator", "comma", NULL);
  im_feed_set (feed, "decimal", "point", NULL);
  im_feed_set (feed, "header", "yes", NULL);
  if (self->has_arrival)
    im_feed_set (feed, "time", TIME_COLUMN, NULL);
  else if (feed->options.time == NULL)
    im_feed_set (feed, "time", "none", NULL);
}

/* Whether the clock of the device goes on. */
static gboolean
check_time (ImCaptureSource *self)
{
  double now;

  if (self->time_column < 0)
    return TRUE;
  now = self->rows.numbers[self->time_column];
  if (self->n_all == 0 || now >= self->time)
    {
      self->time = now;
      return TRUE;
    }
  im_capture_end (self->capture,
                  "set its time back from %.9g to %.9g: it has begun anew, and with it a "
                  "recording has to",
                  self->time, now);
  self->is_done = TRUE;

  return FALSE;
}

static void
found_cb (const ImCaptureRows *rows, const char *row, gint64 time_us, gpointer data)
{
  ImCaptureSource *self = data;
  double max_s = self->capture->max_s, seconds;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (self->n_all == 0)
    begin (self, time_us);
  if (self->is_done || !check_time (self))
    return;
  seconds = (double) (time_us - self->first_us) / G_USEC_PER_SEC;
  if (max_s > 0 && self->max_rows == 0 && seconds >= max_s)
    {
      self->is_done = TRUE;
      return;
    }
  im_capture_rows_append (rows, row, self->text);
  if (self->has_arrival)
    g_string_append_printf (self->text, ",%s",
                            g_ascii_formatd (number, sizeof number, "%.6f", seconds));
  g_string_append_c (self->text, '\n');
  self->n_rows++;
  self->n_all++;
  self->is_done = self->max_rows > 0 && self->n_all == self->max_rows;
}

static gboolean
flush (ImCaptureSource *self)
{
  guint64 n_rows = self->n_rows;
  gboolean is_fine = self->text->len == 0 ||
                     im_capture_write (self->capture, self->text->str, self->text->len,
                                       n_rows);

  g_string_truncate (self->text, 0);
  self->n_rows = 0;

  return is_fine;
}

static guint
count_lines (const GString *text)
{
  guint n = 0;

  for (gsize i = 0; i < text->len; i++)
    n += text->str[i] == '\n';

  return n;
}

/* Takes the lines of a block that are complete. */
static void
take_lines (ImCaptureSource *self, gint64 now)
{
  guint n = count_lines (self->pending), i = 0;
  const char *start = self->pending->str, *end;

  while ((end = memchr (start, '\n',
                        self->pending->len - (gsize) (start - self->pending->str))) !=
         NULL)
    {
      gint64 time_us = self->block_us + (now - self->block_us) * ++i / n;

      im_capture_rows_take (&self->rows, start, (gsize) (end - start), time_us, found_cb,
                            self);
      start = end + 1;
    }
  g_string_erase (self->pending, 0, start - self->pending->str);
  if (self->pending->len > MAX_LINE_BYTES)
    g_string_truncate (self->pending, 0);
  self->block_us = now;
}

static void
share_faults (ImCaptureSource *self)
{
  ImCaptureFaults *faults = &self->capture->faults;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->capture->lock);

  faults->n_bad = self->rows.n_bad;
  if (faults->bad == NULL)
    faults->bad = g_strdup (self->rows.bad);
}

/* Whether so much has come that some of it should have been a row. */
static gboolean
has_nothing (ImCaptureSource *self)
{
  g_autofree char *shown = NULL;
  const ImCsvCell cell = { self->pending->str, self->pending->len, FALSE };

  if (self->rows.n_columns > 0 ||
      (self->n_bytes < PATIENCE_BYTES && self->rows.n_bad < PATIENCE_LINES))
    return FALSE;
  shown = self->rows.bad != NULL ? g_strdup (self->rows.bad)
                                 : im_csv_cell_dup_text (&cell, MAX_SHOWN_BYTES);
  im_capture_end (self->capture,
                  "sends nothing that is a row of numbers, but such as “%s”; expected "
                  "lines of numbers with commas, semicolons, tabs or blanks between, and "
                  "the speed of the device: it was read with baud=%u",
                  shown, self->baud);

  return TRUE;
}

/* Whether the time is over, also of a device that is slower than it is said to be. */
static gboolean
is_late (const ImCaptureSource *self, gint64 now)
{
  double seconds = (double) (now - self->first_us) / G_USEC_PER_SEC;

  return self->capture->max_s > 0 && self->n_all > 0 &&
         seconds >= self->capture->max_s + (self->max_rows > 0 ? LATE_S : 0);
}

static void
record_port (ImCaptureSource *self, ImCapture *capture)
{
  gint64 started = g_get_monotonic_time ();
  char block[BLOCK_BYTES];

  while (!im_capture_is_stopping (capture) && !self->is_done)
    {
      struct pollfd wait = { .fd = self->descriptor, .events = POLLIN };
      gssize n;
      gint64 now;

      poll (&wait, 1, STEP_MS);
      n = read (self->descriptor, block, sizeof block);
      now = g_get_monotonic_time ();
      if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        {
          im_capture_end (capture, "is gone%s%s", n == 0 ? "" : ": ",
                          n == 0 ? "" : g_strerror (errno));
          break;
        }
      if (n > 0)
        {
          if (self->block_us == 0)
            self->block_us = now - n * BITS_OF_BYTE * G_USEC_PER_SEC / self->baud;
          self->n_bytes += (guint64) n;
          g_string_append_len (self->pending, block, n);
          take_lines (self, now);
          if (!flush (self))
            break;
          share_faults (self);
        }
      if (has_nothing (self))
        break;
      if (is_late (self, now))
        break;
      if (capture->max_s > 0 && self->n_bytes == 0 &&
          (double) (now - started) > (capture->max_s + LATE_S) * G_USEC_PER_SEC)
        {
          im_capture_end (capture,
                          "delivers nothing; expected lines of numbers within "
                          "%g s",
                          capture->max_s + LATE_S);
          break;
        }
    }
}

const ImCaptureKind im_capture_serial = {
  "serial:", ".csv", open_port, record_port, free_port,
};
