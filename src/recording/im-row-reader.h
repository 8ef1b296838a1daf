/* The rows of a recording, some at a time, whatever kind of file it is, so that its
 * length does not matter.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-recording.h"

G_BEGIN_DECLS

typedef struct _ImRowReader ImRowReader;

/**
 * im_row_reader_open:
 * @path: a CSV, WAV or NPY file
 * @options: (nullable): how to read it
 * @n_ahead: how many rows of a file that does not say how many it has are looked at
 *   before anything is said of it
 * @error: return location for the errors of im_recording_load()
 *
 * Returns: (nullable): a reader in front of the first row
 */
ImRowReader *im_row_reader_open (const char *path,
                                 const ImRecordingOptions *options,
                                 gsize n_ahead,
                                 GError **error);

/* The same file once more, from the first row on; what is known of it is shared. */
ImRowReader *im_row_reader_open_again (ImRowReader *reader, GError **error);

/* The recording without its rows. Of a CSV file how many there are, and whether they are
 * regular, is said of those that were looked at. */
const ImRecording *im_row_reader_get_format (const ImRowReader *reader);

/**
 * im_row_reader_read:
 * @reader: a reader
 * @n_rows: how many rows are wanted, at least 1
 * @error: return location for the errors of im_recording_load()
 *
 * Returns: (nullable): the next rows, fewer than are wanted only at the end; NULL behind
 *   the last one, or with an error
 */
ImRecording *im_row_reader_read (ImRowReader *reader, gsize n_rows, GError **error);

/* Goes to one of the rows, which is read next. */
gboolean im_row_reader_seek (ImRowReader *reader, gsize row, GError **error);

void im_row_reader_free (ImRowReader *reader);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImRowReader, im_row_reader_free)

G_END_DECLS
