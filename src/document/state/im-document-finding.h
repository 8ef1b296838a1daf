/* All problems of a document, found by a thread.
 *
 * A finding holds what the document has when it is made. While it lives, edits of the
 * document read its file anew, which takes longer.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document.h"

G_BEGIN_DECLS

typedef struct _ImDocumentFinding ImDocumentFinding;

/**
 * im_document_finding_new:
 * @document: a document
 *
 * Returns: (nullable): what im_document_get_problems() is found from; NULL if that is
 *   known already
 */
ImDocumentFinding *im_document_finding_new (ImDocument *document);

void im_document_finding_free (ImDocumentFinding *finding);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImDocumentFinding, im_document_finding_free)

/* Finds the problems; any thread may do that, once. */
void im_document_finding_run (ImDocumentFinding *finding);

/**
 * im_document_take_found:
 * @document: the document
 * @finding: a finding that was run
 *
 * Lets im_document_get_problems() give what was found.
 *
 * Returns: FALSE if the document has changed since the finding was made, or its problems
 *   are known already; then nothing happens
 */
gboolean im_document_take_found (ImDocument *document, ImDocumentFinding *finding);

G_END_DECLS
