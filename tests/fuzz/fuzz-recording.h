/* What the targets of recordings share: bytes become a file without a disk, and what is
 * true of every recording is checked.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-recording.h"

G_BEGIN_DECLS

typedef ImRecording *(*FuzzLoadFunc) (const char *path,
                                      const ImRecordingOptions *options,
                                      GError **error);

/**
 * fuzz_load_recording:
 * @data: (array length=size): the content of a file
 * @size: number of bytes
 * @load: the reader
 * @flags: what it accepts
 *
 * Reads a recording. Aborts unless there is a message of one line in UTF-8, or every row
 * is complete, every number is as @flags say, and time does not run backwards.
 *
 * Returns: (nullable): the recording
 */
ImRecording *fuzz_load_recording (const guint8 *data,
                                  gsize size,
                                  FuzzLoadFunc load,
                                  ImRecordingFlags flags);

G_END_DECLS
