/* SPDX-License-Identifier: MIT
 *
 * Files are put together byte by byte, so that every field of a header can be wrong.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/im-file.h"
#include "recording-text.h"
#include "recording/im-wav-reader.h"

#define TAG_PCM        1
#define TAG_FLOAT      3
#define TAG_EXTENSIBLE 0xFFFE
#define RATE           8000
#define DATA_OFFSET    36 /* of the data chunk behind a plain header */

typedef struct
{
  const char *name;
  const char *form; /* RIFF, RIFX or RF64 */
  guint tag;        /* what the samples are, also if the header is extensible */
  gboolean is_extensible;
  guint n_channels;
  guint bits;
  const char *extra; /* a chunk before the data */
  gsize extra_length;
  const char *data;
  gsize length;
  guint32 riff_size; /* 0 for the right one */
  guint32 data_size; /* 0 for the right one */
  ImRecordingFlags flags;
  ImDType dtype;
  const char *expected; /* without ` @8000` */
} ReadCase;

#define BYTES(text) text, sizeof text - 1
#define NO_EXTRA    NULL, 0

static const ReadCase read_cases[] = {
  { "pcm-8", "RIFF", TAG_PCM, FALSE, 1, 8, NO_EXTRA, BYTES ("\x80\xFF\x00\x40"), 0, 0, 0,
    IM_DTYPE_FLOAT64, "channel1: 0; 0.9921875; -1; -0.5" },
  { "pcm-16", "RIFF", TAG_PCM, FALSE, 1, 16, NO_EXTRA,
    BYTES ("\x00\x00\xFF\x7F\x00\x80\x00\x40"), 0, 0, 0, IM_DTYPE_FLOAT64,
    "channel1: 0; 0.999969482421875; -1; 0.5" },
  { "pcm-24", "RIFF", TAG_PCM, FALSE, 1, 24, NO_EXTRA,
    BYTES ("\x00\x00\x80\x00\x00\x40\x01\x00\x00"), 0, 0, 0, IM_DTYPE_FLOAT64,
    "channel1: -1; 0.5; 1.1920928955078125e-07" },
  { "pcm-32", "RIFF", TAG_PCM, FALSE, 1, 32, NO_EXTRA,
    BYTES ("\x00\x00\x00\x80\x00\x00\x00\x40\x01\x00\x00\x00"), 0, 0, 0, IM_DTYPE_FLOAT64,
    "channel1: -1; 0.5; 4.656612873077393e-10" },
  { "float-32", "RIFF", TAG_FLOAT, FALSE, 1, 32, NO_EXTRA,
    BYTES ("\x00\x00\x80\x3F\x00\x00\x20\xC0"), 0, 0, 0, IM_DTYPE_FLOAT64,
    "channel1: 1; -2.5" },
  { "float-64", "RIFF", TAG_FLOAT, FALSE, 1, 64, NO_EXTRA,
    BYTES ("\x9A\x99\x99\x99\x99\x99\xB9\x3F"), 0, 0, 0, IM_DTYPE_FLOAT64,
    "channel1: 0.1" },
  { "raw-8", "RIFF", TAG_PCM, FALSE, 1, 8, NO_EXTRA, BYTES ("\x80\xFF\x00\x40"), 0, 0,
    IM_RECORDING_RAW_INTEGERS, IM_DTYPE_INT8, "channel1: 0; 127; -128; -64" },
  { "raw-16", "RIFF", TAG_PCM, FALSE, 1, 16, NO_EXTRA,
    BYTES ("\x01\x00\xFF\x7F\x00\x80\x00\x40"), 0, 0, IM_RECORDING_RAW_INTEGERS,
    IM_DTYPE_INT16, "channel1: 1; 32767; -32768; 16384" },
  { "raw-24", "RIFF", TAG_PCM, FALSE, 1, 24, NO_EXTRA,
    BYTES ("\x00\x00\x80\xFF\xFF\x7F\x01\x00\x00"), 0, 0, IM_RECORDING_RAW_INTEGERS,
    IM_DTYPE_INT32, "channel1: -8388608; 8388607; 1" },
  { "raw-32", "RIFF", TAG_PCM, FALSE, 1, 32, NO_EXTRA,
    BYTES ("\x00\x00\x00\x80\xFF\xFF\xFF\x7F"), 0, 0, IM_RECORDING_RAW_INTEGERS,
    IM_DTYPE_INT32, "channel1: -2147483648; 2147483647" },
  { "three-channels", "RIFF", TAG_PCM, FALSE, 3, 8, NO_EXTRA,
    BYTES ("\x81\x82\x83\x84\x85\x86"), 0, 0, IM_RECORDING_RAW_INTEGERS, IM_DTYPE_INT8,
    "channel1 channel2 channel3: 1 2 3; 4 5 6" },
  { "extensible-16", "RIFF", TAG_PCM, TRUE, 2, 16, NO_EXTRA, BYTES ("\x01\x00\x02\x00"),
    0, 0, IM_RECORDING_RAW_INTEGERS, IM_DTYPE_INT16, "channel1 channel2: 1 2" },
  { "extensible-24", "RIFF", TAG_PCM, TRUE, 1, 24, NO_EXTRA, BYTES ("\x01\x00\x00"), 0, 0,
    IM_RECORDING_RAW_INTEGERS, IM_DTYPE_INT32, "channel1: 1" },
  { "extensible-float", "RIFF", TAG_FLOAT, TRUE, 1, 32, NO_EXTRA,
    BYTES ("\x00\x00\x80\x3F"), 0, 0, 0, IM_DTYPE_FLOAT64, "channel1: 1" },
  { "big-endian", "RIFX", TAG_PCM, FALSE, 1, 16, NO_EXTRA, BYTES ("\x00\x01\x40\x00"), 0,
    0, IM_RECORDING_RAW_INTEGERS, IM_DTYPE_INT16, "channel1: 1; 16384" },
  { "odd-chunk-before", "RIFF", TAG_PCM, FALSE, 1, 16,
    BYTES ("note\x03\x00\x00\x00"
           "abc\0"),
    BYTES ("\x01\x00"), 0, 0, IM_RECORDING_RAW_INTEGERS, IM_DTYPE_INT16, "channel1: 1" },
  { "part-of-a-frame", "RIFF", TAG_PCM, FALSE, 2, 16, NO_EXTRA,
    BYTES ("\x01\x00\x02\x00\x03\x00"), 0, 0, IM_RECORDING_RAW_INTEGERS, IM_DTYPE_INT16,
    "channel1 channel2: 1 2" },
  { "riff-size-too-large", "RIFF", TAG_PCM, FALSE, 1, 16, NO_EXTRA, BYTES ("\x01\x00"),
    1000000, 0, IM_RECORDING_RAW_INTEGERS, IM_DTYPE_INT16, "channel1: 1" },
  { "riff-size-too-small", "RIFF", TAG_PCM, FALSE, 1, 16, NO_EXTRA,
    BYTES ("\x01\x00\x02\x00"), 1, 0, IM_RECORDING_RAW_INTEGERS, IM_DTYPE_INT16,
    "channel1: 1; 2" },
  { "size-of-a-pipe", "RIFF", TAG_PCM, FALSE, 1, 16, NO_EXTRA, BYTES ("\x01\x00\x02\x00"),
    G_MAXUINT32, G_MAXUINT32, IM_RECORDING_RAW_INTEGERS, IM_DTYPE_INT16,
    "channel1: 1; 2" },
  { "nan-allowed", "RIFF", TAG_FLOAT, FALSE, 1, 32, NO_EXTRA,
    BYTES ("\x00\x00\xC0\x7F\x00\x00\x80\xFF"), 0, 0, IM_RECORDING_ALLOW_NAN,
    IM_DTYPE_FLOAT64, "channel1: NaN; -Infinity" },
};

static void
append_number (GString *out, const char *form, guint64 value, guint n_bytes)
{
  gboolean is_big = strcmp (form, "RIFX") == 0;

  for (guint i = 0; i < n_bytes; i++)
    {
      guint place = is_big ? n_bytes - 1 - i : i;

      g_string_append_c (out, (char) (value >> (8 * place) & 0xFF));
    }
}

static void
append_format (GString *out, const ReadCase *c)
{
  guint frame_bytes = c->n_channels * c->bits / 8;

  g_string_append (out, "fmt ");
  append_number (out, c->form, c->is_extensible ? 40 : 16, 4);
  append_number (out, c->form, c->is_extensible ? TAG_EXTENSIBLE : c->tag, 2);
  append_number (out, c->form, c->n_channels, 2);
  append_number (out, c->form, RATE, 4);
  append_number (out, c->form, RATE * frame_bytes, 4);
  append_number (out, c->form, frame_bytes, 2);
  append_number (out, c->form, c->bits, 2);
  if (!c->is_extensible)
    return;

  append_number (out, c->form, 22, 2);
  append_number (out, c->form, c->bits, 2);
  append_number (out, c->form, 0, 4);
  append_number (out, c->form, c->tag, 2);
  g_string_append_len (out, "\x00\x00\x00\x00\x10\x00\x80\x00\x00\xAA\x00\x38\x9B\x71",
                       14);
}

static GString *
new_wav (const ReadCase *c)
{
  GString *out = g_string_new (c->form);
  g_autoptr (GString) body = g_string_new ("WAVE");

  append_format (body, c);
  if (c->extra != NULL)
    g_string_append_len (body, c->extra, (gssize) c->extra_length);
  g_string_append (body, "data");
  append_number (body, c->form, c->data_size > 0 ? c->data_size : c->length, 4);
  g_string_append_len (body, c->data, (gssize) c->length);

  append_number (out, c->form, c->riff_size > 0 ? c->riff_size : body->len, 4);
  g_string_append_len (out, body->str, (gssize) body->len);

  return out;
}

static void
test_read (Fixture *fixture, gconstpointer data)
{
  const ReadCase *c = data;
  g_autoptr (GString) wav = new_wav (c);
  ImRecordingOptions options = { .flags = c->flags };
  g_autoptr (GError) error = NULL;

  write_file (fixture, wav->str, wav->len);
  g_autoptr (ImRecording) recording = im_recording_load (fixture->path, &options, &error);
  g_assert_no_error (error);
  g_assert_cmpint (recording->dtype, ==, (int) c->dtype);

  g_autofree char *expected = g_strdup_printf ("%s @%d", c->expected, RATE);
  g_autofree char *description = dup_description (recording);
  g_assert_cmpstr (description, ==, expected);
}

/* Channels are taken in the order that is wanted. */
static void
test_channels (Fixture *fixture, gconstpointer data)
{
  static const char *const wanted[] = { "channel3", "1", NULL };
  static const char *const unknown[] = { "4", NULL };
  const ReadCase three = { "", "RIFF", TAG_PCM,  FALSE,
                           3,  8,      NO_EXTRA, BYTES ("\x81\x82\x83\x84\x85\x86") };
  g_autoptr (GString) wav = new_wav (&three);
  ImRecordingOptions options = { .flags = IM_RECORDING_RAW_INTEGERS, .channels = wanted };
  g_autoptr (GError) error = NULL;
  g_autofree char *description = NULL;

  write_file (fixture, wav->str, wav->len);
  g_autoptr (ImRecording) recording = im_recording_load (fixture->path, &options, &error);
  g_assert_no_error (error);
  description = dup_description (recording);
  g_assert_cmpstr (description, ==, "channel3 channel1: 3 1; 6 4 @8000");

  options.channels = unknown;
  g_assert_null (im_recording_load (fixture->path, &options, &error));
  assert_message (fixture, error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_CHANNELS,
                  "file: expected a column “4”, there are 3: 1 channel1, 2 channel2, 3 "
                  "channel3");
}

/* A valid file of four 16-bit samples, of which each test spoils something. */
static const ReadCase plain = {
  "plain", "RIFF", TAG_PCM,  FALSE,
  1,       16,     NO_EXTRA, BYTES ("\x01\x00\x02\x00\x03\x00\x04\x00"),
  0,       0,      0,        IM_DTYPE_FLOAT64,
  NULL
};

typedef struct
{
  const char *name;
  gsize offset;      /* of what is replaced */
  const char *bytes; /* by these */
  gsize length;
  gsize cut; /* 0 to keep the rest of the file */
  ImRecordingFlags flags;
  ImRecordingError code;
  const char *message;
} RefuseCase;

static const RefuseCase refuse_cases[] = {
  { "no-wave", 8, BYTES ("AVI "), 0, 0, IM_RECORDING_ERROR_FORMAT,
    "file: byte 8: expected WAVE, found “AVI ”" },
  { "only-riff", 0, BYTES ("RIFF"), 4, 0, IM_RECORDING_ERROR_TRUNCATED,
    "file: byte 4: expected 12 bytes from byte 0 on, but the file ends here" },
  { "cut-in-format", 0, BYTES ("RIFF"), 30, 0, IM_RECORDING_ERROR_TRUNCATED,
    "file: byte 30: expected 16 bytes from byte 20 on, but the file ends here" },
  { "cut-behind-format", 0, BYTES ("RIFF"), DATA_OFFSET, 0, IM_RECORDING_ERROR_TRUNCATED,
    "file: byte 36: expected a data chunk, but the file ends here" },
  { "cut-in-samples", 0, BYTES ("RIFF"), 47, 0, IM_RECORDING_ERROR_TRUNCATED,
    "file: byte 40: the data chunk announces 8 bytes, but only 3 follow until the end of "
    "the file" },
  { "no-samples", 40, BYTES ("\x00\x00\x00\x00"), 44, 0, IM_RECORDING_ERROR_EMPTY,
    "file: byte 44: expected at least one frame of 2 bytes, found 0" },
  { "short-format", 16, BYTES ("\x0E"), 0, 0, IM_RECORDING_ERROR_FORMAT,
    "file: byte 16: expected a fmt chunk of at least 16 bytes, found 14" },
  { "long-format", 16, BYTES ("\xFF\xFF"), 0, 0, IM_RECORDING_ERROR_TRUNCATED,
    "file: byte 16: the chunk “fmt ” announces 65535 bytes, but only 32 follow until the "
    "end of the file" },
  { "no-format", 12, BYTES ("f\x01t "), 0, 0, IM_RECORDING_ERROR_FORMAT,
    "file: byte 36: expected a fmt chunk before the data chunk" },
  { "no-channels", 22, BYTES ("\x00"), 0, 0, IM_RECORDING_ERROR_FORMAT,
    "file: byte 22: expected at least 1 channel, found 0" },
  { "no-rate", 24, BYTES ("\x00\x00\x00\x00"), 0, 0, IM_RECORDING_ERROR_FORMAT,
    "file: byte 24: expected a rate of at least 1 Hz, found 0" },
  { "no-frame", 32, BYTES ("\x00"), 0, 0, IM_RECORDING_ERROR_FORMAT,
    "file: byte 32: expected at least 1 byte in a frame, found 0" },
  { "too-many-channels", 22, BYTES ("\x11"), 0, 0, IM_RECORDING_ERROR_FORMAT,
    "file: byte 32: expected at least 34 bytes in a frame of 17 channels of 16 bits, "
    "found 2" },
  { "too-many-bits", 34, BYTES ("\x11"), 0, 0, IM_RECORDING_ERROR_FORMAT,
    "file: byte 32: expected at least 3 bytes in a frame of 1 channels of 17 bits, found "
    "2" },
  { "not-finished", 40, BYTES ("\x00\x00\x00\x00"), 0, 0, IM_RECORDING_ERROR_EMPTY,
    "file: byte 40: the data chunk announces 0 bytes, but 8 follow: it was not "
    "finished" },
  { "raw-floats", 20,
    BYTES ("\x03\x00\x01\x00\x40\x1F\x00\x00\x00\x7D\x00\x00\x04\x00\x20"), 0,
    IM_RECORDING_RAW_INTEGERS, IM_RECORDING_ERROR_FORMAT,
    "file: expected integer samples, to be taken as they are stored, found floats or "
    "compressed ones" },
  { "nan", 20,
    BYTES ("\x03\x00\x01\x00\x40\x1F\x00\x00\x00\x7D\x00\x00\x04\x00\x20\x00"
           "data"
           "\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00\xC0\x7F"),
    0, 0, IM_RECORDING_ERROR_MISSING,
    "file: byte 48: frame 2, channel 1: expected a finite number, found nan" },
};

static void
test_refuse (Fixture *fixture, gconstpointer data)
{
  const RefuseCase *c = data;
  g_autoptr (GString) wav = new_wav (&plain);
  ImRecordingOptions options = { .flags = c->flags };
  g_autoptr (GError) error = NULL;

  memcpy (wav->str + c->offset, c->bytes, c->length);
  write_file (fixture, wav->str, c->cut > 0 ? c->cut : wav->len);
  g_autoptr (ImRecording) recording = im_recording_load (fixture->path, &options, &error);

  g_assert_null (recording);
  assert_message (fixture, error, IM_RECORDING_ERROR, (int) c->code, c->message);
}

static void
test_unknown_encoding (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) wav = new_wav (&plain);
  g_autofree char *prefix = g_strdup_printf (
      "%s: byte 20: expected integers of 8 to 32 bits, floats of 32 or 64 bits, A-law, "
      "µ-law or ADPCM, found the format tag 0x0077 with 16 bits (libsndfile: ",
      fixture->path);
  g_autoptr (GError) error = NULL;

  wav->str[20] = 0x77;
  write_file (fixture, wav->str, wav->len);
  g_assert_null (im_recording_load (fixture->path, NULL, &error));
  g_assert_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT);
  g_assert_true (g_str_has_prefix (error->message, prefix));
}

/* However short the file is cut, the message says where. */
static void
test_every_length (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) wav = new_wav (&plain);
  g_autofree char *prefix = g_strconcat (fixture->path, ": byte ", NULL);

  for (gsize length = 0; length < wav->len; length++)
    {
      g_autoptr (GError) error = NULL;

      write_file (fixture, wav->str, length);
      g_assert_null (im_recording_load_wav (fixture->path, NULL, &error));
      g_assert_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TRUNCATED);
      g_assert_true (g_str_has_prefix (error->message, prefix));
    }
}

/* Whatever a byte of the header says, there is a recording or a message. */
static void
test_every_byte (Fixture *fixture, gconstpointer data)
{
  static const guchar values[] = { 0x00, 0x01, 0x03, 0x11, 0x20, 0x7F, 0x80, 0xFE, 0xFF };
  guint n_read = 0, n_refused = 0;

  for (gsize i = 0; i < DATA_OFFSET + 8; i++)
    for (gsize k = 0; k < G_N_ELEMENTS (values); k++)
      {
        g_autoptr (GString) wav = new_wav (&plain);
        g_autoptr (GError) error = NULL;

        wav->str[i] = (char) values[k];
        write_file (fixture, wav->str, wav->len);
        g_autoptr (ImRecording) recording = im_recording_load_wav (fixture->path, NULL,
                                                                   &error);
        g_assert_true ((recording == NULL) == (error != NULL));
        g_assert_true (recording == NULL || recording->n_rows > 0);
        n_read += recording != NULL;
        n_refused += recording == NULL;
      }

  g_assert_cmpuint (n_read, >, 0);
  g_assert_cmpuint (n_refused, >, 0);
}

/* An RF64 file says its sizes in a chunk of its own; BW64 is another name for it. */
static void
test_rf64 (Fixture *fixture, gconstpointer data)
{
  static const char ds64[] = "ds64\x1C\x00\x00\x00"
                             "\x54\x00\x00\x00\x00\x00\x00\x00"
                             "\x04\x00\x00\x00\x00\x00\x00\x00"
                             "\x02\x00\x00\x00\x00\x00\x00\x00"
                             "\x00\x00\x00\x00";
  ReadCase c = plain;
  ImRecordingOptions options = { .flags = IM_RECORDING_RAW_INTEGERS };
  g_autoptr (GError) error = NULL;

  c.form = data;
  c.riff_size = c.data_size = G_MAXUINT32;
  g_autoptr (GString) wav = new_wav (&c);
  g_string_insert_len (wav, 12, ds64, sizeof ds64 - 1);
  write_file (fixture, wav->str, wav->len);
  g_autoptr (ImRecording) recording = im_recording_load (fixture->path, &options, &error);
  g_assert_no_error (error);
  g_autofree char *description = dup_description (recording);
  g_assert_cmpstr (description, ==, "channel1: 1; 2 @8000");

  wav->str[12 + 8 + 8] = 100;
  write_file (fixture, wav->str, wav->len);
  g_assert_null (im_recording_load (fixture->path, NULL, &error));
  assert_message (fixture, error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TRUNCATED,
                  "file: byte 76: the data chunk announces 100 bytes, but only 8 follow "
                  "until the end of the file");
}

static void
append_64 (GString *out, guint64 number)
{
  for (guint i = 0; i < 8; i++)
    g_string_append_c (out, (char) (number >> 8 * i));
}

#define WAVE64_END "\xF3\xAC\xD3\x11\x8C\xD1\x00\xC0\x4F\x8E\xDB\x8A"
#define WAVE64_TOP "\x2E\x91\xCF\x11\xA5\xD6\x28\xDB\x04\xC1\x00\x00"
#define LONG_BYTES ((guint64) 5 << 30)

/* A Wave64 file of samples of 16 bits, of which all but the last need no room. */
static void
make_wave64 (const Fixture *fixture, guint64 n_bytes)
{
  g_autoptr (GString) wav = g_string_new_len (BYTES ("riff" WAVE64_TOP));
  FILE *file;

  append_64 (wav, n_bytes + 104);
  g_string_append_len (wav, BYTES ("wave" WAVE64_END));
  g_string_append_len (wav, BYTES ("fmt " WAVE64_END));
  append_64 (wav, 40);
  g_string_append_len (wav, BYTES ("\x01\0\x01\0\x80\x3E\0\0\0\x7D\0\0\x02\0\x10\0"));
  g_string_append_len (wav, BYTES ("data" WAVE64_END));
  append_64 (wav, n_bytes + 24);
  write_file (fixture, wav->str, wav->len);
  file = fopen (fixture->path, "r+b");
  g_assert_nonnull (file);
  g_assert_cmpint (fseeko (file, (off_t) (wav->len + n_bytes - 2), SEEK_SET), ==, 0);
  g_assert_cmpuint (fwrite ("\x00\x40", 1, 2, file), ==, 2);
  g_assert_cmpint (fclose (file), ==, 0);
}

static void
test_wave64 (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ImWavReader) reader = NULL;
  g_autoptr (ImRecording) last = NULL;
  g_autoptr (GError) error = NULL;

  make_wave64 (fixture, LONG_BYTES);
  reader = im_wav_reader_open (fixture->path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (im_wav_reader_get_format (reader)->n_rows, ==, LONG_BYTES / 2);
  g_assert_cmpfloat (im_wav_reader_get_format (reader)->rate_hz, ==, 16000);
  g_assert_true (im_wav_reader_seek (reader, LONG_BYTES / 2 - 2, &error));
  last = im_wav_reader_read (reader, 5, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (last->n_rows, ==, 2);
  g_assert_cmpfloat (last->values[0], ==, 0);
  g_assert_cmpfloat (last->values[1], ==, 0.5);

  g_assert_cmpint (truncate (fixture->path, 1000), ==, 0);
  g_assert_null (im_recording_load (fixture->path, NULL, &error));
  assert_message (
      fixture, error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TRUNCATED,
      "file: byte 84: the data chunk announces 5368709120 bytes, but only 896 "
      "follow until the end of the file");
}

static void
test_many_chunks (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) wav = g_string_new_len (BYTES ("RIFF\0\0\0\0WAVE"));
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 5000; i++)
    g_string_append_len (wav, BYTES ("junk\0\0\0\0"));
  write_file (fixture, wav->str, wav->len);
  g_assert_null (im_recording_load (fixture->path, NULL, &error));
  assert_message (fixture, error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
                  "file: byte 32780: expected a data chunk after at most 4096 others");
}

/* A long file of zeros, which need no room on the disk. */
static void
make_long (const Fixture *fixture, gsize length)
{
  ReadCase c = plain;

  c.bits = 8;
  c.data_size = G_MAXUINT32;
  g_autoptr (GString) wav = new_wav (&c);
  write_file (fixture, wav->str, DATA_OFFSET + 8);
  g_assert_cmpint (truncate (fixture->path, (off_t) (DATA_OFFSET + 8 + length)), ==, 0);
}

static void
test_too_large (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) samples = NULL, bytes = NULL;

  make_long (fixture, IM_RECORDING_MAX_NUMBERS + 1);
  g_assert_null (im_recording_load (fixture->path, NULL, &samples));
  assert_message (fixture, samples, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TOO_LARGE,
                  "file: expected at most 134217728 frames of 1 channel(s), found "
                  "134217729");

  make_long (fixture, IM_RECORDING_MAX_BYTES / 2);
  g_assert_null (im_recording_load (fixture->path, NULL, &bytes));
  g_assert_error (bytes, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TOO_LARGE);
}

static void
test_no_file (Fixture *fixture, gconstpointer data)
{
  ImRecording *(*load[]) (const char *, const ImRecordingOptions *, GError **) = {
    im_recording_load,
    im_recording_load_csv,
    im_recording_load_wav,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (load); i++)
    {
      g_autoptr (GError) missing = NULL, folder = NULL;

      g_assert_null (load[i](fixture->path, NULL, &missing));
      g_assert_error (missing, IM_FILE_ERROR, IM_FILE_ERROR_NOT_FOUND);
      g_assert_null (load[i](fixture->folder, NULL, &folder));
      g_assert_error (folder, IM_FILE_ERROR, IM_FILE_ERROR_NOT_REGULAR);
    }
}

/* Compressed samples are decoded: A-law and µ-law by their tables. */
static void
test_compressed (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    guint tag;
    const char *expected;
  } rows[] = {
    { 6, "channel1: -0.000244140625; 0.000244140625 @8000" },
    { 7, "channel1: -0.0218505859375; 0.0218505859375 @8000" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      ReadCase c = { "compressed",
                     "RIFF",
                     rows[i].tag,
                     FALSE,
                     1,
                     8,
                     NO_EXTRA,
                     BYTES ("\x55\xD5"),
                     0,
                     0,
                     0,
                     IM_DTYPE_FLOAT64,
                     NULL };
      g_autoptr (GString) wav = new_wav (&c);
      g_autoptr (GError) error = NULL;

      write_file (fixture, wav->str, wav->len);
      g_autoptr (ImRecording) recording = im_recording_load (fixture->path, NULL, &error);
      g_assert_no_error (error);
      g_autofree char *description = dup_description (recording);
      g_assert_cmpstr (description, ==, rows[i].expected);
    }
}

#define ADD_ROWS(prefix, rows, function)                                 \
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)                        \
    {                                                                    \
      g_autofree char *path = g_strconcat (prefix, rows[i].name, NULL);  \
                                                                         \
      g_test_add (path, Fixture, &rows[i], set_up, function, tear_down); \
    }

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD_ROWS ("/recording-wav/read/", read_cases, test_read);
  ADD_ROWS ("/recording-wav/refuse/", refuse_cases, test_refuse);
  ADD ("/recording-wav/refuse/unknown-encoding", test_unknown_encoding);
  ADD ("/recording-wav/refuse/many-chunks", test_many_chunks);
  ADD ("/recording-wav/refuse/too-large", test_too_large);
  ADD ("/recording-wav/refuse/no-file", test_no_file);
  ADD ("/recording-wav/compressed", test_compressed);
  ADD ("/recording-wav/channels", test_channels);
  ADD ("/recording-wav/every-length", test_every_length);
  ADD ("/recording-wav/every-byte", test_every_byte);
  g_test_add ("/recording-wav/rf64", Fixture, "RF64", set_up, test_rf64, tear_down);
  g_test_add ("/recording-wav/bw64", Fixture, "BW64", set_up, test_rf64, tear_down);
  ADD ("/recording-wav/wave64", test_wave64);

  return g_test_run ();
}
