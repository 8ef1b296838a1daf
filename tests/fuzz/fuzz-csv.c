/* SPDX-License-Identifier: MIT
 *
 * The input is a recording as text. What is read is written and read again to the same
 * numbers.
 */
#include <string.h>

#include "fuzz-recording.h"
#include "fuzz.h"

static void
check_round_trip (const ImRecording *recording)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_recording_append_csv (recording, text);
  g_autoptr (ImRecording) again = fuzz_load_recording (
      (const guint8 *) text->str, text->len, im_recording_load_csv, 0);
  g_assert_nonnull (again);
  g_assert_cmpuint (again->n_rows, ==, recording->n_rows);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (ImRecording) finite = fuzz_load_recording (data, size, im_recording_load_csv,
                                                        0);
  g_autoptr (ImRecording) all = fuzz_load_recording (data, size, im_recording_load_csv,
                                                     IM_RECORDING_ALLOW_NAN);

  /* Whoever allows more gets at least as much. */
  g_assert_true (finite == NULL || all != NULL);
  if (finite != NULL)
    check_round_trip (finite);

  return 0;
}
