/* SPDX-License-Identifier: MIT */
#include "verify/im-ulp.h"

#include <math.h>
#include <string.h>

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
  const ImDTypeInfo *info = im_dtype_get_info (dtype);
  guint64 aligned = 0;
  double value;

  memcpy (&aligned, element, info->size_bytes);
  im_dtype_get_info (info->stored)->load (&aligned, 1, &value);

  return value;
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

  if (im_dtype_is_float (dtype))
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
