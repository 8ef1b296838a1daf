/* The outline: a table of all layers, for keyboard and screen readers.
 *
 * Its rows can be given everything that the nodes of the canvas can: the actions are
 * those of the window, and the selection is shared.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/session/studio-session.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_OUTLINE (studio_outline_get_type ())
G_DECLARE_FINAL_TYPE (StudioOutline, studio_outline, STUDIO, OUTLINE, GtkWidget)

/* Shows the layers of the document, as soon as the table is seen. */
void studio_outline_bind (StudioOutline *outline, StudioSession *session);

G_END_DECLS
