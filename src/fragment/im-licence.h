/* Licences: the SPDX tags of code files, as expressions.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

/**
 * im_licence_dup_expression:
 * @text: what stands behind a tag, such as `GPL-2.0-only WITH Classpath-exception-2.0`
 *
 * Parses a licence expression. Operators may be in lower case, too. Source: SPDX
 * Specification 2.3, annex D.
 *
 * Returns: (nullable): the expression, with single blanks and operators in upper case;
 * NULL if the text is none
 */
char *im_licence_dup_expression (const char *text);

/**
 * im_licence_collect:
 * @text: (array length=length): a code file
 * @length: number of bytes
 * @tags: (element-type utf8): gets what stands behind each tag of the file, in order and
 * once; its strings are freed with g_free()
 *
 * Finds the licence tags: a text to the end of the line, without the end of the comment
 * that it stands in.
 */
void im_licence_collect (const char *text, gsize length, GPtrArray *tags);

/**
 * im_licence_dup_all:
 * @tags: (element-type utf8): what several tags say
 * @is_expression: (out): whether the result is a licence expression
 *
 * Says what holds for a whole that is made of files with these tags: all of it. If one of
 * them is no expression, the result lists the tags as they are.
 *
 * Returns: (nullable): the text, NULL if there is no tag
 */
char *im_licence_dup_all (const GPtrArray *tags, gboolean *is_expression);

G_END_DECLS
