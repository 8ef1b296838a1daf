/* Files that import each other: a module is a file of a folder, or of the library.
 *
 * A module of the folder hides one of the library that has the same name. Each is read
 * once, each of its operators checked once. Threads may share a package.
 *
 * Source: NNEF 2.0, "Modules".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/signature/im-sknd-signature.h"

G_BEGIN_DECLS

typedef struct _ImSkndPackage ImSkndPackage;

/**
 * im_sknd_package_new:
 * @folder: (nullable): where modules are looked for first
 * @library: (nullable): where they are looked for then
 *
 * Returns: (transfer full): a package without modules
 */
ImSkndPackage *im_sknd_package_new (const char *folder, const char *library);

ImSkndPackage *im_sknd_package_ref (ImSkndPackage *package);
void im_sknd_package_unref (ImSkndPackage *package);

/* The folder of the operators that SkriptND calls its standard library, or NULL. */
char *im_sknd_package_dup_library (void);

/**
 * im_sknd_package_add:
 * @package: a package
 * @source: a text
 * @diagnostics: what is wrong with it
 *
 * Returns: (transfer none) (nullable): the text as a module that nothing imports, with
 * all that it imports; NULL after an error
 */
const ImSkndFile *im_sknd_package_add (ImSkndPackage *package,
                                       ImSource *source,
                                       ImDiagnostics *diagnostics);

/**
 * im_sknd_package_import:
 * @package: a package
 * @name: a module, such as `nn` or `my.layers`
 * @diagnostics: gets an error of code `module`
 *
 * Returns: (transfer none) (nullable): the module; NULL after an error, or without one if
 * there is no such file
 */
const ImSkndFile *im_sknd_package_import (ImSkndPackage *package,
                                          const char *name,
                                          ImDiagnostics *diagnostics);

/**
 * im_sknd_package_find:
 * @package: a package
 * @file: a module of it
 * @name: an operator of @file, such as `conv`, or of what it imports, such as `nn.conv`
 * @diagnostics: gets what is wrong with the operator
 * @problem: (out) (nullable): why there is none, if nothing is wrong with it
 * @nearest: (out) (nullable): what may have been meant then
 *
 * Returns: (transfer none) (nullable): the operator
 */
const ImSkndSignature *im_sknd_package_find (ImSkndPackage *package,
                                             const ImSkndFile *file,
                                             const char *name,
                                             ImDiagnostics *diagnostics,
                                             char **problem,
                                             const char **nearest);

/**
 * im_sknd_package_check:
 * @package: a package
 * @signature: an operator of it
 * @diagnostics: gets what is wrong with what it computes
 *
 * Returns: whether nothing is
 */
gboolean im_sknd_package_check (ImSkndPackage *package,
                                const ImSkndSignature *signature,
                                ImDiagnostics *diagnostics);

/**
 * im_sknd_package_check_all:
 * @package: a package
 * @diagnostics: gets what is wrong with its operators and graphs, and with what they
 * compute; those that come from the library are left out
 *
 * Returns: how many operators and graphs there are
 */
guint im_sknd_package_check_all (ImSkndPackage *package, ImDiagnostics *diagnostics);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImSkndPackage, im_sknd_package_unref)

G_END_DECLS
