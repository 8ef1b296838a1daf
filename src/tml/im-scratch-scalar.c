/* SPDX-License-Identifier: MIT */
#include "tml/im-scratch-scalar.h"

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

ImOperatorProblem
im_scratch_scalar_combine (const ImScratchOperation *operation,
                           ImScratchScalar a,
                           ImScratchScalar b,
                           ImScratchScalar *out)
{
  const ImOperatorInfo *info = im_operator_get_info (operation->op);
  ImScalarType wider = MAX (operation->a, operation->b);
  ImOperatorProblem problem;
  gint64 integer;

  a = im_scratch_scalar_widen (a, operation->a, wider);
  b = im_scratch_scalar_widen (b, operation->b, wider);
  if (info->group == IM_OPERATOR_GROUP_RELATIONAL)
    out->integer = (info->orders & (wider == IM_SCALAR_REAL
                                        ? im_order_of_real (a.real, b.real)
                                        : im_order_of_whole (a.integer, b.integer))) != 0;
  else if (info->group == IM_OPERATOR_GROUP_LOGICAL)
    out->integer = info->boolean (a.integer != 0, b.integer != 0);
  else if (operation->result == IM_SCALAR_REAL)
    out->real = info->real (a.real, b.real);
  else
    {
      problem = info->whole (a.integer, b.integer, &integer);
      if (problem == IM_OPERATOR_FINE &&
          !im_scratch_scalar_fits (integer, operation->result))
        problem = IM_OPERATOR_OVERFLOW;
      if (problem != IM_OPERATOR_FINE)
        return problem;
      out->integer = integer;
    }

  return IM_OPERATOR_FINE;
}
