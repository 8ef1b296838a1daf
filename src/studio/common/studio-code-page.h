/* A page of code: a text with colours, line numbers, search and tinted lines, or a
 * message where there is no code.
 *
 * A new text replaces only what differs from the old one, so that cursor and scroll stay.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtksourceview/gtksource.h>

#include "document/edit/im-text-change.h"
#include "studio/common/studio-code-lines.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_CODE_PAGE (studio_code_page_get_type ())
G_DECLARE_FINAL_TYPE (StudioCodePage, studio_code_page, STUDIO, CODE_PAGE, GtkWidget)

/* Sets the language of the colours, such as `xml`, and the name for screen readers. */
void studio_code_page_set_language (StudioCodePage *page,
                                    const char *language,
                                    const char *label);
void studio_code_page_set_editable (StudioCodePage *page, gboolean editable);

GtkTextView *studio_code_page_get_view (StudioCodePage *page);
GtkTextBuffer *studio_code_page_get_buffer (StudioCodePage *page);
char *studio_code_page_dup_text (StudioCodePage *page);

/* Shows a text. */
void studio_code_page_set_text (StudioCodePage *page, const char *text);

/**
 * studio_code_page_replace:
 * @page: a page
 * @change: what changes, in bytes of the text that is shown
 * @from: the place of the new part in @new_text
 * @new_text: a text that has the new part
 *
 * Replaces a part of the text; that cannot be undone in the page.
 */
void studio_code_page_replace (StudioCodePage *page,
                               const ImTextChange *change,
                               gsize from,
                               const char *new_text);

/* Shows a message instead of a text. */
void studio_code_page_say (StudioCodePage *page,
                           const char *title,
                           const char *description);

/**
 * studio_code_page_tint:
 * @page: a page
 * @lines: (array length=n_lines): what to tint
 * @n_lines: how many; 0 for none
 * @scrolls: whether to show the first of them
 *
 * Tints lines instead of those that were.
 */
void studio_code_page_tint (StudioCodePage *page,
                            const StudioCodeLines *lines,
                            guint n_lines,
                            gboolean scrolls);

/* Takes away what studio_code_page_mark() and studio_code_page_tell() have shown. */
void studio_code_page_clear_marks (StudioCodePage *page);

/**
 * studio_code_page_mark:
 * @page: a page
 * @line: from 1
 * @column: in characters, from 1
 * @length: in characters
 * @is_error: whether it is one, and not a warning or a hint
 *
 * Underlines a problem, at least one character.
 */
void studio_code_page_mark (StudioCodePage *page,
                            guint line,
                            guint column,
                            guint length,
                            gboolean is_error);

/* Says a problem in the margin of a line, from 1, below those that are said there. Errors
 * come first. */
void studio_code_page_tell (StudioCodePage *page,
                            guint line,
                            gboolean is_error,
                            const char *message);

/* Puts the cursor somewhere and shows the place; line and column from 1. */
void studio_code_page_go_to (StudioCodePage *page, guint line, guint column);

/* Opens the search. */
void studio_code_page_start_search (StudioCodePage *page);

G_END_DECLS
