/* A field for the path of a folder, which can be chosen instead of typed.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * studio_folder_chooser_present:
 * @field: has the path of a folder
 * @title: of the dialog
 *
 * Lets the user choose another folder in front of the window of the field, which gets its
 * path.
 */
void studio_folder_chooser_present (GtkEditable *field, const char *title);

G_END_DECLS
