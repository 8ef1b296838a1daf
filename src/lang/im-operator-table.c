/* SPDX-License-Identifier: MIT
 *
 * Whole numbers have at most 32 bits, with or without a sign, so that 64 hold every
 * result but that of a long product, whose lost bits count as an overflow.
 */
#include "lang/im-operator-table.h"

#include <math.h>

static ImOperatorProblem
multiply_whole (gint64 a, gint64 b, gint64 *out)
{
  return __builtin_mul_overflow (a, b, out) ? IM_OPERATOR_OVERFLOW : IM_OPERATOR_FINE;
}

/* Truncating. */
static ImOperatorProblem
divide_whole (gint64 a, gint64 b, gint64 *out)
{
  if (b == 0)
    return IM_OPERATOR_DIVISION;
  *out = a / b;

  return IM_OPERATOR_FINE;
}

/* The remainder has the sign of the divisor. */
static ImOperatorProblem
modulo_whole (gint64 a, gint64 b, gint64 *out)
{
  if (b == 0)
    return IM_OPERATOR_DIVISION;
  *out = a % b;
  if (*out != 0 && (*out < 0) != (b < 0))
    *out += b;

  return IM_OPERATOR_FINE;
}

static ImOperatorProblem
add_whole (gint64 a, gint64 b, gint64 *out)
{
  *out = a + b;

  return IM_OPERATOR_FINE;
}

static ImOperatorProblem
subtract_whole (gint64 a, gint64 b, gint64 *out)
{
  *out = a - b;

  return IM_OPERATOR_FINE;
}

static ImOperatorProblem
shift_left_whole (gint64 a, gint64 b, gint64 *out)
{
  if (b < 0 || b > 31)
    return IM_OPERATOR_SHIFT;
  *out = a * ((gint64) 1 << b);

  return IM_OPERATOR_FINE;
}

static ImOperatorProblem
shift_right_whole (gint64 a, gint64 b, gint64 *out)
{
  if (b < 0 || b > 31)
    return IM_OPERATOR_SHIFT;
  *out = a >> b;

  return IM_OPERATOR_FINE;
}

static ImOperatorProblem
and_whole (gint64 a, gint64 b, gint64 *out)
{
  *out = a & b;

  return IM_OPERATOR_FINE;
}

static ImOperatorProblem
xor_whole (gint64 a, gint64 b, gint64 *out)
{
  *out = a ^ b;

  return IM_OPERATOR_FINE;
}

static ImOperatorProblem
or_whole (gint64 a, gint64 b, gint64 *out)
{
  *out = a | b;

  return IM_OPERATOR_FINE;
}

static double
multiply_real (double a, double b)
{
  return a * b;
}

static double
divide_real (double a, double b)
{
  return a / b;
}

/* With the sign of the divisor as that of whole numbers has, so that promoting an operand
 * keeps the sign: a - b floor (a / b). */
static double
modulo_real (double a, double b)
{
  double remainder = fmod (a, b);

  if (!(fabs (remainder) > 0))
    return isnan (remainder) ? remainder : copysign (0.0, b);

  return signbit (remainder) == signbit (b) ? remainder : remainder + b;
}

static double
add_real (double a, double b)
{
  return a + b;
}

static double
subtract_real (double a, double b)
{
  return a - b;
}

static gboolean
and_boolean (gboolean a, gboolean b)
{
  return a && b;
}

static gboolean
xor_boolean (gboolean a, gboolean b)
{
  return !a != !b;
}

static gboolean
or_boolean (gboolean a, gboolean b)
{
  return a || b;
}

static const ImOperatorInfo table[IM_N_OPERATORS] = {
  [IM_OPERATOR_NEGATE] = { "-", IM_TOKEN_MINUS, 1, IM_OPERATOR_GROUP_ARITHMETIC,
                           .operands = "a number",
                           .scratch_operands = "uint, int and real" },
  [IM_OPERATOR_COMPLEMENT] = { "~", IM_TOKEN_TILDE, 1, IM_OPERATOR_GROUP_BITWISE,
                               .operands = "an int", .scratch_operands = "uint" },
  [IM_OPERATOR_NOT] = { "!", IM_TOKEN_NOT, 1, IM_OPERATOR_GROUP_LOGICAL,
                        .operands = "a bool", .scratch_operands = "bool" },
  [IM_OPERATOR_MULTIPLY] = { "*", IM_TOKEN_STAR, 2, IM_OPERATOR_GROUP_ARITHMETIC, 6, 8,
                             "numbers or arrays", .whole = multiply_whole,
                             .real = multiply_real, .takes_arrays = TRUE,
                             .array = IM_ARRAY_MULTIPLY },
  [IM_OPERATOR_DIVIDE] = { "/", IM_TOKEN_SLASH, 2, IM_OPERATOR_GROUP_ARITHMETIC, 6, 8,
                           "numbers or arrays", .whole = divide_whole,
                           .real = divide_real, .takes_arrays = TRUE,
                           .array = IM_ARRAY_DIVIDE },
  [IM_OPERATOR_MODULO] = { "%", IM_TOKEN_PERCENT, 2, IM_OPERATOR_GROUP_ARITHMETIC, 6, 8,
                           "numbers", .whole = modulo_whole, .real = modulo_real },
  [IM_OPERATOR_ADD] = { "+", IM_TOKEN_PLUS, 2, IM_OPERATOR_GROUP_ARITHMETIC, 5, 7,
                        "numbers, arrays, or two strings", .whole = add_whole,
                        .real = add_real, .takes_arrays = TRUE, .array = IM_ARRAY_ADD },
  [IM_OPERATOR_SUBTRACT] = { "-", IM_TOKEN_MINUS, 2, IM_OPERATOR_GROUP_ARITHMETIC, 5, 7,
                             "numbers or arrays", .whole = subtract_whole,
                             .real = subtract_real, .takes_arrays = TRUE,
                             .array = IM_ARRAY_SUBTRACT },
  [IM_OPERATOR_SHIFT_LEFT] = { "<<", IM_TOKEN_SHIFT_LEFT, 2, IM_OPERATOR_GROUP_BITWISE, 4,
                               6, "ints", .whole = shift_left_whole },
  [IM_OPERATOR_SHIFT_RIGHT] = { ">>", IM_TOKEN_SHIFT_RIGHT, 2, IM_OPERATOR_GROUP_BITWISE,
                                4, 6, "ints", .whole = shift_right_whole },
  [IM_OPERATOR_LESS] = { "<", IM_TOKEN_LESS, 2, IM_OPERATOR_GROUP_RELATIONAL, 3, 5,
                         "numbers", .orders = IM_ORDER_LESS },
  [IM_OPERATOR_GREATER] = { ">", IM_TOKEN_GREATER, 2, IM_OPERATOR_GROUP_RELATIONAL, 3, 5,
                            "numbers", .orders = IM_ORDER_GREATER },
  [IM_OPERATOR_LESS_EQUAL] = { "<=", IM_TOKEN_LESS_EQUAL, 2, IM_OPERATOR_GROUP_RELATIONAL,
                               3, 5, "numbers",
                               .orders = IM_ORDER_LESS | IM_ORDER_EQUAL },
  [IM_OPERATOR_GREATER_EQUAL] = { ">=", IM_TOKEN_GREATER_EQUAL, 2,
                                  IM_OPERATOR_GROUP_RELATIONAL, 3, 5, "numbers",
                                  .orders = IM_ORDER_GREATER | IM_ORDER_EQUAL },
  [IM_OPERATOR_EQUAL] = { "==", IM_TOKEN_EQUAL, 2, IM_OPERATOR_GROUP_RELATIONAL, 2, 4,
                          "anything", .orders = IM_ORDER_EQUAL },
  [IM_OPERATOR_NOT_EQUAL] = { "!=", IM_TOKEN_NOT_EQUAL, 2, IM_OPERATOR_GROUP_RELATIONAL,
                              2, 4, "anything",
                              .orders = IM_ORDER_LESS | IM_ORDER_GREATER |
                                        IM_ORDER_NONE },
  [IM_OPERATOR_BIT_AND] = { "&", IM_TOKEN_AMPERSAND, 2, IM_OPERATOR_GROUP_BITWISE, 1, 3,
                            "two bools or two ints", .whole = and_whole,
                            .boolean = and_boolean },
  [IM_OPERATOR_BIT_XOR] = { "^", IM_TOKEN_CARET, 2, IM_OPERATOR_GROUP_BITWISE, 1, 3,
                            "two bools or two ints", .whole = xor_whole,
                            .boolean = xor_boolean },
  [IM_OPERATOR_BIT_OR] = { "|", IM_TOKEN_BAR, 2, IM_OPERATOR_GROUP_BITWISE, 1, 3,
                           "two bools or two ints", .whole = or_whole,
                           .boolean = or_boolean },
  [IM_OPERATOR_AND] = { "&&", IM_TOKEN_AND, 2, IM_OPERATOR_GROUP_LOGICAL, 1, 2,
                        "two bools", .boolean = and_boolean },
  [IM_OPERATOR_OR] = { "||", IM_TOKEN_OR, 2, IM_OPERATOR_GROUP_LOGICAL, 1, 1, "two bools",
                       .boolean = or_boolean },
  [IM_OPERATOR_CONDITIONAL] = { "?:", IM_TOKEN_QUESTION, 3, IM_OPERATOR_GROUP_LOGICAL,
                                .operands = "a bool before the “?”" },
};

const ImOperatorInfo *
im_operator_get_info (ImOperator op)
{
  g_return_val_if_fail (op < IM_N_OPERATORS, NULL);

  return &table[op];
}

const char *
im_operator_get_text (ImOperator op)
{
  return im_operator_get_info (op)->text;
}

gboolean
im_operator_find (ImTokenKind token, guint n_operands, ImOperator *op)
{
  for (guint i = 0; i < IM_N_OPERATORS; i++)
    if (table[i].token == token && table[i].n_operands == n_operands)
      {
        *op = (ImOperator) i;
        return TRUE;
      }

  return FALSE;
}

gboolean
im_operator_can_assign (ImOperator op)
{
  const ImOperatorInfo *info = im_operator_get_info (op);

  return info->n_operands == 2 && info->group <= IM_OPERATOR_GROUP_BITWISE;
}

ImOrder
im_order_of_whole (gint64 a, gint64 b)
{
  return a < b ? IM_ORDER_LESS : a > b ? IM_ORDER_GREATER : IM_ORDER_EQUAL;
}

ImOrder
im_order_of_real (double a, double b)
{
  return a < b              ? IM_ORDER_LESS
         : a > b            ? IM_ORDER_GREATER
         : a <= b && a >= b ? IM_ORDER_EQUAL
                            : IM_ORDER_NONE;
}
