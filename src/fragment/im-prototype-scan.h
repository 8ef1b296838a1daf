/* The two languages of prototypes. Each walk reads its text once, in linear time.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "fragment/im-code-token.h"
#include "fragment/im-prototype.h"

G_BEGIN_DECLS

/**
 * im_prototype_find_in_c:
 * @scanner: at the start of the text
 * @name: a function
 * @arena: where the result lives
 *
 * Returns: (nullable): the definition of @name, or else its first declaration
 */
const ImPrototype *im_prototype_find_in_c (ImCodeScanner *scanner,
                                           const char *name,
                                           ImArena *arena);

/**
 * im_prototype_find_in_python:
 * @scanner: at the start of the text
 * @name: a function
 * @arena: where the result lives
 *
 * Returns: (nullable): the first `def` of @name that is not indented
 */
const ImPrototype *im_prototype_find_in_python (ImCodeScanner *scanner,
                                                const char *name,
                                                ImArena *arena);

G_END_DECLS
