/* What is wrong with a computation behind an edit, as a problem of the document.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document.h"

G_BEGIN_DECLS

/**
 * studio_live_problem_new:
 * @document: what was computed
 * @error: (nullable): why it was not
 * @culprit: (nullable): the path of the layer that was at work
 *
 * Places it at the layer, or else at the pipeline.
 *
 * Returns: (transfer full) (nullable): one problem; NULL if nothing is wrong, or it is
 * said elsewhere: what has no program, or cannot be planned, has problems of its own
 */
ImDiagnostics *studio_live_problem_new (ImDocument *document,
                                        const GError *error,
                                        const char *culprit);

G_END_DECLS
