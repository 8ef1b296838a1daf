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
 * @unit: (nullable): the unit that the file is about, NULL if it is no unit file
 * @program: (nullable): its program
 * @plan: (nullable): its plan of IM_LANGUAGE_C, NULL if there is an error
 * @diagnostics: what is wrong
 */
typedef struct
{
  ImUnitLibrary *library;
  const ImUnit *unit;
  ImProgram *program;
  ImPlan *plan;
  ImDiagnostics *diagnostics;
} ImSnapshot;

/**
 * im_snapshot_new:
 * @bytes: the text of an .imunit file
 * @path: the file that it is saved to
 * @roots: (nullable) (array zero-terminated=1): folders of units, NULL for the usual ones
 *
 * Reads a text and the units of the folders, elaborates and plans. May be called in any
 * thread.
 *
 * Returns: the snapshot
 */
ImSnapshot *im_snapshot_new (GBytes *bytes, const char *path, const char *const *roots);

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

void im_snapshot_free (ImSnapshot *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImSnapshot, im_snapshot_free)

G_END_DECLS
