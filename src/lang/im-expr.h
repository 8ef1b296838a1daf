/* Expressions: the syntax tree, its errors, and the parser.
 *
 * A tree lives in an arena and is immutable, so any number of evaluations and threads
 * share it. Spans are byte offsets in the text of the expression.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lang/im-builtin.h"
#include "lang/im-operator-table.h"
#include "lang/im-symbols.h"
#include "lang/im-value.h"

G_BEGIN_DECLS

#define IM_EXPR_MAX_BYTES 65536 /* longest expression */
#define IM_EXPR_MAX_DEPTH \
  1000 /* deepest tree; a chain of operators is as deep as it is long */

/**
 * ImExprKind:
 * @IM_EXPR_CONSTANT: a literal, or a named value such as Math.PI
 * @IM_EXPR_NAME: a parameter
 * @IM_EXPR_CALL: a function or member, with or without arguments
 * @IM_EXPR_OPERATOR: one, two or three operands
 * @IM_EXPR_ARRAY: of the scratchpad only: elements in brackets
 * @IM_EXPR_INDEX: of the scratchpad only: a value and an index in brackets
 */
typedef enum
{
  IM_EXPR_CONSTANT,
  IM_EXPR_NAME,
  IM_EXPR_CALL,
  IM_EXPR_OPERATOR,
  IM_EXPR_ARRAY,
  IM_EXPR_INDEX,
} ImExprKind;

/**
 * ImExpr:
 * @kind: what it is
 * @op: the operator
 * @spelling: how a call is written
 * @owner: what a static call names
 * @is_uint: of a constant of the scratchpad: it is larger than an int can be, and the
 * bits of @constant are those of an unsigned one
 * @n_operands: number of operands or arguments, the receiver of a method included
 * @slot: of a name: its slot, or -1 if the symbols do not have it
 * @span: the whole sub-expression
 * @name_span: the name or the operator in it
 * @constant: of a constant; of an array: its shape
 * @name: of a name or call
 * @builtins: (nullable): of a call: the rows of its name
 * @n_builtins: their number
 * @operands: operands or arguments in the order of the text
 */
struct _ImExpr
{
  ImExprKind kind : 8;
  ImOperator op : 8;
  ImSpelling spelling : 8;
  ImBuiltinOwner owner : 8;
  gboolean is_uint;
  guint n_operands;
  gint slot;
  guint n_builtins;
  ImSpan span;
  ImSpan name_span;
  ImValue constant;
  const char *name;
  const ImBuiltin *builtins;
  ImExpr **operands;
};

typedef enum
{
  IM_EXPR_ERROR_SYNTAX,
  IM_EXPR_ERROR_LIMIT,            /* too long or too deep */
  IM_EXPR_ERROR_UNKNOWN_NAME,     /* no such parameter or function */
  IM_EXPR_ERROR_UNKNOWN_MEMBER,   /* the value has no such member */
  IM_EXPR_ERROR_ARGUMENT_COUNT,   /* too few or too many arguments */
  IM_EXPR_ERROR_ARGUMENT_TYPE,    /* an argument of the wrong kind */
  IM_EXPR_ERROR_OPERAND_TYPE,     /* an operand of the wrong kind */
  IM_EXPR_ERROR_OVERFLOW,         /* a result that does not fit in 32 bits */
  IM_EXPR_ERROR_DIVISION_BY_ZERO, /* of ints */
  IM_EXPR_ERROR_AXIS,             /* an axis that the shape does not have */
  IM_EXPR_ERROR_SHAPE,            /* shapes that do not fit the operation */
  IM_EXPR_ERROR_VALUE,            /* an argument outside of what is defined */
  IM_EXPR_ERROR_NOT_CONNECTED,    /* a member of null */
  IM_EXPR_ERROR_RECURSION,        /* a parameter that needs itself */
  IM_EXPR_ERROR_NEVER_EQUAL,      /* a comparison of kinds that are never equal */
  IM_EXPR_ERROR_ROUNDING,         /* an array of ints that loses fractions */
  IM_EXPR_ERROR_SPACING,          /* a value that white space would change */
  IM_EXPR_ERROR_PARAMETER,   /* a parameter that has an error of its own, see cause */
  IM_EXPR_ERROR_UNSUPPORTED, /* needs a library of the original tool, or files that are
                                not here */
  IM_N_EXPR_ERRORS,
} ImExprErrorCode;

/**
 * ImExprError:
 * @code: what kind of error
 * @span: where in the text of the expression
 * @message: what was expected and what was found
 * @cause_slot: of IM_EXPR_ERROR_PARAMETER: the slot whose error it is, else -1
 * @cause: (nullable): that error; its span is in the text of that parameter
 */
struct _ImExprError
{
  ImExprErrorCode code;
  ImSpan span;
  const char *message;
  gint cause_slot;
  const ImExprError *cause;
};

/**
 * im_expr_error_code_get_name:
 * @code: a code
 *
 * Returns: the name for diagnostics, such as `division-by-zero`
 */
const char *im_expr_error_code_get_name (ImExprErrorCode code);

/**
 * im_expr_parse:
 * @arena: where the tree lives
 * @text: the expression
 * @length: number of bytes, or -1 if NUL terminated
 * @symbols: (nullable): the names that it may use
 * @error: (out) (optional) (nullable): a SYNTAX or LIMIT error, in the arena
 *
 * Parses an expression. A name that @symbols does not have, or a member that no value
 * has, is not an error here: it is one only if the evaluation needs it, or for
 * im_expr_check_names(). Source: specification, Expression Grammar.
 *
 * Returns: (nullable): the tree, or NULL
 */
const ImExpr *im_expr_parse (ImArena *arena,
                             const char *text,
                             gssize length,
                             const ImSymbols *symbols,
                             const ImExprError **error);

/**
 * im_expr_parse_scratch:
 * @arena: where the tree lives
 * @text: statements of the scratchpad
 * @length: number of bytes
 * @offset: (inout): where the expression starts; on success where the token behind it
 * starts
 * @error: (out) (nullable): a SYNTAX or LIMIT error, in the arena
 *
 * Parses one expression in a statement, as far as it goes. There are arrays `[1, 2; 3,
 * 4]` and indices `a[1][2]`; there are no `?:`, no null, and no functions of Math and
 * System. Lines may end inside of brackets and parentheses. Of n semicolons between two
 * elements the second starts over on axis n, so that `;` separates rows and `;;`
 * matrices; at the end they add axes of one element.
 *
 * Returns: (nullable): the tree, or NULL
 */
const ImExpr *im_expr_parse_scratch (ImArena *arena,
                                     const char *text,
                                     gsize length,
                                     gsize *offset,
                                     const ImExprError **error);

/**
 * im_expr_check_names:
 * @expr: an expression
 * @symbols: (nullable): the names that it may use
 * @arena: where the errors live
 * @errors: (element-type ImExprError): array of pointers that errors are appended to
 *
 * Finds every name and member in a tree that cannot exist, whether it would be evaluated
 * or not.
 */
void im_expr_check_names (const ImExpr *expr,
                          const ImSymbols *symbols,
                          ImArena *arena,
                          GPtrArray *errors);

/**
 * im_expr_mixes_and_or:
 * @expr: an expression
 * @span: (out): where
 *
 * Finds `a || b && c` without parentheses: both operators have the same precedence, from
 * left to right, which readers of other languages do not expect.
 *
 * Returns: whether there is such a place
 */
gboolean im_expr_mixes_and_or (const ImExpr *expr, ImSpan *span);

/**
 * im_expr_append_text:
 * @expr: an expression
 * @out: where to append
 *
 * Appends the tree, one node a line, children indented.
 */
void im_expr_append_text (const ImExpr *expr, GString *out);

/* Whether a name stands anywhere in an expression, which may be NULL. */
gboolean im_expr_uses_name (const ImExpr *expr, const char *name);

/* Whether two expressions are the same tree, however they are written. */
gboolean im_expr_equal (const ImExpr *a, const ImExpr *b);

G_END_DECLS
