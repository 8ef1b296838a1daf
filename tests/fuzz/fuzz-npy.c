/* SPDX-License-Identifier: MIT
 *
 * The input is an array in the file format of NumPy. What is read is written and read
 * again to the same array.
 */
#include <string.h>

#include "base/im-arena.h"
#include "fuzz.h"
#include "tensor/im-npy.h"

/* A file of NumPy. */
static GBytes *
print (const ImArray *array)
{
  GString *file = g_string_new (NULL);

  im_npy_append_header (array->dtype, &array->shape, 0, file);
  g_string_append_len (
      file, array->data,
      (gssize) (array->count * im_dtype_get_info (array->dtype)->size_bytes));

  return g_string_free_to_bytes (file);
}

static void
check_round_trip (const ImArray *array, ImArena *arena)
{
  g_autoptr (GBytes) bytes = print (array);
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
