/* SPDX-License-Identifier: MIT
 *
 * Samples are written as the device gives them. The sizes in the header of the WAV file
 * say “until the end of the file” as long as it grows, so that it can be read at any
 * time, and is whole if nobody gets to write them.
 */
#include "capture/im-capture-private.h"

#ifdef IM_HAS_ALSA

#include <alsa/asoundlib.h>
#include <string.h>
#include <unistd.h>

#define USUAL_HZ      48000
#define MAX_CHANNELS  64     /* of an input whose innermost axis is that of channels */
#define PERIOD_US     20000  /* so often samples are taken */
#define BUFFER_US     500000 /* so long nobody needs to take them */
#define HEADER_BYTES  44
#define SIZE_OFFSET   4 /* of what follows, in the header */
#define DATA_OFFSET   40
#define UNTIL_THE_END G_MAXUINT32
#define MAX_EMPTY     50 /* reads that give nothing */

typedef struct
{
  snd_pcm_format_t format;
  guint bits;
  gboolean is_float;
} SampleFormat;

/* The first one that the device has is taken. */
static const SampleFormat formats[] = {
  { SND_PCM_FORMAT_S16_LE, 16, FALSE },
  { SND_PCM_FORMAT_S32_LE, 32, FALSE },
  { SND_PCM_FORMAT_S24_3LE, 24, FALSE },
  { SND_PCM_FORMAT_FLOAT_LE, 32, TRUE },
};

struct _ImCaptureSource
{
  snd_pcm_t *pcm;
  const SampleFormat *format;
  guint n_channels;
  guint rate_hz;
  snd_pcm_uframes_t period;
  guint64 max_rows; /* 0 if there is no end */
  guint64 n_rows;
  gint64 start_us; /* when the first sample was taken */
};

/* What ALSA itself prints is said in the messages of errors. */
static void
be_quiet (const char *file,
          int line,
          const char *function,
          int number,
          const char *text,
          ...)
{
}

static gboolean G_GNUC_PRINTF (3, 4)
    fail (const ImCapture *capture, GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, IM_CAPTURE_ERROR, IM_CAPTURE_ERROR_OPEN, "%s %s", capture->name,
               text);

  return FALSE;
}

/* The channels that are wanted by number; 0 if none are. */
static gboolean
find_last_channel (const ImCapture *capture, guint *last, GError **error)
{
  *last = 0;
  for (const ImFeed *feed = capture->feed; feed != NULL; feed = feed->next)
    {
      const char *const *wanted = feed->options.channels;

      if (strcmp (feed->path, capture->name) != 0)
        continue;
      for (guint i = 0; wanted != NULL && wanted[i] != NULL; i++)
        {
          const char *text = g_str_has_prefix (wanted[i], "channel")
                                 ? wanted[i] + strlen ("channel")
                                 : wanted[i];
          guint64 number;

          if (!g_ascii_string_to_unsigned (text, 10, 1, IM_RECORDING_MAX_CHANNELS,
                                           &number, NULL))
            return fail (capture, error,
                         "has channels with numbers from 1, found “%s” among channels",
                         wanted[i]);
          *last = MAX (*last, (guint) number);
        }
    }

  return TRUE;
}

/* How many channels an input has: one, unless those along its innermost axis are few. */
static guint
count_channels (const ImInput *input)
{
  const ImShape *shape = &input->type.shape;
  guint innermost = shape->rank == 0 ? 1 : (guint) MAX (shape->size[0], 1);

  return innermost <= (shape->rank > 1 ? MAX_CHANNELS : 8) ? innermost : 1;
}

static gboolean
choose (ImCaptureSource *self, const ImCapture *capture, GError **error)
{
  const ImInput *input = capture->input;
  double rate_hz = capture->feed->options.rate_hz;
  guint last;

  if (!find_last_channel (capture, &last, error))
    return FALSE;
  self->n_channels = last > 0 ? last : input != NULL ? count_channels (input) : 1;
  if (rate_hz <= 0 && input != NULL)
    rate_hz = input->type.rate_hz * (double) im_inputs_get_frame_elements (input) /
              (last > 0 ? g_strv_length ((char **) capture->feed->options.channels)
                        : self->n_channels);
  if (rate_hz <= 0)
    rate_hz = USUAL_HZ;
  self->rate_hz = (guint) (rate_hz + 0.5);
  if (self->rate_hz < 1 || rate_hz > G_MAXINT || (double) self->rate_hz != rate_hz)
    return fail (capture, error, "has a whole number of samples in a second, not %.9g",
                 rate_hz);

  return TRUE;
}

static gboolean
set_format (ImCaptureSource *self,
            const ImCapture *capture,
            snd_pcm_hw_params_t *how,
            GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (snd_pcm_hw_params_set_format (self->pcm, how, formats[i].format) == 0)
      {
        self->format = &formats[i];
        return TRUE;
      }

  return fail (capture, error,
               "gives samples of none of these kinds: integers of 16, 24 or 32 bits, or "
               "floats");
}

/* Of a device with more channels than are wanted all are recorded. */
static gboolean
set_channels (ImCaptureSource *self,
              const ImCapture *capture,
              snd_pcm_hw_params_t *how,
              GError **error)
{
  guint wanted = self->n_channels, min = 0, max = 0;
  g_autoptr (GString) list = NULL;

  if (snd_pcm_hw_params_set_channels (self->pcm, how, wanted) == 0)
    return TRUE;
  snd_pcm_hw_params_get_channels_min (how, &min);
  snd_pcm_hw_params_get_channels_max (how, &max);
  self->n_channels = MAX (min, wanted);
  if (self->n_channels > max ||
      snd_pcm_hw_params_set_channels (self->pcm, how, self->n_channels) != 0)
    return fail (capture, error, "has %u to %u channels, not %u", min, max, wanted);
  if (capture->feed->options.channels != NULL)
    return TRUE;
  list = g_string_new ("1");
  for (guint i = 1; i < wanted; i++)
    g_string_append_printf (list, ",%u", i + 1);
  im_feed_set (capture->feed, "channels", list->str, NULL);

  return TRUE;
}

static gboolean
set_rate (ImCaptureSource *self,
          const ImCapture *capture,
          snd_pcm_hw_params_t *how,
          GError **error)
{
  guint min = 0, max = 0;

  if (snd_pcm_hw_params_set_rate (self->pcm, how, self->rate_hz, 0) == 0)
    return TRUE;
  snd_pcm_hw_params_get_rate_min (how, &min, NULL);
  snd_pcm_hw_params_get_rate_max (how, &max, NULL);

  return fail (
      capture, error,
      "cannot take %u samples in a second, but some rates from %u to %u; say one "
      "of them with rate=, or take a device that converts, such as "
      "microphone:default",
      self->rate_hz, min, max);
}

static gboolean
set_up (ImCaptureSource *self, const ImCapture *capture, GError **error)
{
  snd_pcm_hw_params_t *how;
  guint period_us = PERIOD_US, buffer_us = BUFFER_US;
  int status;

  snd_pcm_hw_params_alloca (&how);
  status = snd_pcm_hw_params_any (self->pcm, how);
  if (status < 0 ||
      snd_pcm_hw_params_set_access (self->pcm, how, SND_PCM_ACCESS_RW_INTERLEAVED) < 0)
    return fail (capture, error, "cannot be read");
  if (!set_format (self, capture, how, error) ||
      !set_channels (self, capture, how, error) || !set_rate (self, capture, how, error))
    return FALSE;
  snd_pcm_hw_params_set_buffer_time_near (self->pcm, how, &buffer_us, NULL);
  snd_pcm_hw_params_set_period_time_near (self->pcm, how, &period_us, NULL);
  status = snd_pcm_hw_params (self->pcm, how);
  if (status < 0)
    return fail (capture, error, "cannot be read so: %s", snd_strerror (status));
  snd_pcm_hw_params_get_period_size (how, &self->period, NULL);
  self->period = CLAMP (self->period, 1, MAX (self->rate_hz / 10, 1));

  return TRUE;
}

static void
free_microphone (ImCaptureSource *self)
{
  if (self->pcm != NULL)
    snd_pcm_close (self->pcm);
  g_free (self);
}

static ImCaptureSource *
open_microphone (ImCapture *capture, const char *device, GError **error)
{
  ImCaptureSource *self = g_new0 (ImCaptureSource, 1);
  int status;

  snd_lib_error_set_handler (be_quiet);
  if (!choose (self, capture, error))
    {
      free_microphone (self);
      return NULL;
    }
  status = snd_pcm_open (&self->pcm, *device == '\0' ? "default" : device,
                         SND_PCM_STREAM_CAPTURE, 0);
  if (status < 0)
    {
      self->pcm = NULL;
      fail (
          capture, error,
          "cannot be opened: %s; “imaginet list microphones” shows those that there are",
          snd_strerror (status));
    }
  if (status < 0 || !set_up (self, capture, error))
    {
      free_microphone (self);
      return NULL;
    }
  if (capture->max_s > 0)
    self->max_rows = MAX ((guint64) (capture->max_s * self->rate_hz + 0.5), 1);

  return self;
}

static void
put (guint8 *bytes, guint32 number, guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    bytes[i] = (guint8) (number >> 8 * i);
}

static guint
get_row_bytes (const ImCaptureSource *self)
{
  return self->n_channels * self->format->bits / 8;
}

static gboolean
write_header (const ImCaptureSource *self, ImCapture *capture)
{
  guint8 bytes[HEADER_BYTES] = "RIFF....WAVEfmt ....................data";
  guint row_bytes = get_row_bytes (self);

  put (bytes + SIZE_OFFSET, UNTIL_THE_END, 4);
  put (bytes + 16, 16, 4);
  put (bytes + 20, self->format->is_float ? 3 : 1, 2);
  put (bytes + 22, self->n_channels, 2);
  put (bytes + 24, self->rate_hz, 4);
  put (bytes + 28, self->rate_hz * row_bytes, 4);
  put (bytes + 32, row_bytes, 2);
  put (bytes + 34, self->format->bits, 2);
  put (bytes + DATA_OFFSET, UNTIL_THE_END, 4);

  return im_capture_write (capture, bytes, sizeof bytes, 0);
}

/* What is too long for the header stays until the end of the file. */
static void
finish_header (const ImCaptureSource *self, const ImCapture *capture)
{
  guint64 n_bytes = self->n_rows * get_row_bytes (self);
  guint8 bytes[4];

  if (n_bytes + HEADER_BYTES >= UNTIL_THE_END)
    return;
  put (bytes, (guint32) n_bytes, 4);
  if (pwrite (capture->descriptor, bytes, 4, DATA_OFFSET) != 4)
    return;
  put (bytes, (guint32) n_bytes + HEADER_BYTES - 8, 4);
  if (pwrite (capture->descriptor, bytes, 4, SIZE_OFFSET) != 4)
    g_debug ("the size of %s is not in its header", capture->path);
}

/* What is missing is what would have come in the time since the start. */
static void
count_gap (ImCaptureSource *self, ImCapture *capture)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&capture->lock);
  ImCaptureFaults *faults = &capture->faults;
  double seconds = (double) (g_get_monotonic_time () - self->start_us) / G_USEC_PER_SEC;
  double expected = seconds * self->rate_hz - (double) faults->n_missing;

  if (faults->n_gaps++ == 0)
    faults->gap_row = self->n_rows;
  if (self->start_us > 0 && expected > (double) self->n_rows)
    faults->n_missing += (guint64) expected - self->n_rows;
}

/* Returns FALSE at the end. */
static gboolean
take (ImCaptureSource *self, ImCapture *capture, guint8 *samples, guint *n_empty)
{
  snd_pcm_uframes_t wanted = self->period;
  snd_pcm_sframes_t n;

  if (self->max_rows > 0)
    wanted = MIN (wanted, self->max_rows - self->n_rows);
  n = snd_pcm_readi (self->pcm, samples, wanted);
  if (n == -EPIPE || n == -ESTRPIPE)
    {
      count_gap (self, capture);
      n = snd_pcm_recover (self->pcm, (int) n, 1);
      if (n == 0)
        return TRUE;
    }
  if (n < 0 && n != -EAGAIN && n != -EINTR)
    {
      im_capture_end (capture, "is gone: %s", snd_strerror ((int) n));
      return FALSE;
    }
  if (n <= 0)
    {
      if (++*n_empty < MAX_EMPTY)
        return TRUE;
      im_capture_end (capture, "gives nothing any more");
      return FALSE;
    }
  *n_empty = 0;
  if (self->start_us == 0)
    self->start_us = g_get_monotonic_time () -
                     (gint64) n * G_USEC_PER_SEC / self->rate_hz;
  self->n_rows += (guint64) n;

  return im_capture_write (capture, samples, (gsize) n * get_row_bytes (self),
                           (guint64) n) &&
         (self->max_rows == 0 || self->n_rows < self->max_rows);
}

static void
record_microphone (ImCaptureSource *self, ImCapture *capture)
{
  g_autofree guint8 *samples = g_malloc (self->period * get_row_bytes (self));
  guint n_empty = 0;

  if (!write_header (self, capture))
    return;
  while (!im_capture_is_stopping (capture) && take (self, capture, samples, &n_empty))
    ;
  snd_pcm_drop (self->pcm);
  finish_header (self, capture);
}

#else

static ImCaptureSource *
open_microphone (ImCapture *capture, const char *device, GError **error)
{
  g_set_error (
      error, IM_CAPTURE_ERROR, IM_CAPTURE_ERROR_OPEN,
      "%s cannot be recorded: this program was built without ALSA, of the Debian "
      "package libasound2-dev",
      capture->name);

  return NULL;
}

static void
record_microphone (ImCaptureSource *self, ImCapture *capture)
{
}

static void
free_microphone (ImCaptureSource *self)
{
}

#endif

const ImCaptureKind im_capture_microphone = {
  "microphone:", ".wav", open_microphone, record_microphone, free_microphone,
};
