/* A recording that is still written, a WAV or a CSV file, as far as it has come.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-recording.h"

G_BEGIN_DECLS

typedef struct _ImGrowingFile ImGrowingFile;

/**
 * im_growing_file_open:
 * @path: the file
 * @options: how to read it, with how far it has come; it says which column is time if its
 *   name alone does not make that certain
 * @error: return location for an [error@Im.RecordingError], an [error@Im.FileError] or
 *   G_IO_ERROR_CANCELLED
 *
 * Waits for the first row.
 *
 * Returns: (nullable): the file
 */
ImGrowingFile *im_growing_file_open (const char *path,
                                     const ImRecordingOptions *options,
                                     GError **error);

/**
 * im_growing_file_get_format:
 * @file: a file
 *
 * Returns: the recording as far as it is known, always the same; that of a WAV file is
 *   without its values. Until it is over a CSV file has no rate but the one that is given
 */
ImRecording *im_growing_file_get_format (ImGrowingFile *file);

/* Whether all rows are known. */
gboolean im_growing_file_is_over (const ImGrowingFile *file);

/* Whether im_growing_file_grow() would wait now. */
gboolean im_growing_file_would_wait (const ImGrowingFile *file);

/**
 * im_growing_file_grow:
 * @file: a file that is not over
 * @error: return location for the errors of im_growing_file_open()
 *
 * Waits until there are more rows, or there will be none.
 *
 * Returns: FALSE if it was cancelled, or what is new cannot be read
 */
gboolean im_growing_file_grow (ImGrowingFile *file, GError **error);

/**
 * im_growing_file_read:
 * @file: a file
 * @row: a row, from 0
 * @n_rows: how many rows from there on, at least 1, all of them known
 * @error: return location for an [error@Im.RecordingError]
 *
 * Returns: (nullable): their numbers, row by row, until the next call
 */
const double *im_growing_file_read (ImGrowingFile *file,
                                    gsize row,
                                    gsize n_rows,
                                    GError **error);

void im_growing_file_free (ImGrowingFile *file);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImGrowingFile, im_growing_file_free)

G_END_DECLS
