/* SPDX-License-Identifier: MIT
 *
 * Both formats have the same layout, so that numbers that are normal in both differ by a
 * shift of the bits and by the bias of the exponent.
 */
#include "tensor/im-half.h"

#include <math.h>
#include <string.h>

#define SIGN               ((guint16) 0x8000)
#define INFINITE           ((guint16) 0x7c00)
#define QUIET              ((guint16) 0x0200)
#define FRACTION           ((guint16) 0x03ff)
#define FRACTION_BITS      10
#define DROPPED_BITS       (52 - FRACTION_BITS)
#define BIAS_DIFFERENCE    (1023 - 15)
#define SMALLEST_NORMAL    0x1p-14
#define SUBNORMAL_STEPS    0x1p24  /* subnormal halves are multiples of 2^-24 */
#define ROUNDS_TO_INFINITE 65520.0 /* half way between 65504 and 65536 */

double
im_half_to_double (guint16 bits)
{
  guint64 sign = (guint64) (bits & SIGN) << 48;
  guint64 fraction = (guint64) (bits & FRACTION) << DROPPED_BITS;
  guint64 exponent = (guint64) (bits & INFINITE) >> FRACTION_BITS;
  guint64 result;
  double value;

  if (exponent == 0)
    {
      value = (double) (bits & FRACTION) / SUBNORMAL_STEPS;
      return sign == 0 ? value : -value;
    }

  exponent = exponent == 31 ? 2047 : exponent + BIAS_DIFFERENCE;
  result = sign | exponent << 52 | fraction;
  memcpy (&value, &result, sizeof value);

  return value;
}

guint16
im_half_from_double (double value)
{
  double magnitude = fabs (value);
  guint16 sign = signbit (value) ? SIGN : 0;
  guint64 bits;

  memcpy (&bits, &magnitude, sizeof bits);
  if (isnan (value))
    return (guint16) (sign | INFINITE | QUIET | ((bits >> DROPPED_BITS) & FRACTION));
  if (magnitude >= ROUNDS_TO_INFINITE)
    return sign | INFINITE;
  /* A result of 1024 steps is the bit pattern of the smallest normal number. */
  if (magnitude < SMALLEST_NORMAL)
    return (guint16) (sign | (guint16) rint (magnitude * SUBNORMAL_STEPS));

  /* Just below half a step, and half a step if the last bit kept is odd; a carry out of
   * the fraction goes into the exponent, where it belongs. */
  guint64 odd = (bits >> DROPPED_BITS) & 1;
  bits += (G_GUINT64_CONSTANT (1) << (DROPPED_BITS - 1)) - 1 + odd;
  bits >>= DROPPED_BITS;
  bits -= (guint64) BIAS_DIFFERENCE << FRACTION_BITS;

  return (guint16) (sign | bits);
}
