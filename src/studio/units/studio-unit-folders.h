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

G_END_DECLS
