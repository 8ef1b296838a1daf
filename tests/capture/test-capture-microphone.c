/* SPDX-License-Identifier: MIT
 *
 * ALSA plays the samples of a file as a microphone; that a read comes too late is what a
 * function of it is made to say here.
 */
#include <glib/gstdio.h>
#include <string.h>

#include "capture/im-capture-devices.h"
#include "capture/im-capture.h"
#include "recording/im-frame-source.h"

#ifdef IM_HAS_ALSA

#include <alsa/asoundlib.h>
#include <dlfcn.h>

#define N_ROWS  4000
#define RATE_HZ 16000

typedef snd_pcm_sframes_t (*Read) (snd_pcm_t *pcm, void *buffer, snd_pcm_uframes_t size);

static int fails_at = -1; /* which read */
static int failure;       /* with what */

/* In front of that of ALSA. */
snd_pcm_sframes_t
snd_pcm_readi (snd_pcm_t *pcm, void *buffer, snd_pcm_uframes_t size)
{
  static Read next;

  if (next == NULL)
    next = (Read) dlsym (RTLD_NEXT, "snd_pcm_readi");
  if (fails_at >= 0 && fails_at-- == 0)
    return failure;

  return next (pcm, buffer, size);
}

typedef struct
{
  char *folder;
  char *path;
  gint16 samples[N_ROWS * 2];
} Microphone;

static const ImInput mono = {
  .name = "input",
  .type = { .dtype = IM_DTYPE_INT16,
            .shape = { .rank = 1, .size = { 100 } },
            .rate_hz = RATE_HZ / 100.0,
            .scale = 1 },
};

static char *raw_path;

/* Two channels go in: what is read of them is as many as are asked for. */
static void
set_up (Microphone *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("capture-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "microphone.wav", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (self->samples); i++)
    self->samples[i] = (gint16) (i * 7919 % 65536 - 32768);
  g_assert_true (g_file_set_contents (raw_path, (const char *) self->samples,
                                      sizeof self->samples, NULL));
  fails_at = -1;
}

static void
tear_down (Microphone *self, gconstpointer data)
{
  g_unlink (self->path);
  g_rmdir (self->folder);
  g_free (self->path);
  g_free (self->folder);
}

static ImCapture *
record (Microphone *self, ImFeed *feed, const ImInput *input, double max_s)
{
  g_autoptr (GError) error = NULL;
  ImCapture *capture = im_capture_start (feed, input, self->path, max_s, &error);
  ImGrowth *growth;

  g_assert_no_error (error);
  growth = im_capture_get_growth (capture);
  while (!im_growth_is_over (growth))
    im_growth_wait (growth, im_growth_get_rows (growth), NULL, NULL);

  return capture;
}

static ImRecording *
load (const Microphone *self)
{
  const ImRecordingOptions raw = { .flags = IM_RECORDING_RAW_INTEGERS };
  g_autoptr (GError) error = NULL;
  ImRecording *recording = im_recording_load (self->path, &raw, &error);

  g_assert_no_error (error);

  return recording;
}

static void
assert_samples (const Microphone *self, const ImRecording *recording)
{
  for (gsize i = 0; i < recording->n_rows * recording->n_channels; i++)
    g_assert_cmpfloat (recording->values[i], ==, self->samples[i]);
}

static void
test_samples (Microphone *self, gconstpointer data)
{
  g_autoptr (ImFeed) feed = im_feed_new ("microphone:test");
  g_autoptr (ImCapture) capture = record (self, feed, &mono, 0.25);
  g_autoptr (ImRecording) recording = load (self);
  g_autoptr (ImDiagnostics) notes = im_diagnostics_new ();

  g_assert_cmpuint (recording->n_rows, ==, RATE_HZ / 4);
  g_assert_cmpuint (recording->n_channels, ==, 1);
  g_assert_cmpfloat (recording->rate_hz, ==, RATE_HZ);
  assert_samples (self, recording);
  im_capture_note (capture, notes);
  g_assert_cmpuint (im_diagnostics_get_count (notes), ==, 0);
}

/* Rate and channels are those that are said. */
static void
test_channels (Microphone *self, gconstpointer data)
{
  g_autoptr (ImFeed) feed = im_feed_new ("microphone:test");
  g_autoptr (ImCapture) capture = NULL;
  g_autoptr (ImRecording) recording = NULL;

  im_feed_set (feed, "channels", "2", NULL);
  im_feed_set (feed, "rate", "8000", NULL);
  capture = record (self, feed, NULL, 0.1);
  recording = load (self);
  g_assert_cmpuint (recording->n_channels, ==, 2);
  g_assert_cmpuint (recording->n_rows, ==, 800);
  g_assert_cmpfloat (recording->rate_hz, ==, 8000);
  assert_samples (self, recording);
}

/* What was taken before it is gone stays. */
static void
test_gone (Microphone *self, gconstpointer data)
{
  g_autoptr (ImFeed) feed = im_feed_new ("microphone:test");
  g_autoptr (ImDiagnostics) notes = im_diagnostics_new ();
  g_autoptr (ImCapture) capture = NULL;
  g_autoptr (ImRecording) recording = NULL;

  fails_at = 3;
  failure = -ENODEV;
  capture = record (self, feed, &mono, 0.5);
  recording = load (self);
  g_assert_cmpuint (recording->n_rows, >, 0);
  g_assert_cmpuint (recording->n_rows, <, RATE_HZ / 2);
  assert_samples (self, recording);
  im_capture_note (capture, notes);
  g_assert_cmpuint (im_diagnostics_get_count (notes), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (notes, 0)->code, ==, "recording-end");
  g_assert_nonnull (strstr (im_diagnostics_get (notes, 0)->message, "is gone"));
}

/* A read that comes too late is told with the place. */
static void
test_gap (Microphone *self, gconstpointer data)
{
  g_autoptr (ImFeed) feed = im_feed_new ("microphone:test");
  g_autoptr (ImDiagnostics) notes = im_diagnostics_new ();
  g_autoptr (ImCapture) capture = NULL;
  g_autoptr (ImRecording) recording = NULL;

  fails_at = 3;
  failure = -EPIPE;
  capture = record (self, feed, &mono, 0.25);
  recording = load (self);
  g_assert_cmpuint (recording->n_rows, ==, RATE_HZ / 4);
  assert_samples (self, recording);
  im_capture_note (capture, notes);
  g_assert_cmpuint (im_diagnostics_get_count (notes), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (notes, 0)->code, ==, "recording-gap");
  g_assert_nonnull (
      strstr (im_diagnostics_get (notes, 0)->message, "not read in time 1 time:"));
}

/* A file whose sizes nobody wrote is read to its end. */
static void
test_unfinished (Microphone *self, gconstpointer data)
{
  g_autoptr (ImFeed) feed = im_feed_new ("microphone:test");
  g_autoptr (ImCapture) capture = record (self, feed, &mono, 0.25);
  g_autoptr (ImRecording) recording = NULL;
  g_autofree char *bytes = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (self->path, &bytes, &n, NULL));
  memset (bytes + 4, 0xFF, 4);
  memset (bytes + 40, 0xFF, 4);
  g_assert_true (g_file_set_contents (self->path, bytes, (gssize) n - 1, NULL));
  recording = load (self);
  g_assert_cmpuint (recording->n_rows, ==, RATE_HZ / 4 - 1);
  assert_samples (self, recording);
}

static void
test_refused (Microphone *self, gconstpointer data)
{
  const struct
  {
    const char *name, *channels, *rate, *message;
  } rows[] = {
    { "microphone:none", NULL, NULL, "cannot be opened: " },
    { "microphone:test", "left", NULL, "found “left” among channels" },
    { "microphone:test", NULL, "0.5", "a whole number of samples" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (ImFeed) feed = im_feed_new (rows[i].name);
      g_autoptr (GError) error = NULL;

      im_feed_set (feed, "channels", rows[i].channels, NULL);
      im_feed_set (feed, "rate", rows[i].rate, NULL);
      g_assert_null (im_capture_start (feed, NULL, self->path, 0, &error));
      g_assert_error (error, IM_CAPTURE_ERROR, IM_CAPTURE_ERROR_OPEN);
      g_assert_nonnull (strstr (error->message, rows[i].message));
    }
}

static void
test_list (Microphone *self, gconstpointer data)
{
  g_autoptr (GPtrArray) devices = im_capture_list_microphones ();
  gboolean is_there = FALSE;

  for (guint i = 0; i < devices->len; i++)
    {
      const ImCaptureDevice *device = g_ptr_array_index (devices, i);

      g_assert_cmpstr (device->name, !=, "microphone:null");
      is_there = is_there || strcmp (device->name, "microphone:test") == 0;
    }
  g_assert_true (is_there);
}

/* Frames of what grows are those of the file that it becomes. */
static void
test_frames (Microphone *self, gconstpointer data)
{
  g_autoptr (ImFeed) feed = im_feed_new ("microphone:test");
  g_autoptr (GByteArray) bytes = g_byte_array_new (), all = g_byte_array_new ();
  g_autoptr (ImFrameSource) source = NULL;
  g_autoptr (ImCapture) capture = NULL;
  g_autoptr (GError) error = NULL;

  capture = im_capture_start (feed, &mono, self->path, 0.5, &error);
  g_assert_no_error (error);
  g_assert_true (im_capture_wait (capture, NULL, NULL));
  im_capture_set_feed (capture, feed);
  feed->options.flags = IM_RECORDING_RAW_INTEGERS;
  source = im_frame_source_open (feed->path, &feed->options, &mono, 1, 0, &error);
  g_assert_no_error (error);
  while (im_frame_source_read (source, bytes, &error) > 0)
    g_byte_array_append (all, bytes->data, bytes->len);
  g_assert_no_error (error);
  g_assert_cmpmem (all->data, all->len, self->samples, sizeof self->samples);
}

static char *
write_configuration (const char *folder)
{
  char *path = g_build_filename (folder, "asound.conf", NULL);
  g_autofree char *text = g_strdup_printf (
      "pcm.null { type null }\n"
      "pcm.test { type file slave.pcm null file /dev/null infile \"%s\" format raw\n"
      "  hint { show on description \"Samples of a file\" } }\n"
      "defaults.namehint.basic on\ndefaults.namehint.extended on\n"
      "defaults.namehint.showall on\n",
      raw_path);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));

  return path;
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (Microphone *self, gconstpointer data);
  } tests[] = {
    { "/capture/microphone/samples", test_samples },
    { "/capture/microphone/channels", test_channels },
    { "/capture/microphone/gone", test_gone },
    { "/capture/microphone/gap", test_gap },
    { "/capture/microphone/unfinished", test_unfinished },
    { "/capture/microphone/refused", test_refused },
    { "/capture/microphone/list", test_list },
    { "/capture/microphone/frames", test_frames },
  };
  g_autofree char *folder = g_dir_make_tmp ("alsa-XXXXXX", NULL);
  g_autofree char *configuration = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  raw_path = g_build_filename (folder, "samples.raw", NULL);
  configuration = write_configuration (folder);
  g_setenv ("ALSA_CONFIG_PATH", configuration, TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, Microphone, NULL, set_up, tests[i].test, tear_down);
  status = g_test_run ();
  g_unlink (configuration);
  g_unlink (raw_path);
  g_rmdir (folder);
  g_free (raw_path);

  return status;
}

#else

static void
test_missing (void)
{
  g_autoptr (ImFeed) feed = im_feed_new ("microphone:");
  g_autoptr (GError) error = NULL;

  g_assert_false (im_capture_has_microphones ());
  g_assert_null (im_capture_start (feed, NULL, "microphone.wav", 0, &error));
  g_assert_error (error, IM_CAPTURE_ERROR, IM_CAPTURE_ERROR_OPEN);
  g_assert_nonnull (strstr (error->message, "libasound2-dev"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/capture/microphone/missing", test_missing);

  return g_test_run ();
}

#endif
