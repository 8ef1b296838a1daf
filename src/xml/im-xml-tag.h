/* The raw text of a start tag: where its attributes stand.
 *
 * libxml2 reports names and values, but no positions inside of a tag. This cursor walks
 * over the text of a tag that libxml2 has accepted, or that it has just refused.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

#define IM_XML_MAX_TAG_BYTES (64 * 1024) /* libxml2 needs quadratic time for a tag */

/**
 * ImXmlTagCursor:
 * @text: the whole text
 * @position: where the next attribute is looked for
 * @end: behind the last byte of the tag
 */
typedef struct
{
  const char *text;
  guint32 position;
  guint32 end;
} ImXmlTagCursor;

/**
 * ImXmlTagAttribute:
 * @name: the name with its prefix
 * @value: the raw value between the quotes
 * @whole: name, equals sign and quoted value
 */
typedef struct
{
  ImSpan name;
  ImSpan value;
  ImSpan whole;
} ImXmlTagAttribute;

/**
 * im_xml_tag_start:
 * @text: the whole text
 * @tag: from `<` to behind `>`
 * @name: (out): the name of the element with its prefix
 *
 * Returns: a cursor at the first attribute
 */
ImXmlTagCursor im_xml_tag_start (const char *text, ImSpan tag, ImSpan *name);

/**
 * im_xml_tag_next:
 * @cursor: a cursor
 * @attribute: (out): the next attribute
 *
 * Returns: FALSE if there is no further attribute, or none that can be made out
 */
gboolean im_xml_tag_next (ImXmlTagCursor *cursor, ImXmlTagAttribute *attribute);

/**
 * im_xml_tag_is_named:
 * @text: the whole text
 * @name: a name with its prefix
 * @prefix: (nullable): a prefix
 * @local: a name without prefix
 *
 * Returns: whether @name is `prefix:local`, or `local` without a prefix
 */
gboolean im_xml_tag_is_named (const char *text,
                              ImSpan name,
                              const char *prefix,
                              const char *local);

/**
 * im_xml_tag_find_too_long:
 * @text: a whole XML text, NUL terminated
 * @length: its bytes
 * @found: (out): the tag
 *
 * Looks for a start tag of more than %IM_XML_MAX_TAG_BYTES, in linear time.
 *
 * Returns: whether there is one
 */
gboolean im_xml_tag_find_too_long (const char *text, gsize length, ImSpan *found);

G_END_DECLS
