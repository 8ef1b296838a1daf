/* How far units come: from their file to compiled code that is compared.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/terminal/cli-command.h"
#include "unit/im-unit-library.h"

G_BEGIN_DECLS

/**
 * cli_check_compile:
 * @context: the command, with its options
 * @library: a library
 * @n_files: how many of its files to try
 * @diagnostics: what is wrong with the files; what is found is added
 *
 * Elaborates, exports, compiles, links and compares each unit with inputs and options
 * that its contracts take, one case for each implementation that can be reached, and
 * prints a row for each unit: the worst of its cases, and how many were reached.
 *
 * Returns: the exit status
 */
CliExit cli_check_compile (CliContext *context,
                           ImUnitLibrary *library,
                           guint n_files,
                           ImDiagnostics *diagnostics);

G_END_DECLS
