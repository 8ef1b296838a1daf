/* The pipeline that a command works on: a file, or a unit of the library.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "cli/cli-command.h"
#include "unit/im-unit-library.h"

G_BEGIN_DECLS

/**
 * cli_pipeline_is_file:
 * @argument: an argument
 *
 * Returns: whether it names a file or folder, not the id of a unit
 */
gboolean cli_pipeline_is_file (const char *argument);

/**
 * cli_pipeline_find:
 * @context: the command
 * @argument: an .imunit file, or the id of a unit
 * @library: an empty library, which is filled
 * @diagnostics: where problems go
 *
 * Finds a pipeline: of a file its last composite or compound, or else its last unit.
 *
 * Returns: (nullable): the unit, or NULL with an error among @diagnostics
 */
const ImUnit *cli_pipeline_find (CliContext *context,
                                 const char *argument,
                                 ImUnitLibrary *library,
                                 ImDiagnostics *diagnostics);

G_END_DECLS
