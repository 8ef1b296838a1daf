/* Licences: the SPDX tags of code files, as expressions.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

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
 * Says what holds for a whole that is made of files with these tags: all of it. Operators
 * of an expression may be in lower case. If a tag is none, the result lists the tags as
 * they are. Source: SPDX Specification 2.3, annex D.
 *
 * Returns: (nullable): the text, NULL if there is no tag
 */
char *im_licence_dup_all (const GPtrArray *tags, gboolean *is_expression);

G_END_DECLS
