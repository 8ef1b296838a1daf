/* Snapshots: a pipeline as it is at one moment, for long work in another thread.
 *
 * A snapshot shares all that there is already: library, program and plan. None of them
 * changes, so nothing is read or computed again while the document is edited further, and
 * to take a snapshot is a matter of references.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-plan.h"

G_BEGIN_DECLS

/**
 * ImSnapshot:
 * @library: the units of the file of @whole, then those of its library
 * @whole: the program of the pipeline
 * @program: (nullable): what is wanted of it: @whole, or a section, see
 *   im_snapshot_set_section(); NULL if there is no such section
 * @plan: (nullable): the plan of @program of IM_LANGUAGE_C, NULL if there is an error, or
 *   before im_snapshot_plan()
 * @diagnostics: what is wrong
 */
typedef struct
{
  ImUnitLibrary *library;
  ImProgram *whole;
  ImProgram *program;
  ImPlan *plan;
  ImDiagnostics *diagnostics;
  /*< private >*/
  gboolean is_planned;
  ImDiagnostics *of_text; /* what was said when the text was read */
  ImArena *arena;         /* of the following */
  GArray *inputs;         /* ImUnitBinding: what im_snapshot_set_inputs() got */
  char *from;
  char *to;
} ImSnapshot;

/**
 * im_snapshot_new:
 * @program: the program of a pipeline
 * @problems: what was said when its file was read, then when it was elaborated
 * @n_of_text: how many of them are of reading
 *
 * Takes a snapshot that has no plan yet.
 *
 * Returns: the snapshot
 */
ImSnapshot *im_snapshot_new (const ImProgram *program,
                             const ImDiagnostics *problems,
                             guint n_of_text);

/**
 * im_snapshot_share_plan:
 * @self: a snapshot that has no plan yet
 * @plan: (nullable): what im_problems_plan() gave for its program
 * @problems: all that was said up to then
 *
 * Shares a plan that there is already.
 */
void im_snapshot_share_plan (ImSnapshot *self,
                             ImPlan *plan,
                             const ImDiagnostics *problems);

/**
 * im_snapshot_plan:
 * @self: a snapshot
 *
 * Plans, unless that is done. May be called in any thread, in one at a time.
 */
void im_snapshot_plan (ImSnapshot *self);

/**
 * im_snapshot_misses_sizes:
 * @self: a snapshot that was planned
 *
 * Returns: whether nothing is wrong but that sizes of its inputs are not known
 */
gboolean im_snapshot_misses_sizes (const ImSnapshot *self);

/**
 * im_snapshot_set_inputs:
 * @self: a snapshot that missed sizes when it was planned
 * @inputs: (array length=n_inputs): types of inputs, instead of those in the file
 * @n_inputs: their number
 *
 * Elaborates and plans again. The program, the plan and the problems are new ones.
 */
void im_snapshot_set_inputs (ImSnapshot *self,
                             const ImUnitBinding *inputs,
                             guint n_inputs);

/**
 * im_snapshot_set_section:
 * @self: a snapshot
 * @from: (nullable): a pipe, see im_section_write()
 * @to: (nullable): another one
 *
 * Lets the program be what is computed from one pipe to the other, or the whole if
 * neither is said. The program, the plan and the problems are new ones.
 */
void im_snapshot_set_section (ImSnapshot *self, const char *from, const char *to);

void im_snapshot_free (ImSnapshot *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImSnapshot, im_snapshot_free)

G_END_DECLS
