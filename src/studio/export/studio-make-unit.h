/* A unit of what is selected, in a file of its own: a form that asks how it is called,
 * where it goes, and which options of the layers are its options.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "document/state/im-document-graph.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_MAKE_UNIT (studio_make_unit_get_type ())
G_DECLARE_FINAL_TYPE (StudioMakeUnit, studio_make_unit, STUDIO, MAKE_UNIT, AdwWindow)

/**
 * studio_make_unit_present:
 * @parent: the window in front of which it appears
 * @document: the document that the nodes are of
 * @nodes: (array length=n_nodes): numbers of nodes; of a stack layers that stand behind
 *   each other
 * @n_nodes: their number
 *
 * Shows the form. The signal `written` says that there is a unit file, and has its path:
 * who hears it lets the document find the unit. Then the nodes are replaced by one, as
 * one step, and the signal `made` says so; where the unit is not found, its file is
 * removed again.
 *
 * Returns: (transfer none): the form
 */
StudioMakeUnit *studio_make_unit_present (GtkWindow *parent,
                                          ImDocument *document,
                                          const guint *nodes,
                                          guint n_nodes);

G_END_DECLS
