/* The pipelines of pipelines.imunit, as far as a test wants them.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "emit/im-emit-c.h"

/**
 * EmitCase:
 * @unit: the unit
 * @options: how it is emitted
 * @library: where its units are
 * @program: it, elaborated
 * @plan: it, planned
 * @emission: (nullable): what came of it
 * @artifacts: the files
 * @diagnostics: what was said
 */
typedef struct
{
  const ImUnit *unit;
  ImEmitOptions options;
  ImUnitLibrary *library;
  ImProgram *program;
  ImPlan *plan;
  ImEmission *emission;
  ImArtifacts *artifacts;
  ImDiagnostics *diagnostics;
} EmitCase;

/**
 * emit_case_run:
 * @c: (out): the case
 * @root: a folder of units, relative to tests/
 * @file: a file of pipelines, relative to tests/
 * @unit: the id of one of them
 * @prefix: (nullable): for the names
 *
 * Reads, plans and emits a pipeline. The plan must be free of problems.
 */
void emit_case_run (EmitCase *c,
                    const char *root,
                    const char *file,
                    const char *unit,
                    const char *prefix);

void emit_case_clear (EmitCase *c);

/* The text of a file of the case. */
char *emit_case_dup_text (const EmitCase *c, const char *path);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EmitCase, emit_case_clear)
