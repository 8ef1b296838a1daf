/* SPDX-License-Identifier: MIT */
#include "recording/im-frame-source.h"

#include <math.h>
#include <string.h>

#include "base/im-arena.h"
#include "recording/im-growing-file.h"
#include "recording/im-recording-fit.h"
#include "recording/im-wav-reader.h"
#include "tensor/im-array.h"

#define ROWS_AT_ONCE   32768
#define RATE_TOLERANCE 0.01 /* as that of a recording that fits */

struct _ImFrameSource
{
  ImRecording *recording;    /* of CSV or NPY, or NULL */
  ImWavReader *reader;       /* of a WAV file, or NULL */
  ImGrowingFile *growing;    /* of one that grows, or has grown, or NULL */
  const ImRecording *format; /* of one of these */
  const ImInput *inputs;
  guint n_inputs;
  gsize frame_numbers; /* of the input that is not time */
  guint64 n_frames;    /* that there are */
  guint64 max_frames;  /* that are wanted, 0 for all */
  guint64 next_frame;
  guint frames_at_once;
  ImRecordingRange range; /* of what the reader gave */
};

/* How many rows come in a second, as long as nothing says it: as many as the pipeline
 * expects. */
static void
expect_rate (ImFrameSource *source)
{
  const ImInput *input = im_inputs_find_data (source->inputs, source->n_inputs);
  ImRecording *format = im_growing_file_get_format (source->growing);

  if (input != NULL && !(format->rate_hz > 0) &&
      !im_growing_file_is_over (source->growing))
    format->rate_hz = input->type.rate_hz *
                      (double) im_inputs_get_frame_elements (input) / format->n_channels;
}

static guint64
count_frames (const ImFrameSource *source)
{
  guint64 n = (guint64) source->format->n_rows * source->format->n_channels /
              source->frame_numbers;

  return source->max_frames > 0 ? MIN (n, source->max_frames) : n;
}

/* Waits until there is a frame that was not read, or there will be none. */
static gboolean
grow (ImFrameSource *source, GError **error)
{
  while (im_frame_source_is_growing (source) && source->next_frame == source->n_frames &&
         (source->max_frames == 0 || source->n_frames < source->max_frames))
    {
      if (!im_growing_file_grow (source->growing, error))
        return FALSE;
      source->n_frames = count_frames (source);
    }

  return TRUE;
}

static gboolean
open_recording (ImFrameSource *source,
                const char *path,
                const ImRecordingOptions *options,
                GError **error)
{
  if (options != NULL && options->growth != NULL)
    {
      source->growing = im_growing_file_open (path, options, error);
      if (source->growing == NULL)
        return FALSE;
      source->format = im_growing_file_get_format (source->growing);
      expect_rate (source);
      return TRUE;
    }
  if (im_recording_is_wav (path))
    {
      source->reader = im_wav_reader_open (path, options, error);
      if (source->reader != NULL)
        source->format = im_wav_reader_get_format (source->reader);
    }
  else
    source->format = source->recording = im_recording_load (path, options, error);

  return source->format != NULL;
}

/* A rate is for a recording that does not say it. */
static gboolean
check_rate (const ImRecording *format, const ImRecordingOptions *options, GError **error)
{
  if (options == NULL || options->rate_hz <= 0 ||
      fabs (options->rate_hz - format->rate_hz) <= RATE_TOLERANCE * options->rate_hz)
    return TRUE;

  g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TIME,
               "%s: its own rate is %.9g Hz, not the %.9g Hz that are given; leave them "
               "out, or say that no column is time",
               format->path, format->rate_hz, options->rate_hz);
  return FALSE;
}

ImFrameSource *
im_frame_source_open (const char *path,
                      const ImRecordingOptions *options,
                      const ImInput *inputs,
                      guint n_inputs,
                      guint max_frames,
                      GError **error)
{
  g_autoptr (ImFrameSource) source = g_new0 (ImFrameSource, 1);

  source->inputs = inputs;
  source->n_inputs = n_inputs;
  source->max_frames = max_frames;
  if (!open_recording (source, path, options, error))
    return NULL;
  if (!check_rate (source->format, options, error) ||
      !im_inputs_check_recording (inputs, n_inputs, source->format, error))
    return NULL;

  source->frame_numbers = MAX (
      im_inputs_get_frame_elements (im_inputs_find_data (inputs, n_inputs)), 1);
  source->n_frames = count_frames (source);
  source->frames_at_once = (guint) MAX (
      (gsize) ROWS_AT_ONCE * source->format->n_channels / source->frame_numbers, 1);

  return g_steal_pointer (&source);
}

const ImRecording *
im_frame_source_get_format (const ImFrameSource *source)
{
  return source->format;
}

/* The elements of one input for some frames. */
static ImArray *
make_elements (const ImFrameSource *source,
               const ImInput *input,
               guint n_frames,
               const double *values,
               ImArena *arena)
{
  gsize count = im_inputs_get_frame_elements (input);
  ImShape shape = { .rank = 1, .size = { (gint32) (count * n_frames) } };
  ImArray *array = im_array_new (arena, input->type.dtype, &shape, NULL);
  double rows_per_frame = (double) source->frame_numbers / source->format->n_channels;
  g_autofree double *times = input->is_time ? g_new (double, count) : NULL;

  if (array == NULL)
    return NULL;
  for (guint i = 0; input->is_time && i < n_frames; i++)
    {
      im_inputs_fill_recorded_time (input, source->format, rows_per_frame,
                                    source->next_frame + i, times);
      im_array_store (array, i * count, count, times);
    }
  if (!input->is_time)
    im_array_store (array, 0, array->count, values);

  return array;
}

/* A frame has the elements of one input behind those of the other. */
static gboolean
append_frames (const ImFrameSource *source,
               guint n_frames,
               const double *values,
               GByteArray *bytes)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  gsize frame_bytes = im_inputs_get_frame_bytes (source->inputs, source->n_inputs);
  gsize offset = 0;

  g_byte_array_set_size (bytes, (guint) (frame_bytes * n_frames));
  for (guint i = 0; i < source->n_inputs; i++)
    {
      const ImInput *input = &source->inputs[i];
      const ImArray *array = make_elements (source, input, n_frames, values, arena);
      gsize part = im_inputs_get_frame_elements (input) *
                   im_dtype_get_info (input->type.dtype)->size_bytes;

      if (array == NULL)
        return FALSE;
      for (guint frame = 0; frame < n_frames; frame++)
        memcpy (bytes->data + frame * frame_bytes + offset,
                (const guint8 *) array->data + frame * part, part);
      offset += part;
    }

  return TRUE;
}

/* Those of a CSV file are all there at the end. */
static void
add_range (ImFrameSource *source, const double *values, gsize n_rows)
{
  ImRecording rows = { .n_rows = n_rows,
                       .n_channels = source->format->n_channels,
                       .values = (double *) values };

  if (source->format->values == NULL)
    im_recording_range_add (&source->range, &rows,
                            im_inputs_find_data (source->inputs, source->n_inputs));
}

gssize
im_frame_source_read (ImFrameSource *source, GByteArray *bytes, GError **error)
{
  g_autoptr (ImRecording) rows = NULL;
  const double *values;
  guint n_frames;
  gsize n_rows;

  if (!grow (source, error))
    return -1;
  n_frames = (guint) MIN (source->frames_at_once, source->n_frames - source->next_frame);
  n_rows = n_frames * source->frame_numbers / source->format->n_channels;
  if (n_frames == 0)
    return 0;
  if (source->growing != NULL)
    {
      gsize row = source->next_frame * source->frame_numbers / source->format->n_channels;

      values = im_growing_file_read (source->growing, row, n_rows, error);
      if (values == NULL)
        return -1;
      add_range (source, values, n_rows);
    }
  else if (source->reader != NULL)
    {
      rows = im_wav_reader_read (source->reader, n_rows, error);
      if (rows == NULL)
        return -1;
      values = rows->values;
      im_recording_range_add (&source->range, rows,
                              im_inputs_find_data (source->inputs, source->n_inputs));
    }
  else
    values = source->recording->values + source->next_frame * source->frame_numbers;
  if (!append_frames (source, n_frames, values, bytes))
    return 0;
  source->next_frame += n_frames;

  return n_frames;
}

gboolean
im_frame_source_is_growing (const ImFrameSource *source)
{
  return source->growing != NULL && !im_growing_file_is_over (source->growing);
}

gboolean
im_frame_source_would_wait (const ImFrameSource *source)
{
  return source->growing != NULL && source->next_frame == source->n_frames &&
         im_growing_file_would_wait (source->growing);
}

void
im_frame_source_note_range (const ImFrameSource *source,
                            const char *pipeline,
                            ImDiagnostics *diagnostics)
{
  im_recording_note_range (&source->range, source->format,
                           im_inputs_find_data (source->inputs, source->n_inputs),
                           pipeline, diagnostics);
}

void
im_frame_source_free (ImFrameSource *source)
{
  if (source == NULL)
    return;

  g_clear_pointer (&source->recording, im_recording_unref);
  g_clear_pointer (&source->reader, im_wav_reader_free);
  g_clear_pointer (&source->growing, im_growing_file_free);
  g_free (source);
}
