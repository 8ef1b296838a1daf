/* A recording as frames for a pipeline, some at a time, so that the length of a WAV file
 * does not matter. One that is still being made gives its frames as they come.
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
 * @path: a CSV file, which is read as a whole, or a WAV file, which is not
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
 * im_frame_source_get_format:
 * @source: a source
 *
 * Returns: the recording; that of a WAV file is without its values. It stays the same one
 *   while it grows
 */
const ImRecording *im_frame_source_get_format (const ImFrameSource *source);

/**
 * im_frame_source_read:
 * @source: a source
 * @bytes: gets the next frames, one behind the other, in the place of what it holds
 * @error: return location for an [error@Im.RecordingError]
 *
 * Waits for a frame while the recording grows.
 *
 * Returns: how many frames there are now, 0 at the end, -1 with an error
 */
gssize im_frame_source_read (ImFrameSource *source, GByteArray *bytes, GError **error);

/* Whether the recording was not over when it was read last. */
gboolean im_frame_source_is_growing (const ImFrameSource *source);

/* Whether im_frame_source_read() would wait now. */
gboolean im_frame_source_would_wait (const ImFrameSource *source);

/* Warns of numbers among those that were read piece by piece that the input cannot hold.
 */
void im_frame_source_note_range (const ImFrameSource *source,
                                 const char *pipeline,
                                 ImDiagnostics *diagnostics);

void im_frame_source_free (ImFrameSource *source);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImFrameSource, im_frame_source_free)

G_END_DECLS
