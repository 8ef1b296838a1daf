/* SPDX-License-Identifier: MIT
 *
 * The input is buffers of a plan, eight bytes each: calls, size, alignment, what it takes
 * over. Whatever is placed is placed without an overlap.
 */
#include "check-packing.h"
#include "fuzz.h"

#define BUFFER_BYTES 8
#define MAX_BUFFERS  48
#define WORK         2000

static ImPackingBuffer
read_buffer (const guint8 *data, gint index)
{
  gint place = data[7] >= 0xF0 ? 200
               : index == 0    ? IM_PACKING_NO_BUFFER
                               : data[7] % index;

  return (ImPackingBuffer){
    .first = data[0],
    .last = data[0] + (data[1] >= 0xF0 ? -1 : data[1] % 16),
    .size_bytes = (guint32) (data[2] | data[3] << 8) << (data[4] % 16),
    .align_bytes = data[5] < 0xF0 ? 1u << data[5] % 8 : (guint32) data[5] << data[4] % 24,
    .in_place_of = data[6] % 2 == 0 ? IM_PACKING_NO_BUFFER : place,
  };
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  guint n = (guint) MIN (size / BUFFER_BYTES, MAX_BUFFERS);
  ImPackingBuffer buffers[MAX_BUFFERS + 1], again[MAX_BUFFERS + 1];
  ImPackingResult result = { 0 }, other = { 0 }, first = { 0 };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    buffers[i] = again[i] = read_buffer (data + i * BUFFER_BYTES, (gint) i);
  if (!im_packing_run_with_work (buffers, n, WORK, &result, &error))
    {
      g_assert_cmpint ((gint) error->domain, ==, (gint) IM_PACKING_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }

  check_packing (buffers, n, &result);
  g_assert_true (im_packing_run_with_work (again, n, 0, &first, NULL));
  g_assert_cmpuint (result.arena_bytes, <=, first.arena_bytes);
  g_assert_true (im_packing_run_with_work (again, n, WORK, &other, NULL));
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (again[i].offset, ==, buffers[i].offset);

  return 0;
}
