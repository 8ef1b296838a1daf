/* What may stand at the cursor of a file of C or Python that a unit is implemented in:
 * its parameters, functions of the file, what the emitted C brings along, and functions
 * of C and NumPy that such code calls.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/help/im-completion.h"

G_BEGIN_DECLS

/**
 * im_code_completion_list:
 * @unit: (nullable): whose parameters are offered
 * @is_python: whether it is Python, else C
 * @text: the text of the file, which need not be right
 * @cursor: a byte in it
 * @start: (out): where the word begins that the cursor is at the end of
 *
 * Lists what begins like the word in front of the cursor, without regard to case; behind
 * `np.` functions of NumPy. Inside of a comment, a text or a number there is nothing. At
 * most IM_COMPLETION_MAX items.
 *
 * Returns: (transfer full) (element-type ImCompletionItem): parameters first, then
 *   functions of the file, then others
 */
GPtrArray *im_code_completion_list (const ImUnit *unit,
                                    gboolean is_python,
                                    const char *text,
                                    gsize cursor,
                                    gsize *start);

G_END_DECLS
