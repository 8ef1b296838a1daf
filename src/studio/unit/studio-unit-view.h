/* A unit that is no pipeline, as a page to read, to try and to correct.
 *
 * Inputs and options have fields for a trial; what they make of outputs, contracts and
 * implementations stands beside these. Texts of the unit can be changed in place.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "studio/session/studio-session.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_UNIT_VIEW (studio_unit_view_get_type ())
G_DECLARE_FINAL_TYPE (StudioUnitView, studio_unit_view, STUDIO, UNIT_VIEW, GtkWidget)

/* Shows the unit that the document shows, unless that is a pipeline. */
void studio_unit_view_bind (StudioUnitView *view, StudioSession *session);

G_END_DECLS
