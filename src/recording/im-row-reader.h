/* The rows of a recording, some at a time, whatever kind of file it is, so that its
 * length does not matter. One that is still written is read as far as it has come.
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
 * Of a file that is still written, as the growth of @options says, the first row is
 * waited for, and it is said which column is time if its name alone does not make that
 * certain.
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

/* Whether more rows may come than are known. */
gboolean im_row_reader_is_growing (const ImRowReader *reader);

/* How many rows can be read without waiting for them; G_MAXSIZE of a complete file. */
gsize im_row_reader_count_ready (const ImRowReader *reader);

/**
 * im_row_reader_wait:
 * @reader: a reader
 * @n_rows: how many rows are wanted
 * @n_ready: (out): how many can be read now; G_MAXSIZE of a complete file
 * @error: return location for the errors of im_recording_load(), and G_IO_ERROR_CANCELLED
 *
 * Waits until as many rows are there, or there will be no more. Of a file that is still
 * written no more are to be read than are ready.
 *
 * Returns: FALSE if it was cancelled, or what is new cannot be read
 */
gboolean im_row_reader_wait (ImRowReader *reader,
                             gsize n_rows,
                             gsize *n_ready,
                             GError **error);

/* Says how many rows come in a second, as long as nothing else says it. */
void im_row_reader_expect_rate (ImRowReader *reader, double rate_hz);

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
