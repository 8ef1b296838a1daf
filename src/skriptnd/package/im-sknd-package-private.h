/* What the files of a package share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/package/im-sknd-package.h"

G_BEGIN_DECLS

struct _ImSkndPackage
{
  GRecMutex lock;
  char *folder;
  char *library;
  GPtrArray *files;       /* that are no modules */
  GPtrArray *added;       /* these, and modules that were added, too */
  GHashTable *modules;    /* name to file, or to NULL while it is read */
  GHashTable *signatures; /* definition to signature, or to NULL */
  GHashTable *bodies;     /* signatures, of which what they compute is fine */
  GPtrArray *importing;   /* names of modules, each imported by the one before */
};

/* An operator of a module of the package, looked at once; NULL if it has errors. The lock
 * is held. */
ImSkndSignature *im_sknd_package_get_signature (ImSkndPackage *package,
                                                const ImSkndFile *file,
                                                const ImSkndDefinition *definition,
                                                ImDiagnostics *diagnostics);

/**
 * im_sknd_package_find_definition:
 * @package: a package, whose lock is held
 * @file: (inout): a module of it; the module of what is found
 * @name: an operator of @file, or of what it imports
 *
 * Returns: (transfer none) (nullable): what is called so, right or wrong
 */
const ImSkndDefinition *im_sknd_package_find_definition (ImSkndPackage *package,
                                                         const ImSkndFile **file,
                                                         const char *name);

G_END_DECLS
