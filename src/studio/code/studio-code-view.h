/* The code of a document: its file, the code files of its units, which can be edited too,
 * the C and Python of the selected layer as it is put together, and the firmware of the
 * whole pipeline.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/session/studio-session.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_CODE_VIEW (studio_code_view_get_type ())
G_DECLARE_FINAL_TYPE (StudioCodeView, studio_code_view, STUDIO, CODE_VIEW, GtkWidget)

/* Shows the document, and the code of the layer that is selected. Where the cursor is put
 * into the code of another one, that is selected. */
void studio_code_view_bind (StudioCodeView *view, StudioSession *session);

/* Shows a place of the file: line and column from 1. */
void studio_code_view_show_place (StudioCodeView *view, guint line, guint column);

/* The same of a code file of the document. */
void studio_code_view_show_code (StudioCodeView *view,
                                 const char *name,
                                 guint line,
                                 guint column);

/**
 * studio_code_view_flush:
 * @view: a view
 *
 * Makes what was typed the document without waiting for a pause.
 *
 * Returns: FALSE if there is a text that cannot be read, which is not in the document
 */
gboolean studio_code_view_flush (StudioCodeView *view);

/* Puts a text in the place of that of the file, as if it were typed. */
void studio_code_view_type (StudioCodeView *view, const char *text);

G_END_DECLS
