/* The inputs, outputs, options and expressions of a pipeline, each with a button that
 * shows what is said of it and one that removes it, and a button that adds one.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/state/im-document-graph.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_PARAMETER_LIST (studio_parameter_list_get_type ())
G_DECLARE_FINAL_TYPE (StudioParameterList,
                      studio_parameter_list,
                      STUDIO,
                      PARAMETER_LIST,
                      GtkWidget)

GtkWidget *studio_parameter_list_new (ImDocument *document);

/* Shows what the document has now. */
void studio_parameter_list_update (StudioParameterList *list);

G_END_DECLS
