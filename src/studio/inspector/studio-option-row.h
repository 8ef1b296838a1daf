/* One option of a layer: its name, a control for its value or an expression, what the
 * expression gives, and what is wrong with it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "document/state/im-document.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_OPTION_ROW (studio_option_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioOptionRow,
                      studio_option_row,
                      STUDIO,
                      OPTION_ROW,
                      AdwPreferencesRow)

/**
 * studio_option_row_new:
 * @document: a document
 * @layer: a layer
 * @option: an option of its unit
 *
 * What is typed or chosen is set at once. In a stack the control can be exchanged for a
 * field for an expression; it is one already if the file has more than a plain value. In
 * a node graph an option has a plain value, or is set by a pipe.
 *
 * Returns: a row
 */
GtkWidget *studio_option_row_new (ImDocument *document,
                                  guint layer,
                                  const ImOption *option);

/* Renews the value. */
void studio_option_row_update (StudioOptionRow *row);

G_END_DECLS
