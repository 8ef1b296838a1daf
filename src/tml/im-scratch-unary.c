/* SPDX-License-Identifier: MIT
 *
 * Operators of one operand, which all have a result of the same structure.
 */
#include "tml/im-scratch-private.h"
#include "tml/im-scratch-scalar.h"

static gboolean
negate_scalar (ImOperator op, ImScalarType type, ImScratchScalar a, ImScratchScalar *out)
{
  if (op == IM_OPERATOR_NOT)
    out->integer = a.integer == 0;
  else if (op == IM_OPERATOR_COMPLEMENT)
    out->integer = a.integer ^ (gint64) G_MAXUINT32;
  else if (type == IM_SCALAR_REAL)
    out->real = -a.real;
  else
    out->integer = -a.integer;

  return op != IM_OPERATOR_NEGATE || type == IM_SCALAR_REAL ||
         im_scratch_scalar_fits (out->integer, IM_SCALAR_INT);
}

/* Whether there is such an operator, and the scalar of its result. */
static gboolean
get_negated_type (ImOperator op, ImScalarType type, ImScalarType *result)
{
  *result = op == IM_OPERATOR_NEGATE && type == IM_SCALAR_UINT ? IM_SCALAR_INT : type;
  if (op == IM_OPERATOR_NOT)
    return type == IM_SCALAR_BOOL;
  if (op == IM_OPERATOR_COMPLEMENT)
    return type == IM_SCALAR_UINT;

  return type == IM_SCALAR_UINT || type == IM_SCALAR_INT || type == IM_SCALAR_REAL;
}

gboolean
im_scratch_negate (ImScratchRun *run,
                   const ImExpr *expr,
                   const ImScratchValue *operand,
                   ImScratchValue *out)
{
  ImOperator op = expr->op;
  ImScalarType from = op == IM_OPERATOR_COMPLEMENT && operand->is_literal
                          ? IM_SCALAR_UINT
                          : operand->type->scalar;
  ImScalarType to;

  if (!get_negated_type (op, from, &to))
    return im_scratch_fail (run, "scalar-type", expr->name_span,
                            "%s is not defined for the scalar %s; it takes %s",
                            im_operator_get_text (op), im_scalar_type_get_name (from),
                            im_operator_get_info (op)->scratch_operands);

  const ImNestedType *type = im_nested_type_with_scalar (operand->type, to,
                                                         run->temporary);
  ImScratchScalar *elements = im_scratch_new_elements (run, type, expr->name_span);
  if (elements == NULL)
    return FALSE;

  for (gint64 i = 0, n = im_nested_type_count (type); i < n; i++)
    if (!negate_scalar (op, from, operand->elements[i], &elements[i]))
      return im_scratch_fail (
          run, "overflow", expr->name_span, "-(%" G_GINT64_FORMAT ") does not fit in %s",
          operand->elements[i].integer, im_scratch_scalar_get_range (to));
  *out = (ImScratchValue){ type, elements, FALSE };

  return TRUE;
}
