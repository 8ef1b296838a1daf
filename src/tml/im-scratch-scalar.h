/* Operators on two scalars of the scratchpad.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lang/im-expr.h"
#include "tml/im-scratch.h"

G_BEGIN_DECLS

/**
 * ImScratchOperation:
 * @op: a binary operator
 * @a: type of the left operand
 * @b: type of the right operand
 * @result: type of the result
 */
typedef struct
{
  ImOperator op;
  ImScalarType a, b;
  ImScalarType result;
} ImScratchOperation;

/* The scalar as another type that its own can be assigned to; not of texts. */
ImScratchScalar im_scratch_scalar_widen (ImScratchScalar scalar,
                                         ImScalarType from,
                                         ImScalarType to);

/* Whether a whole number is one of a type. */
gboolean im_scratch_scalar_fits (gint64 value, ImScalarType type);

/* What whole numbers of a type are, for messages: `an int (-2147483648 to 2147483647)`.
 */
const char *im_scratch_scalar_get_range (ImScalarType type);

/* Computes the operator of two scalars; @out is set if it is fine. */
ImOperatorProblem im_scratch_scalar_combine (const ImScratchOperation *operation,
                                             ImScratchScalar a,
                                             ImScratchScalar b,
                                             ImScratchScalar *out);

G_END_DECLS
