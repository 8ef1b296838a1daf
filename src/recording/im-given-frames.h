/* Frames that somebody gives: as numbers that are typed, or in a file.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-inputs.h"

G_BEGIN_DECLS

/**
 * im_frames_new_typed:
 * @inputs: (array length=n_inputs): the inputs
 * @n_inputs: their number
 * @texts: (array length=n_inputs): for each input numbers with blanks or commas between
 * them; `nan` and `inf` are numbers; NULL of times, which follow from the rate then
 * @error: return location for an [error@Im.RecordingError]: NUMBER where a word is none,
 *   EMPTY where there are none, CHANNELS if an input does not get whole frames, or not as
 *   many as the others; it names the input
 *
 * Makes frames of numbers, stored as the type of their input: of fixed point they are the
 * stored integers.
 *
 * Returns: (nullable): the frames
 */
ImFrames *im_frames_new_typed (const ImInput *inputs,
                               guint n_inputs,
                               const char *const *texts,
                               GError **error);

/**
 * im_frames_new_file:
 * @inputs: (array length=n_inputs): the inputs; one of them besides times
 * @n_inputs: their number
 * @path: a CSV, WAV or NPY file
 * @max_frames: how many frames are wanted at most
 * @error: return location for an [error@Im.RecordingError], an [error@Im.NpyError] or an
 *   [error@Im.FileError]
 *
 * Makes frames of a recording, see im_frames_new_recording(), or of the numbers of an
 * array, in their order.
 *
 * Returns: (nullable): the frames
 */
ImFrames *im_frames_new_file (const ImInput *inputs,
                              guint n_inputs,
                              const char *path,
                              guint max_frames,
                              GError **error);

G_END_DECLS
