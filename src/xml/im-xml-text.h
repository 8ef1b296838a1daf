/* Raw XML text and what it means: references, line ends, CDATA sections, comments.
 *
 * The same walk decodes a text and finds where a byte of the decoded form came from, so
 * the two cannot disagree and no map has to be stored.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

/**
 * ImXmlTextKind:
 * @IM_XML_TEXT_CONTENT: text between tags; CR LF and CR become LF
 * @IM_XML_TEXT_ATTRIBUTE: a value between quotes; blanks of any kind become one blank
 * each
 */
typedef enum
{
  IM_XML_TEXT_CONTENT,
  IM_XML_TEXT_ATTRIBUTE,
} ImXmlTextKind;

/**
 * im_xml_text_decode:
 * @arena: where the result lives
 * @kind: what the text is
 * @raw: part of a well-formed document, NUL terminated somewhere behind
 * @length: its bytes
 *
 * Decodes predefined entities, character references, line ends and CDATA sections, and
 * leaves comments and processing instructions out.
 *
 * Returns: (not nullable): the text
 */
const char *im_xml_text_decode (ImArena *arena,
                                ImXmlTextKind kind,
                                const char *raw,
                                gsize length);

/**
 * im_xml_text_map:
 * @raw: part of a well-formed document
 * @length: its bytes
 * @decoded: a range of its decoded form
 *
 * Finds the raw range that a decoded range came from. An empty range gives an empty one,
 * in front of what decodes to its offset.
 *
 * Returns: a range of @raw
 */
ImSpan im_xml_text_map (const char *raw, gsize length, ImSpan decoded);

/**
 * ImXmlEscape:
 * @quote: the quote around an attribute value, NUL for text between tags
 * @greater: whether `>` is written as `&gt;`
 * @ascii: whether all other characters than ASCII become character references
 */
typedef struct
{
  char quote;
  gboolean greater;
  gboolean ascii;
} ImXmlEscape;

/**
 * im_xml_text_escape:
 * @out: where to append
 * @text: UTF-8
 * @escape: how
 *
 * Appends @text with the fewest references that read back to exactly the same text.
 */
void im_xml_text_escape (GString *out, const char *text, ImXmlEscape escape);

/**
 * im_xml_text_find_illegal:
 * @text: a string
 *
 * Returns: (nullable): the first byte that no XML document can hold: broken UTF-8, a
 *   control character, or U+FFFE or U+FFFF
 */
const char *im_xml_text_find_illegal (const char *text);

G_END_DECLS
