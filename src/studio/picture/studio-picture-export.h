/* Pictures into files: a dialog for name and format, then the file, made in a thread.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * studio_picture_export:
 * @widget: a widget of a window with toasts, which tell what came of it
 * @scene: (transfer full): what to write
 * @name: what the file is called unless another name is chosen, without its end
 *
 * Asks for a file and writes a picture to it: SVG, PDF or PNG, as the name ends, or as
 * the filter of the dialog says if it ends in neither.
 */
void studio_picture_export (GtkWidget *widget, ImScene *scene, const char *name);

G_END_DECLS
