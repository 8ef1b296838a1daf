/* A file of SkriptND as a tree: imports, operators and graphs with their blocks.
 *
 * Source: NNEF 2.0, "Operator definitions" and "Formal grammar definition".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "base/im-diagnostics.h"
#include "skriptnd/text/im-sknd-expr.h"

G_BEGIN_DECLS

#define IM_SKND_MAX_BYTES (64 * 1024 * 1024)

/* In the order in which they are processed. */
typedef enum
{
  IM_SKND_DTYPE,
  IM_SKND_ATTRIB,
  IM_SKND_INPUT,
  IM_SKND_USING,
  IM_SKND_ASSERT,
  IM_SKND_CONSTANTS,
  IM_SKND_VARIABLE,
  IM_SKND_OUTPUT,
  IM_SKND_LOWER,
  IM_SKND_COMPOSE,
  IM_SKND_UPDATE,
  IM_SKND_QUANTIZE,
  IM_SKND_N_BLOCKS,
} ImSkndBlockKind;

/* A name with its place. */
typedef struct
{
  const char *text;
  ImSpan span;
} ImSkndWord;

/**
 * ImSkndExtent:
 * @span: its bytes
 * @is_spread: whether each tensor of a pack has its own: `..n`
 * @value: (nullable): the extent, NULL for `~`
 * @bound: (nullable): the largest one: `n|10`
 * @is_packed: whether it is several: `s..`
 * @length: (nullable): how many
 */
typedef struct
{
  ImSpan span;
  gboolean is_spread;
  const ImSkndExpr *value;
  const ImSkndExpr *bound;
  gboolean is_packed;
  const ImSkndExpr *length;
} ImSkndExtent;

/**
 * ImSkndShape:
 * @is_given: whether there are brackets
 * @n: how many extents they have
 * @extents: the extents
 */
typedef struct
{
  gboolean is_given;
  guint n;
  const ImSkndExtent *extents;
} ImSkndShape;

/* An index and what it stays below. */
typedef struct
{
  ImSkndWord name;
  const ImSkndExpr *limit;
} ImSkndLoopBound;

/**
 * ImSkndParameter:
 * @name: what is declared
 * @is_optional: whether it may be null
 * @is_dynamic: whether the later dialect calls it dynamic
 * @type: the name of its type
 * @rank: (nullable): what its rank is called: `^(r)`
 * @shape: its extents
 * @is_packed: whether it is several
 * @length: (nullable): how many
 * @value: (nullable): its default, or its value
 * @n_bounds: how many indices the value has
 * @bounds: the indices
 */
typedef struct
{
  ImSkndWord name;
  gboolean is_optional;
  gboolean is_dynamic;
  ImSkndWord type;
  ImSkndWord rank;
  ImSkndShape shape;
  gboolean is_packed;
  const ImSkndExpr *length;
  const ImSkndExpr *value;
  guint n_bounds;
  const ImSkndLoopBound *bounds;
} ImSkndParameter;

/* `T: num = real` */
typedef struct
{
  ImSkndWord name;
  ImSkndWord base;
  ImSkndWord value;
} ImSkndGeneric;

typedef enum
{
  IM_SKND_TARGET_NAME,
  IM_SKND_TARGET_OMITTED, /* ~ */
  IM_SKND_TARGET_LIST,    /* [a, b..] */
  IM_SKND_TARGET_ZIP,     /* (a, b).. in a list */
} ImSkndTargetKind;

typedef struct _ImSkndTarget ImSkndTarget;

/**
 * ImSkndTarget:
 * @kind: what it is
 * @span: its bytes
 * @name: of NAME
 * @type: (nullable): of NAME, the type that is said
 * @shape: with the type
 * @is_packed: whether it is several
 * @length: (nullable): how many
 * @n: number of items of LIST and ZIP
 * @items: the items
 */
struct _ImSkndTarget
{
  ImSkndTargetKind kind;
  ImSpan span;
  ImSkndWord name;
  ImSkndWord type;
  ImSkndShape shape;
  gboolean is_packed;
  const ImSkndExpr *length;
  guint n;
  const ImSkndTarget **items;
};

typedef struct
{
  const ImSkndTarget *target;
  const ImSkndExpr *value;
} ImSkndUsing;

/* A value that is printed with the message of an assert, and what it is called. */
typedef struct
{
  const ImSkndExpr *label;
  const ImSkndExpr *value;
} ImSkndDetail;

typedef struct
{
  const ImSkndExpr *condition;
  const ImSkndExpr *message;
  guint n_details;
  const ImSkndDetail *details;
} ImSkndAssertion;

typedef struct
{
  ImSkndWord name;
  const ImSkndExpr *value;
} ImSkndAssignment;

typedef enum
{
  IM_SKND_ASSIGN,
  IM_SKND_ASSIGN_UPDATE, /* := */
  IM_SKND_ASSIGN_ADD,
  IM_SKND_ASSIGN_MULTIPLY,
  IM_SKND_ASSIGN_AND,
  IM_SKND_ASSIGN_OR,
  IM_SKND_ASSIGN_MINIMUM,
  IM_SKND_ASSIGN_MAXIMUM,
  IM_SKND_N_ASSIGNS,
} ImSkndAssign;

/**
 * ImSkndLowering:
 * @unroll_count: (nullable): how often the statement is repeated
 * @unroll_name: of an unrolled one, what the number of the repetition is called
 * @n_locals: how many names there are for scalars of an iteration
 * @locals: they
 * @output: what is written
 * @assign: how
 * @value: what
 * @n_bounds: how many indices there are
 * @bounds: the indices
 * @condition: (nullable): when
 */
typedef struct
{
  ImSkndWord unroll_name;
  const ImSkndExpr *unroll_count;
  guint n_locals;
  const ImSkndAssignment *locals;
  const ImSkndExpr *output;
  ImSkndAssign assign;
  const ImSkndExpr *value;
  guint n_bounds;
  const ImSkndLoopBound *bounds;
  const ImSkndExpr *condition;
} ImSkndLowering;

typedef struct _ImSkndCallable ImSkndCallable;
typedef struct _ImSkndStatement ImSkndStatement;

typedef enum
{
  IM_SKND_CALLABLE_VALUE,  /* an expression */
  IM_SKND_CALLABLE_INVOKE, /* op<T>{a = 1}(x, ~) */
  IM_SKND_CALLABLE_BLOCK,  /* { … yield a, b; } */
  IM_SKND_CALLABLE_BRANCH, /* parts are conditions and what follows, then the last else */
  IM_SKND_CALLABLE_LOOP,   /* parts are the condition, if there is one, and the body */
} ImSkndCallableKind;

/* `name: type[shape] = value` behind with, `name : value` behind for. */
typedef struct
{
  ImSkndWord name;
  ImSkndWord type;
  ImSkndShape shape;
  const ImSkndExpr *value;
} ImSkndLoopValue;

/**
 * ImSkndCallable:
 * @kind: what it is
 * @span: its bytes
 * @label: (nullable): of INVOKE and BLOCK
 * @operation: of INVOKE, the name with its module
 * @n_types: of INVOKE
 * @types: in angle brackets
 * @n_attributes: of INVOKE
 * @attributes: in braces
 * @n_values: of INVOKE arguments, of BLOCK results, of VALUE one
 * @values: they, NULL for `~`
 * @n_statements: of BLOCK
 * @statements: its components
 * @n_parts: of BRANCH and LOOP
 * @parts: they
 * @n_carried: of LOOP
 * @carried: behind `with`
 * @n_scanned: of LOOP
 * @scanned: behind `for`
 * @tests_first: of LOOP, whether the condition stands in front of the body
 * @is_unrolled: of LOOP
 * @has_count: of LOOP, whether `..(` stands behind do or unroll
 * @index: (nullable): of LOOP, what the number of the iteration is called
 * @count: (nullable): of LOOP, how many iterations there are
 */
struct _ImSkndCallable
{
  ImSkndCallableKind kind;
  ImSpan span;
  ImSkndWord label;
  ImSkndWord operation;
  guint n_types;
  const ImSkndWord *types;
  guint n_attributes;
  const ImSkndAssignment *attributes;
  guint n_values;
  const ImSkndExpr **values;
  guint n_statements;
  const ImSkndStatement **statements;
  guint n_parts;
  const ImSkndCallable **parts;
  guint n_carried;
  const ImSkndLoopValue *carried;
  guint n_scanned;
  const ImSkndLoopValue *scanned;
  gboolean tests_first;
  gboolean is_unrolled;
  gboolean has_count;
  ImSkndWord index;
  const ImSkndExpr *count;
};

typedef struct
{
  guint n_targets;
  const ImSkndTarget **targets;
  const ImSkndCallable *value;
} ImSkndComponent;

typedef struct
{
  ImSkndWord name;
  const ImSkndCallable *operation;
} ImSkndQuantization;

/**
 * ImSkndStatement:
 * @span: its bytes, with the semicolon
 *
 * What ends with a semicolon; which member it has, the kind of its block says: `generic`
 * of DTYPE, `parameter` of ATTRIB, INPUT, OUTPUT, CONSTANTS and VARIABLE, `component` of
 * COMPOSE and UPDATE.
 */
struct _ImSkndStatement
{
  ImSpan span;
  union
  {
    ImSkndGeneric generic;
    ImSkndParameter parameter;
    ImSkndUsing using_;
    ImSkndAssertion assertion;
    ImSkndLowering lowering;
    ImSkndComponent component;
    ImSkndQuantization quantization;
  };
};

typedef struct
{
  ImSkndBlockKind kind;
  ImSpan span;
  ImSpan name_span;
  guint n;
  const ImSkndStatement **statements;
} ImSkndBlock;

/**
 * ImSkndDefinition:
 * @span: its bytes
 * @name: its name
 * @is_public: whether names in it can be used outside
 * @is_graph: whether it is a graph
 * @n_blocks: how many blocks are written
 * @blocks: they, as they are written
 * @by_kind: the first one of each kind, or NULL
 */
typedef struct
{
  ImSpan span;
  ImSkndWord name;
  gboolean is_public;
  gboolean is_graph;
  guint n_blocks;
  const ImSkndBlock **blocks;
  const ImSkndBlock *by_kind[IM_SKND_N_BLOCKS];
} ImSkndDefinition;

/**
 * ImSkndFile:
 * @source: its text
 * @arena: where the tree lives
 * @n_imports: how many modules it names
 * @imports: they, such as `nn` or `my.layers`
 * @n_definitions: how many operators and graphs there are
 * @definitions: they
 * @comments: (element-type ImSpan): the comments
 */
typedef struct
{
  ImSource *source;
  ImArena *arena;
  guint n_imports;
  const ImSkndWord *imports;
  guint n_definitions;
  const ImSkndDefinition **definitions;
  GArray *comments;
} ImSkndFile;

/* `@attrib` of ATTRIB. */
const char *im_sknd_block_kind_get_name (ImSkndBlockKind kind);

/* `+=` of ADD. */
const char *im_sknd_assign_get_sign (ImSkndAssign assign);

void im_sknd_file_free (ImSkndFile *file);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImSkndFile, im_sknd_file_free)

G_END_DECLS
