/* Diagrams: the pipeline, its shapes, memory and times as pictures, and what its layers
 * do to axes, to look at and to export.
 *
 * A picture is drawn when it is seen and the document has changed since.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/session/studio-session.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DIAGRAMS (studio_diagrams_get_type ())
G_DECLARE_FINAL_TYPE (StudioDiagrams, studio_diagrams, STUDIO, DIAGRAMS, GtkWidget)

/* Shows the document, and what the selected layer does to axes, if there is one. */
void studio_diagrams_bind (StudioDiagrams *diagrams, StudioSession *session);

G_END_DECLS
