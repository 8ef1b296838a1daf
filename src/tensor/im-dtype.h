/* Element types of both dialects of the unit format.
 *
 * Three families: IEEE floats, integers, and fixed point. Q types are fractions with a
 * binary point that a tensor's shift moves: real = stored / 2^(bits - 1 - shift). D types
 * are affine: real = (stored - offset) * scale.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

typedef enum
{
  IM_DTYPE_FLOAT16,
  IM_DTYPE_FLOAT32,
  IM_DTYPE_FLOAT64,
  IM_DTYPE_INT8,
  IM_DTYPE_INT16,
  IM_DTYPE_INT32,
  IM_DTYPE_INT64,
  IM_DTYPE_UINT8,
  IM_DTYPE_UINT16,
  IM_DTYPE_UINT32,
  IM_DTYPE_UINT64,
  IM_DTYPE_Q7,
  IM_DTYPE_Q15,
  IM_DTYPE_Q31,
  IM_DTYPE_Q63,
  IM_DTYPE_D8,
  IM_DTYPE_D16,
  IM_DTYPE_D32,
  IM_N_DTYPES,
} ImDType;

typedef enum
{
  IM_DTYPE_FAMILY_FLOAT,
  IM_DTYPE_FAMILY_INT,
  IM_DTYPE_FAMILY_UINT,
  IM_DTYPE_FAMILY_Q, /* shifted fixed point */
  IM_DTYPE_FAMILY_D, /* scaled fixed point */
} ImDTypeFamily;

/**
 * ImDTypeInfo:
 * @name: lower case, as in `float32[3,50]` and System.parseType
 * @system_name: as a member of System, such as `Float32`
 * @c_name: the type of one element in C
 * @family: what the stored bits mean
 * @size_bytes: bytes of one element
 * @minimum: smallest stored value
 * @maximum: largest stored value; of 64-bit integers the nearest double below
 * @numpy_name: its name in NumPy, of fixed point that of the stored integers
 * @numpy_kind: the letter of NumPy for its kind: `f`, `i` or `u`
 * @stored: the type whose numbers its stored elements are: of fixed point integers, else
 *   itself
 * @one: what is stored for each 1 of the numbers that arrays have: of Q types 2^(bits -
 * 1), else 1
 * @load: reads @count elements, which are aligned, as the numbers of im_array_load()
 * @store: writes numbers as elements, as im_array_store() does
 * @get: of integers: one element, exactly; an unsigned one of 64 bits as its bits
 * @set: of integers: stores a number, which wraps if it does not fit
 * @fraction_bits: of floats: binary digits behind the point of the significand
 * @denormal: of floats: the smallest number above 0
 * @normal: of floats: the smallest one of full precision
 * @small: of floats: a number of full precision whose square is 0 or nearly so
 * @large: of floats: a number whose square is above all others
 * @summary: one line for listings
 */
typedef struct
{
  const char *name;
  const char *system_name;
  const char *c_name;
  ImDTypeFamily family;
  guint size_bytes;
  double minimum;
  double maximum;
  const char *numpy_name;
  char numpy_kind;
  ImDType stored;
  double one;
  void (*load) (gconstpointer elements, gsize count, double *values);
  void (*store) (gpointer elements, gsize count, const double *values);
  gint64 (*get) (gconstpointer elements, gsize i);
  void (*set) (gpointer elements, gsize i, gint64 value);
  guint fraction_bits;
  double denormal, normal, small, large;
  const char *summary;
} ImDTypeInfo;

/**
 * im_dtype_get_info:
 * @dtype: an element type
 *
 * Returns: its row of the table
 */
const ImDTypeInfo *im_dtype_get_info (ImDType dtype);

/**
 * im_dtype_parse:
 * @text: the start of a name such as `float32`, `Float32` or `System.Float32`; case is
 * ignored
 * @length: number of bytes of the name
 * @dtype: (out): the element type, untouched if there is none
 *
 * Finds an element type by name.
 *
 * Returns: whether @text names one
 */
gboolean im_dtype_parse (const char *text, gsize length, ImDType *dtype);

/**
 * im_dtype_nearest_name:
 * @text: a misspelt name
 *
 * Returns: (nullable): the nearest lower-case name
 */
const char *im_dtype_nearest_name (const char *text);

/**
 * im_dtype_is_float:
 * @dtype: an element type
 *
 * Returns: whether it is one of the IEEE floats
 */
gboolean im_dtype_is_float (ImDType dtype);

/**
 * im_dtype_quantize:
 * @dtype: a Q type
 * @value: a real number
 * @shift: binary digits by which the range is larger than [-1, 1)
 *
 * Computes the stored integer that is nearest to @value: value * 2^(bits - 1 - shift),
 * rounded half to even and saturated. NaN becomes 0. Source: CMSIS-DSP, fixed point
 * datatypes.
 *
 * Returns: the stored integer
 */
gint32 im_dtype_quantize (ImDType dtype, double value, gint shift);

G_END_DECLS
