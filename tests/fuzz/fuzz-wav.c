/* SPDX-License-Identifier: MIT
 *
 * The input is a WAV file. It is read scaled, raw, and with what is not finite.
 */
#include "fuzz-recording.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static const ImRecordingFlags flags[] = { 0, IM_RECORDING_ALLOW_NAN,
                                            IM_RECORDING_RAW_INTEGERS };

  for (gsize i = 0; i < G_N_ELEMENTS (flags); i++)
    {
      ImRecording *recording = fuzz_load_recording (data, size, im_recording_load_wav,
                                                    flags[i]);

      g_clear_pointer (&recording, im_recording_unref);
    }

  return 0;
}
