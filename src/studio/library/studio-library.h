/* The library panel: all units as a tree by display path, a search over names, ids, tags
 * and documentation, and what the selected unit does.
 *
 * A unit can be dragged out as a text that is its id, or inserted by activating its row.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "unit/im-unit-library.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_LIBRARY (studio_library_get_type ())
G_DECLARE_FINAL_TYPE (StudioLibrary, studio_library, STUDIO, LIBRARY, GtkWidget)

/* Shows units; they must outlive the panel. */
void studio_library_set_units (StudioLibrary *library, ImUnitLibrary *units);

/* Puts the cursor into the search field. */
void studio_library_start_search (StudioLibrary *library);

G_END_DECLS
