/* One layout for a file: elements on lines of their own, indented by two blanks a level,
 * attributes with one blank between, and at most one empty line in a row.
 *
 * The text of elements stays as it is, with references and CDATA sections; only running
 * text, of which white space does not count, is indented with the element that it is in.
 * Comments and processing instructions keep their places. What other programs have put
 * into the file under names of their own, and what `xml:space` protects, is not touched
 * within.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "xml/im-xml.h"

G_BEGIN_DECLS

/**
 * ImXmlFormat:
 * @flow: (array zero-terminated=1): names of elements with running text
 * @code: (array zero-terminated=1): names of elements in it whose white space counts
 * @uri: the namespace that is the file's own, besides none
 */
typedef struct
{
  const char *const *flow;
  const char *const *code;
  const char *uri;
} ImXmlFormat;

/**
 * im_xml_format:
 * @document: a document
 * @format: what its elements are
 * @error: return location for an [error@Im.XmlEditError]: ENCODING
 *
 * Lays a document out. A layout that is laid out again stays the same. Encoding, byte
 * order marks, and the kind of line ends are those of the file.
 *
 * Returns: (nullable): the file to write
 */
GBytes *im_xml_format (const ImXmlDocument *document,
                       const ImXmlFormat *format,
                       GError **error);

/**
 * im_xml_format_find_loss:
 * @before: a document
 * @after: the document of its layout
 * @format: what its elements are
 *
 * Compares all that counts: elements, attributes, texts, comments and processing
 * instructions.
 *
 * Returns: (nullable): a part of @before that is not the same, or NULL
 */
const ImSpan *im_xml_format_find_loss (const ImXmlDocument *before,
                                       const ImXmlDocument *after,
                                       const ImXmlFormat *format);

G_END_DECLS
