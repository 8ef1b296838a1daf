/* Rows that show what a pipeline says of an input, output, option or expression, such as
 * a default, and change it.
 *
 * What is typed is taken over with Enter or the button; what is wrong with it stands in a
 * row below.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "document/state/im-document-graph.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_PROPERTY_ROW (studio_property_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioPropertyRow,
                      studio_property_row,
                      STUDIO,
                      PROPERTY_ROW,
                      AdwEntryRow)

/**
 * studio_property_row_new:
 * @document: a document
 * @name: an input, output, option or frame of the shown unit, or an expression node
 * @property: one of im_edit_properties
 * @title: what the row is called
 *
 * Returns: a row; the one of studio_property_row_get_message() belongs below it
 */
GtkWidget *studio_property_row_new (ImDocument *document,
                                    const char *name,
                                    const char *property,
                                    const char *title);

/* The row with what is wrong, hidden as long as nothing is. */
GtkWidget *studio_property_row_get_message (StudioPropertyRow *row);

/* Shows what the document has now. */
void studio_property_row_update (StudioPropertyRow *row);

/* Changes a property; an empty text takes away what can be missing. */
gboolean studio_property_apply (ImDocument *document,
                                const char *name,
                                const char *property,
                                const char *text,
                                GError **error);

/* What the document says of it; empty for nothing. */
char *studio_property_dup_text (ImDocument *document,
                                const char *name,
                                const char *property);

/* The expression node of that name in the shown unit, or NULL. */
const ImGraphNode *studio_property_find_expression (ImDocument *document,
                                                    const char *name);

G_END_DECLS
