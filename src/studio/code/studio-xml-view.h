/* The text of the document's file, to be edited.
 *
 * What is typed becomes the document after a short pause. A text that cannot be read
 * stays in the view, with what is wrong, while the document stays what it was; changes
 * from elsewhere are put into it unless they touch what was typed.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/state/im-document.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_XML_VIEW (studio_xml_view_get_type ())
G_DECLARE_FINAL_TYPE (StudioXmlView, studio_xml_view, STUDIO, XML_VIEW, GtkWidget)

/* Shows a document as it is now. */
void studio_xml_view_update (StudioXmlView *view, ImDocument *document);

/* Tints the lines of a layer; -1 for none. */
void studio_xml_view_select (StudioXmlView *view, gint layer);

/**
 * studio_xml_view_flush:
 * @view: a view
 *
 * Makes what was typed the document without waiting for a pause.
 *
 * Returns: FALSE if the text cannot be read
 */
gboolean studio_xml_view_flush (StudioXmlView *view);

/* Puts the cursor at a line and column, from 1. */
void studio_xml_view_show_place (StudioXmlView *view, guint line, guint column);

/* Opens the search. */
/* Puts a text in the place of that of the document, as if it were typed. */
void studio_xml_view_type (StudioXmlView *view, const char *text);
void studio_xml_view_start_search (StudioXmlView *view);

G_END_DECLS
