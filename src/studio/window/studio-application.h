/* The application: one process for all windows.
 *
 * A second launch hands its files to the first one over D-Bus, and the desktop starts the
 * application by its D-Bus name. The application owns the unit library and the settings
 * that all windows share, and the actions `app.*`: new window, quit, about.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_APPLICATION (studio_application_get_type ())
G_DECLARE_FINAL_TYPE (StudioApplication,
                      studio_application,
                      STUDIO,
                      APPLICATION,
                      AdwApplication)

/**
 * studio_application_new:
 *
 * Makes the application; g_application_run() gives it the command line
 * `imaginet-studio [--new-window] [--version] [FILE…]`.
 *
 * Returns: (transfer full): the application
 */
StudioApplication *studio_application_new (void);

G_END_DECLS
