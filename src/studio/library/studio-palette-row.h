/* A row of the palette: a unit, where it stands in the library, and what forbids it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "unit/im-unit.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_PALETTE_ROW (studio_palette_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioPaletteRow,
                      studio_palette_row,
                      STUDIO,
                      PALETTE_ROW,
                      GtkWidget)

GtkWidget *studio_palette_row_new (void);

/**
 * studio_palette_row_set_unit:
 * @row: a row
 * @unit: a unit
 * @problem: (nullable): the contract that does not hold, which dims the row
 *
 * Shows a unit.
 */
void studio_palette_row_set_unit (StudioPaletteRow *row,
                                  const ImUnit *unit,
                                  const char *problem);

G_END_DECLS
