/* SPDX-License-Identifier: MIT
 *
 * The input is a recording as text.
 */
#include "fuzz-recording.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (ImRecording) finite = fuzz_load_recording (data, size, im_recording_load_csv,
                                                        0);
  g_autoptr (ImRecording) all = fuzz_load_recording (data, size, im_recording_load_csv,
                                                     IM_RECORDING_ALLOW_NAN);

  /* Whoever allows more gets at least as much. */
  g_assert_true (finite == NULL || all != NULL);

  return 0;
}
