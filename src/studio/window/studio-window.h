/* The main window: pages in tabs, below one header bar.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "studio/page/studio-drafts.h"
#include "studio/units/studio-units.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_WINDOW (studio_window_get_type ())
G_DECLARE_FINAL_TYPE (StudioWindow, studio_window, STUDIO, WINDOW, AdwApplicationWindow)

/* Makes a window with a welcome. */
StudioWindow *studio_window_new (AdwApplication *application,
                                 StudioUnits *units,
                                 StudioDrafts *drafts);

/* Opens a file in a tab, shows the tab that it is open in, or says why it cannot be
 * opened;
 * @unit is the id of the unit of it that is shown, or NULL or empty for its main unit. */
void studio_window_open (StudioWindow *window, GFile *file, const char *unit);

/* Lets tabs with a file show it where it lies now. */
void studio_window_follow_file (StudioWindow *window, GFile *from, GFile *to);

/* The path of the file in the tab that is seen, or NULL. */
char *studio_window_dup_path (StudioWindow *window);

/* Shows the window, at first with the file that it is opening, if that is read soon. */
void studio_window_present_opened (StudioWindow *window);

/* Says what is wrong with drafts, until the user has read it. */
void studio_window_show_trouble (StudioWindow *window, const char *message);

G_END_DECLS
