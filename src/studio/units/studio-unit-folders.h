/* The folders of units that the user has added, which the settings keep.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STUDIO_UNIT_FOLDERS_KEY "unit-folders"

/* Lets the user choose a folder, which is added behind the others. */
void studio_unit_folders_choose (GtkWindow *parent);

void studio_unit_folders_remove (const char *path);

/**
 * studio_unit_folders_add_package:
 * @path: a unit file
 * @beside: (nullable): the file that somebody works on
 *
 * Has a new unit found: adds its folder, unless it is in one that was added, or among the
 * packages beside the other file.
 */
void studio_unit_folders_add_package (const char *path, const char *beside);

G_END_DECLS
