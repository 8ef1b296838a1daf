/* “Try It”: what the C and the Python of a unit make of numbers, side by side.
 *
 * Code runs only once somebody has asked for it, and then again after each edit, with
 * texts that are not saved, until that is switched off.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "studio/session/studio-session.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_UNIT_TRYOUT (studio_unit_tryout_get_type ())
G_DECLARE_FINAL_TYPE (StudioUnitTryout,
                      studio_unit_tryout,
                      STUDIO,
                      UNIT_TRYOUT,
                      GtkWidget)

GtkWidget *studio_unit_tryout_new (void);

/**
 * studio_unit_tryout_update:
 * @view: a view
 * @session: what is tried, and of which unit
 *
 * Shows which inputs can be typed, and runs the unit again in a moment, if it is to run.
 */
void studio_unit_tryout_update (StudioUnitTryout *view, StudioSession *session);

G_END_DECLS
