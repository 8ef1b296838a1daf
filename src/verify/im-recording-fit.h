/* Whether a recording is what an input takes, and what is worth saying of one that a
 * pipeline can run on but that may not be what was meant.
 *
 * The channels of an input are along its innermost axes: [6] takes rows of 6 channels,
 * [50,3] takes 50 rows of 3, [160,1] takes 160 samples of one channel. One channel also
 * fits another shape if the rates say so: the input [160] at 100 Hz takes frames of 160
 * samples of a recording of 16000 Hz.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "verify/im-inputs.h"

G_BEGIN_DECLS

/**
 * im_recording_check_channels:
 * @recording: a recording
 * @input: the input that it shall go to
 * @error: return location for an [error@Im.RecordingError]: CHANNELS
 *
 * Checks that rows of the recording are what the input is made of, by the rule above. The
 * message says what the recording has, what is needed, and which input would take it.
 *
 * Returns: whether the recording fits
 */
gboolean im_recording_check_channels (const ImRecording *recording,
                                      const ImInput *input,
                                      GError **error);

/**
 * im_recording_note_fit:
 * @recording: a recording
 * @input: the input that it goes to
 * @pipeline: what messages call the pipeline
 * @diagnostics: where warnings go
 *
 * Warns (`recording-rate`) if the frames come at a rate that is more than 1 % beside that
 * of the input, (`recording-time`) if steps of time are missing or doubled, and
 * (`recording-range`) of numbers that the type of the input does not hold, and that
 * become infinite or the nearest number that it holds. Of a recording that does not fit
 * at all there is nothing to say.
 */
void im_recording_note_fit (const ImRecording *recording,
                            const ImInput *input,
                            const char *pipeline,
                            ImDiagnostics *diagnostics);

G_END_DECLS
