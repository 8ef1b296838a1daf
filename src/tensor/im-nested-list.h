/* Numbers of a tensor as lists in lists, as they are typed: `[[1, 2], [3, 4]]`.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-shape.h"

G_BEGIN_DECLS

/**
 * im_nested_list_parse:
 * @text: lists of numbers, or one number; true is 1, false is 0
 * @numbers: (element-type double): gets the numbers, the outermost list slowest
 * @shape: (out): how many there are in each list; of one number rank 0
 * @error: return location for a sentence about what is wrong
 *
 * Returns: whether the text can be read
 */
gboolean im_nested_list_parse (const char *text,
                               GArray *numbers,
                               ImShape *shape,
                               GError **error);

G_END_DECLS
