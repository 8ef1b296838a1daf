/* What the parts of the check of a unit share: the unit, and how they report.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "check/im-unit-check.h"
#include "evaluation/im-unit-evaluation.h"

G_BEGIN_DECLS

typedef struct
{
  const ImUnit *unit;
  ImUnitLibrary *library; /* nullable */
  ImSource *source;
  ImArena *arena;
  ImDiagnostics *diagnostics;
  guint n_before;               /* problems that were there before the check */
  GHashTable *missing;          /* files and fragments that have their message already */
  ImUnitEvaluation *assumption; /* of what is known without inputs; made where needed */
  GHashTable *calls;            /* ImUnitExpr that are calls of other languages */
  GHashTable *nodes;            /* id to the first ImUnitNode that has it */
  GHashTable *told_names; /* places in the file of names that do not exist, plus 1 */
  GHashTable *told_code;  /* fragments whose code was looked at */
} ImUnitCheck;

void im_unit_check_report (ImUnitCheck *check,
                           ImSeverity severity,
                           const char *code,
                           ImSpan span,
                           const char *format,
                           ...) G_GNUC_PRINTF (5, 6);

/* Reports an error of an expression whose text begins at @offset of the text at @raw. */
void im_unit_check_report_expr (ImUnitCheck *check,
                                ImSeverity severity,
                                ImSpan raw,
                                guint32 offset,
                                const ImExprError *error);

/* Whether so much is wrong already that no more is looked for. */
gboolean im_unit_check_is_full (const ImUnitCheck *check);

/* The unit of that id: one of the file, or of the library. */
const ImUnit *im_unit_check_find_unit (ImUnitCheck *check, const char *id);

/* What the expressions of the unit evaluate to before there are inputs: kinds, contracts
 * that never hold. */
void im_unit_check_kinds (ImUnitCheck *check);

/* Parameters, units and nodes that need themselves, and inputs that are fed twice. */
void im_unit_check_cycles (ImUnitCheck *check);

/* Whether the code of a fragment is whole: its brackets, strings and comments, and the
 * indentation of Python; and whether its tests are there. */
void im_unit_check_code (ImUnitCheck *check, const ImFragment *fragment);

/* Whether the file of a formula can be read and has its function. */
void im_unit_check_formula (ImUnitCheck *check, const ImImplementation *implementation);

/* The tests that a fragment names. */
void im_unit_check_tests (ImUnitCheck *check, const ImFragment *fragment);

/* Reports a file or a fragment that is not there, once: an error if an implementation
 * needs it that is chosen without inputs, a hint if none can be chosen that does, else a
 * warning. Returns FALSE if @problem is another one. */
gboolean im_unit_check_report_missing (ImUnitCheck *check,
                                       const ImFragmentReference *reference,
                                       const ImDiagnostic *problem);

/* Reports what is wrong with a reference to a fragment. Returns the fragment, or NULL. */
const ImFragment *im_unit_check_reference (ImUnitCheck *check, const ImUnitText *text);

/* Options of a pipeline that nothing in it uses. */
void im_unit_check_unused (ImUnitCheck *check);

/* The fragments and images that the documentation shows. */
void im_unit_check_description (ImUnitCheck *check);

G_END_DECLS
