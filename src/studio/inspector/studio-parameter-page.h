/* What a pipeline says of one of its inputs, outputs, options or expressions: rows that
 * show it and change it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/state/im-document-graph.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_PARAMETER_PAGE (studio_parameter_page_get_type ())
G_DECLARE_FINAL_TYPE (StudioParameterPage,
                      studio_parameter_page,
                      STUDIO,
                      PARAMETER_PAGE,
                      GtkWidget)

/**
 * studio_parameter_page_can_show:
 * @document: a document
 * @name: a name
 *
 * Returns: whether the unit that is shown has an input, output, option or expression of
 *   that name, and can say more of it
 */
gboolean studio_parameter_page_can_show (ImDocument *document, const char *name);

GtkWidget *studio_parameter_page_new (ImDocument *document, const char *name);

/* Shows what the document has now; returns FALSE if other rows are needed for that. */
gboolean studio_parameter_page_update (StudioParameterPage *page);

/* What users call it, and what it is. */
const char *studio_parameter_page_get_title (ImDocument *document, const char *name);
const char *studio_parameter_page_get_kind (ImDocument *document, const char *name);

G_END_DECLS
