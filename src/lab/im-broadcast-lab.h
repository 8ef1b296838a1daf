/* The Broadcast Lab: texts of shapes in, and how they meet under one dialect of
 * broadcasting, with what the other dialects say of the same shapes.
 *
 * Source: specification, "Broadcasting" of Imaginet; NumPy manual; MLIR, "The
 * Broadcastable Trait"; TML documentation, "Broadcasting".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "broadcast/im-broadcast-family.h"

G_BEGIN_DECLS

#define IM_LAB_MAX_OPERANDS 4

/**
 * ImBroadcastDialect:
 * @IM_DIALECT_SHAPE_BROADCAST: Shape.broadcast of Imaginet, which gives five loop counts
 * @IM_DIALECT_OPERATORS: operators between arrays of Imaginet
 * @IM_DIALECT_NUMPY: NumPy
 * @IM_DIALECT_MLIR: the Broadcastable trait of MLIR
 * @IM_DIALECT_TML: operators and assignments of TML
 */
typedef enum
{
  IM_DIALECT_SHAPE_BROADCAST,
  IM_DIALECT_OPERATORS,
  IM_DIALECT_NUMPY,
  IM_DIALECT_MLIR,
  IM_DIALECT_TML,
  IM_N_DIALECTS,
} ImBroadcastDialect;

/**
 * im_broadcast_dialect_get_operations:
 * @dialect: a dialect
 * @n: (out): their number, at least 1
 *
 * Returns: (array length=n): what can be done with shapes in it, the usual first
 */
const ImBroadcastOperation *im_broadcast_dialect_get_operations (
    ImBroadcastDialect dialect,
    guint *n);

/* How many operands it takes: at least 1 or 2, at most 2 or IM_LAB_MAX_OPERANDS. */
guint im_broadcast_dialect_get_min_operands (ImBroadcastDialect dialect);
guint im_broadcast_dialect_get_max_operands (ImBroadcastDialect dialect);

/**
 * ImLabQuestion:
 * @dialect: whose rules
 * @operation: which of its operations, by number
 * @texts: shapes or types; NULL counts as empty
 * @n_operands: their number, at least as many as the dialect needs; those that it does
 * not take are left out
 * @result: (nullable): of MLIR: the declared result; NULL or blank if there is none
 * @allows_cast: of MLIR: whether a declared size may stand for one that is not known
 */
typedef struct
{
  ImBroadcastDialect dialect;
  guint operation;
  const char *texts[IM_LAB_MAX_OPERANDS];
  guint n_operands;
  const char *result;
  gboolean allows_cast;
} ImLabQuestion;

/**
 * im_lab_question_read_line:
 * @question: (out): the question; untouched on failure
 * @line: an operation of MLIR as im_broadcast_report_parse_mlir() reads it, with the last
 * bracket
 * @arena: for texts
 *
 * Returns: whether @line is such an operation, of at most IM_LAB_MAX_OPERANDS operands
 */
gboolean im_lab_question_read_line (ImLabQuestion *question,
                                    const char *line,
                                    ImArena *arena);

/**
 * ImLabOther:
 * @dialect: another dialect
 * @is_ok: whether the shapes fit there
 * @text: the result, or why there is none
 */
typedef struct
{
  ImBroadcastDialect dialect;
  gboolean is_ok;
  const char *text;
} ImLabOther;

/**
 * ImBroadcastLab:
 * @report: (nullable): how the operands meet; NULL if a text cannot be read
 * @errors: of each operand (nullable): why its text cannot be read, with the column
 * @result_error: (nullable): the same of the declared result
 * @others: dialects that say something else; none if there is no @report
 * @n_others: their number
 */
typedef struct _ImBroadcastLab ImBroadcastLab;

struct _ImBroadcastLab
{
  const ImBroadcastReport *report;
  const char *errors[IM_LAB_MAX_OPERANDS];
  const char *result_error;
  const ImLabOther *others;
  guint n_others;
  /*< private >*/
  ImArena *arena;
};

/**
 * im_broadcast_lab_new:
 * @question: what is asked
 *
 * Reads the texts and compares the shapes. A shape such as `[2,3]` is read in all
 * dialects: TML takes it for a tensor of numbers, or of what its operation needs. Types
 * of TML without tensors inside and types of MLIR are read as shapes where there are no
 * types.
 *
 * Returns: the answer
 */
ImBroadcastLab *im_broadcast_lab_new (const ImLabQuestion *question);
void im_broadcast_lab_free (ImBroadcastLab *lab);

/**
 * ImLabExample:
 * @question: an example of one of the documents
 * @text: what it shows, a few words
 */
typedef struct
{
  ImLabQuestion question;
  const char *text;
} ImLabExample;

/* Examples of the documents, grouped by dialect. */
const ImLabExample *im_broadcast_lab_get_examples (guint *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImBroadcastLab, im_broadcast_lab_free)

G_END_DECLS
