/* A row of the library: a folder, or a unit that can be dragged out or has a menu.
 *
 * The drag carries the id of the unit as a text. The menu activates the actions
 * `library.insert` and `library.open-unit` with the id.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/units/studio-unit-item.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_LIBRARY_ROW (studio_library_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioLibraryRow,
                      studio_library_row,
                      STUDIO,
                      LIBRARY_ROW,
                      GtkWidget)

GtkWidget *studio_library_row_new (void);

/**
 * studio_library_row_set_item:
 * @row: a row
 * @item: what it stands for
 * @tree_row: (nullable): its place in the tree, NULL in a list of what was found, where
 *   the row says where the unit stands in the library
 *
 * Shows a folder or a unit.
 */
void studio_library_row_set_item (StudioLibraryRow *row,
                                  StudioUnitItem *item,
                                  GtkTreeListRow *tree_row);

/* Shows the menu of a unit, at a place of the row or NULL for below it. */
void studio_library_row_show_menu (StudioLibraryRow *row, const GdkRectangle *at);

G_END_DECLS
