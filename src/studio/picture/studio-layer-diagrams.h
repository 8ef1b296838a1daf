/* Diagrams of a layer: what it does to axes, and when it collects and gives what. Each is
 * drawn while it is folded out.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/state/im-document.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_LAYER_DIAGRAMS (studio_layer_diagrams_get_type ())
G_DECLARE_FINAL_TYPE (StudioLayerDiagrams,
                      studio_layer_diagrams,
                      STUDIO,
                      LAYER_DIAGRAMS,
                      GtkWidget)

GtkWidget *studio_layer_diagrams_new (void);

/**
 * studio_layer_diagrams_update:
 * @diagrams: diagrams
 * @document: a document, as it is now
 * @layer: a layer of it
 *
 * Follows a document. While it has errors the diagrams are hidden, and so is the timeline
 * of a layer that is no queue.
 */
void studio_layer_diagrams_update (StudioLayerDiagrams *diagrams,
                                   ImDocument *document,
                                   guint layer);

G_END_DECLS
