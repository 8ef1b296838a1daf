/* One option of a layer: its name, a control for its expression, and the value.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "document/im-document.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_OPTION_ROW (studio_option_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioOptionRow,
                      studio_option_row,
                      STUDIO,
                      OPTION_ROW,
                      AdwActionRow)

/**
 * studio_option_row_new:
 * @document: a document
 * @layer: a layer
 * @option: an option of its unit
 *
 * Options with choices have a list, truth values a switch, all others a field for an
 * expression. What is typed is set at once.
 *
 * Returns: a row
 */
GtkWidget *studio_option_row_new (ImDocument *document,
                                  guint layer,
                                  const ImParameter *option);

/* Renews the value. */
void studio_option_row_update (StudioOptionRow *row);

G_END_DECLS
