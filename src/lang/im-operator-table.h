/* Operators of expressions and of the scratchpad: all that differs from one to the other
 * stands in one row of a table.
 *
 * What a row computes is the same in both languages; what they make of a result that does
 * not fit, and which operands an operator takes, is theirs.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lang/im-token.h"
#include "tensor/im-array.h"

G_BEGIN_DECLS

typedef enum
{
  /* unary */
  IM_OPERATOR_NEGATE,
  IM_OPERATOR_COMPLEMENT,
  IM_OPERATOR_NOT,
  /* binary */
  IM_OPERATOR_MULTIPLY,
  IM_OPERATOR_DIVIDE,
  IM_OPERATOR_MODULO,
  IM_OPERATOR_ADD,
  IM_OPERATOR_SUBTRACT,
  IM_OPERATOR_SHIFT_LEFT,
  IM_OPERATOR_SHIFT_RIGHT,
  IM_OPERATOR_LESS,
  IM_OPERATOR_GREATER,
  IM_OPERATOR_LESS_EQUAL,
  IM_OPERATOR_GREATER_EQUAL,
  IM_OPERATOR_EQUAL,
  IM_OPERATOR_NOT_EQUAL,
  IM_OPERATOR_BIT_AND,
  IM_OPERATOR_BIT_XOR,
  IM_OPERATOR_BIT_OR,
  /* lazy */
  IM_OPERATOR_AND,
  IM_OPERATOR_OR,
  IM_OPERATOR_CONDITIONAL,
  IM_N_OPERATORS,
} ImOperator;

/* Operators of a group take the same types; those of the first two can stand before the
 * `=` of an assignment. */
typedef enum
{
  IM_OPERATOR_GROUP_ARITHMETIC,
  IM_OPERATOR_GROUP_BITWISE,
  IM_OPERATOR_GROUP_RELATIONAL,
  IM_OPERATOR_GROUP_LOGICAL,
  IM_N_OPERATOR_GROUPS,
} ImOperatorGroup;

/* How two numbers stand to each other; only NaN is unordered. */
typedef enum
{
  IM_ORDER_LESS = 1 << 0,
  IM_ORDER_EQUAL = 1 << 1,
  IM_ORDER_GREATER = 1 << 2,
  IM_ORDER_NONE = 1 << 3,
} ImOrder;

/**
 * ImOperatorProblem:
 * @IM_OPERATOR_FINE: there is a result
 * @IM_OPERATOR_OVERFLOW: it does not fit in its type
 * @IM_OPERATOR_DIVISION: of whole numbers by zero
 * @IM_OPERATOR_SHIFT: by a number of bits that is not 0 to 31
 */
typedef enum
{
  IM_OPERATOR_FINE,
  IM_OPERATOR_OVERFLOW,
  IM_OPERATOR_DIVISION,
  IM_OPERATOR_SHIFT,
} ImOperatorProblem;

/**
 * ImOperatorInfo:
 * @text: how it is written
 * @token: the token that it is read from
 * @n_operands: 1, 2 or 3
 * @group: which operators take the same types
 * @precedence: of an infix operator of expressions, from 1 for the loosest; else 0
 * @scratch_precedence: the same in statements, where `&&` binds tighter than `||`, and
 *   bitwise operators tighter than both
 * @operands: what it takes in expressions, for messages
 * @scratch_operands: (nullable): what a unary one takes in statements, for messages
 * @whole: (nullable): computes it of whole numbers of at most 32 bits
 * @real: (nullable): computes it of real numbers
 * @boolean: (nullable): computes it of truth values
 * @orders: of a comparison: the orders, added up, in which it is true
 * @takes_arrays: whether it takes constant arrays
 * @array: which operator of those it is
 */
typedef struct
{
  const char *text;
  ImTokenKind token;
  guint n_operands;
  ImOperatorGroup group;
  guint precedence;
  guint scratch_precedence;
  const char *operands;
  const char *scratch_operands;
  ImOperatorProblem (*whole) (gint64 a, gint64 b, gint64 *out);
  double (*real) (double a, double b);
  gboolean (*boolean) (gboolean a, gboolean b);
  guint orders;
  gboolean takes_arrays;
  ImArrayOperator array;
} ImOperatorInfo;

/**
 * im_operator_get_info:
 * @op: an operator
 *
 * Returns: its row of the table
 */
const ImOperatorInfo *im_operator_get_info (ImOperator op);

/**
 * im_operator_get_text:
 * @op: an operator
 *
 * Returns: its text, such as `&&`
 */
const char *im_operator_get_text (ImOperator op);

/**
 * im_operator_find:
 * @token: a token
 * @n_operands: 1 for an operator in front of its operand, 2 for one between two
 * @op: (out): the operator, untouched if there is none
 *
 * Returns: whether the token is such an operator
 */
gboolean im_operator_find (ImTokenKind token, guint n_operands, ImOperator *op);

/**
 * im_operator_can_assign:
 * @op: an operator
 *
 * Returns: whether statements may write it before the `=` of an assignment
 */
gboolean im_operator_can_assign (ImOperator op);

ImOrder im_order_of_whole (gint64 a, gint64 b);
ImOrder im_order_of_real (double a, double b);

G_END_DECLS
