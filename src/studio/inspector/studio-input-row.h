/* Rows that show the type, shape and rate of an input of the pipeline and change them.
 *
 * A type is typed as on the command line, such as `float32[?,3]@16000`. It is taken over
 * with Enter or the button; what is wrong with it stands in a row below.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "document/change/im-document-input.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_INPUT_ROW (studio_input_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioInputRow, studio_input_row, STUDIO, INPUT_ROW, AdwEntryRow)

/**
 * studio_input_row_new:
 * @document: a document that shows its main unit
 * @name: an input of it
 *
 * Returns: a row; the one of studio_input_row_get_message() belongs below it
 */
GtkWidget *studio_input_row_new (ImDocument *document, const char *name);

/* The row with what is wrong, hidden as long as nothing is. */
GtkWidget *studio_input_row_get_message (StudioInputRow *row);

/* Shows the type that the document has now, unless another one is being typed. */
void studio_input_row_update (StudioInputRow *row);

G_END_DECLS
