/* SPDX-License-Identifier: MIT */
#include "verify/im-ulp.h"

#include <math.h>
#include <string.h>

#include "tensor/im-half.h"

gboolean
im_ulp_is_float (ImDType dtype)
{
  return im_dtype_get_info (dtype)->family == IM_DTYPE_FAMILY_FLOAT;
}

static gint64
load_signed (ImDType dtype, gconstpointer element)
{
  gint64 wide = 0;
  gint32 word = 0;
  gint16 half = 0;
  gint8 byte = 0;

  switch (im_dtype_get_info (dtype)->size_bytes)
    {
    case 1:
      memcpy (&byte, element, sizeof byte);
      return byte;
    case 2:
      memcpy (&half, element, sizeof half);
      return half;
    case 4:
      memcpy (&word, element, sizeof word);
      return word;
    default:
      memcpy (&wide, element, sizeof wide);
      return wide;
    }
}

/* The bits of a type that has no sign. */
static guint64
load_bits (ImDType dtype, gconstpointer element)
{
  guint bits = 8 * im_dtype_get_info (dtype)->size_bytes;
  guint64 value = (guint64) load_signed (dtype, element);

  return bits == 64 ? value : value & ((1ull << bits) - 1);
}

double
im_ulp_load (ImDType dtype, gconstpointer element)
{
  float single;
  double real;
  guint16 half;

  switch (dtype)
    {
    case IM_DTYPE_FLOAT16:
      memcpy (&half, element, sizeof half);
      return im_half_to_double (half);
    case IM_DTYPE_FLOAT32:
      memcpy (&single, element, sizeof single);
      return (double) single;
    case IM_DTYPE_FLOAT64:
      memcpy (&real, element, sizeof real);
      return real;
    case IM_DTYPE_UINT8:
    case IM_DTYPE_UINT16:
    case IM_DTYPE_UINT32:
    case IM_DTYPE_UINT64:
      return (double) load_bits (dtype, element);
    case IM_DTYPE_INT8:
    case IM_DTYPE_INT16:
    case IM_DTYPE_INT32:
    case IM_DTYPE_INT64:
    case IM_DTYPE_Q7:
    case IM_DTYPE_Q15:
    case IM_DTYPE_Q31:
    case IM_DTYPE_Q63:
    case IM_DTYPE_D8:
    case IM_DTYPE_D16:
    case IM_DTYPE_D32:
    case IM_N_DTYPES:
      break;
    }

  return (double) load_signed (dtype, element);
}

/* Counts the values of a type from the smallest one on: floats of one sign are in the
 * order of their bits. */
static guint64
count_from_smallest (ImDType dtype, gconstpointer element)
{
  guint bits = 8 * im_dtype_get_info (dtype)->size_bytes;
  guint64 sign = 1ull << (bits - 1);
  guint64 value = load_bits (dtype, element);
  ImDTypeFamily family = im_dtype_get_info (dtype)->family;

  if (family == IM_DTYPE_FAMILY_UINT)
    return value;
  if (family != IM_DTYPE_FAMILY_FLOAT)
    return value ^ sign;

  return (value & sign) != 0 ? sign - (value & ~sign) : sign + value;
}

static gboolean
is_same (double a, double b)
{
  return (isnan (a) && isnan (b)) || (!(a < b) && !(a > b) && !isnan (a) && !isnan (b));
}

guint64
im_ulp_distance (ImDType dtype, gconstpointer a, gconstpointer b)
{
  guint64 from, to;

  if (im_ulp_is_float (dtype))
    {
      double x = im_ulp_load (dtype, a), y = im_ulp_load (dtype, b);

      if (is_same (x, y))
        return 0;
      if (!isfinite (x) || !isfinite (y))
        return G_MAXUINT64;
    }
  from = count_from_smallest (dtype, a);
  to = count_from_smallest (dtype, b);

  return from < to ? to - from : from - to;
}
