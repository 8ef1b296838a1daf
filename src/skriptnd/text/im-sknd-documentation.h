/* What stands above an operator in words.
 *
 * The documentation of an operator is the comment directly above it: a line that says
 * what it computes, then examples with numbers, such as
 *
 *     # Negative elements become 0.
 *     # Example: nn.relu([-1.0, 2.0]) = [0.0, 2.0]
 *     operator relu { … }
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/text/im-sknd-tree.h"

G_BEGIN_DECLS

/**
 * im_sknd_dup_documentation:
 * @file: a file
 * @definition: an operator or a graph of it
 *
 * Returns: (nullable): the lines of the comment without their signs, or NULL if no
 * comment ends in the line above @definition
 */
char *im_sknd_dup_documentation (const ImSkndFile *file,
                                 const ImSkndDefinition *definition);

/**
 * im_sknd_dup_plain:
 * @text: (nullable): words of a comment
 *
 * Returns: (nullable): the same for a reader who sees plain text: what stands between
 * backticks stands between quotes, “so”; a single backtick stays
 */
char *im_sknd_dup_plain (const char *text);

/**
 * im_sknd_dup_remark:
 * @file: a file
 * @span: a part of it
 *
 * Returns: (nullable): the comment that ends the line in which @span ends, without its
 * sign, as im_sknd_dup_plain() writes it
 */
char *im_sknd_dup_remark (const ImSkndFile *file, ImSpan span);

G_END_DECLS
