/* Snapshots: a pipeline as it is at one moment, with a library of its own.
 *
 * Nothing of it is shared with the document that it was made from, so long work can go on
 * in another thread while the document is edited.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-plan.h"

G_BEGIN_DECLS

/**
 * ImSnapshot:
 * @library: the units: of the text, then of the folders
 * @unit: (nullable): the unit that is meant, NULL if it is no unit file
 * @whole: (nullable): its program
 * @program: (nullable): what is wanted of it: @whole, or a section, see
 *   im_snapshot_set_section(); NULL if there is no such section
 * @plan: (nullable): the plan of @program of IM_LANGUAGE_C, NULL if there is an error
 * @diagnostics: what is wrong
 */
typedef struct
{
  ImUnitLibrary *library;
  const ImUnit *unit;
  ImProgram *whole;
  ImProgram *program;
  ImPlan *plan;
  ImDiagnostics *diagnostics;
  ImDiagnostics *of_text; /* what was said when the text was read */
  ImArena *arena;         /* of the following */
  GArray *inputs;         /* ImUnitBinding: what im_snapshot_set_inputs() got */
  char *from;
  char *to;
} ImSnapshot;

/**
 * im_snapshot_new:
 * @bytes: the text of an .imunit file
 * @path: the file that it is saved to
 * @unit_id: (nullable): one of its units, NULL for that which the file is about
 * @roots: (nullable) (array zero-terminated=1): folders of units, NULL for the usual ones
 *
 * Reads a text and the units of the folders, elaborates and plans. May be called in any
 * thread.
 *
 * Returns: the snapshot
 */
ImSnapshot *im_snapshot_new (GBytes *bytes,
                             const char *path,
                             const char *unit_id,
                             const char *const *roots);

/**
 * im_snapshot_misses_sizes:
 * @self: a snapshot
 *
 * Returns: whether nothing is wrong but that sizes of its inputs are not known
 */
gboolean im_snapshot_misses_sizes (const ImSnapshot *self);

/**
 * im_snapshot_set_inputs:
 * @self: a snapshot that missed sizes when it was made
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
