/* Values of options as the file writes them: in a stack an expression, in a node graph
 * the value as it is.
 *
 * A plain value is one that names nothing, so a control other than a field of text can
 * show it and set it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document.h"

G_BEGIN_DECLS

/**
 * im_document_get_argument:
 * @document: a document
 * @layer: a layer
 * @option: an option of its unit
 *
 * Returns: (nullable): what the file sets the option to, NULL if it has its default
 */
const char *im_document_get_argument (ImDocument *document,
                                      guint layer,
                                      const char *option);

/**
 * im_document_is_array:
 * @document: a document
 * @layer: a layer
 * @input: an input of its unit
 *
 * Returns: whether the file of a stack gives the input a constant array, or means to
 */
gboolean im_document_is_array (ImDocument *document, guint layer, const char *input);

/**
 * im_document_is_linked:
 * @document: a document
 * @layer: a layer
 * @option: an option of its unit
 *
 * Returns: whether a pipe of a node graph sets the option
 */
gboolean im_document_is_linked (ImDocument *document, guint layer, const char *option);

/**
 * im_document_takes_expression:
 * @document: a document
 * @option: an option of a unit in it
 *
 * Returns: whether it can be set to an expression: in a graph numbers, truth values and
 *   shapes, by a node; a text is what it is there
 */
gboolean im_document_takes_expression (ImDocument *document, const ImParameter *option);

/**
 * im_document_is_expression:
 * @document: a document
 * @layer: a layer
 * @option: an option of its unit
 * @text: what it is set to
 *
 * Returns: whether the text is meant as an expression that a node of a graph has to give;
 *   FALSE for what is written into the layer
 */
gboolean im_document_is_expression (ImDocument *document,
                                    guint layer,
                                    const char *option,
                                    const char *text);

/**
 * im_document_find_expression:
 * @document: a document
 * @layer: a layer
 * @option: an option of its unit
 *
 * Returns: (nullable): the expression node of a graph that sets the option
 */
const ImGraphNode *im_document_find_expression (ImDocument *document,
                                                guint layer,
                                                const char *option);

/**
 * im_document_check_expression:
 * @document: a document of a graph
 * @layer: a layer
 * @option: an option of its unit that takes expressions
 * @text: what is meant as an expression
 * @span: (out): the part of the text that is wrong, if it is refused
 * @error: return location for an [error@Im.DocumentError]: EDIT
 *
 * Returns: whether the option can be set to it: FALSE if it is no expression or names
 * what the graph does not have
 */
gboolean im_document_check_expression (ImDocument *document,
                                       guint layer,
                                       const char *option,
                                       const char *text,
                                       ImSpan *span,
                                       GError **error);

/**
 * im_document_parse_value:
 * @document: a document
 * @option: an option of a unit in it
 * @text: what im_document_set_argument() takes
 * @arena: where the value lives
 * @out: (out): the value; untouched on failure
 *
 * Reads a plain value: a number with or without sign, `true` or `false`, a text, or
 * `System.Shape()` of whole numbers. For an option that is written in the language of
 * operators each of them is a text, such as `[1, 2]`.
 *
 * Returns: FALSE if @text is an expression, or not of the kind of the option
 */
gboolean im_document_parse_value (ImDocument *document,
                                  const ImParameter *option,
                                  const char *text,
                                  ImArena *arena,
                                  ImValue *out);

/**
 * im_document_dup_value_text:
 * @document: a document
 * @value: a number, truth value, text or shape
 *
 * Returns: what im_document_set_argument() takes for it
 */
char *im_document_dup_value_text (ImDocument *document, const ImValue *value);

G_END_DECLS
