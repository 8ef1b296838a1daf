/* SPDX-License-Identifier: MIT */
#include "verify/im-ulp.h"

#include <float.h>
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

/* The smallest number of full precision. */
static double
get_smallest_normal (ImDType dtype)
{
  return dtype == IM_DTYPE_FLOAT16   ? 0x1p-14
         : dtype == IM_DTYPE_FLOAT64 ? DBL_MIN
                                     : (double) FLT_MIN;
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

void
im_extremes_add (ImExtremes *extremes, ImDType dtype, gconstpointer elements, gsize count)
{
  const guint8 *element = elements;
  gsize size = im_dtype_get_info (dtype)->size_bytes;
  double high = sqrt (im_dtype_get_info (dtype)->maximum);
  double low = sqrt (get_smallest_normal (dtype));
  double largest = 0;
  gboolean is_wild = FALSE, is_tiny = FALSE;

  if (!is_float (dtype))
    return;
  for (gsize i = 0; i < count; i++, element += size)
    {
      double value = fabs (load_double (dtype, element));

      if (isfinite (value))
        largest = MAX (largest, value);
      is_wild = is_wild || !(value < high);
      is_tiny = is_tiny || (value > 0 && value < low);
    }
  extremes->is_wild = extremes->is_wild || is_wild;
  if (is_tiny)
    extremes->underflow = low;
  if (is_tiny || (is_wild && largest >= high))
    extremes->largest = MAX (extremes->largest, largest);
}

/* How far a float may be off: relative to itself, to the largest of its tensor, and to
 * wild inputs. Many processors have no denormals. */
static double
get_allowed (ImDType dtype,
             const ImTolerance *tolerance,
             double reference,
             double largest,
             const ImExtremes *extremes)
{
  return MAX (get_smallest_normal (dtype), extremes->underflow) +
         tolerance->relative * fabs (reference) +
         tolerance->of_largest * MAX (largest, extremes->largest);
}

/* Whether two floats differ only where there is less precision, or none. */
static gboolean
is_tiny (ImDType dtype, double value, double reference, const ImExtremes *extremes)
{
  return is_float (dtype) && fabs (value - reference) <=
                                 MAX (get_smallest_normal (dtype), extremes->underflow);
}

static gboolean
is_good_float (double value, double reference, double allowed, const ImExtremes *extremes)
{
  if (!isfinite (value))
    return extremes->is_wild;

  return isfinite (reference) && fabs (value - reference) <= allowed;
}

static void
note_first (ImDifference *difference, gsize element, double value, double reference)
{
  if (difference->n_different++ > 0)
    return;
  difference->first_element = element;
  difference->first_value = value;
  difference->first_reference = reference;
}

gboolean
im_difference_add (ImDifference *difference,
                   ImDType dtype,
                   gconstpointer results,
                   gconstpointer references,
                   gsize count,
                   const ImTolerance *tolerance,
                   const ImExtremes *extremes)
{
  const guint8 *a = results, *b = references;
  gsize size = im_dtype_get_info (dtype)->size_bytes;
  gboolean floats = is_float (dtype);
  double largest = floats ? find_largest (dtype, b, count) : 0;
  guint64 n_before = difference->n_different;

  difference->n_elements += count;
  for (gsize i = 0; i < count; i++, a += size, b += size)
    {
      guint64 ulp = im_ulp_distance (dtype, a, b);

      if (ulp == 0)
        continue;

      double value = load_double (dtype, a), reference = load_double (dtype, b);
      double allowed = get_allowed (dtype, tolerance, reference, largest, extremes);
      gboolean is_good = floats ? is_good_float (value, reference, allowed, extremes)
                                : ulp <= tolerance->steps;

      if (!is_good)
        note_first (difference, i, value, reference);
      if (!is_good || !(extremes->is_wild || is_tiny (dtype, value, reference, extremes)))
        note_distance (difference,
                       floats && ulp == G_MAXUINT64 ? INFINITY : fabs (value - reference),
                       reference, ulp);
    }

  return difference->n_different == n_before;
}
