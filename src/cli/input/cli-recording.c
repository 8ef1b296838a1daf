/* SPDX-License-Identifier: MIT */
#include "cli/input/cli-recording.h"

ImRecording *
cli_recording_load (const char *path, gboolean is_raw, GError **error)
{
  const ImRecordingOptions options = { .flags = is_raw ? IM_RECORDING_RAW_INTEGERS : 0 };

  return im_recording_load (path, &options, error);
}
