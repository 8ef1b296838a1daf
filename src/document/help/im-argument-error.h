/* What is wrong in an expression that is being typed, with a caret below the place.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document.h"

G_BEGIN_DECLS

/**
 * im_argument_error_dup:
 * @document: a document
 * @layer: a layer
 * @option: an option that the file sets
 * @caret: (out) (optional) (nullable): the expression and below it carets under the part
 *   that is wrong, for a monospace font; NULL if it is one that spans lines
 *
 * Returns: (nullable): the first message about the expression, NULL if there is none
 */
char *im_argument_error_dup (ImDocument *document,
                             guint layer,
                             const char *option,
                             char **caret);

/**
 * im_argument_error_dup_refused:
 * @document: a document
 * @layer: a layer
 * @option: an option of its unit
 * @text: (nullable): an expression that a graph did not take for it
 * @caret: (out) (nullable): as for im_argument_error_dup()
 *
 * Returns: (nullable): why it is refused, NULL if not because of the text
 */
char *im_argument_error_dup_refused (ImDocument *document,
                                     guint layer,
                                     const char *option,
                                     const char *text,
                                     char **caret);

/**
 * im_argument_error_dup_caret:
 * @text: an expression
 * @raw: the same as it stands in a file, with references such as `&lt;`
 * @span: the part that is wrong, in @raw
 *
 * Returns: (nullable): two lines; NULL if @text has several lines itself
 */
char *im_argument_error_dup_caret (const char *text, const char *raw, ImSpan span);

G_END_DECLS
