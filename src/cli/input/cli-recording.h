/* The recording of `--input`, as the input that it goes to takes it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-inputs.h"

G_BEGIN_DECLS

/**
 * cli_recording_load:
 * @path: a CSV, WAV or NPY file
 * @is_raw: whether samples of a WAV file are wanted as they are stored
 * @error: return location for an [error@Im.RecordingError] or [error@Im.FileError]
 *
 * Returns: (nullable): the recording
 */
ImRecording *cli_recording_load (const char *path, gboolean is_raw, GError **error);

G_END_DECLS
