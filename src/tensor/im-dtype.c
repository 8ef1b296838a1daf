/* SPDX-License-Identifier: MIT
 *
 * Everything that is known of an element type stands in one table row. Elements are read
 * and written in blocks, so that the element type is looked at once a block. The 64-bit
 * integers are apart, because their limits are no doubles.
 */
#include "tensor/im-dtype.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/im-text.h"
#include "tensor/im-half.h"

#define INT64_LAST_DOUBLE  9223372036854774784.0
#define UINT64_LAST_DOUBLE 18446744073709549568.0

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

/* The functions of a type: how the element @x becomes a number, and the number @x an
 * element. */
#define DEFINE_ACCESS(name, Type, to_number, to_element)                    \
  static void load_##name (gconstpointer from, gsize count, double *values) \
  {                                                                         \
    const Type *elements = from;                                            \
                                                                            \
    for (gsize i = 0; i < count; i++)                                       \
      {                                                                     \
        Type x = elements[i];                                               \
                                                                            \
        values[i] = (double) (to_number);                                   \
      }                                                                     \
  }                                                                         \
                                                                            \
  static void store_##name (gpointer to, gsize count, const double *values) \
  {                                                                         \
    Type *elements = to;                                                    \
                                                                            \
    for (gsize i = 0; i < count; i++)                                       \
      {                                                                     \
        double x = values[i];                                               \
                                                                            \
        elements[i] = (Type) (to_element);                                  \
      }                                                                     \
  }

DEFINE_ACCESS (float16, guint16, im_half_to_double (x), im_half_from_double (x))
DEFINE_ACCESS (float32, float, x, x)
DEFINE_ACCESS (float64, double, x, x)
DEFINE_ACCESS (int8, gint8, x, round_into (x, G_MININT8, G_MAXINT8))
DEFINE_ACCESS (int16, gint16, x, round_into (x, G_MININT16, G_MAXINT16))
DEFINE_ACCESS (int32, gint32, x, round_into (x, G_MININT32, G_MAXINT32))
DEFINE_ACCESS (int64, gint64, x, round_into_int64 (x))
DEFINE_ACCESS (uint8, guint8, x, round_into (x, 0, G_MAXUINT8))
DEFINE_ACCESS (uint16, guint16, x, round_into (x, 0, G_MAXUINT16))
DEFINE_ACCESS (uint32, guint32, x, round_into (x, 0, G_MAXUINT32))
DEFINE_ACCESS (uint64, guint64, x, round_into_uint64 (x))
DEFINE_ACCESS (q7, gint8, x * 0x1p-7, round_into (x * 0x1p7, G_MININT8, G_MAXINT8))
DEFINE_ACCESS (q15, gint16, x * 0x1p-15, round_into (x * 0x1p15, G_MININT16, G_MAXINT16))
DEFINE_ACCESS (q31, gint32, x * 0x1p-31, round_into (x * 0x1p31, G_MININT32, G_MAXINT32))
DEFINE_ACCESS (q63, gint64, (double) x * 0x1p-63, round_into_int64 (x * 0x1p63))

/* Integers as they are, and wrapped to what they are stored in. */
#define DEFINE_EXACT(name, Type)                                    \
  static gint64 get_##name (gconstpointer elements, gsize i)        \
  {                                                                 \
    return (gint64) ((const Type *) elements)[i];                   \
  }                                                                 \
                                                                    \
  static void set_##name (gpointer elements, gsize i, gint64 value) \
  {                                                                 \
    ((Type *) elements)[i] = (Type) value;                          \
  }

DEFINE_EXACT (int8, gint8)
DEFINE_EXACT (int16, gint16)
DEFINE_EXACT (int32, gint32)
DEFINE_EXACT (int64, gint64)
DEFINE_EXACT (uint8, guint8)
DEFINE_EXACT (uint16, guint16)
DEFINE_EXACT (uint32, guint32)
DEFINE_EXACT (uint64, guint64)

static const ImDTypeInfo table[IM_N_DTYPES] = {
  [IM_DTYPE_FLOAT16] = { "float16", "Float16", "uint16_t", IM_DTYPE_FAMILY_FLOAT, 2,
                         -65504.0, 65504.0, "float16", 'f', IM_DTYPE_FLOAT16, 1,
                         load_float16, store_float16, .fraction_bits = 10,
                         .denormal = 0x1p-24, .normal = 0x1p-14, .small = 0x1p-13,
                         .large = 0x1p12,
                         .summary = "IEEE 754 half precision, stored as its 16 bits" },
  [IM_DTYPE_FLOAT32] = { "float32", "Float32", "float", IM_DTYPE_FAMILY_FLOAT, 4,
                         -(double) FLT_MAX, (double) FLT_MAX, "float32", 'f',
                         IM_DTYPE_FLOAT32, 1, load_float32, store_float32,
                         .fraction_bits = 23, .denormal = 0x1p-149, .normal = 0x1p-126,
                         .small = 0x1p-80, .large = 0x1p80,
                         .summary = "IEEE 754 single precision" },
  [IM_DTYPE_FLOAT64] = { "float64", "Float64", "double", IM_DTYPE_FAMILY_FLOAT, 8,
                         -DBL_MAX, DBL_MAX, "float64", 'f', IM_DTYPE_FLOAT64, 1,
                         load_float64, store_float64, .fraction_bits = 52,
                         .denormal = 0x1p-1074, .normal = 0x1p-1022, .small = 0x1p-600,
                         .large = 0x1p600, .summary = "IEEE 754 double precision" },
  [IM_DTYPE_INT8] = { "int8", "Int8", "int8_t", IM_DTYPE_FAMILY_INT, 1, G_MININT8,
                      G_MAXINT8, "int8", 'i', IM_DTYPE_INT8, 1, load_int8, store_int8,
                      .get = get_int8, .set = set_int8,
                      .summary = "signed integer, 8 bits" },
  [IM_DTYPE_INT16] = { "int16", "Int16", "int16_t", IM_DTYPE_FAMILY_INT, 2, G_MININT16,
                       G_MAXINT16, "int16", 'i', IM_DTYPE_INT16, 1, load_int16,
                       store_int16, .get = get_int16, .set = set_int16,
                       .summary = "signed integer, 16 bits" },
  [IM_DTYPE_INT32] = { "int32", "Int32", "int32_t", IM_DTYPE_FAMILY_INT, 4, G_MININT32,
                       G_MAXINT32, "int32", 'i', IM_DTYPE_INT32, 1, load_int32,
                       store_int32, .get = get_int32, .set = set_int32,
                       .summary = "signed integer, 32 bits" },
  [IM_DTYPE_INT64] = { "int64", "Int64", "int64_t", IM_DTYPE_FAMILY_INT, 8, -0x1p63,
                       INT64_LAST_DOUBLE, "int64", 'i', IM_DTYPE_INT64, 1, load_int64,
                       store_int64, .get = get_int64, .set = set_int64,
                       .summary = "signed integer, 64 bits" },
  [IM_DTYPE_UINT8] = { "uint8", "UInt8", "uint8_t", IM_DTYPE_FAMILY_UINT, 1, 0,
                       G_MAXUINT8, "uint8", 'u', IM_DTYPE_UINT8, 1, load_uint8,
                       store_uint8, .get = get_uint8, .set = set_uint8,
                       .summary = "unsigned integer, 8 bits" },
  [IM_DTYPE_UINT16] = { "uint16", "UInt16", "uint16_t", IM_DTYPE_FAMILY_UINT, 2, 0,
                        G_MAXUINT16, "uint16", 'u', IM_DTYPE_UINT16, 1, load_uint16,
                        store_uint16, .get = get_uint16, .set = set_uint16,
                        .summary = "unsigned integer, 16 bits" },
  [IM_DTYPE_UINT32] = { "uint32", "UInt32", "uint32_t", IM_DTYPE_FAMILY_UINT, 4, 0,
                        G_MAXUINT32, "uint32", 'u', IM_DTYPE_UINT32, 1, load_uint32,
                        store_uint32, .get = get_uint32, .set = set_uint32,
                        .summary = "unsigned integer, 32 bits" },
  [IM_DTYPE_UINT64] = { "uint64", "UInt64", "uint64_t", IM_DTYPE_FAMILY_UINT, 8, 0,
                        UINT64_LAST_DOUBLE, "uint64", 'u', IM_DTYPE_UINT64, 1,
                        load_uint64, store_uint64, .get = get_uint64, .set = set_uint64,
                        .summary = "unsigned integer, 64 bits" },
  [IM_DTYPE_Q7] = { "q7", "Q7", "q7_t", IM_DTYPE_FAMILY_Q, 1, G_MININT8, G_MAXINT8,
                    "int8", 'i', IM_DTYPE_INT8, 0x1p7, load_q7, store_q7,
                    .summary = "shifted fixed point, 7 fraction bits" },
  [IM_DTYPE_Q15] = { "q15", "Q15", "q15_t", IM_DTYPE_FAMILY_Q, 2, G_MININT16, G_MAXINT16,
                     "int16", 'i', IM_DTYPE_INT16, 0x1p15, load_q15, store_q15,
                     .summary = "shifted fixed point, 15 fraction bits" },
  [IM_DTYPE_Q31] = { "q31", "Q31", "q31_t", IM_DTYPE_FAMILY_Q, 4, G_MININT32, G_MAXINT32,
                     "int32", 'i', IM_DTYPE_INT32, 0x1p31, load_q31, store_q31,
                     .summary = "shifted fixed point, 31 fraction bits" },
  [IM_DTYPE_Q63] = { "q63", "Q63", "q63_t", IM_DTYPE_FAMILY_Q, 8, -0x1p63,
                     INT64_LAST_DOUBLE, "int64", 'i', IM_DTYPE_INT64, 0x1p63, load_q63,
                     store_q63, .summary = "shifted fixed point, 63 fraction bits" },
  [IM_DTYPE_D8] = { "d8", "D8", "int8_t", IM_DTYPE_FAMILY_D, 1, G_MININT8, G_MAXINT8,
                    "int8", 'i', IM_DTYPE_INT8, 1, load_int8, store_int8, .get = get_int8,
                    .set = set_int8,
                    .summary = "scaled fixed point, 8 bits with scale and offset" },
  [IM_DTYPE_D16] = { "d16", "D16", "int16_t", IM_DTYPE_FAMILY_D, 2, G_MININT16,
                     G_MAXINT16, "int16", 'i', IM_DTYPE_INT16, 1, load_int16, store_int16,
                     .get = get_int16, .set = set_int16,
                     .summary = "scaled fixed point, 16 bits with scale and offset" },
  [IM_DTYPE_D32] = { "d32", "D32", "int32_t", IM_DTYPE_FAMILY_D, 4, G_MININT32,
                     G_MAXINT32, "int32", 'i', IM_DTYPE_INT32, 1, load_int32, store_int32,
                     .get = get_int32, .set = set_int32,
                     .summary = "scaled fixed point, 32 bits with scale and offset" },
};

const ImDTypeInfo *
im_dtype_get_info (ImDType dtype)
{
  g_return_val_if_fail (dtype < IM_N_DTYPES, NULL);

  return &table[dtype];
}

gboolean
im_dtype_parse (const char *text, gsize length, ImDType *dtype)
{
  static const char prefix[] = "System.";
  const gsize prefix_length = sizeof prefix - 1;

  if (length > prefix_length && g_ascii_strncasecmp (text, prefix, prefix_length) == 0)
    {
      text += prefix_length;
      length -= prefix_length;
    }

  for (guint i = 0; i < IM_N_DTYPES; i++)
    if (strlen (table[i].name) == length &&
        g_ascii_strncasecmp (table[i].name, text, length) == 0)
      {
        *dtype = (ImDType) i;
        return TRUE;
      }

  return FALSE;
}

const char *
im_dtype_nearest_name (const char *text)
{
  const char *names[IM_N_DTYPES];

  for (guint i = 0; i < IM_N_DTYPES; i++)
    names[i] = table[i].name;

  return im_text_nearest (text, names, IM_N_DTYPES);
}

gboolean
im_dtype_is_float (ImDType dtype)
{
  return im_dtype_get_info (dtype)->family == IM_DTYPE_FAMILY_FLOAT;
}

gint32
im_dtype_quantize (ImDType dtype, double value, gint shift)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);

  g_return_val_if_fail (info->family == IM_DTYPE_FAMILY_Q, 0);

  if (isnan (value))
    return 0;

  double stored = rint (ldexp (value, (int) info->size_bytes * 8 - 1 - shift));

  return (gint32) CLAMP (stored, info->minimum, info->maximum);
}
