/* Whether the code that a program runs may be run here.
 *
 * Where a sandbox confines it, any code may. Where none does, only that of shipped units
 * and of folders that the user trusts.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"
#include "unit/im-unit-library.h"

G_BEGIN_DECLS

/**
 * im_package_trust_list_missing:
 * @program: a program
 * @library: where its units are
 *
 * Lists the folders whose trust is needed to run the program: for each unit with code the
 * folder of the library that it is in, which is that of its package.
 *
 * Returns: (element-type filename): the folders, none if a sandbox confines the program
 */
GPtrArray *im_package_trust_list_missing (const ImProgram *program,
                                          ImUnitLibrary *library);

/**
 * im_package_trust_check:
 * @program: a program
 * @library: where its units are
 * @error: return location for an [error@Im.TrustError]: UNTRUSTED
 *
 * Returns: whether it may be run
 */
gboolean im_package_trust_check (const ImProgram *program,
                                 ImUnitLibrary *library,
                                 GError **error);

/**
 * im_package_trust_check_files:
 * @paths: (element-type filename): files of code
 * @library: where they are
 * @error: return location for an [error@Im.TrustError]: UNTRUSTED
 *
 * The same for code that no program runs, such as tests.
 *
 * Returns: whether all of it may be run
 */
gboolean im_package_trust_check_files (const GPtrArray *paths,
                                       ImUnitLibrary *library,
                                       GError **error);

/**
 * im_package_trust_add_all:
 * @library: a library
 * @error: return location for an error of im_trust_add()
 *
 * Trusts all folders of a library but the shipped one.
 *
 * Returns: whether they are trusted
 */
gboolean im_package_trust_add_all (ImUnitLibrary *library, GError **error);

G_END_DECLS
