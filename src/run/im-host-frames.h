/* Recordings as the frames of a plan: one recording for each input that is not time. A
 * frame has a place for every input, as im_host_stream() takes them; an input that comes
 * less often than the fastest one keeps its elements until it comes again.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-plan.h"
#include "recording/im-feed.h"
#include "recording/im-inputs.h"

G_BEGIN_DECLS

typedef struct _ImHostFrames ImHostFrames;

/**
 * im_host_frames_open:
 * @plan: what they go into; it outlives the frames
 * @feed: a recording, or one for each input
 * @max_frames: how many frames of the fastest input are wanted at most, 0 for all
 * @cancellable: (nullable): ends the reading
 * @error: return location for the errors of im_frame_source_open(), and an
 *   [error@Im.RecordingError] CHANNELS if an input has no recording, or a recording no
 *   input
 *
 * Opens recordings, and checks that they fit to their inputs.
 *
 * Returns: (nullable): their frames
 */
ImHostFrames *im_host_frames_open (const ImPlan *plan,
                                   const ImFeed *feed,
                                   guint max_frames,
                                   GCancellable *cancellable,
                                   GError **error);

/* Which source of the plan gets a frame each time. */
guint im_host_frames_get_fastest (const ImHostFrames *frames);

/**
 * im_host_frames_get_format:
 * @frames: frames
 * @source: a source of the plan
 *
 * Returns: the recording that goes to the first input of the source, without its rows
 */
const ImRecording *im_host_frames_get_format (const ImHostFrames *frames, guint source);

/* The first input of a source of the plan. */
const ImInput *im_host_frames_get_input (const ImHostFrames *frames, guint source);

/* How many rows of its recording make a frame of the first input of a source. */
double im_host_frames_get_rows_per_frame (const ImHostFrames *frames, guint source);

/* When a row of that recording was taken, see im_frame_source_get_time(). */
double im_host_frames_get_time (const ImHostFrames *frames, guint source, double row);

/**
 * im_host_frames_read:
 * @frames: frames
 * @bytes: gets the next ones, one behind the other, in the place of what it holds
 * @error: return location for an [error@Im.RecordingError]
 *
 * They end with the recording that is the shortest in time. One that grows is waited for,
 * but no frame that is there waits with it.
 *
 * Returns: how many frames there are now, 0 at the end, -1 with an error
 */
gssize im_host_frames_read (ImHostFrames *frames, GByteArray *bytes, GError **error);

/* Warns as im_recording_note_fit() does, (`recording-start`) of recordings that begin at
 * different times, and hints (`recording-length`) at what is left of the longer ones, if
 * it is known how long they are. */
void im_host_frames_note_fit (ImHostFrames *frames, ImDiagnostics *diagnostics);

/* Warns, once all was read, as im_frame_source_note_rest() does, and hints at what is
 * left of the longer ones unless that was done before. */
void im_host_frames_note_rest (ImHostFrames *frames, ImDiagnostics *diagnostics);

void im_host_frames_free (ImHostFrames *frames);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImHostFrames, im_host_frames_free)

G_END_DECLS
