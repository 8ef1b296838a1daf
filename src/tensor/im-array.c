/* SPDX-License-Identifier: MIT */
#include "tensor/im-array.h"

#include <math.h>
#include <string.h>

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

/* Whether a type takes stored integers as they are. */
static gboolean
shares_storage (const ImDTypeInfo *from, const ImDTypeInfo *to)
{
  gboolean is_integer = from->family == IM_DTYPE_FAMILY_INT;
  gboolean is_fixed = to->family == IM_DTYPE_FAMILY_Q || to->family == IM_DTYPE_FAMILY_D;

  return is_integer && is_fixed && from->size_bytes == to->size_bytes;
}

/* Whether a type can hold a number, rounded if it is one of a float. */
static gboolean
holds (const ImDTypeInfo *to, gboolean from_float, double value)
{
  if (to->family == IM_DTYPE_FAMILY_FLOAT)
    return TRUE;
  if (to->family == IM_DTYPE_FAMILY_Q)
    return from_float && fabs (value) <= 1;
  if (to->family == IM_DTYPE_FAMILY_D)
    return FALSE;

  return value >= to->minimum && value <= to->maximum && !(fmod (fabs (value), 1.0) > 0);
}

static gboolean
fail_conversion (const ImArray *array, gsize index, const ImDTypeInfo *to, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_array_append_element (array, index, text);
  g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE,
               "%s does not hold element %" G_GSIZE_FORMAT " of %s, which is %s",
               to->system_name, index, im_dtype_get_info (array->dtype)->system_name,
               text->str);

  return FALSE;
}

static gboolean
convert_elements (ImArray *result, const ImArray *array, GError **error)
{
  const ImDTypeInfo *to = im_dtype_get_info (result->dtype);
  gboolean from_float = im_dtype_is_float (array->dtype);
  double values[256];

  for (gsize i = 0; i < array->count; i += G_N_ELEMENTS (values))
    {
      gsize n = MIN (array->count - i, G_N_ELEMENTS (values));

      im_array_load (array, i, n, values);
      for (gsize k = 0; k < n; k++)
        if (!holds (to, from_float, values[k]))
          return fail_conversion (array, i + k, to, error);
      im_array_store (result, i, n, values);
    }

  return TRUE;
}

const ImArray *
im_array_convert (ImArena *arena, const ImArray *array, ImDType dtype, GError **error)
{
  const ImDTypeInfo *from = im_dtype_get_info (array->dtype);
  const ImDTypeInfo *to = im_dtype_get_info (dtype);
  ImArray *result = NULL;

  if (array->dtype == dtype)
    return array;
  result = im_array_new (arena, dtype, &array->shape, error);
  if (result == NULL)
    return NULL;
  if (shares_storage (from, to) && array->count > 0)
    memcpy (result->data, array->data, array->count * from->size_bytes);
  else if (!shares_storage (from, to) && !convert_elements (result, array, error))
    return NULL;

  return result;
}
