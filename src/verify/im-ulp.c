/* SPDX-License-Identifier: MIT */
#include "verify/im-ulp.h"

#include <math.h>
#include <string.h>

#include "tensor/im-half.h"

/* Units in the last place of the tolerance of float32: 1e-5 / 2^-23. */
#define DEFAULT_RELATIVE 1e-5
#define DEFAULT_LARGEST  1e-6

static gboolean
is_float (ImDType dtype)
{
  return im_dtype_get_info (dtype)->family == IM_DTYPE_FAMILY_FLOAT;
}

ImTolerance
im_tolerance_get_default (ImDType dtype)
{
  double scale = 1;

  if (!is_float (dtype))
    return (ImTolerance){ 0, 0, 0 };
  if (dtype == IM_DTYPE_FLOAT16)
    scale = 0x1p13; /* 10 bits behind the point, not 23 */
  if (dtype == IM_DTYPE_FLOAT64)
    scale = 0x1p-29; /* 52 bits */

  return (ImTolerance){ DEFAULT_RELATIVE * scale, DEFAULT_LARGEST * scale, 0 };
}

ImTolerance
im_tolerance_from_number (double number, ImDType dtype)
{
  if (is_float (dtype))
    return (ImTolerance){ number, number / 10, 0 };

  return (ImTolerance){ 0, 0, (guint64) MIN (number, 4294967295.0) };
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

static double
load_double (ImDType dtype, gconstpointer element)
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

  if (is_float (dtype))
    {
      double x = load_double (dtype, a), y = load_double (dtype, b);

      if (is_same (x, y))
        return 0;
      if (!isfinite (x) || !isfinite (y))
        return G_MAXUINT64;
    }
  from = count_from_smallest (dtype, a);
  to = count_from_smallest (dtype, b);

  return from < to ? to - from : from - to;
}

static double
find_largest (ImDType dtype, const guint8 *references, gsize count)
{
  gsize size = im_dtype_get_info (dtype)->size_bytes;
  double largest = 0;

  for (gsize i = 0; i < count; i++)
    {
      double value = fabs (load_double (dtype, references + i * size));

      if (isfinite (value) && value > largest)
        largest = value;
    }

  return largest;
}

static void
note_distance (ImDifference *difference, double distance, double reference, guint64 ulp)
{
  difference->max_ulp = MAX (difference->max_ulp, ulp);
  difference->max_absolute = MAX (difference->max_absolute, distance);
  if (fabs (reference) > 0 && isfinite (reference))
    difference->max_relative = MAX (difference->max_relative,
                                    distance / fabs (reference));
  else if (isinf (distance))
    difference->max_relative = distance;
}

gboolean
im_difference_add (ImDifference *difference,
                   ImDType dtype,
                   gconstpointer results,
                   gconstpointer references,
                   gsize count,
                   const ImTolerance *tolerance)
{
  const guint8 *a = results, *b = references;
  gsize size = im_dtype_get_info (dtype)->size_bytes;
  gboolean floats = is_float (dtype);
  double allowed = floats ? tolerance->of_largest * find_largest (dtype, b, count) : 0;
  guint64 n_before = difference->n_different;

  for (gsize i = 0; i < count; i++, a += size, b += size)
    {
      guint64 ulp = im_ulp_distance (dtype, a, b);

      difference->n_elements++;
      if (ulp == 0)
        continue;

      double value = load_double (dtype, a), reference = load_double (dtype, b);
      double distance = ulp == G_MAXUINT64 && floats ? INFINITY : fabs (value - reference);
      gboolean is_good = floats
                             ? distance <= tolerance->relative * fabs (reference) + allowed
                             : ulp <= tolerance->steps;

      note_distance (difference, distance, reference, ulp);
      /* An infinite reference would allow everything. */
      if (is_good && !(floats && isinf (distance)))
        continue;
      if (difference->n_different++ > 0)
        continue;
      difference->first_element = i;
      difference->first_value = value;
      difference->first_reference = reference;
    }

  return difference->n_different == n_before;
}
