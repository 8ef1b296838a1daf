/* Operators on values.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lang/im-eval.h"

G_BEGIN_DECLS

/**
 * im_operator_apply_unary:
 * @eval: the running evaluation
 * @op: a unary operator
 * @operand: its operand
 * @out: (out): the result
 *
 * Computes `-`, `~` or `!`. Fails with OPERAND_TYPE, or OVERFLOW for the negative of the
 * smallest int. Source: specification, Operator functions.
 *
 * Returns: TRUE if @out was set
 */
gboolean im_operator_apply_unary (ImEval *eval,
                                  ImOperator op,
                                  const ImValue *operand,
                                  ImValue *out);

/**
 * im_operator_apply_binary:
 * @eval: the running evaluation
 * @op: a binary operator that is not lazy
 * @a: left operand
 * @b: right operand
 * @out: (out): the result
 *
 * Computes an operator: ints with ints exactly (division truncates, `%` takes the sign of
 * the divisor, overflow and division by zero fail), an int with a double as doubles,
 * arrays with broadcasting, strings joined by `+`, bools under `& ^ |`, everything under
 * `==`. Fails with OPERAND_TYPE, OVERFLOW, DIVISION_BY_ZERO, SHAPE or VALUE. Source:
 * specification, Operator functions.
 *
 * Returns: TRUE if @out was set
 */
gboolean im_operator_apply_binary (ImEval *eval,
                                   ImOperator op,
                                   const ImValue *a,
                                   const ImValue *b,
                                   ImValue *out);

G_END_DECLS
