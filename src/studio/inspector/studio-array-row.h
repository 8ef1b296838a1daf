/* One input of a layer that no pipe reaches: the expression of the array that it is
 * given, such as the weights of a network, what that gives, and what is wrong with it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "document/state/im-document.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_ARRAY_ROW (studio_array_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioArrayRow,
                      studio_array_row,
                      STUDIO,
                      ARRAY_ROW,
                      AdwPreferencesRow)

/**
 * studio_array_row_is_for:
 * @document: a document
 * @layer: a layer
 * @parameter: a parameter of its unit
 *
 * Returns: whether it is an input that takes an array here: it is on no pipe, or is given
 *   one already. In a node graph a link gives it.
 */
gboolean studio_array_row_is_for (ImDocument *document,
                                  guint layer,
                                  const ImParameter *parameter);

/**
 * studio_array_row_new:
 * @document: a document
 * @layer: a layer
 * @input: an input of its unit, see studio_array_row_is_for()
 *
 * What is typed is set at once.
 *
 * Returns: a row
 */
GtkWidget *studio_array_row_new (ImDocument *document,
                                 guint layer,
                                 const ImParameter *input);

/* Renews the value. */
void studio_array_row_update (StudioArrayRow *row);

G_END_DECLS
