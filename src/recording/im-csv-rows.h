/* The rows of a CSV file, some at a time, so that its length does not matter.
 *
 * The first rows show which column is time, in which unit, and the rate. While the file
 * is read it is remembered where in it rows are, so that they are found again.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-recording.h"

G_BEGIN_DECLS

typedef struct _ImCsvRows ImCsvRows;

/**
 * im_csv_rows_open:
 * @path: a text file
 * @options: (nullable): how to read it
 * @n_ahead: how many rows are looked at before anything is said of the file; there are
 *   as many as show the rate in any case
 * @error: return location for the errors of im_recording_load_csv()
 *
 * Returns: (nullable): its rows
 */
ImCsvRows *im_csv_rows_open (const char *path,
                             const ImRecordingOptions *options,
                             gsize n_ahead,
                             GError **error);

/**
 * im_csv_rows_open_again:
 * @rows: rows, which may be read by another thread meanwhile
 * @error: return location for an [error@Im.FileError]
 *
 * Opens the file once more. What is known of where rows are is shared.
 *
 * Returns: (nullable): the same rows, from the first on
 */
ImCsvRows *im_csv_rows_open_again (ImCsvRows *rows, GError **error);

/* The recording without its rows; how many there are, when the last one was taken, and
 * whether they are regular is said of those that were looked at. */
const ImRecording *im_csv_rows_get_format (const ImCsvRows *rows);

/**
 * im_csv_rows_read:
 * @rows: rows
 * @n_rows: how many are wanted
 * @error: return location for the errors of im_recording_load_csv()
 *
 * Returns: (nullable): the next rows, fewer than are wanted at the end; NULL behind it
 */
ImRecording *im_csv_rows_read (ImCsvRows *rows, gsize n_rows, GError **error);

/**
 * im_csv_rows_continue:
 * @rows: rows of a file that is still written
 * @max_rows: how many it has now in all, 0 for all that there are
 * @error: return location for an [error@Im.FileError]
 *
 * Looks again at what is behind the row that was read last.
 *
 * Returns: whether rows can be read
 */
gboolean im_csv_rows_continue (ImCsvRows *rows, gsize max_rows, GError **error);

/**
 * im_csv_rows_seek:
 * @rows: rows
 * @row: one of them, from 0
 * @error: return location for an [error@Im.RecordingError] or [error@Im.FileError]
 *
 * Returns: whether that row is read next
 */
gboolean im_csv_rows_seek (ImCsvRows *rows, gsize row, GError **error);

void im_csv_rows_free (ImCsvRows *rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImCsvRows, im_csv_rows_free)

G_END_DECLS
