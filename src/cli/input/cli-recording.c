/* SPDX-License-Identifier: MIT */
#include "cli/input/cli-recording.h"

gboolean
cli_recording_is_raw (const ImInput *input)
{
  ImDTypeFamily family = input == NULL ? IM_DTYPE_FAMILY_FLOAT
                                       : im_dtype_get_info (input->type.dtype)->family;

  return family == IM_DTYPE_FAMILY_INT || family == IM_DTYPE_FAMILY_UINT;
}

ImRecording *
cli_recording_load (const char *path, gboolean is_raw, GError **error)
{
  const ImRecordingOptions options = { .flags = is_raw ? IM_RECORDING_RAW_INTEGERS : 0 };

  return im_recording_load (path, &options, error);
}
