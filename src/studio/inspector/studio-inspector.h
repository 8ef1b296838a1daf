/* The inspector: the options of the selected layer, their expressions and values, and
 * what the layer gives.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/session/studio-session.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_INSPECTOR (studio_inspector_get_type ())
G_DECLARE_FINAL_TYPE (StudioInspector, studio_inspector, STUDIO, INSPECTOR, GtkWidget)

/* Shows what is selected in a session, or the document as a whole. */
void studio_inspector_bind (StudioInspector *inspector, StudioSession *session);

G_END_DECLS
