/* A call that its function does not take: either of them can be written as the other one
 * has it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/help/im-document-fix.h"

G_BEGIN_DECLS

/**
 * im_document_add_call_fixes:
 * @document: a document
 * @problem: one of its problems
 * @fixes: (element-type ImDocumentFix): where fixes are added
 *
 * For a call of an implementation that does not fit its function: one fix that calls the
 * function with what it takes, as far as its parameters are called as those of the unit
 * or the call has them, and one that gives the function the parameters of the call, if it
 * is in a code file of the document.
 */
void im_document_add_call_fixes (ImDocument *document,
                                 const ImDiagnostic *problem,
                                 GPtrArray *fixes);

G_END_DECLS
