/* The rows of an NPY file, some at a time, so that its length does not matter.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-recording.h"

G_BEGIN_DECLS

typedef struct _ImNpyRows ImNpyRows;

/**
 * im_npy_rows_open:
 * @path: an NPY file
 * @options: (nullable): how to read it
 * @error: return location for the errors of im_recording_load_npy()
 *
 * Returns: (nullable): its rows
 */
ImNpyRows *im_npy_rows_open (const char *path,
                             const ImRecordingOptions *options,
                             GError **error);

/* The recording without its rows. */
const ImRecording *im_npy_rows_get_format (const ImNpyRows *rows);

/**
 * im_npy_rows_read:
 * @rows: rows
 * @n_rows: how many are wanted
 * @error: return location for the errors of im_recording_load_npy()
 *
 * Returns: (nullable): the next rows, fewer than are wanted at the end; NULL behind it
 */
ImRecording *im_npy_rows_read (ImNpyRows *rows, gsize n_rows, GError **error);

/* Goes to one of the rows, which is read next. */
void im_npy_rows_seek (ImNpyRows *rows, gsize row);

void im_npy_rows_free (ImNpyRows *rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImNpyRows, im_npy_rows_free)

G_END_DECLS
