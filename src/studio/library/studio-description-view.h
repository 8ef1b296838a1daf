/* The description of a unit as widgets: headings, paragraphs, formulas and figures.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "unit/im-unit.h"

G_BEGIN_DECLS

/**
 * studio_description_new_label:
 * @markup: Pango markup
 * @css_class: (nullable): a style
 *
 * Returns: (transfer floating): a label of several lines whose text can be selected
 */
GtkWidget *studio_description_new_label (const char *markup, const char *css_class);

/* A heading between the parts of a description. */
GtkWidget *studio_description_new_heading (const char *text);

/**
 * studio_description_add:
 * @box: a vertical box
 * @unit: a unit
 *
 * Appends the description of @unit to @box; figures are read from the folder of its file.
 */
void studio_description_add (GtkBox *box, const ImUnit *unit);

G_END_DECLS
