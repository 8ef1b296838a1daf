/* Texts of elements that stand on lines of their own, indented as the file is.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns: a text without the blanks around it and the indentation of its lines. */
char *studio_indented_text_dup_plain (const char *text);

/* Returns: a plain text with the indentation and the blanks around it of another one. */
char *studio_indented_text_dup_like (const char *plain, const char *like);

G_END_DECLS
