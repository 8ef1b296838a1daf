/* Operators on two scalars of the scratchpad.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lang/im-expr.h"
#include "tml/im-scratch.h"

G_BEGIN_DECLS

/**
 * ImScratchProblem:
 * @IM_SCRATCH_FINE: there is a result
 * @IM_SCRATCH_OVERFLOW: it does not fit in its type
 * @IM_SCRATCH_DIVISION: of whole numbers by zero
 * @IM_SCRATCH_SHIFT: by a number of bits that is not 0 to 31
 */
typedef enum
{
  IM_SCRATCH_FINE,
  IM_SCRATCH_OVERFLOW,
  IM_SCRATCH_DIVISION,
  IM_SCRATCH_SHIFT,
} ImScratchProblem;

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
ImScratchProblem im_scratch_scalar_combine (const ImScratchOperation *operation,
                                            ImScratchScalar a,
                                            ImScratchScalar b,
                                            ImScratchScalar *out);

G_END_DECLS
