/* A field for an expression, with a list of what may stand at the cursor.
 *
 * The list opens while somebody types and on Ctrl+Space; the arrow keys choose, Enter or
 * Tab insert, Escape closes. The focus stays in the field.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/state/im-document.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_EXPRESSION_ENTRY (studio_expression_entry_get_type ())
G_DECLARE_FINAL_TYPE (StudioExpressionEntry,
                      studio_expression_entry,
                      STUDIO,
                      EXPRESSION_ENTRY,
                      GtkWidget)

/**
 * studio_expression_entry_new:
 * @document: a document: the parameters of its unit are in scope
 * @name: what a screen reader calls it
 *
 * Returns: a field; its signal `changed` says that the user has changed the text
 */
GtkWidget *studio_expression_entry_new (ImDocument *document, const char *name);

/* Shows a text. The cursor stays where it is if it is the same. */
void studio_expression_entry_set_text (StudioExpressionEntry *entry, const char *text);
const char *studio_expression_entry_get_text (StudioExpressionEntry *entry);
void studio_expression_entry_set_placeholder (StudioExpressionEntry *entry,
                                              const char *text);

/* Marks the text as wrong, also for screen readers. */
void studio_expression_entry_set_invalid (StudioExpressionEntry *entry,
                                          gboolean is_invalid);

G_END_DECLS
