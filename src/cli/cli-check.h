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
 * Checks the units of the first files. Composites and compounds that say what flows into
 * them are elaborated too; what that tells of a place is not told of it again.
 *
 * Returns: the number of units
 */
guint cli_check_units (ImUnitLibrary *library, guint n_files, ImDiagnostics *diagnostics);

G_END_DECLS
