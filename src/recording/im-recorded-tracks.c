/* SPDX-License-Identifier: MIT */
#include "recording/im-recorded-tracks.h"

#include <math.h>
#include <string.h>

#include "recording/im-labels.h"
#include "recording/im-session.h"
#include "recording/im-wav-reader.h"

#define ROWS_AT_ONCE  32768
#define LATE_S        1e8 /* a time that is so late is since 1970 */
#define LABELS_SUFFIX ".label"

/* A file and what is read of it. */
typedef struct
{
  char *name;
  double offset_s;
  ImWavReader *reader;
  ImRecording *recording;    /* of CSV */
  const ImRecording *format; /* of one of both; NULL of labels */
  ImLabels *labels;
  ImEnvelope *envelope;
  ImTrackLabel *shown; /* of labels */
  const char **channels;
} Source;

const ImRecordedOptions im_recorded_whole = { .start_s = NAN, .end_s = NAN };

static void
free_source (gpointer data)
{
  Source *source = data;

  g_free (source->name);
  g_clear_pointer (&source->reader, im_wav_reader_free);
  g_clear_pointer (&source->recording, im_recording_unref);
  im_labels_free (source->labels);
  im_envelope_free (source->envelope);
  g_free (source->shown);
  g_free (source->channels);
  g_free (source);
}

void
im_recorded_tracks_free (ImRecordedTracks *recorded)
{
  if (recorded == NULL)
    return;

  g_ptr_array_unref (recorded->sources);
  g_array_unref (recorded->array);
  g_free ((char *) recorded->tracks.title);
  g_free (recorded->note);
  g_free (recorded);
}

gboolean
im_recorded_is_file (const char *path)
{
  static const char *const suffixes[] = { LABELS_SUFFIX, ".data", ".wav", ".csv",
                                          ".tsv" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      gsize length = strlen (path), suffix = strlen (suffixes[i]);

      if (length > suffix &&
          g_ascii_strcasecmp (path + length - suffix, suffixes[i]) == 0)
        return TRUE;
    }

  return im_session_is_file (path);
}

/* The only session in a folder. */
static char *
dup_only_session (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *found = NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      if (!im_session_is_file (name))
        continue;
      if (found != NULL)
        return NULL;
      found = g_build_filename (folder, name, NULL);
    }

  return g_steal_pointer (&found);
}

char *
im_recorded_dup_path_for (const char *path)
{
  static const char *const suffixes[] = { ".imsession", ".data", ".wav", ".csv" };
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *base = g_path_get_basename (path);
  char *dot = strrchr (base, '.');

  if (dot != NULL)
    *dot = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *name = g_strconcat (base, suffixes[i], NULL);
      g_autofree char *file = g_build_filename (folder, name, NULL);

      if (g_file_test (file, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&file);
    }

  return dup_only_session (folder);
}

static gboolean
add_data (ImRecordedTracks *recorded, const char *path, double offset_s, GError **error)
{
  const ImRecordingOptions options = { .flags = IM_RECORDING_ALLOW_NAN,
                                       .cancellable = recorded->cancellable };
  Source *source = g_new0 (Source, 1);
  ImRecordingKind kind;

  g_ptr_array_add (recorded->sources, source);
  source->name = g_path_get_basename (path);
  source->offset_s = offset_s;
  if (!im_recording_find_kind (path, &kind, error))
    return FALSE;
  if (kind == IM_RECORDING_WAV)
    {
      source->reader = im_wav_reader_open (path, &options, error);
      if (source->reader != NULL)
        source->format = im_wav_reader_get_format (source->reader);
    }
  else
    source->format = source->recording = im_recording_load (path, &options, error);

  return source->format != NULL;
}

static gboolean
add_labels (ImRecordedTracks *recorded, const char *path, double offset_s, GError **error)
{
  Source *source = g_new0 (Source, 1);

  g_ptr_array_add (recorded->sources, source);
  source->name = g_path_get_basename (path);
  source->labels = im_labels_load (path, offset_s, error);

  return source->labels != NULL;
}

/* Which track of data is wanted: all of them if none has the name. */
static const char *
find_wanted (const GPtrArray *tracks, const char *name)
{
  for (guint i = 0; name != NULL && i < tracks->len; i++)
    {
      const ImSessionTrack *track = g_ptr_array_index (tracks, i);

      if (!track->is_labels && g_ascii_strcasecmp (track->name, name) == 0)
        return track->name;
    }

  return NULL;
}

static gboolean
add_session (ImRecordedTracks *recorded,
             const char *path,
             const ImRecordedOptions *options,
             GError **error)
{
  g_autoptr (GPtrArray) tracks = im_session_load_tracks (path, error);
  const char *wanted;
  const ImSessionTrack *first = NULL;

  if (tracks == NULL)
    return FALSE;
  wanted = find_wanted (tracks, options->track);
  for (guint i = 0; i < tracks->len; i++)
    {
      const ImSessionTrack *track = g_ptr_array_index (tracks, i);

      if (!track->is_labels && first == NULL)
        first = track;
    }
  for (guint i = 0; i < tracks->len; i++)
    {
      const ImSessionTrack *track = g_ptr_array_index (tracks, i);
      double offset_s = track->offset_s - (first == NULL ? 0 : first->offset_s);

      if (track->is_labels && options->labels == NULL &&
          !add_labels (recorded, track->file, offset_s, error))
        return FALSE;
      if (!track->is_labels && !options->only_labels &&
          (wanted == NULL || strcmp (track->name, wanted) == 0) &&
          !add_data (recorded, track->file, offset_s, error))
        return FALSE;
    }
  if (options->labels != NULL)
    return add_labels (recorded, options->labels, 0, error);
  if (recorded->sources->len > 0)
    return TRUE;

  g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
               "%s: expected a session with a track of %s, found none", path,
               options->only_labels ? "labels" : "data or of labels");
  return FALSE;
}

static gboolean
add_files (ImRecordedTracks *recorded,
           const char *path,
           const ImRecordedOptions *options,
           GError **error)
{
  g_autofree char *labels = g_strdup (options->labels);

  if (im_session_is_file (path))
    return add_session (recorded, path, options, error);
  if (g_str_has_suffix (path, LABELS_SUFFIX))
    {
      if (options->labels == NULL)
        return add_labels (recorded, path, 0, error);
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
                   "%s: expected a recording or a session for the labels of %s, found "
                   "labels",
                   path, options->labels);
      return FALSE;
    }
  if (labels == NULL)
    labels = im_labels_dup_path_beside (path);

  if (options->only_labels && labels == NULL)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
                   "%s: expected labels beside the recording, in a file of its name that "
                   "ends in " LABELS_SUFFIX ", found none",
                   path);
      return FALSE;
    }

  return (options->only_labels || add_data (recorded, path, 0, error)) &&
         (labels == NULL || add_labels (recorded, labels, 0, error));
}

static gboolean
is_timed (const ImRecording *format)
{
  return format->time_s != NULL || format->rate_hz > 0;
}

static double
get_step (const ImRecording *format)
{
  return !is_timed (format) ? 1 : format->rate_hz > 0 ? 1 / format->rate_hz : 0;
}

static double
get_time (const Source *source, gsize row)
{
  if (source->format->time_s != NULL)
    return source->format->time_s[row] + source->offset_s;

  return (double) row * get_step (source->format) + source->offset_s;
}

/* Labels cannot be placed where rows have no time, and neither can two recordings. */
static gboolean
check_times (ImRecordedTracks *recorded, const char *labels, GError **error)
{
  const Source *untimed = NULL;
  guint n_data = 0;

  for (guint i = 0; i < recorded->sources->len; i++)
    {
      const Source *source = g_ptr_array_index (recorded->sources, i);

      if (source->format == NULL)
        continue;
      n_data++;
      if (!is_timed (source->format))
        untimed = source;
    }
  recorded->tracks.is_timed = untimed == NULL;
  if (untimed == NULL || (n_data == 1 && recorded->sources->len == 1))
    return TRUE;
  if (n_data > 1 || labels != NULL)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TIME,
                   "%s: expected a column of time or a rate, so that %s can stand beside "
                   "it, found neither",
                   untimed->format->path, n_data > 1 ? "other tracks" : "labels");
      return FALSE;
    }
  recorded->note = g_strdup ("the labels are not shown: the recording does not say when "
                             "its rows were taken");
  for (guint i = recorded->sources->len; i-- > 0;)
    if (((Source *) g_ptr_array_index (recorded->sources, i))->format == NULL)
      g_ptr_array_remove_index (recorded->sources, i);

  return TRUE;
}

static void
add_range (ImTracks *tracks, double from, double to)
{
  tracks->from = MIN (tracks->from, from);
  tracks->to = MAX (tracks->to, to);
}

/* That of the data, or if there is none of the labels. */
static void
find_range (ImRecordedTracks *recorded)
{
  ImTracks *tracks = &recorded->tracks;

  tracks->from = G_MAXDOUBLE;
  tracks->to = -G_MAXDOUBLE;
  for (guint i = 0; i < recorded->sources->len; i++)
    {
      const Source *source = g_ptr_array_index (recorded->sources, i);

      if (source->format != NULL)
        add_range (tracks, get_time (source, 0),
                   get_time (source, source->format->n_rows - 1) +
                       get_step (source->format));
    }
  for (guint i = 0; tracks->from > tracks->to && i < recorded->sources->len; i++)
    {
      const Source *source = g_ptr_array_index (recorded->sources, i);

      for (guint k = 0; k < source->labels->labels->len; k++)
        {
          const ImLabel *label = &g_array_index (source->labels->labels, ImLabel, k);

          add_range (tracks, MIN (0, label->start_s), label->end_s);
        }
    }
  if (tracks->from > tracks->to)
    tracks->from = tracks->to = 0;
  tracks->origin = tracks->from >= LATE_S ? floor (tracks->from) : 0;
  if (tracks->to <= tracks->from)
    tracks->to = tracks->from + 1;
}

static gboolean
take_part (ImTracks *tracks,
           const char *path,
           const ImRecordedOptions *options,
           GError **error)
{
  double from = isnan (options->start_s) ? tracks->from
                                         : options->start_s + tracks->origin;
  double to = isnan (options->end_s) ? tracks->to : options->end_s + tracks->origin;

  if (!tracks->is_timed && (!isnan (options->start_s) || !isnan (options->end_s)))
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TIME,
                   "%s: expected a column of time or a rate for a part in seconds, found "
                   "neither",
                   path);
      return FALSE;
    }
  if (from >= to || from >= tracks->to || to <= tracks->from)
    {
      g_set_error (
          error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TIME,
          "%s: expected a part of its time, from %.9g s to %.9g s, found one from "
          "%.9g s to %.9g s",
          path, tracks->from - tracks->origin, tracks->to - tracks->origin,
          from - tracks->origin, to - tracks->origin);
      return FALSE;
    }
  tracks->from = MAX (from, tracks->from);
  tracks->to = MIN (to, tracks->to);

  return TRUE;
}

static void
add_rows (Source *source, const ImRecording *rows, gsize first)
{
  for (gsize i = 0; i < rows->n_rows; i++)
    im_envelope_add (source->envelope, get_time (source, first + i),
                     rows->values + i * rows->n_channels);
}

static gboolean
read_rows (Source *source, GCancellable *cancellable, GError **error)
{
  gsize first = 0;
  GError *failure = NULL;

  if (source->reader == NULL)
    {
      add_rows (source, source->recording, 0);
      return !g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  while (!g_cancellable_set_error_if_cancelled (cancellable, &failure))
    {
      g_autoptr (ImRecording) rows = im_wav_reader_read (source->reader, ROWS_AT_ONCE,
                                                         &failure);

      if (rows == NULL)
        break;
      add_rows (source, rows, first);
      first += rows->n_rows;
    }
  if (failure == NULL)
    return TRUE;

  g_propagate_error (error, failure);
  return FALSE;
}

/* The numbers are not needed any more. */
static void
drop_rows (Source *source)
{
  if (source->recording == NULL)
    return;
  g_clear_pointer (&source->recording->values, g_free);
  g_clear_pointer (&source->recording->time_s, g_free);
}

static gboolean
read_data (const ImTracks *tracks,
           Source *source,
           ImTrack *track,
           GCancellable *cancellable,
           GError **error)
{
  const ImRecording *format = source->format;
  guint n = MIN (format->n_channels, IM_TRACKS_MAX_CHANNELS);

  source->envelope = im_envelope_new (n, IM_TRACKS_COLUMNS, tracks->from, tracks->to,
                                      get_step (format));
  if (!read_rows (source, cancellable, error))
    return FALSE;
  drop_rows (source);
  source->channels = g_new0 (const char *, n);
  for (guint i = 0; i < n; i++)
    source->channels[i] = format->channels[i];
  track->channels = source->channels;
  track->n_left_out = format->n_channels - n;
  track->rate_hz = format->rate_hz;
  track->envelope = source->envelope;

  return TRUE;
}

static void
take_labels (Source *source, ImTrack *track)
{
  const GArray *labels = source->labels->labels;

  source->shown = g_new0 (ImTrackLabel, labels->len);
  for (guint i = 0; i < labels->len; i++)
    {
      const ImLabel *label = &g_array_index (labels, ImLabel, i);

      source->shown[i] = (ImTrackLabel){ label->start_s, label->end_s, label->name };
    }
  track->labels = source->shown;
  track->n_labels = labels->len;
}

static gboolean
read_tracks (ImRecordedTracks *recorded, GError **error)
{
  for (guint i = 0; i < recorded->sources->len; i++)
    {
      Source *source = g_ptr_array_index (recorded->sources, i);
      ImTrack track = { .name = source->name };

      if (source->format == NULL)
        take_labels (source, &track);
      else if (!read_data (&recorded->tracks, source, &track, recorded->cancellable,
                           error))
        return FALSE;
      g_array_append_val (recorded->array, track);
    }
  recorded->tracks.tracks = (const ImTrack *) (gpointer) recorded->array->data;
  recorded->tracks.n_tracks = recorded->array->len;

  return TRUE;
}

/* The name of the file, without what says its kind. */
static char *
dup_title (const char *path)
{
  char *title = g_path_get_basename (path);
  char *dot = strrchr (title, '.');

  if (dot != NULL && dot != title)
    *dot = '\0';

  return title;
}

ImRecordedTracks *
im_recorded_tracks_load (const char *path,
                         const ImRecordedOptions *options,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (ImRecordedTracks) recorded = g_new0 (ImRecordedTracks, 1);

  recorded->sources = g_ptr_array_new_with_free_func (free_source);
  recorded->array = g_array_new (FALSE, FALSE, sizeof (ImTrack));
  recorded->tracks.title = dup_title (path);
  recorded->cancellable = cancellable;
  if (!add_files (recorded, path, options, error) ||
      !check_times (recorded, options->labels, error))
    return NULL;
  find_range (recorded);
  if (!take_part (&recorded->tracks, path, options, error) ||
      !read_tracks (recorded, error))
    return NULL;
  recorded->cancellable = NULL;

  return g_steal_pointer (&recorded);
}
