/* Messages with expressions in braces: `Stride {stride} is larger than {window.flat}`.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lang/im-eval.h"

G_BEGIN_DECLS

/**
 * im_template_next:
 * @text: a message
 * @offset: (inout): where to go on; starts as 0
 * @expression: (out): the next expression, without its braces
 *
 * Finds the next `{expression}` of a message. A brace inside of a string of the
 * expression does not end it; one that is not closed is text.
 *
 * Returns: whether there is one
 */
gboolean im_template_next (const char *text, gsize *offset, ImSpan *expression);

/**
 * im_template_expand:
 * @text: a message
 * @environment: what the names in its expressions stand for
 *
 * Replaces each `{expression}` by its value. An expression that cannot be parsed or
 * evaluated becomes `?`. Source: specification, Contracts.
 *
 * Returns: the message, in the arena of the environment
 */
const char *im_template_expand (const char *text, ImEnvironment *environment);

G_END_DECLS
