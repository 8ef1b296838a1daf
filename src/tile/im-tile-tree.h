/* Functions of Tile as trees: one language in three spellings.
 *
 * - C++ and Python as the document writes them: TensorDim, TensorIndex, bind_dims(),
 *   TensorOutput, add_constraint(), use_default(), vectors of dims and indices with loops
 *   of constant trip, several functions that call each other;
 * - the compact form, `function (I[M, N]) -> (O) { O[n : N] = +(I[m, n]), m < 2; }`,
 * whose head names the dims and where every other name in an access is an index.
 *
 * A tree says what is written; im_tile_elaborate() says what it means for given shapes.
 *
 * Source: Tile eDSL.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "base/im-diagnostics.h"
#include "kernel/im-kernel.h"

G_BEGIN_DECLS

#define IM_TILE_MAX_BYTES (1024 * 1024)

typedef enum
{
  IM_TILE_CPP,
  IM_TILE_PYTHON,
  IM_TILE_COMPACT,
} ImTileSpelling;

typedef enum
{
  IM_TILE_NUMBER,
  IM_TILE_NAME,
  IM_TILE_APPLY, /* base (a, b) or base[a, b]: an access, a call, or an element */
  IM_TILE_UNARY, /* -a, +a */
  IM_TILE_BINARY,
  IM_TILE_SELECT, /* a == b ? c, and c ? t : f, in the compact form */
  IM_TILE_LIST,   /* {a, b} or [a, b] */
} ImTileExprKind;

typedef struct _ImTileExpr ImTileExpr;

/**
 * ImTileExpr:
 * @kind: what it is
 * @span: its bytes
 * @name: of NAME, APPLY; NULL terminated
 * @number: of NUMBER
 * @is_real: whether a NUMBER has a point or an exponent
 * @is_bracket: whether APPLY has square brackets
 * @operation: of BINARY and UNARY, the node that it makes
 * @depth: how deeply operations are nested in it
 * @n: number of operands
 * @operands: the operands
 */
struct _ImTileExpr
{
  ImTileExprKind kind;
  ImSpan span;
  const char *name;
  double number;
  gboolean is_real;
  gboolean is_bracket;
  ImKernelNodeKind operation;
  guint depth;
  guint n;
  ImTileExpr **operands;
};

typedef enum
{
  IM_TILE_DECLARE_DIMS,    /* names, each with an expression if it is a vector */
  IM_TILE_DECLARE_INDICES, /* likewise */
  IM_TILE_DECLARE_TENSORS, /* Tensor O; */
  IM_TILE_BIND,            /* name.bind_dims (operands) */
  IM_TILE_OUTPUT,          /* name = TensorOutput (operands) */
  IM_TILE_CONTRACT,        /* name (operands) aggregation value */
  IM_TILE_CONSTRAIN,       /* name.add_constraint (operands): comparisons */
  IM_TILE_DEFAULT,         /* name.use_default (value) */
  IM_TILE_ASSIGN,          /* name = value, name[operands] = value */
  IM_TILE_FOR,             /* name from 0 to value: body */
  IM_TILE_RETURN,          /* operands */
} ImTileStatementKind;

typedef struct _ImTileStatement ImTileStatement;

struct _ImTileStatement
{
  ImTileStatementKind kind;
  ImSpan span;
  ImSpan name_span;
  const char *name;
  gboolean is_bracket; /* of CONTRACT: written with square brackets */
  gboolean declares;   /* of ASSIGN and OUTPUT in C++: `auto O = …` */
  gboolean is_grouped; /* of declarations: written with the one before */
  ImAggregation aggregation;
  guint n;
  ImTileExpr **operands;
  ImTileExpr *value;
  GPtrArray *body;
};

typedef enum
{
  IM_TILE_TENSOR,
  IM_TILE_SIZE,   /* a number */
  IM_TILE_VECTOR, /* of numbers */
  IM_TILE_ANY,    /* the spelling does not tell */
} ImTileParameterKind;

/**
 * ImTileParameter:
 * @name: its name
 * @kind: what it is
 * @type: (nullable): of SIZE and VECTOR in C++ the type of a number, such as `size_t`
 * @span: its name in the text
 */
typedef struct
{
  const char *name;
  ImTileParameterKind kind;
  const char *type;
  ImSpan span;
} ImTileParameter;

/**
 * ImTileFunction:
 * @name: its name; of the compact form, which has none, `function`
 * @span: its head
 * @end: where it ends
 * @n_parameters: how many parameters there are
 * @parameters: the parameters
 * @body: (element-type ImTileStatement): its statements
 */
typedef struct
{
  const char *name;
  ImSpan span;
  guint32 end;
  guint n_parameters;
  ImTileParameter *parameters;
  GPtrArray *body;
} ImTileFunction;

/**
 * ImTileFile:
 * @source: its text
 * @spelling: how it is written
 * @functions: (element-type ImTileFunction): its functions, in order
 * @bodies: (element-type GPtrArray): the lists of statements in it
 * @comments: (element-type ImSpan): the places of its comments, in order
 * @arena: where all else of it lives
 */
typedef struct
{
  ImSource *source;
  ImTileSpelling spelling;
  GPtrArray *functions;
  GPtrArray *bodies;
  GArray *comments;
  ImArena *arena;
} ImTileFile;

/**
 * im_tile_parse:
 * @source: one or more functions, all in one spelling, which its text tells
 * @diagnostics: what is wrong
 *
 * Reads functions. Statements of C++ and Python around the language are refused by name.
 *
 * Returns: (transfer full): what could be read
 */
ImTileFile *im_tile_parse (ImSource *source, ImDiagnostics *diagnostics);

void im_tile_file_free (ImTileFile *file);

/**
 * im_tile_file_find:
 * @file: a file
 * @name: (nullable): the name of a function, or NULL for the last one
 *
 * Returns: (nullable): the function
 */
const ImTileFunction *im_tile_file_find (const ImTileFile *file, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImTileFile, im_tile_file_free)

G_END_DECLS
