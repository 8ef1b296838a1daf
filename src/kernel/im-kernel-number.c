/* SPDX-License-Identifier: MIT */
#include "kernel/im-kernel-number.h"

#include <math.h>
#include <string.h>

#include "kernel/im-kernel-function.h"

ImKernelNumber
im_kernel_number_load (const void *data, ImDType dtype, gint64 at)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);
  ImKernelNumber number = { .integer = 0 };

  if (info->get != NULL)
    number.integer = info->get (data, (gsize) at);
  else
    info->load ((const guint8 *) data + at * info->size_bytes, 1, &number.real);

  return number;
}

void
im_kernel_number_store (void *data, ImDType dtype, gint64 at, ImKernelNumber number)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);

  if (info->set != NULL)
    info->set (data, (gsize) at, number.integer);
  else
    info->store ((guint8 *) data + at * info->size_bytes, 1, &number.real);
}

static gboolean
is_unsigned_64 (ImDType dtype)
{
  return dtype == IM_DTYPE_UINT64;
}

/* As it is when it is stored and loaded again. */
static ImKernelNumber
wrap (ImKernelNumber number, ImDType dtype)
{
  gint64 place = 0;

  im_kernel_number_store (&place, dtype, 0, number);

  return im_kernel_number_load (&place, dtype, 0);
}

static gint64
saturate (double real, ImDType dtype)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);

  if (isnan (real))
    return 0;
  if (info->size_bytes < 8)
    return (gint64) CLAMP (real, info->minimum, info->maximum);
  if (is_unsigned_64 (dtype))
    return real <= 0.0                      ? 0
           : real >= 18446744073709551616.0 ? -1
                                            : (gint64) (guint64) real;

  return real < -9223372036854775808.0   ? G_MININT64
         : real >= 9223372036854775808.0 ? G_MAXINT64
                                         : (gint64) real;
}

ImKernelNumber
im_kernel_number_convert (ImKernelNumber number, ImDType from, ImDType to)
{
  if (from == to)
    return number;
  if (im_dtype_is_float (from) && im_dtype_is_float (to))
    return wrap (number, to);
  if (im_dtype_is_float (from))
    return (ImKernelNumber){ .integer = saturate (number.real, to) };
  if (!im_dtype_is_float (to))
    return wrap (number, to);

  number.real = is_unsigned_64 (from) ? (double) (guint64) number.integer
                                      : (double) number.integer;

  return wrap (number, to);
}

ImKernelNumber
im_kernel_number_fit (ImKernelNumber number, ImDType from, ImDType to)
{
  const ImDTypeInfo *info = im_dtype_get_info (to);
  gboolean is_large = is_unsigned_64 (from) && number.integer < 0;

  if (im_dtype_is_float (from) || im_dtype_is_float (to) || from == to)
    return im_kernel_number_convert (number, from, to);
  if (is_unsigned_64 (to))
    return number.integer < 0 && !is_large ? (ImKernelNumber){ .integer = 0 } : number;
  if (info->size_bytes == 8)
    return is_large ? (ImKernelNumber){ .integer = G_MAXINT64 } : number;
  if (is_large)
    return (ImKernelNumber){ .integer = (gint64) info->maximum };

  return (ImKernelNumber){ .integer = CLAMP (number.integer, (gint64) info->minimum,
                                             (gint64) info->maximum) };
}

ImKernelNumber
im_kernel_number_constant (double constant, ImDType dtype)
{
  return im_dtype_is_float (dtype)
             ? wrap ((ImKernelNumber){ .real = constant }, dtype)
             : (ImKernelNumber){ .integer = saturate (constant, dtype) };
}

static gint
compare (ImKernelNumber a, ImKernelNumber b, ImDType dtype)
{
  if (im_dtype_is_float (dtype))
    return a.real < b.real ? -1 : a.real > b.real ? 1 : 0;
  if (is_unsigned_64 (dtype))
    return (guint64) a.integer < (guint64) b.integer ? -1 : a.integer != b.integer;

  return a.integer < b.integer ? -1 : a.integer > b.integer;
}

gboolean
im_kernel_number_compare (ImKernelNodeKind kind,
                          ImKernelNumber a,
                          ImKernelNumber b,
                          ImDType dtype)
{
  gint order = compare (a, b, dtype);
  gboolean is_ordered = !im_dtype_is_float (dtype) ||
                        (!isnan (a.real) && !isnan (b.real));

  switch ((int) kind)
    {
    case IM_KERNEL_NODE_EQUAL:
      return is_ordered && order == 0;
    case IM_KERNEL_NODE_NOT_EQUAL:
      return !is_ordered || order != 0;
    case IM_KERNEL_NODE_LESS:
      return is_ordered && order < 0;
    case IM_KERNEL_NODE_LESS_EQUAL:
      return is_ordered && order <= 0;
    case IM_KERNEL_NODE_GREATER:
      return is_ordered && order > 0;
    default:
      return is_ordered && order >= 0;
    }
}

static double
combine_reals (ImKernelNodeKind kind, double a, double b)
{
  return kind == IM_KERNEL_NODE_ADD        ? a + b
         : kind == IM_KERNEL_NODE_SUBTRACT ? a - b
         : kind == IM_KERNEL_NODE_MULTIPLY ? a * b
                                           : a / b;
}

static float
combine_singles (ImKernelNodeKind kind, float a, float b)
{
  return kind == IM_KERNEL_NODE_ADD        ? a + b
         : kind == IM_KERNEL_NODE_SUBTRACT ? a - b
         : kind == IM_KERNEL_NODE_MULTIPLY ? a * b
                                           : a / b;
}

static gint64
divide_integers (gint64 a, gint64 b, ImDType dtype)
{
  if (b == 0)
    return 0;
  if (is_unsigned_64 (dtype))
    return (gint64) ((guint64) a / (guint64) b);

  return b == -1 ? (gint64) - (guint64) a : a / b;
}

static gint64
floor_divide (gint64 a, gint64 b, ImDType dtype)
{
  gint64 quotient = divide_integers (a, b, dtype);

  return !is_unsigned_64 (dtype) && b != 0 && b != -1 && a % b != 0 && (a < 0) != (b < 0)
             ? quotient - 1
             : quotient;
}

/* FLOOR_DIVIDE and MODULO */
static ImKernelNumber
divide_down (ImKernelNodeKind kind, ImKernelNumber a, ImKernelNumber b, ImDType dtype)
{
  gboolean is_modulo = kind == IM_KERNEL_NODE_MODULO;

  if (dtype == IM_DTYPE_FLOAT32)
    {
      float x = (float) a.real, y = (float) b.real, down = floorf (x / y),
            product = down * y;

      return (ImKernelNumber){ .real = (double) (is_modulo ? x - product : down) };
    }
  if (dtype == IM_DTYPE_FLOAT64)
    {
      double down = floor (a.real / b.real), product = down * b.real;

      return (ImKernelNumber){ .real = is_modulo ? a.real - product : down };
    }

  guint64 down = (guint64) floor_divide (a.integer, b.integer, dtype);

  if (is_modulo)
    down = (guint64) a.integer - down * (guint64) b.integer;

  return wrap ((ImKernelNumber){ .integer = (gint64) down }, dtype);
}

ImKernelNumber
im_kernel_number_combine (ImKernelNodeKind kind,
                          ImKernelNumber a,
                          ImKernelNumber b,
                          ImDType dtype)
{
  guint64 x = (guint64) a.integer, y = (guint64) b.integer;

  if (kind == IM_KERNEL_NODE_FLOOR_DIVIDE || kind == IM_KERNEL_NODE_MODULO)
    return divide_down (kind, a, b, dtype);
  if (dtype == IM_DTYPE_FLOAT32)
    return (ImKernelNumber){ .real = (double) combine_singles (kind, (float) a.real,
                                                               (float) b.real) };
  if (dtype == IM_DTYPE_FLOAT64)
    return (ImKernelNumber){ .real = combine_reals (kind, a.real, b.real) };

  x = kind == IM_KERNEL_NODE_ADD        ? x + y
      : kind == IM_KERNEL_NODE_SUBTRACT ? x - y
      : kind == IM_KERNEL_NODE_MULTIPLY
          ? x * y
          : (guint64) divide_integers (a.integer, b.integer, dtype);

  return wrap ((ImKernelNumber){ .integer = (gint64) x }, dtype);
}

ImKernelNumber
im_kernel_number_call (const ImKernelFunction *function,
                       ImKernelNumber a,
                       ImKernelNumber b,
                       ImDType dtype)
{
  if (dtype == IM_DTYPE_FLOAT32)
    return (ImKernelNumber){ .real = (double) function->compute_single ((float) a.real,
                                                                        (float) b.real) };
  if (dtype == IM_DTYPE_FLOAT64)
    return (ImKernelNumber){ .real = function->compute (a.real, b.real) };

  if (function->n_arguments == 2)
    {
      gboolean takes_first = compare (a, b, dtype) > 0;

      return takes_first == (function->compute (0.0, 1.0) > 0.5) ? a : b;
    }
  if (function->compute (-1.0, 0.0) < -0.5)
    return (ImKernelNumber){ .integer = compare (a, (ImKernelNumber){ .integer = 0 },
                                                 dtype) };
  if (compare (a, (ImKernelNumber){ .integer = 0 }, dtype) >= 0)
    return a;
  if (function->compute (-1.0, 0.0) > 0.5)
    return wrap ((ImKernelNumber){ .integer = (gint64) - (guint64) a.integer }, dtype);

  return (ImKernelNumber){ .integer = 0 };
}

ImKernelNumber
im_kernel_number_negate (ImKernelNumber number, ImDType dtype)
{
  if (im_dtype_is_float (dtype))
    return (ImKernelNumber){ .real = -number.real };

  return wrap ((ImKernelNumber){ .integer = (gint64) - (guint64) number.integer }, dtype);
}

gboolean
im_kernel_number_is_true (ImKernelNumber number, ImDType dtype)
{
  return im_dtype_is_float (dtype) ? fpclassify (number.real) != FP_ZERO
                                   : number.integer != 0;
}

/* What aggregation begins with: it changes nothing. */
ImKernelNumber
im_kernel_number_identity (ImAggregation aggregation, ImDType dtype)
{
  gboolean is_least = aggregation == IM_AGGREGATION_MAXIMUM;
  gint number = aggregation == IM_AGGREGATION_PRODUCT ||
                aggregation == IM_AGGREGATION_AND;

  if (aggregation != IM_AGGREGATION_MAXIMUM && aggregation != IM_AGGREGATION_MINIMUM)
    return im_dtype_is_float (dtype) ? (ImKernelNumber){ .real = number }
                                     : (ImKernelNumber){ .integer = number };
  if (im_dtype_is_float (dtype))
    return (ImKernelNumber){ .real = is_least ? -INFINITY : INFINITY };

  return (ImKernelNumber){ .integer = saturate (is_least ? -INFINITY : INFINITY, dtype) };
}

static ImKernelNumber
new_truth (gboolean is_true, ImDType dtype)
{
  return im_dtype_is_float (dtype) ? (ImKernelNumber){ .real = is_true ? 1.0 : 0.0 }
                                   : (ImKernelNumber){ .integer = is_true };
}

/* What becomes of @a when @b comes. */
ImKernelNumber
im_kernel_number_aggregate (ImAggregation aggregation,
                            ImKernelNumber a,
                            ImKernelNumber b,
                            ImDType dtype)
{
  switch (aggregation)
    {
    case IM_AGGREGATION_SUM:
      return im_kernel_number_combine (IM_KERNEL_NODE_ADD, a, b, dtype);
    case IM_AGGREGATION_PRODUCT:
      return im_kernel_number_combine (IM_KERNEL_NODE_MULTIPLY, a, b, dtype);
    case IM_AGGREGATION_MINIMUM:
      return im_kernel_number_compare (IM_KERNEL_NODE_LESS, b, a, dtype) ? b : a;
    case IM_AGGREGATION_MAXIMUM:
      return im_kernel_number_compare (IM_KERNEL_NODE_GREATER, b, a, dtype) ? b : a;
    case IM_AGGREGATION_AND:
      return new_truth (im_kernel_number_is_true (a, dtype) &&
                            im_kernel_number_is_true (b, dtype),
                        dtype);
    case IM_AGGREGATION_OR:
      return new_truth (im_kernel_number_is_true (a, dtype) ||
                            im_kernel_number_is_true (b, dtype),
                        dtype);
    case IM_AGGREGATION_SET:
    case IM_AGGREGATION_UPDATE:
    case IM_N_AGGREGATIONS:
    default:
      return b;
    }
}
