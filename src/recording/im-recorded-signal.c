/* SPDX-License-Identifier: MIT */
#include "recording/im-recorded-signal.h"

#include "recording/im-session.h"

#define ROWS_AT_ONCE  65536
#define GROWING_BYTES ((gsize) 256 << 20) /* that are kept of what is still written */

/* A WAV file that is read again, with a reader of its own. */
typedef struct
{
  ImFeed *feed;
  ImDType dtype;       /* of the signal */
  ImWavReader *reader; /* NULL until it is needed */
} Again;

static void
free_again (gpointer data)
{
  Again *again = data;

  g_clear_pointer (&again->reader, im_wav_reader_free);
  im_feed_free (again->feed);
  g_free (again);
}

static gboolean
read_again_cb (guint64 first,
               gsize n_values,
               gpointer bytes,
               gpointer data,
               GError **error)
{
  Again *again = data;
  g_autoptr (ImRecording) rows = NULL;

  if (again->reader == NULL)
    again->reader = im_wav_reader_open (again->feed->path, &again->feed->options, error);
  if (again->reader == NULL || !im_wav_reader_seek (again->reader, first, error))
    return FALSE;
  rows = im_wav_reader_read (again->reader, n_values, error);
  if (rows == NULL)
    return FALSE;
  im_dtype_get_info (again->dtype)
      ->store (bytes, rows->n_rows * rows->n_channels, rows->values);

  return rows->n_rows == n_values;
}

/* Samples are read as fractions, and stored in the element type that holds them exactly.
 */
static ImWavReader *
open_wav (const char *path, ImRecordingOptions *options, ImDType *dtype, GError **error)
{
  g_autoptr (ImWavReader) reader = NULL;
  g_autoptr (GError) no_integers = NULL;
  ImDType stored = IM_DTYPE_FLOAT64;

  options->flags = IM_RECORDING_ALLOW_NAN | IM_RECORDING_RAW_INTEGERS;
  reader = im_wav_reader_open (path, options, &no_integers);
  if (reader != NULL)
    stored = im_wav_reader_get_format (reader)->dtype;
  *dtype = stored == IM_DTYPE_INT8    ? IM_DTYPE_Q7
           : stored == IM_DTYPE_INT16 ? IM_DTYPE_Q15
           : stored == IM_DTYPE_INT32 ? IM_DTYPE_Q31
                                      : IM_DTYPE_FLOAT64;
  g_clear_pointer (&reader, im_wav_reader_free);
  options->flags = IM_RECORDING_ALLOW_NAN;

  return im_wav_reader_open (path, options, error);
}

static ImSignalFormat
get_format (const char *name, const ImRecording *recording, ImDType dtype)
{
  ImSignalFormat format = { .name = name,
                            .type = { .dtype = dtype },
                            .channels = (const char *const *) recording->channels };

  format.type.shape.rank = recording->n_channels > 1 ? 1 : 0;
  format.type.shape.size[0] = (gint32) recording->n_channels;
  format.step_s = recording->rate_hz > 0 ? 1 / recording->rate_hz : 0;
  if (recording->time_s != NULL)
    format.start_s = recording->time_s[0];

  return format;
}

/* Its rows are kept: where they lie in the file is known when it is over. */
static gboolean
open_growing (ImRecordedSignal *recorded,
              const ImRecordingOptions *options,
              const char *name,
              GError **error)
{
  ImSignalFormat format;

  recorded->growing = im_growing_file_open (recorded->path, options, error);
  if (recorded->growing == NULL)
    return FALSE;
  format = get_format (name, im_growing_file_get_format (recorded->growing),
                       IM_DTYPE_FLOAT64);
  format.keep_bytes = GROWING_BYTES;
  recorded->signal = im_signal_new (&format);

  return TRUE;
}

static gboolean
open_data (ImRecordedSignal *recorded,
           const ImFeed *feed,
           GCancellable *cancellable,
           GError **error)
{
  ImRecordingOptions options = feed->options;
  g_autofree char *name = g_path_get_basename (recorded->path);
  ImSignalFormat format;
  ImDType dtype;

  options.cancellable = cancellable;
  options.flags = IM_RECORDING_ALLOW_NAN;
  if (options.growth != NULL)
    return open_growing (recorded, &options, name, error);
  if (im_recording_is_wav (recorded->path))
    {
      Again *again;

      recorded->reader = open_wav (recorded->path, &options, &dtype, error);
      if (recorded->reader == NULL)
        return FALSE;
      again = g_new0 (Again, 1);
      again->feed = im_feed_copy (feed);
      again->feed->options.flags = options.flags;
      g_free (again->feed->path);
      again->feed->path = g_strdup (recorded->path);
      again->dtype = dtype;
      format = get_format (name, im_wav_reader_get_format (recorded->reader), dtype);
      format.read = read_again_cb;
      format.data = again;
      format.free_data = free_again;
    }
  else
    {
      recorded->recording = im_recording_load (recorded->path, &options, error);
      if (recorded->recording == NULL)
        return FALSE;
      format = get_format (name, recorded->recording, IM_DTYPE_FLOAT64);
      format.keep_bytes = recorded->recording->n_rows * recorded->recording->n_channels *
                          sizeof (double);
    }
  recorded->signal = im_signal_new (&format);

  return TRUE;
}

ImRecordedSignal *
im_recorded_signal_open (const ImFeed *feed, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (feed != NULL, NULL);

  g_autoptr (ImRecordedSignal) recorded = g_new0 (ImRecordedSignal, 1);
  g_autofree char *labels = NULL;
  double offset_s = 0;

  if (im_session_is_file (feed->path))
    {
      g_autoptr (ImSession) session = im_session_load (feed->path, error);

      if (session == NULL)
        return NULL;
      recorded->path = g_strdup (session->recording);
      labels = g_strdup (session->labels);
      offset_s = session->offset_s;
    }
  else
    recorded->path = g_strdup (feed->path);
  if (labels == NULL)
    labels = im_labels_dup_path_beside (recorded->path);
  if (labels != NULL)
    {
      recorded->labels = im_labels_load (labels, offset_s, error);
      if (recorded->labels == NULL)
        return NULL;
    }
  if (!open_data (recorded, feed, cancellable, error))
    return NULL;

  return g_steal_pointer (&recorded);
}

static void
read_wav (ImRecordedSignal *recorded, GCancellable *cancellable)
{
  const ImSignalFormat *format = im_signal_get_format (recorded->signal);
  const ImDTypeInfo *info = im_dtype_get_info (format->type.dtype);
  guint n_channels = im_signal_get_n_channels (recorded->signal);
  gsize n_rows = MAX (1, ROWS_AT_ONCE / n_channels);
  g_autofree guint8 *bytes = g_malloc (n_rows * n_channels * info->size_bytes);
  g_autoptr (GError) error = NULL;

  while (!g_cancellable_is_cancelled (cancellable))
    {
      g_autoptr (ImRecording) rows = im_wav_reader_read (recorded->reader, n_rows,
                                                         &error);

      if (rows == NULL)
        break;
      info->store (bytes, rows->n_rows * n_channels, rows->values);
      im_signal_append (recorded->signal, bytes, NULL, rows->n_rows);
    }
  im_signal_finish (recorded->signal, error == NULL ? NULL : error->message);
}

/* Each row has its own time as long as it is not known whether they come evenly. */
static void
read_growing (ImRecordedSignal *recorded, GCancellable *cancellable)
{
  ImGrowingFile *file = recorded->growing;
  const ImRecording *format = im_growing_file_get_format (file);
  g_autoptr (GError) error = NULL;
  gsize n_done = 0;

  for (gboolean is_over = FALSE; !is_over && error == NULL;)
    {
      gsize n = format->n_rows - n_done;
      const double *values = n == 0 ? NULL
                                    : im_growing_file_read (file, n_done, n, &error);

      if (values != NULL)
        im_signal_append (recorded->signal, values,
                          format->time_s == NULL ? NULL : format->time_s + n_done, n);
      n_done += n;
      is_over = im_growing_file_is_over (file);
      if (!is_over && error == NULL)
        im_growing_file_grow (file, &error);
    }
  im_signal_finish (
      recorded->signal,
      error == NULL || g_cancellable_is_cancelled (cancellable) ? NULL : error->message);
}

void
im_recorded_signal_read (ImRecordedSignal *recorded, GCancellable *cancellable)
{
  const ImRecording *recording = recorded->recording;

  if (recorded->growing != NULL)
    {
      read_growing (recorded, cancellable);
      return;
    }

  if (recorded->reader != NULL)
    {
      read_wav (recorded, cancellable);
      return;
    }

  im_signal_append (recorded->signal, recording->values,
                    recording->is_irregular ? recording->time_s : NULL,
                    recording->n_rows);
  im_signal_finish (recorded->signal, NULL);
  g_clear_pointer (&recorded->recording, im_recording_unref);
}

void
im_recorded_signal_free (ImRecordedSignal *recorded)
{
  if (recorded == NULL)
    return;

  g_free (recorded->path);
  g_clear_pointer (&recorded->signal, im_signal_unref);
  im_labels_free (recorded->labels);
  g_clear_pointer (&recorded->reader, im_wav_reader_free);
  g_clear_pointer (&recorded->growing, im_growing_file_free);
  g_clear_pointer (&recorded->recording, im_recording_unref);
  g_free (recorded);
}
