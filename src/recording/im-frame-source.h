/* A recording as frames for a pipeline, some at a time, so that its length does not
 * matter. One that is still being made gives its frames as they come.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "recording/im-inputs.h"

G_BEGIN_DECLS

typedef struct _ImFrameSource ImFrameSource;

/**
 * im_frame_source_open:
 * @path: a CSV, WAV or NPY file
 * @options: (nullable): how to read it
 * @inputs: (array length=n_inputs): the inputs
 * @n_inputs: their number
 * @max_frames: how many frames are wanted at most, 0 for all
 * @error: return location for an [error@Im.RecordingError], TIME if a rate is
 *   given to a recording that has another one, or an [error@Im.FileError]
 *
 * Opens a recording, and checks that it fits to the inputs as im_frames_new_recording()
 * does. Of one that grows the first row is waited for; it is said which column is time if
 * its name alone does not make that certain. Until it is over it comes at the rate of the
 * input unless it says or is given one, and its rows as if they were equally far apart.
 *
 * Returns: (nullable): a source
 */
ImFrameSource *im_frame_source_open (const char *path,
                                     const ImRecordingOptions *options,
                                     const ImInput *inputs,
                                     guint n_inputs,
                                     guint max_frames,
                                     GError **error);

/**
 * im_frame_source_skip:
 * @source: a source that was not read
 * @seconds: how much of its beginning is left out
 * @error: return location for an [error@Im.RecordingError]: TIME, if nobody knows when
 *   rows were taken; EMPTY, if nothing is left; or what keeps it from being read
 *
 * Returns: whether it begins later now
 */
gboolean im_frame_source_skip (ImFrameSource *source, double seconds, GError **error);

/**
 * im_frame_source_get_format:
 * @source: a source
 *
 * Returns: the recording without its rows
 */
const ImRecording *im_frame_source_get_format (const ImFrameSource *source);

/**
 * im_frame_source_read:
 * @source: a source
 * @bytes: gets the next frames, one behind the other, in the place of what it holds
 * @error: return location for an [error@Im.RecordingError]
 *
 * Returns: how many frames there are now, 0 at the end, -1 with an error
 */
gssize im_frame_source_read (ImFrameSource *source, GByteArray *bytes, GError **error);

/* Whether the recording was not over when it was read last. */
gboolean im_frame_source_is_growing (const ImFrameSource *source);

/* Whether im_frame_source_read() would wait now. */
gboolean im_frame_source_would_wait (const ImFrameSource *source);

/**
 * im_frame_source_get_time:
 * @source: a source
 * @row: a row that was read, from the first one that is used
 *
 * Returns: when it was taken, in seconds; of a recording of more than some million rows
 *   with times this is about. Of one that does not say it, the row
 */
double im_frame_source_get_time (const ImFrameSource *source, double row);

/**
 * im_frame_source_get_length:
 * @source: a source
 * @n_frames: (out): how many frames there are, or at least
 *
 * Returns: FALSE if there are more, and nobody knows how many
 */
gboolean im_frame_source_get_length (const ImFrameSource *source, guint64 *n_frames);

/* Warns as im_recording_note_fit() does, of what is known before it is read. */
void im_frame_source_note_fit (ImFrameSource *source,
                               const char *pipeline,
                               ImDiagnostics *diagnostics);

/* Warns of what was found while it was read: rows that do not come evenly, and numbers
 * that the input cannot hold. */
void im_frame_source_note_rest (const ImFrameSource *source,
                                const char *pipeline,
                                ImDiagnostics *diagnostics);

void im_frame_source_free (ImFrameSource *source);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImFrameSource, im_frame_source_free)

G_END_DECLS
