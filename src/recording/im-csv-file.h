/* A CSV file that is read so many rows at a time, which may still grow meanwhile.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-recording.h"

G_BEGIN_DECLS

typedef struct _ImCsvFile ImCsvFile;

/**
 * im_csv_file_open:
 * @path: a text file: see im_recording_load_csv()
 * @options: (nullable): how to read it; how many rows is not looked at
 * @error: return location for an [error@Im.RecordingError] or [error@Im.FileError]
 *
 * Reads the names of its columns, or the first row if there are none.
 *
 * Returns: (nullable): the file
 */
ImCsvFile *im_csv_file_open (const char *path,
                             const ImRecordingOptions *options,
                             GError **error);

/**
 * im_csv_file_read:
 * @file: a file
 * @max_rows: how many rows are wanted in all, 0 for all that there are
 * @error: return location for an [error@Im.RecordingError] or [error@Im.FileError], or
 *   G_IO_ERROR_CANCELLED
 *
 * Reads on. Of a file that grows no more rows may be wanted than are complete.
 *
 * Returns: whether all was as it should be
 */
gboolean im_csv_file_read (ImCsvFile *file, gsize max_rows, GError **error);

/**
 * im_csv_file_finish:
 * @file: a file of which a row was read
 *
 * Finds out what all rows say together: whether a column that may be time is, and the
 * rate.
 */
void im_csv_file_finish (ImCsvFile *file);

/* What was read of it until now; another one when it was finished. Before that it has no
 * rate but the one that is given. */
ImRecording *im_csv_file_get_recording (ImCsvFile *file);

void im_csv_file_free (ImCsvFile *file);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImCsvFile, im_csv_file_free)

G_END_DECLS
