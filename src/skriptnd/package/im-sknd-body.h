/* Whether what an operator computes can be computed, whatever it is called with: names,
 * types, numbers of results and arguments, labels.
 *
 * Source: NNEF 2.0, "Composition of operators", "Defining lower level computation".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/package/im-sknd-package.h"

G_BEGIN_DECLS

/**
 * im_sknd_body_check:
 * @package: where operators are that it calls
 * @signature: an operator or a graph
 * @diagnostics: gets errors of codes `name`, `type`, `argument`, `label` and `output`
 *
 * Checks `@compose` and `@lower`, all branches of them.
 *
 * Returns: whether there is no error
 */
gboolean im_sknd_body_check (ImSkndPackage *package,
                             const ImSkndSignature *signature,
                             ImDiagnostics *diagnostics);

/**
 * im_sknd_graph_check:
 * @signature: a graph that nothing calls
 * @diagnostics: gets errors of code `shape`
 *
 * The inputs of a graph that is run have shapes, whose names have upper bounds.
 *
 * Returns: whether there is no error
 */
gboolean im_sknd_graph_check (const ImSkndSignature *signature,
                              ImDiagnostics *diagnostics);

/* Whether something in a file calls a graph, which then need not be a main one. */
gboolean im_sknd_graph_is_called (const ImSkndFile *file, const char *name);

G_END_DECLS
