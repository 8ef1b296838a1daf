/* How a file is laid out: line ends and indentation, so that what is added looks alike.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "xml/im-xml.h"

G_BEGIN_DECLS

/**
 * im_xml_layout_get_newline:
 * @document: a document
 *
 * Returns: the line end of the first line, LF if there is only one line
 */
const char *im_xml_layout_get_newline (const ImXmlDocument *document);

/**
 * im_xml_layout_dup_unit:
 * @document: a document
 *
 * Returns: by what a child is indented deeper than its parent, a tab if none is
 */
char *im_xml_layout_dup_unit (const ImXmlDocument *document);

/**
 * im_xml_layout_find_lead:
 * @document: a document
 * @offset: a place in its text
 *
 * Finds the line end and the indentation in front of something that begins its line.
 *
 * Returns: a range that ends at @offset; empty if there is something in front of it
 */
ImSpan im_xml_layout_find_lead (const ImXmlDocument *document, guint32 offset);

/**
 * im_xml_layout_dup_child_lead:
 * @document: a document
 * @parent: where a child is added
 * @sibling: (nullable): a child that it shall look like
 *
 * Returns: the line end and indentation for the child, empty if it goes into a line of
 * text
 */
char *im_xml_layout_dup_child_lead (const ImXmlDocument *document,
                                    const ImXmlElement *parent,
                                    const ImXmlElement *sibling);

/**
 * im_xml_layout_find_line_end:
 * @document: a document
 * @offset: the end of a tag
 *
 * Returns: the end of its line, if only blanks and comments follow in the line, else
 * @offset
 */
guint32 im_xml_layout_find_line_end (const ImXmlDocument *document, guint32 offset);

/**
 * im_xml_layout_skip_blanks:
 * @document: a document
 * @offset: a place in its text
 *
 * Returns: the next byte that is neither a blank nor a tab
 */
guint32 im_xml_layout_skip_blanks (const ImXmlDocument *document, guint32 offset);

/**
 * im_xml_layout_is_blank:
 * @text: a decoded text
 *
 * Returns: whether it is nothing but layout
 */
gboolean im_xml_layout_is_blank (const char *text);

G_END_DECLS
