/* Labels of a recording: what happened from when to when.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-recording.h"

G_BEGIN_DECLS

/**
 * ImLabel:
 * @start_s: when it begins, in the time of the recording
 * @end_s: when it has ended
 * @name: what it says
 */
typedef struct
{
  double start_s;
  double end_s;
  char *name;
} ImLabel;

/**
 * ImLabels:
 * @path: the file, as messages call it
 * @labels: (element-type ImLabel): in the order of the file
 */
typedef struct
{
  char *path;
  GArray *labels;
} ImLabels;

/**
 * im_labels_load:
 * @path: a text file
 * @offset_s: what is added to all times
 * @error: return location for an [error@Im.RecordingError] or [error@Im.FileError]
 *
 * Reads a track of labels: rows with a time, a length and a label. The first row names
 * the columns, such as `Time(Seconds),Length(Seconds),Label(string)`; only the words
 * `time`, `length` or `duration`, and `label` matter, in any case. Without such a row the
 * columns are in this order. Other columns are left out.
 *
 * Returns: (nullable): the labels
 */
ImLabels *im_labels_load (const char *path, double offset_s, GError **error);

/**
 * im_labels_dup_path_beside:
 * @recording: the file of a recording
 *
 * Returns: (nullable): the file beside it that has its name and the suffix `.label`, NULL
 *   if there is none
 */
char *im_labels_dup_path_beside (const char *recording);

/**
 * im_labels_append_at:
 * @labels: labels
 * @time_s: a time
 * @out: where to append
 *
 * Appends the name of the label that holds at a time: from its start to before its end.
 * Several are joined by ` + `; nothing is appended where none holds.
 */
void im_labels_append_at (const ImLabels *labels, double time_s, GString *out);

void im_labels_free (ImLabels *labels);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImLabels, im_labels_free)

G_END_DECLS
