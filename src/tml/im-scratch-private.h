/* What the files of the scratchpad share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "broadcast/im-broadcast-report.h"
#include "lang/im-expr.h"
#include "tml/im-scratch.h"

G_BEGIN_DECLS

/**
 * ImScratchVariable:
 * @name: its name
 * @type: (nullable): its type, NULL if its first assignment failed
 * @elements: its value
 * @span: the statement that assigned it last
 * @is_assigned: whether the running statement assigned it
 */
typedef struct
{
  const char *name;
  const ImNestedType *type;
  ImScratchScalar *elements;
  ImSpan span;
  gboolean is_assigned;
} ImScratchVariable;

typedef enum
{
  IM_SCRATCH_GO_ON,
  IM_SCRATCH_TO_NEXT, /* turn of the loop */
  IM_SCRATCH_LEAVE,   /* the loop */
} ImScratchFlow;

/**
 * ImScratchRun:
 * @source: the statements
 * @arena: of variables and results
 * @temporary: of what one statement computes
 * @diagnostics: what is wrong
 * @results: (element-type ImScratchResult): what there is to show
 * @variables: (element-type ImScratchVariable): by name
 * @assigned: (element-type ImScratchVariable): by the running statement, in order
 * @n_steps: how much has been computed
 * @n_problems: how many statements have failed
 * @flow: whether statements are left out up to the end of the loop
 * @is_exhausted: whether it was too much of one of them
 */
typedef struct
{
  ImSource *source;
  ImArena *arena;
  ImArena *temporary;
  ImDiagnostics *diagnostics;
  GPtrArray *results;
  GHashTable *variables;
  GPtrArray *assigned;
  guint n_steps;
  guint n_problems;
  ImScratchFlow flow;
  gboolean is_exhausted;
} ImScratchRun;

/* A place in a value or a variable. */
typedef struct
{
  const ImNestedType *type;
  gsize offset;     /* of its first scalar */
  gint64 character; /* of a char in a str: its number, else -1 */
} ImScratchPlace;

typedef enum
{
  IM_SCRATCH_SHOW,
  IM_SCRATCH_ASSIGN,
  IM_SCRATCH_DECLARE,
  IM_SCRATCH_FOR,
  IM_SCRATCH_WHILE,
  IM_SCRATCH_IF,
  IM_SCRATCH_ELSE,
  IM_SCRATCH_BREAK,
  IM_SCRATCH_CONTINUE,
  IM_SCRATCH_BROKEN, /* it has a problem that is reported */
} ImScratchStatementKind;

/**
 * ImScratchStatement:
 * @kind: what it is
 * @span: the whole statement; of a block its first line
 * @type: of a declaration
 * @name: (nullable): the variable that is assigned or counts
 * @name_span: where it stands
 * @target: (nullable): of an assignment: a name, or indices of one
 * @is_compound: whether the target is an operand, too
 * @op: of a compound assignment
 * @op_span: where the assignment stands
 * @value: (nullable): what is shown or assigned, the condition, or where to start; NULL
 * of a declaration without a value
 * @stop: of `for`: one behind the last
 * @step: (nullable): of `for`: how far to the next, 1 if NULL
 * @otherwise: (nullable): of `if`: what is done if the condition is false
 * @body: of a block
 * @n_body: number of its statements
 */
typedef struct _ImScratchStatement ImScratchStatement;

struct _ImScratchStatement
{
  ImScratchStatementKind kind;
  ImSpan span;
  const ImNestedType *type;
  const char *name;
  ImSpan name_span;
  const ImExpr *target;
  gboolean is_compound;
  ImOperator op;
  ImSpan op_span;
  const ImExpr *value;
  const ImExpr *stop;
  const ImExpr *step;
  ImScratchStatement *otherwise;
  ImScratchStatement **body;
  guint n_body;
};

/**
 * im_scratch_parse:
 * @source: statements
 * @arena: for the statements
 * @diagnostics: what is wrong
 *
 * Returns: (element-type ImScratchStatement) (transfer full): the statements
 */
GPtrArray *im_scratch_parse (ImSource *source,
                             ImArena *arena,
                             ImDiagnostics *diagnostics);

/* Reports a problem; @code is static. Always returns FALSE. */
gboolean im_scratch_fail (ImScratchRun *run,
                          const char *code,
                          ImSpan span,
                          const char *format,
                          ...) G_GNUC_PRINTF (4, 5);

/* Fails if the limit of steps is reached. */
gboolean im_scratch_spend (ImScratchRun *run, gint64 n_steps, ImSpan span);

/* Makes place for the scalars of a type in the temporary arena, or fails if they are too
 * many. */
ImScratchScalar *im_scratch_new_elements (ImScratchRun *run,
                                          const ImNestedType *type,
                                          ImSpan span);

/* A value of one scalar in the temporary arena. */
ImScratchValue im_scratch_new_scalar (ImScratchRun *run,
                                      ImScalarType type,
                                      ImScratchScalar scalar);

gboolean im_scratch_evaluate (ImScratchRun *run, const ImExpr *expr, ImScratchValue *out);

/* Computes one operator of two operands, which stand in @expr. */
gboolean im_scratch_combine (ImScratchRun *run,
                             ImOperator op,
                             ImSpan span,
                             const ImExpr *const *exprs,
                             const ImScratchValue *a,
                             const ImScratchValue *b,
                             ImScratchValue *out);

gboolean im_scratch_negate (ImScratchRun *run,
                            const ImExpr *expr,
                            const ImScratchValue *operand,
                            ImScratchValue *out);

/**
 * im_scratch_convert:
 * @run: the run
 * @name: (nullable): of the target, for messages
 * @type: of the target
 * @value: what is assigned
 * @span: the place of problems
 * @out: (out): a value of @type in the temporary arena
 *
 * Broadcasts a value into the type of a target.
 */
gboolean im_scratch_convert (ImScratchRun *run,
                             const char *name,
                             const ImNestedType *type,
                             const ImScratchValue *value,
                             ImSpan span,
                             ImScratchValue *out);

/* Adds a variable without a type. */
ImScratchVariable *im_scratch_add_variable (ImScratchRun *run, const char *name);

/* Copies for variables and results. */
const ImNestedType *im_scratch_keep_type (ImScratchRun *run, const ImNestedType *type);
ImScratchScalar *im_scratch_keep_elements (ImScratchRun *run,
                                           const ImScratchValue *value);

/* Runs an assignment or a declaration. */
gboolean im_scratch_assign (ImScratchRun *run, const ImScratchStatement *statement);
gboolean im_scratch_declare (ImScratchRun *run, const ImScratchStatement *statement);

/* Moves a place inwards by one index. */
gboolean im_scratch_enter (ImScratchRun *run,
                           ImScratchPlace *place,
                           const ImScratchScalar *elements,
                           const ImExpr *index);

/* Finds the place in a variable that an assignment is about. */
gboolean im_scratch_find_place (ImScratchRun *run,
                                const ImExpr *target,
                                const ImScratchVariable *variable,
                                ImScratchPlace *place);

/* The value at a place. */
ImScratchValue im_scratch_get_value (ImScratchRun *run,
                                     const ImScratchScalar *elements,
                                     const ImScratchPlace *place);

G_END_DECLS
