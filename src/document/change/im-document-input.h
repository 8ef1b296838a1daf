/* The types of the inputs of a pipeline, which stand in attributes of our namespace.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document.h"

G_BEGIN_DECLS

/**
 * im_document_get_input_type:
 * @document: a document
 * @input: an input of the unit that is shown
 *
 * Returns: (nullable): the type that the input has in the program, or NULL if it has none
 */
const ImTensorType *im_document_get_input_type (ImDocument *document,
                                                const ImParameter *input);

/* The type that another input would have most likely, as text: that of the first one that
 * says one, or else one channel of audio. */
char *im_document_dup_likely_type (ImDocument *document);

/**
 * im_document_set_input_type:
 * @document: a document that shows its main unit
 * @input: an input of it
 * @text: a tensor type such as `float32[?,3]@16000`, without shift, scale and offset
 * @error: return location for an [error@Im.ShapeError] if @text is none, an
 *   [error@Im.XmlEditError], or an [error@Im.DocumentError]: EDIT, if it has a shift, a
 *   scale or an offset, or if the result is no unit file
 *
 * Sets what the file says of an input: element type, shape and rate.
 *
 * Returns: whether the document has changed
 */
gboolean im_document_set_input_type (ImDocument *document,
                                     const ImParameter *input,
                                     const char *text,
                                     GError **error);

G_END_DECLS
