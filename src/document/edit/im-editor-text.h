/* The text of a file as an editor has it: lines end with LF. What the editor changes is
 * written with the line ends of the file; all other bytes stay.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/edit/im-text-change.h"

G_BEGIN_DECLS

/**
 * im_editor_text_dup:
 * @text: UTF-8
 * @length: its bytes
 *
 * Returns: the text with LF where it has CR LF; a CR alone stays
 */
char *im_editor_text_dup (const char *text, gsize length);

/**
 * im_editor_text_get_newline:
 * @text: the text of a file
 *
 * Returns: how its first line ends, LF if it has one line
 */
const char *im_editor_text_get_newline (const char *text);

/**
 * im_editor_text_apply:
 * @text: the text of a file
 * @editor_text: the changed one of an editor
 * @change: how that differs from what im_editor_text_dup() gives of @text
 * @newline: how new lines end
 *
 * Returns: (transfer full): the changed text of the file
 */
GString *im_editor_text_apply (const char *text,
                               const char *editor_text,
                               const ImTextChange *change,
                               const char *newline);

G_END_DECLS
