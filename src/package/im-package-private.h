/* What collecting a package and reading one have in common: its package.ini.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "package/im-package.h"

G_BEGIN_DECLS

ImPackage *im_package_new (void);
void im_package_add_unit (ImPackage *package, const char *id, const char *path);

/**
 * im_package_look:
 * @folder: a folder
 * @diagnostics: where problems go: those of im_package_collect()
 *
 * Reads all files of a folder and what it says of itself, however much is wrong.
 *
 * Returns: (transfer full): a package with notes and files, without units
 */
ImPackage *im_package_look (const char *folder, ImDiagnostics *diagnostics);

/**
 * im_package_manifest_parse:
 * @bytes: the text of a package.ini
 * @error: return location for an [error@Im.PackageError]: MANIFEST
 *
 * Returns: (nullable): its groups, comments among them
 */
GKeyFile *im_package_manifest_parse (GBytes *bytes, GError **error);

/* Takes from @manifest what @notes do not have. */
void im_package_notes_fill (ImPackageNotes *notes, GKeyFile *manifest);

/* Makes @manifest that of a package, and adds it to its files. */
void im_package_manifest_add (ImPackage *package, GKeyFile *manifest);

/* Compares all files with what @manifest says of them, and takes the units. */
gboolean im_package_manifest_verify (ImPackage *package,
                                     GKeyFile *manifest,
                                     GError **error);

G_END_DECLS
