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
#include "recording/im-inputs.h"

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
 * im_recording_count_channels:
 * @recording: a recording
 * @input: an input
 *
 * Returns: how many channels of the recording the input takes: all if it fits, one if
 *   frames of its samples would, or else those along the innermost axis
 */
guint im_recording_count_channels (const ImRecording *recording, const ImInput *input);

/**
 * im_recording_get_frame_rate:
 * @recording: a recording
 * @input: an input that it fits
 *
 * Returns: how many frames of the input its rows are in a second, 0 if that is not known
 */
double im_recording_get_frame_rate (const ImRecording *recording, const ImInput *input);

/* Whether that is the rate of the input, which has one, but for the clock of a sensor. */
gboolean im_input_has_rate (const ImInput *input, double rate_hz);

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
 * at all there is nothing to say, and of one without its values nothing about numbers:
 * see im_recording_range_add().
 */
void im_recording_note_fit (const ImRecording *recording,
                            const ImInput *input,
                            const char *pipeline,
                            ImDiagnostics *diagnostics);

/**
 * ImRecordingRange:
 * @n: how many numbers were looked at
 * @n_beyond: how many of them the type of an input does not hold
 * @first: the first of these, counted from 0
 * @first_value: what it is
 */
typedef struct
{
  guint64 n;
  guint64 n_beyond;
  guint64 first;
  double first_value;
} ImRecordingRange;

/* Looks at the next rows of a recording that is read piece by piece. */
void im_recording_range_add (ImRecordingRange *range,
                             const ImRecording *rows,
                             const ImInput *input);

/* Warns (`recording-range`) as im_recording_note_fit() does. */
void im_recording_note_range (const ImRecordingRange *range,
                              const ImRecording *recording,
                              const ImInput *input,
                              const char *pipeline,
                              ImDiagnostics *diagnostics);

/* Warns (`recording-time`) of rows that do not come evenly. */
void im_recording_note_time (const ImRecording *recording,
                             const char *pipeline,
                             ImDiagnostics *diagnostics);

G_END_DECLS
