/* A text that is one expression: its value.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "skriptnd/value/im-sknd-value.h"

G_BEGIN_DECLS

/**
 * im_sknd_compute:
 * @source: an expression
 * @scope: the names that it may use
 * @arena: for the value
 * @diagnostics: what is wrong: the codes of im_sknd_parse_expression(), im_sknd_infer()
 * and im_sknd_evaluate()
 * @type: (out): its type
 * @value: (out): its value
 *
 * Reads an expression, checks and computes it.
 *
 * Returns: FALSE after an error
 */
gboolean im_sknd_compute (ImSource *source,
                          const ImSkndScope *scope,
                          ImArena *arena,
                          ImDiagnostics *diagnostics,
                          ImSkndType *type,
                          ImSkndValue *value);

G_END_DECLS
