/* The stack: the layers of a composite as cards, with what flows between them.
 *
 * Cards are reordered by their handles and by keys, and units of the library are dropped
 * between them. While something hovers over a place, the cards show which types would
 * result there and what would break. It is narrow enough for a window of 360 pixels.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/session/studio-session.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_STACK_VIEW (studio_stack_view_get_type ())
G_DECLARE_FINAL_TYPE (StudioStackView, studio_stack_view, STUDIO, STACK_VIEW, GtkWidget)

/* Shows the layers of the document, as soon as the stack is seen. */
void studio_stack_view_bind (StudioStackView *view, StudioSession *session);

G_END_DECLS
