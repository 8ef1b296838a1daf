/* SPDX-License-Identifier: MIT
 *
 * Elements are read and written in blocks, so that the element type is looked at once a
 * block. The 64-bit integers are apart, because their limits are no doubles.
 */
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

#define LOAD(Type, converted)                                    \
  do                                                             \
    {                                                            \
      const Type *elements = (const Type *) array->data + start; \
                                                                 \
      for (gsize i = 0; i < count; i++)                          \
        values[i] = (converted);                                 \
    }                                                            \
  while (0)

void
im_array_load (const ImArray *array, gsize start, gsize count, double *values)
{
  g_return_if_fail (start <= array->count && count <= array->count - start);

  switch (array->dtype)
    {
    case IM_DTYPE_FLOAT16:
      LOAD (guint16, im_half_to_double (elements[i]));
      break;
    case IM_DTYPE_FLOAT32:
      LOAD (float, (double) elements[i]);
      break;
    case IM_DTYPE_FLOAT64:
      LOAD (double, (double) elements[i]);
      break;
    case IM_DTYPE_INT8:
    case IM_DTYPE_D8:
      LOAD (gint8, (double) elements[i]);
      break;
    case IM_DTYPE_INT16:
    case IM_DTYPE_D16:
      LOAD (gint16, (double) elements[i]);
      break;
    case IM_DTYPE_INT32:
    case IM_DTYPE_D32:
      LOAD (gint32, (double) elements[i]);
      break;
    case IM_DTYPE_INT64:
      LOAD (gint64, (double) elements[i]);
      break;
    case IM_DTYPE_UINT8:
      LOAD (guint8, (double) elements[i]);
      break;
    case IM_DTYPE_UINT16:
      LOAD (guint16, (double) elements[i]);
      break;
    case IM_DTYPE_UINT32:
      LOAD (guint32, (double) elements[i]);
      break;
    case IM_DTYPE_UINT64:
      LOAD (guint64, (double) elements[i]);
      break;
    case IM_DTYPE_Q7:
      LOAD (gint8, elements[i] * 0x1p-7);
      break;
    case IM_DTYPE_Q15:
      LOAD (gint16, elements[i] * 0x1p-15);
      break;
    case IM_DTYPE_Q31:
      LOAD (gint32, elements[i] * 0x1p-31);
      break;
    case IM_DTYPE_Q63:
      LOAD (gint64, (double) elements[i] * 0x1p-63);
      break;
    case IM_N_DTYPES:
    default:
      g_assert_not_reached ();
    }
}

static inline double
round_into (double value, double minimum, double maximum)
{
  return isnan (value) ? 0 : CLAMP (rint (value), minimum, maximum);
}

static inline gint64
round_into_int64 (double value)
{
  if (isnan (value))
    return 0;

  return value >= 0x1p63   ? G_MAXINT64
         : value < -0x1p63 ? G_MININT64
                           : (gint64) rint (value);
}

static inline guint64
round_into_uint64 (double value)
{
  if (isnan (value) || value < 0)
    return 0;

  return value >= 0x1p64 ? G_MAXUINT64 : (guint64) rint (value);
}

#define STORE(Type, converted)                       \
  do                                                 \
    {                                                \
      Type *elements = (Type *) array->data + start; \
                                                     \
      for (gsize i = 0; i < count; i++)              \
        elements[i] = (Type) (converted);            \
    }                                                \
  while (0)

#define STORE_ROUNDED(Type, factor) \
  STORE (Type, round_into (values[i] * (factor), minimum, maximum))

void
im_array_store (ImArray *array, gsize start, gsize count, const double *values)
{
  const ImDTypeInfo *info = im_dtype_get_info (array->dtype);
  double minimum = info->minimum, maximum = info->maximum;

  g_return_if_fail (start <= array->count && count <= array->count - start);

  switch (array->dtype)
    {
    case IM_DTYPE_FLOAT16:
      STORE (guint16, im_half_from_double (values[i]));
      break;
    case IM_DTYPE_FLOAT32:
      STORE (float, values[i]);
      break;
    case IM_DTYPE_FLOAT64:
      STORE (double, values[i]);
      break;
    case IM_DTYPE_INT8:
    case IM_DTYPE_D8:
      STORE_ROUNDED (gint8, 1);
      break;
    case IM_DTYPE_INT16:
    case IM_DTYPE_D16:
      STORE_ROUNDED (gint16, 1);
      break;
    case IM_DTYPE_INT32:
    case IM_DTYPE_D32:
      STORE_ROUNDED (gint32, 1);
      break;
    case IM_DTYPE_INT64:
      STORE (gint64, round_into_int64 (values[i]));
      break;
    case IM_DTYPE_UINT8:
      STORE_ROUNDED (guint8, 1);
      break;
    case IM_DTYPE_UINT16:
      STORE_ROUNDED (guint16, 1);
      break;
    case IM_DTYPE_UINT32:
      STORE_ROUNDED (guint32, 1);
      break;
    case IM_DTYPE_UINT64:
      STORE (guint64, round_into_uint64 (values[i]));
      break;
    case IM_DTYPE_Q7:
      STORE_ROUNDED (gint8, 0x1p7);
      break;
    case IM_DTYPE_Q15:
      STORE_ROUNDED (gint16, 0x1p15);
      break;
    case IM_DTYPE_Q31:
      STORE_ROUNDED (gint32, 0x1p31);
      break;
    case IM_DTYPE_Q63:
      STORE (gint64, round_into_int64 (values[i] * 0x1p63));
      break;
    case IM_N_DTYPES:
    default:
      g_assert_not_reached ();
    }
}
