/* How high a panel at the lower end of a pane is, remembered from one document to the
 * next one, and until the studio is started again.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * studio_panel_height_bind:
 * @paned: a vertical pane, whose end child is the panel; it gives room to the other one
 * @settings: where the height is
 * @key: of it, in logical pixels; 0 for what the panel asks for
 *
 * Gives the panel the height of the settings whenever it comes up, and keeps there what
 * the user makes of it. A window that becomes smaller is no wish of the user.
 */
void studio_panel_height_bind (GtkPaned *paned, GSettings *settings, const char *key);

G_END_DECLS
