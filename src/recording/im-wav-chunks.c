/* SPDX-License-Identifier: MIT */
#include "recording/im-wav-chunks.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "recording/im-recording.h"

#define FORM_BYTES      12 /* RIFF, size, WAVE */
#define FORM_BYTES_64   40 /* the same in Wave64, with identifiers of 16 bytes */
#define CHUNK_BYTES_64  24
#define ALIGNMENT_64    8
#define CHUNK_BYTES     8  /* identifier, size */
#define FORMAT_BYTES    16 /* what every fmt chunk has at least */
#define MAX_CHUNKS      4096
#define DS64_BYTES      16 /* sizes of the file and of the data */
#define UNKNOWN_SIZE    G_MAXUINT32
#define CHANNELS_OFFSET 2 /* in the fmt chunk */
#define RATE_OFFSET     4
#define FRAME_OFFSET    12
#define BITS_OFFSET     14

#define TAG_PCM        1
#define TAG_FLOAT      3
#define TAG_EXTENSIBLE 0xFFFE

typedef struct
{
  const char *path;
  int descriptor;
  guint64 file_bytes;
  gboolean is_big_endian;
  gboolean is_wave64;
  guint64 data_bytes_64; /* what a ds64 chunk says, 0 without one */
  gboolean has_format;
  ImWavChunks chunks;
} Scan;

typedef struct
{
  char id[5];
  guint64 offset; /* of its identifier */
  guint64 start;  /* of what is in it */
  guint64 size;   /* of that */
} Chunk;

G_GNUC_PRINTF (5, 6)
static gboolean
fail (const Scan *scan,
      guint64 byte,
      ImRecordingError code,
      GError **error,
      const char *format,
      ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, IM_RECORDING_ERROR, (int) code,
               "%s: byte %" G_GUINT64_FORMAT ": %s", scan->path, byte, message);

  return FALSE;
}

static gboolean
read_at (const Scan *scan, guint64 offset, guint8 *buffer, gsize length, GError **error)
{
  if (pread (scan->descriptor, buffer, length, (off_t) offset) == (gssize) length)
    return TRUE;

  return fail (scan, scan->file_bytes, IM_RECORDING_ERROR_TRUNCATED, error,
               "expected %" G_GSIZE_FORMAT " bytes from byte %" G_GUINT64_FORMAT
               " on, but the file ends here",
               length, offset);
}

static guint16
get_16 (const Scan *scan, const guint8 *bytes)
{
  guint16 value;

  memcpy (&value, bytes, sizeof value);

  return scan->is_big_endian ? GUINT16_FROM_BE (value) : GUINT16_FROM_LE (value);
}

static guint32
get_32 (const Scan *scan, const guint8 *bytes)
{
  guint32 value;

  memcpy (&value, bytes, sizeof value);

  return scan->is_big_endian ? GUINT32_FROM_BE (value) : GUINT32_FROM_LE (value);
}

static guint64
get_64 (const Scan *scan, const guint8 *bytes)
{
  return get_32 (scan, bytes) | (guint64) get_32 (scan, bytes + 4) << 32;
}

/* Copies an identifier, with dots for what cannot be shown. */
static void
copy_id (char id[5], const guint8 *bytes)
{
  for (guint i = 0; i < 4; i++)
    id[i] = g_ascii_isprint (bytes[i]) ? (char) bytes[i] : '.';
  id[4] = '\0';
}

static gboolean
read_form (Scan *scan, GError **error)
{
  guint8 bytes[FORM_BYTES];
  char id[5];

  if (!read_at (scan, 0, bytes, sizeof bytes, error))
    return FALSE;

  copy_id (id, bytes);
  scan->is_big_endian = strcmp (id, "RIFX") == 0;
  scan->is_wave64 = strcmp (id, "riff") == 0;
  scan->chunks.is_bw64 = strcmp (id, "BW64") == 0;
  if (!scan->is_big_endian && !scan->is_wave64 && !scan->chunks.is_bw64 &&
      strcmp (id, "RIFF") != 0 && strcmp (id, "RF64") != 0)
    return fail (scan, 0, IM_RECORDING_ERROR_FORMAT, error,
                 "expected RIFF, RIFX, RF64, BW64 or Wave64, found “%s”", id);
  if (scan->is_wave64)
    return TRUE;
  copy_id (id, bytes + 8);
  if (strcmp (id, "WAVE") != 0)
    return fail (scan, 8, IM_RECORDING_ERROR_FORMAT, error, "expected WAVE, found “%s”",
                 id);

  return TRUE;
}

/* Of samples that are not compressed. */
static gboolean
check_frame_bytes (const Scan *scan, guint64 start, guint tag, guint bits, GError **error)
{
  guint least = scan->chunks.n_channels * ((bits + 7) / 8);

  if ((tag != TAG_PCM && tag != TAG_FLOAT && tag != TAG_EXTENSIBLE) ||
      scan->chunks.frame_bytes >= least)
    return TRUE;

  return fail (
      scan, start + FRAME_OFFSET, IM_RECORDING_ERROR_FORMAT, error,
      "expected at least %u bytes in a frame of %u channels of %u bits, found %u", least,
      scan->chunks.n_channels, bits, scan->chunks.frame_bytes);
}

static gboolean
read_format (Scan *scan, const Chunk *chunk, GError **error)
{
  guint64 start = chunk->start;
  guint8 bytes[FORMAT_BYTES];

  if (chunk->size < FORMAT_BYTES)
    return fail (scan, chunk->offset + 4, IM_RECORDING_ERROR_FORMAT, error,
                 "expected a fmt chunk of at least %d bytes, found %" G_GUINT64_FORMAT,
                 FORMAT_BYTES, chunk->size);
  if (!read_at (scan, start, bytes, sizeof bytes, error))
    return FALSE;

  scan->has_format = TRUE;
  scan->chunks.n_channels = get_16 (scan, bytes + CHANNELS_OFFSET);
  scan->chunks.frame_bytes = get_16 (scan, bytes + FRAME_OFFSET);
  scan->chunks.format_offset = start;
  scan->chunks.format_tag = get_16 (scan, bytes);
  scan->chunks.sample_bits = get_16 (scan, bytes + BITS_OFFSET);
  if (scan->chunks.n_channels == 0)
    return fail (scan, start + CHANNELS_OFFSET, IM_RECORDING_ERROR_FORMAT, error,
                 "expected at least 1 channel, found 0");
  if (get_32 (scan, bytes + RATE_OFFSET) == 0)
    return fail (scan, start + RATE_OFFSET, IM_RECORDING_ERROR_FORMAT, error,
                 "expected a rate of at least 1 Hz, found 0");
  if (scan->chunks.frame_bytes == 0)
    return fail (scan, start + FRAME_OFFSET, IM_RECORDING_ERROR_FORMAT, error,
                 "expected at least 1 byte in a frame, found 0");

  return check_frame_bytes (scan, start, get_16 (scan, bytes),
                            get_16 (scan, bytes + BITS_OFFSET), error);
}

static gboolean
read_ds64 (Scan *scan, const Chunk *chunk, GError **error)
{
  guint8 bytes[DS64_BYTES];

  if (!read_at (scan, chunk->start, bytes, sizeof bytes, error))
    return FALSE;
  scan->data_bytes_64 = get_64 (scan, bytes + 8);

  return TRUE;
}

static gboolean
read_data (Scan *scan, const Chunk *chunk, GError **error)
{
  guint64 start = chunk->start;
  guint64 available = scan->file_bytes - start;
  guint64 announced = chunk->size;

  if (!scan->has_format)
    return fail (scan, chunk->offset, IM_RECORDING_ERROR_FORMAT, error,
                 "expected a fmt chunk before the data chunk");
  if (announced == UNKNOWN_SIZE)
    announced = scan->data_bytes_64 > 0 ? scan->data_bytes_64 : available;
  if (announced == 0 && available > 0)
    return fail (scan, chunk->offset + 4, IM_RECORDING_ERROR_EMPTY, error,
                 "the data chunk announces 0 bytes, but %" G_GUINT64_FORMAT
                 " follow: it was not finished",
                 available);
  if (announced > available)
    return fail (scan, chunk->offset + 4, IM_RECORDING_ERROR_TRUNCATED, error,
                 "the data chunk announces %" G_GUINT64_FORMAT
                 " bytes, but only %" G_GUINT64_FORMAT
                 " follow until the end of the file",
                 announced, available);
  if (announced < scan->chunks.frame_bytes)
    return fail (scan, start, IM_RECORDING_ERROR_EMPTY, error,
                 "expected at least one frame of %u bytes, found %" G_GUINT64_FORMAT,
                 scan->chunks.frame_bytes, announced);

  scan->chunks.data_offset = start;
  scan->chunks.data_bytes = announced;

  return TRUE;
}

static gboolean
read_chunk (Scan *scan, guint64 offset, Chunk *chunk, GError **error)
{
  guint8 bytes[CHUNK_BYTES_64];
  guint n_bytes = scan->is_wave64 ? CHUNK_BYTES_64 : CHUNK_BYTES;

  if (!read_at (scan, offset, bytes, n_bytes, error))
    return FALSE;

  copy_id (chunk->id, bytes);
  chunk->offset = offset;
  chunk->start = offset + n_bytes;
  chunk->size = scan->is_wave64 ? get_64 (scan, bytes + 16) : get_32 (scan, bytes + 4);
  if (!scan->is_wave64)
    return TRUE;
  if (chunk->size < CHUNK_BYTES_64)
    return fail (
        scan, offset + 16, IM_RECORDING_ERROR_FORMAT, error,
        "expected the size of a chunk, at least %d bytes, found %" G_GUINT64_FORMAT,
        CHUNK_BYTES_64, chunk->size);
  chunk->size -= CHUNK_BYTES_64; /* it counts itself */

  return TRUE;
}

static gboolean
read_chunks (Scan *scan, GError **error)
{
  guint64 offset = scan->is_wave64 ? FORM_BYTES_64 : FORM_BYTES;
  guint64 alignment = scan->is_wave64 ? ALIGNMENT_64 : 2;
  Chunk chunk;

  for (guint n = 0; read_chunk (scan, offset, &chunk, error); n++)
    {
      if (n == MAX_CHUNKS)
        return fail (scan, offset, IM_RECORDING_ERROR_FORMAT, error,
                     "expected a data chunk after at most %d others", MAX_CHUNKS);
      if (strcmp (chunk.id, "data") == 0)
        return read_data (scan, &chunk, error);
      if (strcmp (chunk.id, "fmt ") == 0 && !read_format (scan, &chunk, error))
        return FALSE;
      if (strcmp (chunk.id, "ds64") == 0 && !read_ds64 (scan, &chunk, error))
        return FALSE;

      /* A byte fills up a chunk of odd length, or up to seven. */
      offset = chunk.start + chunk.size;
      offset += (alignment - (offset - chunk.offset) % alignment) % alignment;
      if (offset > scan->file_bytes || offset < chunk.start)
        return fail (scan, chunk.offset + 4, IM_RECORDING_ERROR_TRUNCATED, error,
                     "the chunk “%s” announces %" G_GUINT64_FORMAT
                     " bytes, but only %" G_GUINT64_FORMAT
                     " follow until the end of the file",
                     chunk.id, chunk.size, scan->file_bytes - chunk.start);
      if (offset == scan->file_bytes)
        return fail (scan, offset, IM_RECORDING_ERROR_TRUNCATED, error,
                     "expected a data chunk, but the file ends here");
    }

  return FALSE;
}

gboolean
im_wav_chunks_scan (const char *path, int descriptor, ImWavChunks *chunks, GError **error)
{
  Scan scan = { .path = path, .descriptor = descriptor };
  struct stat status;

  if (fstat (descriptor, &status) == 0)
    scan.file_bytes = (guint64) status.st_size;
  if (!read_form (&scan, error) || !read_chunks (&scan, error))
    return FALSE;
  *chunks = scan.chunks;

  return TRUE;
}
