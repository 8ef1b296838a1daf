/* What may stand at the cursor of a file of operators: words of the language, names of
 * the operator that is written, operators of this module and of others.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/help/im-completion.h"
#include "skriptnd/package/im-sknd-package.h"

G_BEGIN_DECLS

/**
 * im_operator_completion_new_package:
 * @path: (nullable): the file that is edited
 *
 * Returns: (transfer full): what it may import: modules beside it, and those of the
 *   library. Each is read once.
 */
ImSkndPackage *im_operator_completion_new_package (const char *path);

/**
 * im_operator_completion_list:
 * @package: (nullable): where modules are looked for
 * @source: a text, which need not be right
 * @cursor: a byte in it
 * @start: (out): where the word begins that the cursor is at the end of
 *
 * Lists what begins like the word in front of the cursor, without regard to case, and
 * fits there: behind `@` blocks that the operator does not have yet, behind a colon
 * types, behind `import` modules, behind `nn.` operators of that module, in the braces of
 * a call its attributes. Inside of a comment, a number or a text there is nothing. At
 * most IM_COMPLETION_MAX items.
 *
 * Returns: (transfer full) (element-type ImCompletionItem): the best ones first
 */
GPtrArray *im_operator_completion_list (ImSkndPackage *package,
                                        ImSource *source,
                                        gsize cursor,
                                        gsize *start);

G_END_DECLS
