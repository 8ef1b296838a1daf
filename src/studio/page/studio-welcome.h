/* The page that a window begins with: new pipelines, files that were open, examples.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_WELCOME (studio_welcome_get_type ())

/* The signal `opened` has the GFile that somebody wants to open. */
G_DECLARE_FINAL_TYPE (StudioWelcome, studio_welcome, STUDIO, WELCOME, GtkWidget)

G_END_DECLS
