/* What the parts that make a report of broadcasting share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "broadcast/im-broadcast-rules.h"
#include "broadcast/im-broadcast-table.h"

G_BEGIN_DECLS

/**
 * ImBroadcastBuilder:
 * @report: what is made
 * @set: its rules
 * @operands: what it is made from
 * @arena: of the report
 */
typedef struct
{
  ImBroadcastReport *report;
  const ImBroadcastRuleSet *set;
  const ImBroadcastOperand *operands;
  ImArena *arena;
} ImBroadcastBuilder;

/* Sets the verdict: @code, and with @format what is wrong. */
void im_broadcast_builder_accept (ImBroadcastBuilder *builder, const char *code);
void im_broadcast_builder_refuse (ImBroadcastBuilder *builder,
                                  const char *code,
                                  const char *format,
                                  ...) G_GNUC_PRINTF (3, 4);

/* Copies the text of a shape into the arena. */
const char *im_broadcast_builder_dup_shape (const ImBroadcastBuilder *builder,
                                            const ImOpenShape *shape);

/* Appends `A [2,3] and B [4] do not broadcast: `. */
void im_broadcast_builder_append_refusal (const ImBroadcastBuilder *builder,
                                          GString *out);

/**
 * im_broadcast_builder_judge_groups:
 * @builder: of a report of two shapes
 * @table: where one stretches into the other
 *
 * Describes this by five loop counts, and sets the verdict.
 */
void im_broadcast_builder_judge_groups (ImBroadcastBuilder *builder,
                                        ImBroadcastTable *table);

/**
 * im_broadcast_builder_judge_result:
 * @builder: of a report of MLIR
 * @table: of operands that fit
 *
 * Compares a declared result with what is inferred, says what has to hold at run time,
 * and sets the verdict. Source: MLIR, "The Broadcastable Trait", "Verification".
 */
void im_broadcast_builder_judge_result (ImBroadcastBuilder *builder,
                                        ImBroadcastTable *table);

/**
 * im_broadcast_builder_report_types:
 * @builder: of a report of two types of TML
 *
 * Fills in a table for each level and the scalars, and sets the verdict. Source: TML
 * documentation, "Broadcasting".
 */
void im_broadcast_builder_report_types (ImBroadcastBuilder *builder);

/**
 * im_broadcast_report_new_mismatch:
 * @rules: rules of MLIR
 * @code: of the verdict, static
 * @operation: (nullable): what is done
 * @operands: the operands
 * @n_operands: their number
 * @declared: (nullable): the declared result
 * @message: what is wrong with their types
 * @arena: for the report
 *
 * Returns: a report without tables, of operands that cannot be compared
 */
const ImBroadcastReport *im_broadcast_report_new_mismatch (
    ImBroadcastRules rules,
    const char *code,
    const char *operation,
    const ImBroadcastOperand *operands,
    guint n_operands,
    const ImOpenShape *declared,
    const char *message,
    ImArena *arena);

G_END_DECLS
