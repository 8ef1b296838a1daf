/* Where the programs look for units.
 *
 * First in folders that the user names, then in those of IMAGINET_UNIT_PATH, then in the
 * shipped ones: `units` below IMAGINET_DATA_PATH if that is set, or else below the folder
 * that the program is installed to, or else in the source tree that it was built from.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "unit/im-unit-library.h"

G_BEGIN_DECLS

#define IM_UNIT_ROOTS_BAD_FOLDER "units-folder" /* the code of its problems */

/**
 * im_unit_roots_add_folder:
 * @library: a library
 * @path: a folder
 * @said_by: what names it, for the message
 * @diagnostics: where problems go
 *
 * Adds a folder. If there is none, that is reported (`units-folder`).
 */
void im_unit_roots_add_folder (ImUnitLibrary *library,
                               const char *path,
                               const char *said_by,
                               ImDiagnostics *diagnostics);

/**
 * im_unit_roots_add_usual:
 * @library: a library
 * @diagnostics: where problems go
 *
 * Adds the folders that need not be named.
 */
void im_unit_roots_add_usual (ImUnitLibrary *library, ImDiagnostics *diagnostics);

/* Whether a file or folder is, or is below, that of the shipped units. */
gboolean im_unit_roots_is_shipped (const char *path);

/**
 * im_unit_roots_dup_shipped:
 *
 * Returns: (nullable): the folder of the shipped units
 */
char *im_unit_roots_dup_shipped (void);

/**
 * im_unit_roots_dup_references:
 * @name: a file
 *
 * Returns: (nullable): where it is among the references of the standard library, see
 *   im-stdlib.h
 */
char *im_unit_roots_dup_references (const char *name);

G_END_DECLS
