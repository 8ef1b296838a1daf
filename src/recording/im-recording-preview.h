/* How a recording would be read: what was found out about its file, and its first rows as
 * they stand in it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-recording.h"

G_BEGIN_DECLS

#define IM_RECORDING_NO_COLUMN G_MAXUINT

/**
 * ImRecordingPreview:
 * @is_text: whether it is a CSV file; what is said of one below is 0 of another one
 * @separator: what stands between its cells, `\n` if there is one in each line
 * @decimal: its decimal sign
 * @has_header: whether its first row has the names
 * @time_column: the column of time, from 0, or IM_RECORDING_NO_COLUMN
 * @has_rate: whether the file says when its rows were taken
 * @n_columns: columns, or channels, also those that are not wanted
 * @columns: (array length=n_columns): their names, never empty
 * @rows: (element-type GStrv): the first rows, cell by cell
 * @start: (nullable): the first rows as they would be read, NULL with a @problem
 * @problem: (nullable): why they cannot be
 */
typedef struct
{
  gboolean is_text;
  char separator;
  char decimal;
  gboolean has_header;
  guint time_column;
  gboolean has_rate;
  guint n_columns;
  char **columns;
  GPtrArray *rows;
  ImRecording *start;
  char *problem;
} ImRecordingPreview;

/**
 * im_recording_preview_load:
 * @path: a CSV, WAV or NPY file
 * @options: (nullable): how to read it
 * @n_rows: how many rows are shown
 * @error: return location for an [error@Im.RecordingError] or [error@Im.FileError]
 *
 * Looks at the start of a file.
 *
 * Returns: (nullable): what is there
 */
ImRecordingPreview *im_recording_preview_load (const char *path,
                                               const ImRecordingOptions *options,
                                               guint n_rows,
                                               GError **error);

/**
 * im_recording_preview_dup_reference:
 * @preview: what is there
 * @column: a column, from 0
 *
 * Returns: what options call it: its name, or its number where the name is not enough
 */
char *im_recording_preview_dup_reference (const ImRecordingPreview *preview,
                                          guint column);

void im_recording_preview_free (ImRecordingPreview *preview);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImRecordingPreview, im_recording_preview_free)

G_END_DECLS
