/* What is worth saying of a recording that a pipeline can run on, but that may not be
 * what was meant.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "verify/im-inputs.h"

G_BEGIN_DECLS

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
 * become infinite or the nearest number that it holds.
 */
void im_recording_note_fit (const ImRecording *recording,
                            const ImInput *input,
                            const char *pipeline,
                            ImDiagnostics *diagnostics);

G_END_DECLS
