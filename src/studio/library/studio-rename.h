/* Another id for a unit of a package, or another name for one of its parameters: a form
 * that shows all lines that change, and all files that get other names, before it changes
 * them.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_RENAME (studio_rename_get_type ())
G_DECLARE_FINAL_TYPE (StudioRename, studio_rename, STUDIO, RENAME, AdwWindow)

/**
 * studio_rename_present:
 * @parent: the window in front of which it opens
 * @folder: the folder of a package
 * @id: the id of a unit in it
 * @parameter: (nullable): a parameter of the unit that gets another name instead
 *
 * Shows the form. Files of the package change, and of the folders with units that the
 * user has added. The signal `renamed` says that they have.
 *
 * Returns: (transfer none): the form
 */
StudioRename *studio_rename_present (GtkWindow *parent,
                                     const char *folder,
                                     const char *id,
                                     const char *parameter);

G_END_DECLS
