/* The units that a window has: those of the studio, or of them and of the packages beside
 * a file. Their folders are watched: what changes there is read again in a thread.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "unit/im-unit-library.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_UNITS (studio_units_get_type ())
G_DECLARE_FINAL_TYPE (StudioUnits, studio_units, STUDIO, UNITS, GObject)

/* Those of the folders in the settings, which it follows, and those that are shipped. A
 * thread begins to read them; until then there are none. */
StudioUnits *studio_units_new (void);

/**
 * studio_units_new_beside:
 * @base: those of the studio
 * @path: a file
 * @library: what im_unit_library_new_beside() made for it
 *
 * Returns: (transfer full): the units of that file
 */
StudioUnits *studio_units_new_beside (StudioUnits *base,
                                      const char *path,
                                      ImUnitLibrary *library);

/**
 * studio_units_wait:
 * @units: units; any thread may call this but the one of the main loop
 *
 * Returns: (transfer full): what is there when it was read
 */
ImUnitLibrary *studio_units_wait (StudioUnits *units);

/* What is there now; it lives until there is another one, see #StudioUnits::changed. */
ImUnitLibrary *studio_units_get_library (StudioUnits *units);

G_END_DECLS
