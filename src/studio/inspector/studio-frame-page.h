/* What a frame of a graph says: its title, its color and its note.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/state/im-document.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_FRAME_PAGE (studio_frame_page_get_type ())
G_DECLARE_FINAL_TYPE (StudioFramePage, studio_frame_page, STUDIO, FRAME_PAGE, GtkWidget)

/* Rows for the frame of that name. */
GtkWidget *studio_frame_page_new (ImDocument *document, const char *name);

/* Shows what the document has now; what is being typed stays. Returns FALSE if the frame
 * is gone. */
gboolean studio_frame_page_update (StudioFramePage *self);

G_END_DECLS
