/* The inspector: the options of the selected layer, their expressions and values, and
 * what the layer gives.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/state/im-document.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_INSPECTOR (studio_inspector_get_type ())
G_DECLARE_FINAL_TYPE (StudioInspector, studio_inspector, STUDIO, INSPECTOR, GtkWidget)

/**
 * studio_inspector_show:
 * @inspector: an inspector
 * @document: (nullable): a document
 * @layer: a layer of it, or -1 for the pipeline as a whole
 * @trial: (nullable): of a unit that is no pipeline: what is tried on its page; not
 *   needed any more behind this
 *
 * Shows a layer. If it is the one that is shown already, the fields stay and their values
 * are renewed, so that the cursor stays where it is while somebody types.
 */
void studio_inspector_show (StudioInspector *inspector,
                            ImDocument *document,
                            gint layer,
                            ImUnitEvaluation *trial);

/**
 * studio_inspector_show_track:
 * @inspector: an inspector
 * @document: a document
 * @node: the number of a node for which studio_track_is_one() holds
 *
 * Shows what was recorded of a track of data or labels.
 */
void studio_inspector_show_track (StudioInspector *inspector,
                                  ImDocument *document,
                                  guint node);

/* Whether a document can say more of an input, output, option, expression or frame. */
gboolean studio_inspector_has_parameter (ImDocument *document, const char *name);

/* Shows what the pipeline says of an input, output, option, expression or frame, by its
 * name. */
void studio_inspector_show_parameter (StudioInspector *inspector,
                                      ImDocument *document,
                                      const char *name);

G_END_DECLS
