/* What is checked in the units of files.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "unit/im-unit-library.h"

G_BEGIN_DECLS

/**
 * cli_check_units:
 * @library: a library
 * @n_files: how many of its files to check
 * @diagnostics: where problems go
 *
 * Checks the units of the first files, see im_problems_check_file(); what several of them
 * tell is told once.
 *
 * Returns: the number of units
 */
guint cli_check_units (ImUnitLibrary *library, guint n_files, ImDiagnostics *diagnostics);

G_END_DECLS
