/* The units that a command works with: those of `--units`, then the usual ones of
 * im-unit-roots.h.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "cli/terminal/cli-command.h"
#include "unit/im-unit-library.h"

G_BEGIN_DECLS

/**
 * cli_library_add_file:
 * @library: a library
 * @path: a unit file
 * @diagnostics: where problems of the file go
 *
 * Adds a file that is named, which may use code of the packages beside it.
 *
 * Returns: (nullable): the file, as im_unit_library_add_file()
 */
const ImUnitFile *cli_library_add_file (ImUnitLibrary *library,
                                        const char *path,
                                        ImDiagnostics *diagnostics);

/* Adds the units of the packages beside a file that was named. */
void cli_library_add_beside (ImUnitLibrary *library, const char *path);

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
