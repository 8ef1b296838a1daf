/* A WAV file that is read piece by piece, so that its length does not matter.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-recording.h"

G_BEGIN_DECLS

typedef struct _ImWavReader ImWavReader;

/**
 * im_wav_reader_open:
 * @path: a WAV file: see im_recording_load_wav()
 * @options: (nullable): how to read it
 * @error: return location for an [error@Im.RecordingError] or [error@Im.FileError]
 *
 * Checks the chunks, and stands in front of the first row.
 *
 * Returns: (nullable): a reader
 */
ImWavReader *im_wav_reader_open (const char *path,
                                 const ImRecordingOptions *options,
                                 GError **error);

/**
 * im_wav_reader_get_format:
 * @reader: a reader
 *
 * Returns: all of the recording but its values
 */
const ImRecording *im_wav_reader_get_format (const ImWavReader *reader);

/**
 * im_wav_reader_read:
 * @reader: a reader
 * @n_rows: how many rows at most
 * @error: return location for an [error@Im.RecordingError]: TRUNCATED, MISSING
 *
 * Reads the next rows. They have no time of their own.
 *
 * Returns: (nullable): the rows; NULL without an error behind the last one
 */
ImRecording *im_wav_reader_read (ImWavReader *reader, gsize n_rows, GError **error);

/**
 * im_wav_reader_seek:
 * @reader: a reader
 * @row: a row, from 0
 * @error: return location for an [error@Im.RecordingError]: TRUNCATED
 *
 * Stands in front of another row.
 *
 * Returns: whether it does
 */
gboolean im_wav_reader_seek (ImWavReader *reader, gsize row, GError **error);

void im_wav_reader_free (ImWavReader *reader);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImWavReader, im_wav_reader_free)

G_END_DECLS
