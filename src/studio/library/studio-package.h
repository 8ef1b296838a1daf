/* The package of a document in a window of its own: what it says of itself, its units and
 * files, what git says of them, and what is wrong.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_PACKAGE (studio_package_get_type ())
G_DECLARE_FINAL_TYPE (StudioPackage, studio_package, STUDIO, PACKAGE, AdwWindow)

/* The folder of the package that a file is in: the next one around it that has a
 * manifest, or else its own. */
char *studio_package_dup_folder (const char *file);

/**
 * studio_package_present:
 * @parent: the window in front of which it opens
 * @file: a file of the package: the folder shown is the nearest one around it with a
 * package.ini, or else its own
 *
 * Opens the window; the folder is read in a thread. The signal `open-file` says which
 * file was chosen in it.
 *
 * Returns: (transfer none): the window
 */
StudioPackage *studio_package_present (GtkWindow *parent, const char *file);

G_END_DECLS
