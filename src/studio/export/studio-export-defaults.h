/* What an export begins with, in the preferences: symbols, files, targets, and how far C
 * and Python may be apart.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_EXPORT_DEFAULTS (studio_export_defaults_get_type ())
G_DECLARE_FINAL_TYPE (StudioExportDefaults,
                      studio_export_defaults,
                      STUDIO,
                      EXPORT_DEFAULTS,
                      AdwPreferencesGroup)

G_END_DECLS
