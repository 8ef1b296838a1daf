/* The preferences: what holds for all windows and stays when the studio ends.
 *
 * Every control writes its key of the settings at once; there is nothing to apply.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_PREFERENCES (studio_preferences_get_type ())
G_DECLARE_FINAL_TYPE (StudioPreferences,
                      studio_preferences,
                      STUDIO,
                      PREFERENCES,
                      AdwPreferencesWindow)

/**
 * studio_preferences_present:
 * @parent: (nullable): the window in front of which the preferences appear
 *
 * Shows the preferences.
 */
void studio_preferences_present (GtkWindow *parent);

G_END_DECLS
