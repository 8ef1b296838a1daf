/* Previews: what would become of a document by an edit that is not made.
 *
 * A preview is a document of its own with the text after the edit, so all that is known
 * of documents is known of it. It has no history and is not to be saved.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document.h"

G_BEGIN_DECLS

/**
 * im_document_preview_move:
 * @document: a document of a stack
 * @layer: a layer
 * @before: as for im_document_move_layer()
 * @error: return location for an [error@Im.DocumentError]: EDIT
 *
 * Returns: (nullable) (transfer full): the document with the layer moved, or NULL if
 *   nothing would change or if there is an error
 */
ImDocument *im_document_preview_move (ImDocument *document,
                                      guint layer,
                                      guint before,
                                      GError **error);

/* The same for im_document_insert_layer(). */
ImDocument *im_document_preview_insert (ImDocument *document,
                                        guint before,
                                        const char *unit_id,
                                        GError **error);

/* The same for im_document_set_argument(). */
ImDocument *im_document_preview_argument (ImDocument *document,
                                          guint layer,
                                          const char *option,
                                          const char *text,
                                          GError **error);

/**
 * im_document_preview_find_problem:
 * @document: a document
 * @preview: a preview of it
 *
 * Returns: (nullable) (transfer none): the first error of the preview whose message the
 *   document does not have, NULL if nothing would break
 */
const ImDiagnostic *im_document_preview_find_problem (ImDocument *document,
                                                      ImDocument *preview);

G_END_DECLS
