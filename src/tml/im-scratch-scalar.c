/* SPDX-License-Identifier: MIT */
#include "tml/im-scratch-scalar.h"

#include <math.h>

#include "lang/im-operator.h"

ImScratchScalar
im_scratch_scalar_widen (ImScratchScalar scalar, ImScalarType from, ImScalarType to)
{
  if (to == IM_SCALAR_REAL && from != IM_SCALAR_REAL)
    scalar.real = (double) scalar.integer;

  return scalar;
}

gboolean
im_scratch_scalar_fits (gint64 value, ImScalarType type)
{
  if (type == IM_SCALAR_UINT)
    return value >= 0 && value <= G_MAXUINT32;
  if (type == IM_SCALAR_INT)
    return value >= G_MININT32 && value <= G_MAXINT32;

  return TRUE;
}

const char *
im_scratch_scalar_get_range (ImScalarType type)
{
  return type == IM_SCALAR_UINT ? "a uint (0 to 4294967295)"
                                : "an int (-2147483648 to 2147483647)";
}

static gboolean
compare_integers (ImOperator op, gint64 a, gint64 b)
{
  switch ((guint) op)
    {
    case IM_OPERATOR_LESS:
      return a < b;
    case IM_OPERATOR_GREATER:
      return a > b;
    case IM_OPERATOR_LESS_EQUAL:
      return a <= b;
    case IM_OPERATOR_GREATER_EQUAL:
      return a >= b;
    case IM_OPERATOR_EQUAL:
      return a == b;
    case IM_OPERATOR_NOT_EQUAL:
      return a != b;
    default:
      g_assert_not_reached ();
    }
}

/* With NaN only != is true. */
static gboolean
compare_reals (ImOperator op, double a, double b)
{
  switch ((guint) op)
    {
    case IM_OPERATOR_LESS:
      return a < b;
    case IM_OPERATOR_GREATER:
      return a > b;
    case IM_OPERATOR_LESS_EQUAL:
      return a <= b;
    case IM_OPERATOR_GREATER_EQUAL:
      return a >= b;
    case IM_OPERATOR_EQUAL:
      return a <= b && a >= b;
    case IM_OPERATOR_NOT_EQUAL:
      return !(a <= b && a >= b);
    default:
      g_assert_not_reached ();
    }
}

/* Truncating division, and the remainder with the sign of the divisor. */
static gint64
divide (ImOperator op, gint64 a, gint64 b)
{
  gint64 remainder = a % b;

  if (op == IM_OPERATOR_DIVIDE)
    return a / b;

  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

/* Operands have at most 32 bits, so that 64 hold every result but that of a long shift,
 * whose lost bits count as an overflow. */
static ImScratchProblem
combine_integers (ImOperator op, gint64 a, gint64 b, gint64 *out)
{
  switch ((guint) op)
    {
    case IM_OPERATOR_ADD:
      *out = a + b;
      break;
    case IM_OPERATOR_SUBTRACT:
      *out = a - b;
      break;
    case IM_OPERATOR_MULTIPLY:
      return __builtin_mul_overflow (a, b, out) ? IM_SCRATCH_OVERFLOW : IM_SCRATCH_FINE;
    case IM_OPERATOR_DIVIDE:
    case IM_OPERATOR_MODULO:
      if (b == 0)
        return IM_SCRATCH_DIVISION;
      *out = divide (op, a, b);
      break;
    case IM_OPERATOR_SHIFT_LEFT:
    case IM_OPERATOR_SHIFT_RIGHT:
      if (b > 31)
        return IM_SCRATCH_SHIFT;
      *out = op == IM_OPERATOR_SHIFT_LEFT ? a * ((gint64) 1 << b) : a >> b;
      break;
    case IM_OPERATOR_BIT_AND:
      *out = a & b;
      break;
    case IM_OPERATOR_BIT_XOR:
      *out = a ^ b;
      break;
    case IM_OPERATOR_BIT_OR:
      *out = a | b;
      break;
    default:
      g_assert_not_reached ();
    }

  return IM_SCRATCH_FINE;
}

static double
combine_reals (ImOperator op, double a, double b)
{
  switch ((guint) op)
    {
    case IM_OPERATOR_ADD:
      return a + b;
    case IM_OPERATOR_SUBTRACT:
      return a - b;
    case IM_OPERATOR_MULTIPLY:
      return a * b;
    case IM_OPERATOR_DIVIDE:
      return a / b;
    case IM_OPERATOR_MODULO:
      return im_operator_remainder (a, b);
    default:
      g_assert_not_reached ();
    }
}

static gboolean
is_comparison (ImOperator op)
{
  return op >= IM_OPERATOR_LESS && op <= IM_OPERATOR_NOT_EQUAL;
}

ImScratchProblem
im_scratch_scalar_combine (const ImScratchOperation *operation,
                           ImScratchScalar a,
                           ImScratchScalar b,
                           ImScratchScalar *out)
{
  ImOperator op = operation->op;
  ImScalarType wider = MAX (operation->a, operation->b);
  ImScratchProblem problem;
  gint64 integer;

  a = im_scratch_scalar_widen (a, operation->a, wider);
  b = im_scratch_scalar_widen (b, operation->b, wider);
  if (is_comparison (op))
    out->integer = wider == IM_SCALAR_REAL ? compare_reals (op, a.real, b.real)
                                           : compare_integers (op, a.integer, b.integer);
  else if (op == IM_OPERATOR_AND)
    out->integer = a.integer != 0 && b.integer != 0;
  else if (op == IM_OPERATOR_OR)
    out->integer = a.integer != 0 || b.integer != 0;
  else if (operation->result == IM_SCALAR_REAL)
    out->real = combine_reals (op, a.real, b.real);
  else
    {
      problem = combine_integers (op, a.integer, b.integer, &integer);
      if (problem == IM_SCRATCH_FINE &&
          !im_scratch_scalar_fits (integer, operation->result))
        problem = IM_SCRATCH_OVERFLOW;
      if (problem != IM_SCRATCH_FINE)
        return problem;
      out->integer = integer;
    }

  return IM_SCRATCH_FINE;
}
