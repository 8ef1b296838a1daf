/* Where the program looks for units.
 *
 * First the folders of `--units`, then those of IMAGINET_UNIT_PATH, then the shipped
 * ones: `units` below IMAGINET_DATA_PATH if that is set, or else below the folder that
 * the program is installed to, or else in the source tree that it was built from.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "cli/cli-command.h"
#include "unit/im-unit-library.h"

G_BEGIN_DECLS

/**
 * cli_library_add_roots:
 * @library: a library
 * @options: the options, for `--units`
 * @diagnostics: where problems go
 *
 * Adds the folders that units are looked for in. One that is named and does not exist is
 * reported (`units-folder`).
 */
void cli_library_add_roots (ImUnitLibrary *library,
                            const CliOptions *options,
                            ImDiagnostics *diagnostics);

/**
 * cli_library_select_errors:
 * @found: what was reported when the library was filled
 * @file: (nullable): only for this file, NULL for all
 * @errors: where the errors among them are appended
 *
 * Leaves out what does not matter to somebody who only uses the units.
 */
void cli_library_select_errors (const ImDiagnostics *found,
                                const char *file,
                                ImDiagnostics *errors);

/**
 * cli_library_select_bad_folders:
 * @found: what was reported when the library was filled
 * @errors: where what was said of folders that do not exist is appended
 *
 * Leaves out what was said of files.
 */
void cli_library_select_bad_folders (const ImDiagnostics *found, ImDiagnostics *errors);

G_END_DECLS
