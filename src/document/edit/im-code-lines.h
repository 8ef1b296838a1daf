/* Lines of code, numbered from 1, as scripts of edits name them.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint im_code_lines_count (const char *text);

/**
 * im_code_lines_read:
 * @lines: `5`, `5-8`, `5-4` for none in front of the fifth, or `all`
 * @n: how many there are
 * @first: (out): the first line
 * @end: (out): the first line behind them
 *
 * Returns: whether there are such lines
 */
gboolean im_code_lines_read (const char *lines, guint n, guint *first, guint *end);

/**
 * im_code_lines_replace:
 * @text: lines
 * @first: the first line to replace
 * @end: the first one behind them
 * @lines: (nullable): what takes their place, without the last line end; NULL for nothing
 *
 * Returns: (transfer full): the text with other lines
 */
char *im_code_lines_replace (const char *text, guint first, guint end, const char *lines);

/**
 * im_code_lines_dup_edit:
 * @file: the name of a code file
 * @before: its text
 * @after: its text from then on
 *
 * Returns: (nullable): the edit IM_EDIT_CODE that makes @after of @before, as a line of a
 *   script; NULL if no lines say it, such as one without an end
 */
char *im_code_lines_dup_edit (const char *file, const char *before, const char *after);

G_END_DECLS
