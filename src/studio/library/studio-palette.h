/* The palette: finds a unit by typing a few of its letters.
 *
 * Units that were used last come first, better answers before weaker ones. If it is known
 * what the unit shall take, those whose contracts hold come first and the others say
 * which contract does not.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "studio/units/studio-units.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_PALETTE (studio_palette_get_type ())
G_DECLARE_FINAL_TYPE (StudioPalette, studio_palette, STUDIO, PALETTE, AdwWindow)

/**
 * studio_palette_new:
 * @parent: the window that it stands in front of
 * @units: the units, which it follows
 *
 * The signal `chosen` has the id of a unit; the palette closes then, as it does without a
 * choice.
 *
 * Returns: a new palette; gtk_window_present() shows it
 */
StudioPalette *studio_palette_new (GtkWindow *parent, StudioUnits *units);

/**
 * studio_palette_set_source:
 * @palette: a palette
 * @source: (nullable): what the unit shall take, NULL if that does not matter
 *
 * Lets units whose contracts hold for a tensor type come first.
 */
void studio_palette_set_source (StudioPalette *palette, const ImTensorType *source);

G_END_DECLS
