/* SPDX-License-Identifier: MIT */
#include "tensor/im-array.h"

#include <math.h>

#include "base/im-arena.h"
#include "tensor/im-half.h"

G_DEFINE_QUARK (im_array_error, im_array_error)

ImArray *
im_array_new (ImArena *arena, ImDType dtype, const ImShape *shape, GError **error)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);
  gint32 count;

  if (!im_shape_product (shape, 0, shape->rank, &count, error))
    return NULL;
  if (count > IM_ARRAY_MAX_ELEMENTS)
    {
      g_autoptr (GString) text = g_string_new (info->name);

      im_shape_append_text (shape, text);
      g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SIZE,
                   "an array has at most %d elements, %s would have %d",
                   IM_ARRAY_MAX_ELEMENTS, text->str, count);
      return NULL;
    }

  ImArray *array = im_arena_new0 (arena, ImArray, 1);
  array->dtype = dtype;
  array->shape = *shape;
  array->count = (gsize) count;
  array->data = im_arena_alloc0 (arena, array->count * info->size_bytes);

  return array;
}

void
im_array_load (const ImArray *array, gsize start, gsize count, double *values)
{
  const ImDTypeInfo *info = im_dtype_get_info (array->dtype);

  g_return_if_fail (start <= array->count && count <= array->count - start);

  info->load ((const guint8 *) array->data + start * info->size_bytes, count, values);
}

void
im_array_store (ImArray *array, gsize start, gsize count, const double *values)
{
  const ImDTypeInfo *info = im_dtype_get_info (array->dtype);

  g_return_if_fail (start <= array->count && count <= array->count - start);

  info->store ((guint8 *) array->data + start * info->size_bytes, count, values);
}
