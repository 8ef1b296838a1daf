/* Words for why nothing is known of what flows in a pipe: it lies behind a node that has
 * a problem.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document-graph.h"

G_BEGIN_DECLS

/**
 * studio_cause_dup_short:
 * @document: a document
 * @cause: the number of the node that fails, see im_program_list_causes(), or -1
 *
 * Returns: such as `behind Contextual Window`, in place of a type
 */
char *studio_cause_dup_short (ImDocument *document, gint cause);

/**
 * studio_cause_dup_sentence:
 * @document: a document
 * @cause: as for studio_cause_dup_short()
 * @node: the node of which nothing is known
 *
 * Returns: what is wrong with the node that fails, and which one it is if it is another
 *   one
 */
char *studio_cause_dup_sentence (ImDocument *document, gint cause, guint node);

G_END_DECLS
