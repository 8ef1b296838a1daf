/* Expressions of SkriptND as trees.
 *
 * A tree says what is written, in either dialect; im_sknd_infer() says of which type it
 * is, im_sknd_evaluate() what its value is. Trees lie in an arena and never change.
 *
 * Source: NNEF 2.0, "Expressions" and "Formal grammar definition".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

typedef enum
{
  IM_SKND_INTEGER,
  IM_SKND_REAL,
  IM_SKND_CONSTANT, /* true, false, inf, pi */
  IM_SKND_STRING,   /* operands are pieces, which stand one behind the other */
  IM_SKND_PIECE,    /* between quotes: operands are texts and expressions */
  IM_SKND_TEXT,
  IM_SKND_NAME,
  IM_SKND_MEMBER, /* x.shape, x.rank, x.size */
  IM_SKND_UNARY,
  IM_SKND_TEST, /* ?x */
  IM_SKND_BINARY,
  IM_SKND_FOLD,     /* x + .., x + ... */
  IM_SKND_SELECT,   /* c ? a : b, c ? a */
  IM_SKND_COALESCE, /* a ?? b */
  IM_SKND_LIST,
  IM_SKND_RANGE,      /* b:e:s with NULL for what is left out */
  IM_SKND_ZIP,        /* (a, b), in front of .. only */
  IM_SKND_EXPAND,     /* a.., a ..(n) */
  IM_SKND_INDEX,      /* p[i], x[i,j]: the base, then what stands in the brackets */
  IM_SKND_SUBSTITUTE, /* p[i] <- v: an index, and v */
  IM_SKND_CALL,       /* `abs`(x), abs(x), T(x), and int(x) of a type */
  IM_SKND_GUARD,      /* |i| */
  IM_SKND_REMAP,      /* |i <> lo : hi| */
} ImSkndExprKind;

typedef enum
{
  IM_SKND_IMPLIES,
  IM_SKND_AND,
  IM_SKND_OR,
  IM_SKND_XOR,
  IM_SKND_LESS,
  IM_SKND_LESS_EQUAL,
  IM_SKND_GREATER,
  IM_SKND_GREATER_EQUAL,
  IM_SKND_EQUAL,
  IM_SKND_NOT_EQUAL,
  IM_SKND_IS,
  IM_SKND_IN,
  IM_SKND_UNIFORM, /* := .. */
  IM_SKND_MINIMUM,
  IM_SKND_MAXIMUM,
  IM_SKND_ADD,
  IM_SKND_SUBTRACT,
  IM_SKND_MULTIPLY,
  IM_SKND_DIVIDE,
  IM_SKND_DIVIDE_UP,
  IM_SKND_MODULO,
  IM_SKND_POWER,
  IM_SKND_PLUS, /* of one operand */
  IM_SKND_NEGATE,
  IM_SKND_NOT,
  IM_SKND_N_OPERATORS,
} ImSkndOperator;

/**
 * ImSkndOperatorInfo:
 * @sign: how Revision 6 writes it
 * @later: (nullable): how the later dialect does, if differently
 * @level: operators of a higher one bind tighter, from 1; 0 for those of one operand
 */
typedef struct
{
  const char *sign;
  const char *later;
  guint level;
} ImSkndOperatorInfo;

#define IM_SKND_LEVEL_LOGIC   2
#define IM_SKND_LEVEL_COMPARE 3
#define IM_SKND_MAX_LEVEL     7

typedef struct _ImSkndExpr ImSkndExpr;

/**
 * ImSkndExpr:
 * @kind: what it is
 * @operation: of UNARY, BINARY and FOLD
 * @is_parenthesised: whether it stands in parentheses
 * @is_cumulative: of FOLD, whether all steps are kept
 * @is_quoted: of CALL, whether the name stands in back-ticks
 * @has_comma: of INDEX, whether a comma is behind the last index
 * @height: how many expressions stand one inside the other, itself included
 * @span: its bytes, without parentheses around it
 * @name: of NAME, CONSTANT and CALL; of MEMBER what is behind the dot; of TEXT the text
 * @integer: of INTEGER
 * @real: of REAL
 * @n: number of operands
 * @operands: the operands; of RANGE, SELECT and EXPAND NULL for what is left out
 */
struct _ImSkndExpr
{
  ImSkndExprKind kind : 8;
  ImSkndOperator operation : 8;
  gboolean is_parenthesised;
  gboolean is_cumulative;
  gboolean is_quoted;
  gboolean has_comma;
  guint16 height;
  ImSpan span;
  const char *name;
  union
  {
    gint64 integer;
    double real;
  };
  guint n;
  const ImSkndExpr **operands;
};

const ImSkndOperatorInfo *im_sknd_operator_get_info (ImSkndOperator operation);

/* The operator of two operands with that im_sknd_code(), or IM_SKND_N_OPERATORS. */
ImSkndOperator im_sknd_operator_find (guint64 code);

/**
 * im_sknd_expr_append:
 * @expr: an expression
 * @text: the text of its source
 * @out: where to append
 *
 * Appends the expression with one blank around operators, in Revision 6. Numbers and
 * strings stay as they are written, and so do parentheses.
 */
void im_sknd_expr_append (const ImSkndExpr *expr, const char *text, GString *out);

G_END_DECLS
