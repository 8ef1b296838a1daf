/* Reading SkriptND: from a text to a tree, with all that is wrong in it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/text/im-sknd-tree.h"

G_BEGIN_DECLS

/**
 * im_sknd_parse:
 * @source: a text of at most IM_SKND_MAX_BYTES
 * @diagnostics: gets errors of code `syntax`, and of `block` and `name` for what is there
 * twice
 *
 * Reads a file in Revision 6 or in the later dialect. After an error it goes on behind
 * the next semicolon, block or definition.
 *
 * Returns: (transfer full): what could be read
 */
ImSkndFile *im_sknd_parse (ImSource *source, ImDiagnostics *diagnostics);

/**
 * im_sknd_parse_expression:
 * @source: a text that is one expression
 * @diagnostics: what is wrong
 * @expr: (out) (nullable): the expression
 *
 * Returns: (transfer full): a file without definitions, in whose arena the expression is
 */
ImSkndFile *im_sknd_parse_expression (ImSource *source,
                                      ImDiagnostics *diagnostics,
                                      const ImSkndExpr **expr);

G_END_DECLS
