/* A small picture of the whole canvas, with what is seen of it. Dragging in it scrolls,
 * the wheel zooms.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "studio/canvas/studio-canvas.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_MINIMAP (studio_minimap_get_type ())
G_DECLARE_FINAL_TYPE (StudioMinimap, studio_minimap, STUDIO, MINIMAP, GtkWidget)

/* Shows a canvas, and what is selected on it; hides while all of it can be seen, and goes
 * to a corner where it covers no node, if there is one. */
void studio_minimap_bind (StudioMinimap *minimap,
                          StudioSession *session,
                          StudioCanvas *canvas);

G_END_DECLS
