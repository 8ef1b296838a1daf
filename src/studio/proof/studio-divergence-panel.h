/* The comparison layer by layer, below the canvas: which builds are run side by side,
 * what was found of each layer, and the first one out of tolerance.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/session/studio-session.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DIVERGENCE_PANEL (studio_divergence_panel_get_type ())
G_DECLARE_FINAL_TYPE (StudioDivergencePanel,
                      studio_divergence_panel,
                      STUDIO,
                      DIVERGENCE_PANEL,
                      GtkWidget)

/* Shows the comparison of a session. */
void studio_divergence_panel_bind (StudioDivergencePanel *panel, StudioSession *session);

G_END_DECLS
