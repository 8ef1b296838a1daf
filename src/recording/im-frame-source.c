/* SPDX-License-Identifier: MIT */
#include "recording/im-frame-source.h"

#include <math.h>
#include <string.h>

#include "base/im-arena.h"
#include "recording/im-recording-fit.h"
#include "recording/im-row-reader.h"
#include "signal/im-times.h"
#include "tensor/im-array.h"

#define ROWS_AT_ONCE   32768
#define RATE_TOLERANCE 0.01 /* as that of a recording that fits */
#define TIMES_BYTES    ((gsize) 64 << 20)

struct _ImFrameSource
{
  ImRowReader *reader;
  const ImRecording *format; /* of the reader */
  const ImInput *inputs;
  guint n_inputs;
  gsize frame_numbers; /* of the input that is not time */
  gsize frame_rows;
  guint64 max_frames; /* that are wanted */
  guint64 next_frame;
  guint frames_at_once;
  ImTimes *times;         /* of the rows that were read, or NULL */
  gsize n_skipped;        /* rows in front of them */
  double start_s;         /* of the first of them */
  gboolean is_at_end;     /* all frames were read */
  gboolean is_noted;      /* that rows do not come evenly */
  gboolean notes_later;   /* what fits is not known before the recording is complete */
  ImRecordingRange range; /* of what the reader gave */
};

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

/* So many rows are looked at that it is known whether there are more than are wanted, and
 * enough for a frame. */
static gsize
count_ahead (const ImInput *input, guint max_frames)
{
  gsize count = input == NULL ? 1 : im_inputs_get_frame_elements (input);

  return ((gsize) max_frames + 1) * MAX (count, 1);
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
  const ImInput *input = im_inputs_find_data (inputs, n_inputs);

  source->reader = im_row_reader_open (path, options, count_ahead (input, max_frames),
                                       error);
  if (source->reader == NULL)
    return NULL;
  source->format = im_row_reader_get_format (source->reader);
  if (input != NULL)
    im_row_reader_expect_rate (source->reader,
                               input->type.rate_hz *
                                   (double) im_inputs_get_frame_elements (input) /
                                   source->format->n_channels);
  if (!check_rate (source->format, options, error) ||
      !im_inputs_check_recording (inputs, n_inputs, source->format, error))
    return NULL;

  source->inputs = inputs;
  source->n_inputs = n_inputs;
  source->frame_numbers = MAX (im_inputs_get_frame_elements (input), 1);
  source->frame_rows = source->frame_numbers / source->format->n_channels;
  source->max_frames = max_frames > 0 ? max_frames : G_MAXUINT64;
  source->frames_at_once = (guint) MAX (ROWS_AT_ONCE / source->frame_rows, 1);
  source->start_s = source->format->start_s;
  if (source->format->has_time)
    source->times = im_times_new (TIMES_BYTES);

  return g_steal_pointer (&source);
}

/* How many rows were taken before a time, by a quarter of a step. */
static gboolean
count_before (ImFrameSource *source, double time_s, gsize *n_rows, GError **error)
{
  double leeway_s = source->format->rate_hz > 0 ? 0.25 / source->format->rate_hz : 0;
  GError *failure = NULL;
  gboolean goes_on = TRUE;

  *n_rows = 0;
  while (goes_on)
    {
      g_autoptr (ImRecording) rows = im_row_reader_read (source->reader, ROWS_AT_ONCE,
                                                         &failure);
      gsize n = 0;

      if (rows == NULL)
        break;
      while (n < rows->n_rows && rows->time_s[n] < time_s - leeway_s)
        n++;
      *n_rows += n;
      goes_on = n == rows->n_rows;
      source->start_s = goes_on ? rows->end_s : rows->time_s[n];
    }
  if (failure == NULL)
    return TRUE;

  g_propagate_error (error, failure);
  return FALSE;
}

gboolean
im_frame_source_skip (ImFrameSource *source, double seconds, GError **error)
{
  const ImRecording *format = source->format;
  gsize n_rows = 0;

  if (!(seconds > 0))
    return TRUE;
  if (format->has_time)
    {
      if (!count_before (source, source->start_s + seconds, &n_rows, error))
        return FALSE;
    }
  else if (format->rate_hz > 0)
    {
      n_rows = (gsize) MIN (rint (seconds * format->rate_hz), (double) format->n_rows);
      source->start_s = (double) n_rows / format->rate_hz;
    }
  else
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TIME,
                   "%s: expected a column of time or a rate, so that %.9g s can be left "
                   "out, found neither",
                   format->path, seconds);
      return FALSE;
    }
  source->n_skipped += n_rows;
  if (!format->is_open && source->n_skipped + source->frame_rows > format->n_rows)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_EMPTY,
                   "%s: nothing is left behind %.9g s: it lasts %.9g s", format->path,
                   seconds, im_recording_get_duration_s (format));
      return FALSE;
    }

  return im_row_reader_seek (source->reader, source->n_skipped, error);
}

const ImRecording *
im_frame_source_get_format (const ImFrameSource *source)
{
  return source->format;
}

double
im_frame_source_get_time (const ImFrameSource *source, double row)
{
  guint64 n = source->times == NULL ? 0 : im_times_get_n (source->times);

  if (source->times == NULL)
    return source->format->rate_hz > 0 ? source->start_s + row / source->format->rate_hz
                                       : row;
  if (n == 0)
    return source->start_s;

  return im_times_get (source->times, (guint64) CLAMP (row, 0, (double) n - 1));
}

gboolean
im_frame_source_get_length (const ImFrameSource *source, guint64 *n_frames)
{
  *n_frames = source->is_at_end
                  ? source->next_frame
                  : (source->format->n_rows - source->n_skipped) / source->frame_rows;

  return source->is_at_end || !source->format->is_open;
}

/* The elements of one input for some frames. */
static ImArray *
make_elements (const ImFrameSource *source,
               const ImInput *input,
               guint n_frames,
               const ImRecording *rows,
               ImArena *arena)
{
  gsize count = im_inputs_get_frame_elements (input);
  ImShape shape = { .rank = 1, .size = { (gint32) (count * n_frames) } };
  ImArray *array = im_array_new (arena, input->type.dtype, &shape, NULL);
  const ImRecordedTime time = { rows, source->next_frame * source->frame_rows,
                                source->start_s };
  g_autofree double *times = input->is_time ? g_new (double, count) : NULL;

  if (array == NULL)
    return NULL;
  for (guint i = 0; input->is_time && i < n_frames; i++)
    {
      im_inputs_fill_recorded_time (input, &time, (double) source->frame_rows,
                                    source->next_frame + i, times);
      im_array_store (array, i * count, count, times);
    }
  if (!input->is_time)
    im_array_store (array, 0, array->count, rows->values);

  return array;
}

/* A frame has the elements of one input behind those of the other. */
static gboolean
append_frames (const ImFrameSource *source,
               guint n_frames,
               const ImRecording *rows,
               GByteArray *bytes)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  gsize frame_bytes = im_inputs_get_frame_bytes (source->inputs, source->n_inputs);
  gsize offset = 0;

  g_byte_array_set_size (bytes, (guint) (frame_bytes * n_frames));
  for (guint i = 0; i < source->n_inputs; i++)
    {
      const ImInput *input = &source->inputs[i];
      const ImArray *array = make_elements (source, input, n_frames, rows, arena);
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

gboolean
im_frame_source_is_growing (const ImFrameSource *source)
{
  return im_row_reader_is_growing (source->reader);
}

gboolean
im_frame_source_would_wait (const ImFrameSource *source)
{
  return im_row_reader_count_ready (source->reader) < source->frame_rows;
}

gssize
im_frame_source_read (ImFrameSource *source, GByteArray *bytes, GError **error)
{
  guint n_wanted = (guint) MIN (source->frames_at_once,
                                source->max_frames - source->next_frame);
  g_autoptr (ImRecording) rows = NULL;
  GError *failure = NULL;
  guint n_frames;
  gsize n_ready;

  if (n_wanted == 0)
    return 0;
  if (!im_row_reader_wait (source->reader, source->frame_rows, &n_ready, error))
    return -1;
  n_wanted = (guint) MIN (n_wanted, n_ready / source->frame_rows);
  rows = im_row_reader_read (source->reader, n_wanted * source->frame_rows, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return -1;
    }
  n_frames = rows == NULL ? 0 : (guint) (rows->n_rows / source->frame_rows);
  source->is_at_end = n_frames < n_wanted;
  if (n_frames == 0)
    return 0;
  if (source->times != NULL)
    im_times_append (source->times, rows->time_s, rows->n_rows);
  im_recording_range_add (&source->range, rows,
                          im_inputs_find_data (source->inputs, source->n_inputs));
  if (!append_frames (source, n_frames, rows, bytes))
    return 0;
  source->next_frame += n_frames;

  return n_frames;
}

void
im_frame_source_note_fit (ImFrameSource *source,
                          const char *pipeline,
                          ImDiagnostics *diagnostics)
{
  source->is_noted = source->format->is_irregular;
  source->notes_later = im_frame_source_is_growing (source);
  if (source->notes_later)
    return;
  im_recording_note_fit (source->format,
                         im_inputs_find_data (source->inputs, source->n_inputs), pipeline,
                         diagnostics);
}

void
im_frame_source_note_rest (const ImFrameSource *source,
                           const char *pipeline,
                           ImDiagnostics *diagnostics)
{
  if (source->notes_later && !im_frame_source_is_growing (source))
    im_recording_note_fit (source->format,
                           im_inputs_find_data (source->inputs, source->n_inputs),
                           pipeline, diagnostics);
  if (!source->is_noted)
    im_recording_note_time (source->format, pipeline, diagnostics);
  im_recording_note_range (&source->range, source->format,
                           im_inputs_find_data (source->inputs, source->n_inputs),
                           pipeline, diagnostics);
}

void
im_frame_source_free (ImFrameSource *source)
{
  if (source == NULL)
    return;

  g_clear_pointer (&source->reader, im_row_reader_free);
  g_clear_pointer (&source->times, im_times_free);
  g_free (source);
}
