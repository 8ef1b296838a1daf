/* SPDX-License-Identifier: MIT */
#include "recording/im-recorded-signal.h"

#include "recording/im-session.h"
#include "recording/im-wav-reader.h"

#define ROWS_AT_ONCE  65536
#define GROWING_BYTES ((gsize) 256 << 20) /* that are kept of what is still written */

/* A file that is read again, with a reader of its own. */
typedef struct
{
  ImDType dtype; /* of the signal */
  ImRowReader *reader;
} Again;

static void
free_again (gpointer data)
{
  Again *again = data;

  im_row_reader_free (again->reader);
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

  if (!im_row_reader_seek (again->reader, first, error))
    return FALSE;
  rows = im_row_reader_read (again->reader, n_values, error);
  if (rows == NULL)
    return FALSE;
  im_dtype_get_info (again->dtype)
      ->store (bytes, rows->n_rows * rows->n_channels, rows->values);

  return rows->n_rows == n_values;
}

/* Integers of a WAV file are read as fractions, and stored in the element type that holds
 * them exactly. */
static ImDType
find_dtype (const char *path)
{
  const ImRecordingOptions raw = { .flags = IM_RECORDING_ALLOW_NAN |
                                            IM_RECORDING_RAW_INTEGERS };
  ImRecordingKind kind;
  g_autoptr (ImWavReader) reader = NULL;
  ImDType stored = IM_DTYPE_FLOAT64;

  if (im_recording_find_kind (path, &kind, NULL) && kind == IM_RECORDING_WAV)
    reader = im_wav_reader_open (path, &raw, NULL);
  if (reader != NULL)
    stored = im_wav_reader_get_format (reader)->dtype;

  return stored == IM_DTYPE_INT8    ? IM_DTYPE_Q7
         : stored == IM_DTYPE_INT16 ? IM_DTYPE_Q15
         : stored == IM_DTYPE_INT32 ? IM_DTYPE_Q31
                                    : IM_DTYPE_FLOAT64;
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
  format.start_s = recording->start_s;

  return format;
}

/* Where rows lie in a file that is still written is known when it is over. */
static gboolean
keep_or_read_again (ImRecordedSignal *recorded, ImSignalFormat *format, GError **error)
{
  ImRowReader *again;
  Again *data;

  if (im_row_reader_is_growing (recorded->reader))
    {
      format->keep_bytes = GROWING_BYTES;
      return TRUE;
    }
  again = im_row_reader_open_again (recorded->reader, error);
  if (again == NULL)
    return FALSE;
  data = g_new0 (Again, 1);
  data->dtype = format->type.dtype;
  data->reader = again;
  format->read = read_again_cb;
  format->data = data;
  format->free_data = free_again;

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
  ImDType dtype = find_dtype (recorded->path);
  ImSignalFormat format;

  options.cancellable = cancellable;
  options.flags = IM_RECORDING_ALLOW_NAN;
  recorded->reader = im_row_reader_open (recorded->path, &options, 0, error);
  if (recorded->reader == NULL)
    return FALSE;
  format = get_format (name, im_row_reader_get_format (recorded->reader), dtype);
  if (!keep_or_read_again (recorded, &format, error))
    return FALSE;
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

void
im_recorded_signal_read (ImRecordedSignal *recorded, GCancellable *cancellable)
{
  const ImRecording *format = im_row_reader_get_format (recorded->reader);
  const ImDTypeInfo *info = im_dtype_get_info (
      im_signal_get_format (recorded->signal)->type.dtype);
  gboolean has_times = format->has_time && (format->is_irregular || format->is_open);
  guint n_channels = im_signal_get_n_channels (recorded->signal);
  gsize n_rows = MAX (1, ROWS_AT_ONCE / n_channels);
  g_autofree guint8 *bytes = g_malloc (n_rows * n_channels * info->size_bytes);
  g_autoptr (GError) error = NULL;

  while (!g_cancellable_is_cancelled (cancellable))
    {
      g_autoptr (ImRecording) rows = NULL;
      gsize n_ready;

      if (im_row_reader_wait (recorded->reader, 1, &n_ready, &error))
        rows = im_row_reader_read (recorded->reader, MIN (n_rows, n_ready), &error);
      if (rows == NULL)
        break;
      info->store (bytes, rows->n_rows * n_channels, rows->values);
      im_signal_append (recorded->signal, bytes, has_times ? rows->time_s : NULL,
                        rows->n_rows);
    }
  im_signal_finish (
      recorded->signal,
      error == NULL || g_cancellable_is_cancelled (cancellable) ? NULL : error->message);
}

void
im_recorded_signal_free (ImRecordedSignal *recorded)
{
  if (recorded == NULL)
    return;

  g_free (recorded->path);
  g_clear_pointer (&recorded->signal, im_signal_unref);
  im_labels_free (recorded->labels);
  g_clear_pointer (&recorded->reader, im_row_reader_free);
  g_free (recorded);
}
