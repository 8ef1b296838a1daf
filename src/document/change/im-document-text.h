/* The text of a document in an editor, and changes of single elements.
 *
 * An editor sees UTF-8 with lines that end with LF. What it changes is written in the
 * encoding and with the line ends of the file; all other bytes stay. A text that is no
 * unit file is refused, and the document stays what it was.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document.h"

G_BEGIN_DECLS

/**
 * im_document_dup_text:
 * @document: a document
 *
 * Returns: the text for an editor
 */
char *im_document_dup_text (ImDocument *document);

/**
 * im_document_set_text:
 * @document: a document
 * @text: the text of an editor
 * @gesture: (nullable): see im_history_add()
 * @problems: where it goes why a text is refused: `encoding` for characters that the file
 *   cannot have, and the codes of im_unit_file_parse()
 *
 * Replaces the text. A text that was there one step ago, or was just undone, goes back or
 * forth in the history instead of being a new step.
 *
 * Returns: FALSE if the text is refused
 */
gboolean im_document_set_text (ImDocument *document,
                               const char *text,
                               const char *gesture,
                               ImDiagnostics *problems);

/**
 * im_document_store_in_utf8:
 * @document: a document
 * @problems: where it goes why the text is refused
 *
 * Writes all of the file in UTF-8, as a step. A file in an encoding that has two ways to
 * write a character can be edited only then: see ImDocument::not-encoded.
 *
 * Returns: FALSE if the text is refused
 */
gboolean im_document_store_in_utf8 (ImDocument *document, ImDiagnostics *problems);

/**
 * im_document_get_attribute:
 * @place: the place of a part of a unit of the document
 * @name: an attribute without a prefix
 *
 * Returns: (nullable): its value as the file has it
 */
const char *im_document_get_attribute (const ImXmlElement *place, const char *name);

/**
 * im_document_get_child_text:
 * @place: the place of a part of a unit of the document
 * @name: the name of a child
 *
 * Returns: (nullable): its text as the file has it, up to its first child
 */
const char *im_document_get_child_text (const ImXmlElement *place, const char *name);

/**
 * im_document_set_attribute:
 * @document: a document
 * @element: an element of its file
 * @name: an attribute without a prefix
 * @value: (nullable): its value, or NULL for none
 * @error: return location for an [error@Im.XmlEditError], or an
 *   [error@Im.DocumentError]: EDIT, if the result is no unit file
 *
 * Sets an attribute. Changes of one attribute in short succession are one step.
 *
 * Returns: whether the document has changed
 */
gboolean im_document_set_attribute (ImDocument *document,
                                    const ImXmlElement *element,
                                    const char *name,
                                    const char *value,
                                    GError **error);

/**
 * im_document_set_child_text:
 * @document: a document
 * @parent: an element of its file
 * @name: the name of its child, which has no children itself
 * @text: the text of the child
 * @error: as for im_document_set_attribute()
 *
 * Sets the text of a child; a child that is missing becomes the first one.
 *
 * Returns: whether the document has changed
 */
gboolean im_document_set_child_text (ImDocument *document,
                                     const ImXmlElement *parent,
                                     const char *name,
                                     const char *text,
                                     GError **error);

G_END_DECLS
