/* Sessions: files that name the tracks which were recorded together.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-recording.h"

G_BEGIN_DECLS

/**
 * ImSession:
 * @recording: the file of its track of data
 * @labels: (nullable): the file of its track of labels
 * @offset_s: what is added to the times of the labels to get those of the data
 */
typedef struct
{
  char *recording;
  char *labels;
  double offset_s;
} ImSession;

/**
 * ImSessionTrack:
 * @name: what the session calls it, may be empty
 * @file: its file
 * @offset_s: when it begins, in the time of the session
 * @is_labels: whether it is a track of labels, else of data
 */
typedef struct
{
  char *name;
  char *file;
  double offset_s;
  gboolean is_labels;
} ImSessionTrack;

/* Whether the name of a file is that of a session. */
gboolean im_session_is_file (const char *path);

/**
 * im_session_load_tracks:
 * @path: an .imsession file
 * @error: return location for an [error@Im.RecordingError]: FORMAT, or an
 *   [error@Im.FileError]
 *
 * Finds the tracks of a session: each <Track> of its timeline has a <PayloadFile> below
 * the folder of the session, and a type. A type that begins with `label` is a track of
 * labels, those of pictures and films are left out, all others are data. `Offset` says in
 * seconds when a track begins.
 *
 * Returns: (nullable) (element-type ImSessionTrack): the tracks, in the order of the file
 */
GPtrArray *im_session_load_tracks (const char *path, GError **error);

/**
 * im_session_load:
 * @path: an .imsession file
 * @error: as for im_session_load_tracks()
 *
 * Finds what im_session_load_tracks() does. A session with several tracks of data is
 * refused, and the message names their files; of several tracks of labels the first is
 * taken.
 *
 * Returns: (nullable): the session
 */
ImSession *im_session_load (const char *path, GError **error);

void im_session_free (ImSession *session);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImSession, im_session_free)

G_END_DECLS
