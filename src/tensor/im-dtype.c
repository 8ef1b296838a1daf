/* SPDX-License-Identifier: MIT
 *
 * Everything that is known of an element type stands in one table row.
 */
#include "tensor/im-dtype.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/im-text.h"

#define INT64_LAST_DOUBLE  9223372036854774784.0
#define UINT64_LAST_DOUBLE 18446744073709549568.0

static const ImDTypeInfo table[IM_N_DTYPES] = {
  [IM_DTYPE_FLOAT16] = { "float16", "Float16", "uint16_t", IM_DTYPE_FAMILY_FLOAT, 2,
                         -65504.0, 65504.0,
                         "IEEE 754 half precision, stored as its 16 bits" },
  [IM_DTYPE_FLOAT32] = { "float32", "Float32", "float", IM_DTYPE_FAMILY_FLOAT, 4,
                         -(double) FLT_MAX, (double) FLT_MAX,
                         "IEEE 754 single precision" },
  [IM_DTYPE_FLOAT64] = { "float64", "Float64", "double", IM_DTYPE_FAMILY_FLOAT, 8,
                         -DBL_MAX, DBL_MAX, "IEEE 754 double precision" },
  [IM_DTYPE_INT8] = { "int8", "Int8", "int8_t", IM_DTYPE_FAMILY_INT, 1, G_MININT8,
                      G_MAXINT8, "signed integer, 8 bits" },
  [IM_DTYPE_INT16] = { "int16", "Int16", "int16_t", IM_DTYPE_FAMILY_INT, 2, G_MININT16,
                       G_MAXINT16, "signed integer, 16 bits" },
  [IM_DTYPE_INT32] = { "int32", "Int32", "int32_t", IM_DTYPE_FAMILY_INT, 4, G_MININT32,
                       G_MAXINT32, "signed integer, 32 bits" },
  [IM_DTYPE_INT64] = { "int64", "Int64", "int64_t", IM_DTYPE_FAMILY_INT, 8, -0x1p63,
                       INT64_LAST_DOUBLE, "signed integer, 64 bits" },
  [IM_DTYPE_UINT8] = { "uint8", "UInt8", "uint8_t", IM_DTYPE_FAMILY_UINT, 1, 0,
                       G_MAXUINT8, "unsigned integer, 8 bits" },
  [IM_DTYPE_UINT16] = { "uint16", "UInt16", "uint16_t", IM_DTYPE_FAMILY_UINT, 2, 0,
                        G_MAXUINT16, "unsigned integer, 16 bits" },
  [IM_DTYPE_UINT32] = { "uint32", "UInt32", "uint32_t", IM_DTYPE_FAMILY_UINT, 4, 0,
                        G_MAXUINT32, "unsigned integer, 32 bits" },
  [IM_DTYPE_UINT64] = { "uint64", "UInt64", "uint64_t", IM_DTYPE_FAMILY_UINT, 8, 0,
                        UINT64_LAST_DOUBLE, "unsigned integer, 64 bits" },
  [IM_DTYPE_Q7] = { "q7", "Q7", "q7_t", IM_DTYPE_FAMILY_Q, 1, G_MININT8, G_MAXINT8,
                    "shifted fixed point, 7 fraction bits" },
  [IM_DTYPE_Q15] = { "q15", "Q15", "q15_t", IM_DTYPE_FAMILY_Q, 2, G_MININT16, G_MAXINT16,
                     "shifted fixed point, 15 fraction bits" },
  [IM_DTYPE_Q31] = { "q31", "Q31", "q31_t", IM_DTYPE_FAMILY_Q, 4, G_MININT32, G_MAXINT32,
                     "shifted fixed point, 31 fraction bits" },
  [IM_DTYPE_Q63] = { "q63", "Q63", "q63_t", IM_DTYPE_FAMILY_Q, 8, -0x1p63,
                     INT64_LAST_DOUBLE, "shifted fixed point, 63 fraction bits" },
  [IM_DTYPE_D8] = { "d8", "D8", "int8_t", IM_DTYPE_FAMILY_D, 1, G_MININT8, G_MAXINT8,
                    "scaled fixed point, 8 bits with scale and offset" },
  [IM_DTYPE_D16] = { "d16", "D16", "int16_t", IM_DTYPE_FAMILY_D, 2, G_MININT16,
                     G_MAXINT16, "scaled fixed point, 16 bits with scale and offset" },
  [IM_DTYPE_D32] = { "d32", "D32", "int32_t", IM_DTYPE_FAMILY_D, 4, G_MININT32,
                     G_MAXINT32, "scaled fixed point, 32 bits with scale and offset" },
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
