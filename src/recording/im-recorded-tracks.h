/* What was recorded, read for a picture: the tracks of a session, or a recording with the
 * labels beside it, or labels alone.
 *
 * Rows are passed once, from the start to the end, and only their envelope stays. A WAV
 * file is read piece by piece; a CSV file is held while it is read.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "recording/im-recording.h"
#include "scene/track/im-scene-tracks.h"

G_BEGIN_DECLS

/**
 * ImRecordedOptions:
 * @labels: (nullable): a file of labels, instead of those of the session or beside the
 *   recording
 * @track: (nullable): of a session: only the track of data of that name, if there is one
 * @only_labels: whether data is left out
 * @start_s: where the picture starts, as its axis says, NaN for where the recording does
 * @end_s: where it ends, NaN for where the recording does
 */
typedef struct
{
  const char *labels;
  const char *track;
  gboolean only_labels;
  double start_s;
  double end_s;
} ImRecordedOptions;

/* The whole, with the labels that belong to it. */
extern const ImRecordedOptions im_recorded_whole;

/**
 * ImRecordedTracks:
 * @tracks: what a picture is drawn of
 * @note: (nullable): what could not be shown of it, and why
 */
typedef struct
{
  ImTracks tracks;
  char *note;
  /*< private >*/
  GPtrArray *sources;
  GArray *array;
  GCancellable *cancellable; /* borrowed while it is read */
} ImRecordedTracks;

/* Whether the name of a file is that of a recording, of labels, or of a session. */
gboolean im_recorded_is_file (const char *path);

/**
 * im_recorded_dup_path_for:
 * @path: a file of a pipeline
 *
 * Finds what was recorded for a pipeline: a session or else a recording that has its
 * name, or the only session in its folder.
 *
 * Returns: (nullable): a file, NULL if there is none
 */
char *im_recorded_dup_path_for (const char *path);

/**
 * im_recorded_tracks_load:
 * @path: an .imsession or .label file, or a recording, CSV, WAV or NPY
 * @options: what of it
 * @cancellable: (nullable): what ends it early
 * @error: return location for an [error@Im.RecordingError], an [error@Im.FileError], or
 *   CANCELLED of [error@Gio.IOErrorEnum]
 *
 * Times are those of the first track of data. Without labels in @options and in the
 * session those of the file beside the recording are read, if there is one.
 *
 * Returns: (nullable): the tracks
 */
ImRecordedTracks *im_recorded_tracks_load (const char *path,
                                           const ImRecordedOptions *options,
                                           GCancellable *cancellable,
                                           GError **error);

void im_recorded_tracks_free (ImRecordedTracks *recorded);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImRecordedTracks, im_recorded_tracks_free)

G_END_DECLS
