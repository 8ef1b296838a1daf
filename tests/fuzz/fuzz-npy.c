/* SPDX-License-Identifier: MIT
 *
 * The input is an array in the file format of NumPy. What is read is written and read
 * again to the same array.
 */
#include <string.h>

#include "base/im-arena.h"
#include "fuzz.h"
#include "recording/im-npy.h"

static void
check_round_trip (const ImArray *array, ImArena *arena)
{
  g_autoptr (GBytes) bytes = im_npy_print (array);
  g_autoptr (GError) error = NULL;
  ImArray *again = im_npy_parse (bytes, "again.npy", arena, &error);

  g_assert_no_error (error);
  g_assert_cmpint (again->dtype, ==, array->dtype);
  g_assert_true (im_shape_equal (&again->shape, &array->shape));
  g_assert_cmpmem (
      again->data, im_dtype_get_info (again->dtype)->size_bytes * again->count,
      array->data, im_dtype_get_info (array->dtype)->size_bytes * array->count);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  ImArray *array = im_npy_parse (bytes, "fuzz.npy", arena, &error);

  if (array == NULL)
    g_assert_true (error != NULL && g_utf8_validate (error->message, -1, NULL));
  else
    check_round_trip (array, arena);

  return 0;
}
