/* Another id for a unit of a package, another name for one of its parameters, or another
 * folder for the files of a unit: a form that shows all lines that change, and all files
 * that go elsewhere, before it changes them.
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

/**
 * studio_rename_present_move:
 * @parent: the window in front of which it opens
 * @folder: the folder of a package
 * @id: the id of a unit in it
 * @file: its unit file
 *
 * Shows the form for another folder, which is typed from that of the package, as
 * studio_rename_present().
 *
 * Returns: (transfer none): the form
 */
StudioRename *studio_rename_present_move (GtkWindow *parent,
                                          const char *folder,
                                          const char *id,
                                          const char *file);

G_END_DECLS
