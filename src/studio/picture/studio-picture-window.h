/* A window with one picture to look around in.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * studio_picture_window_present:
 * @parent: the window in front of which it appears
 * @scene: (transfer full): what it shows; its title is that of the window
 *
 * Shows a picture at its own size; it can be scrolled and zoomed. Escape closes
 * the window.
 */
void studio_picture_window_present (GtkWindow *parent, ImScene *scene);

G_END_DECLS
