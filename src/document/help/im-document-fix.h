/* Fixes: values of one option, a declaration, an order of layers, a call or a function
 * that solve a problem.
 *
 * A contract tells which values it allows, but not in a form that one could solve for a
 * name. So values are tried: near ones first, then farther ones in doubling steps and
 * back by bisection, powers of two, limits and choices.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document.h"

G_BEGIN_DECLS

#define IM_DOCUMENT_MAX_FIXES 3 /* that are worth to be offered */

/**
 * ImDocumentFixKind:
 * @IM_DOCUMENT_FIX_OPTION: an option of a layer is set
 * @IM_DOCUMENT_FIX_OUTPUT: an output of the whole is declared as what the layers give
 * @IM_DOCUMENT_FIX_INPUT: an input of the whole is given a type
 * @IM_DOCUMENT_FIX_REMOVE: an output that nothing gives, an input without a type, or an
 * option that nothing uses, is removed
 * @IM_DOCUMENT_FIX_QUEUE: queues in front of a layer become one behind it
 * @IM_DOCUMENT_FIX_CALL: the function of an implementation is called with what it takes
 * @IM_DOCUMENT_FIX_FUNCTION: the function takes what it is called with
 */
typedef enum
{
  IM_DOCUMENT_FIX_OPTION,
  IM_DOCUMENT_FIX_OUTPUT,
  IM_DOCUMENT_FIX_INPUT,
  IM_DOCUMENT_FIX_REMOVE,
  IM_DOCUMENT_FIX_QUEUE,
  IM_DOCUMENT_FIX_CALL,
  IM_DOCUMENT_FIX_FUNCTION,
} ImDocumentFixKind;

/**
 * ImDocumentFix:
 * @kind: what is done
 * @layer: the layer that is changed; of no meaning for an output or input
 * @option: the name of the option, of the output, of the input, or of the queue; of a
 * call the way to its element, of a function its code file
 * @text: of an option: what im_document_set_argument() sets it to; the call; of a
 * function what im_document_set_code() sets its file to
 * @value: of an option, output or input: the value for a sentence; the call, or the
 * function with its parameters; of what is removed its name
 * @distance: how far it is from the value there is, relative to the larger of them
 */
typedef struct
{
  ImDocumentFixKind kind;
  guint layer;
  char *option;
  char *text;
  char *value;
  double distance;
} ImDocumentFix;

void im_document_fix_free (ImDocumentFix *fix);

/* Whether a fix changes something of the whole, and no layer. */
gboolean im_document_fix_is_of_whole (const ImDocumentFix *fix);

/**
 * im_document_find_fixes:
 * @document: a document
 * @problem: one of its problems
 *
 * Finds for each option of the layer with the problem the nearest value that solves it
 * and breaks no contract of that layer: for a contract that fails, and for a value
 * outside of its range. A shape is only set to what fits the input; a text, and an option
 * that a pipe sets, are left alone. Where none does, and a shape of the layer in front
 * would with one axis more, that is offered. For an output that is not what it is
 * declared as there is one fix, which changes the declaration, for one that nothing gives
 * one that removes it; for an input without a type one that gives it the most likely one,
 * and in a graph one that removes it; for an option that
 * nothing uses one that removes it; for a layer that reads
 * windows which do not come together one that puts a window behind it. For a call that
 * its function does not take see im_document_add_call_fixes().
 *
 * Returns: (element-type ImDocumentFix): at most IM_DOCUMENT_MAX_FIXES, the smallest
 *   change first
 */
GPtrArray *im_document_find_fixes (ImDocument *document, const ImDiagnostic *problem);

/**
 * im_document_apply_fix:
 * @document: a document
 * @fix: what im_document_find_fixes() found since the last change
 * @error: as for im_document_set_argument()
 *
 * Returns: whether the document has changed
 */
gboolean im_document_apply_fix (ImDocument *document,
                                const ImDocumentFix *fix,
                                GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImDocumentFix, im_document_fix_free)

G_END_DECLS
