/* Diagrams: the pipeline, its shapes, memory and times as pictures, and what its layers
 * do to axes, to look at and to export.
 *
 * A picture is drawn when it is seen and the document has changed since.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/im-document.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DIAGRAMS (studio_diagrams_get_type ())
G_DECLARE_FINAL_TYPE (StudioDiagrams, studio_diagrams, STUDIO, DIAGRAMS, GtkWidget)

/* Shows a document, or what it has become; nothing if it is NULL. */
void studio_diagrams_update (StudioDiagrams *diagrams, ImDocument *document);

/* Shows what this layer does to axes instead of all layers, if it is not negative. */
void studio_diagrams_select (StudioDiagrams *diagrams, gint layer);

G_END_DECLS
