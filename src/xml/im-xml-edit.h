/* Changes to an XML file that touch the fewest bytes.
 *
 * An edit collects changes against one document and makes a new text from them. All
 * else stays as it is: encoding, byte order marks, line ends, quotes, blanks, comments.
 * Names are written with their prefix, as in the file.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "xml/im-xml.h"

G_BEGIN_DECLS

typedef struct _ImXmlEdit ImXmlEdit;

#define IM_XML_EDIT_ERROR (im_xml_edit_error_quark ())

/**
 * ImXmlEditError:
 * @IM_XML_EDIT_ERROR_CHARACTER: a text has a character that XML cannot hold
 * @IM_XML_EDIT_ERROR_ENCODING: the file cannot be written in its encoding without
 * changing other bytes
 */
typedef enum
{
  IM_XML_EDIT_ERROR_CHARACTER,
  IM_XML_EDIT_ERROR_ENCODING,
} ImXmlEditError;

GQuark im_xml_edit_error_quark (void);

/**
 * im_xml_edit_new:
 * @document: what to change; it has to outlive the edit
 *
 * Returns: an edit without changes
 */
ImXmlEdit *im_xml_edit_new (const ImXmlDocument *document);

void im_xml_edit_free (ImXmlEdit *edit);

/**
 * im_xml_edit_is_name:
 * @name: a text
 *
 * Returns: whether attributes and elements can have the name, with a prefix or without
 */
gboolean im_xml_edit_is_name (const char *name);

/**
 * im_xml_edit_set_attribute:
 * @edit: an edit
 * @element: an element of its document
 * @name: a name, with a prefix that the document declares if it has one; `xmlns:prefix`
 *   declares one
 * @value: the new value, before escaping
 *
 * Sets an attribute. An old one keeps its place and its quotes; a new one goes behind the
 * last, on a line of its own if that has one.
 */
void im_xml_edit_set_attribute (ImXmlEdit *edit,
                                const ImXmlElement *element,
                                const char *name,
                                const char *value);

/**
 * im_xml_edit_remove_attribute:
 * @edit: an edit
 * @element: an element of its document
 * @name: a name as it is written, with its prefix
 *
 * Removes an attribute and the blanks in front of it; does nothing if there is none.
 */
void im_xml_edit_remove_attribute (ImXmlEdit *edit,
                                   const ImXmlElement *element,
                                   const char *name);

/**
 * im_xml_edit_set_text:
 * @edit: an edit
 * @element: an element of its document without children
 * @text: the new text, before escaping
 *
 * Replaces everything between the tags. A text that was one CDATA section stays one.
 */
void im_xml_edit_set_text (ImXmlEdit *edit,
                           const ImXmlElement *element,
                           const char *text);

/**
 * im_xml_edit_rename:
 * @edit: an edit
 * @element: an element of its document that gets no children by the edit
 * @name: its new name, without a prefix
 *
 * Gives an element another name, in both of its tags.
 */
void im_xml_edit_rename (ImXmlEdit *edit, const ImXmlElement *element, const char *name);

/**
 * im_xml_edit_insert:
 * @edit: an edit
 * @parent: an element of its document
 * @before: (nullable): a child of @parent, or NULL to append
 * @markup: well-formed elements, one line each, with LF between the lines and one tab for
 *   each level of indentation
 *
 * Inserts children. They get the line ends and the indentation of the file. Use
 * g_markup_printf_escaped() to put values into @markup.
 */
void im_xml_edit_insert (ImXmlEdit *edit,
                         const ImXmlElement *parent,
                         const ImXmlElement *before,
                         const char *markup);

/**
 * im_xml_edit_remove:
 * @edit: an edit
 * @element: an element of its document, not the root
 *
 * Removes an element, with its line if it stands alone on it.
 */
void im_xml_edit_remove (ImXmlEdit *edit, const ImXmlElement *element);

/**
 * im_xml_edit_move:
 * @edit: an edit
 * @element: an element of its document, not the root
 * @parent: where it goes, not inside of @element
 * @before: (nullable): a child of @parent, or NULL to append
 *
 * Moves an element, together with what the edit changes inside of it. Its lines are
 * indented as deep as the new place asks for. Comments in front of it stay.
 */
void im_xml_edit_move (ImXmlEdit *edit,
                       const ImXmlElement *element,
                       const ImXmlElement *parent,
                       const ImXmlElement *before);

/**
 * im_xml_edit_check_encoding:
 * @document: what is to be changed
 * @error: return location for an [error@Im.XmlEditError]: ENCODING
 *
 * A few encodings write some characters in two ways; then a file that was edited would
 * differ in places that were not.
 *
 * Returns: whether what is not edited keeps its bytes
 */
gboolean im_xml_edit_check_encoding (const ImXmlDocument *document, GError **error);

/**
 * im_xml_edit_render:
 * @edit: an edit; it can get more changes and be rendered again
 * @error: return location for an [error@Im.XmlEditError]: CHARACTER or ENCODING
 *
 * Makes the changed text. Whether it can be read is not known yet.
 *
 * Returns: (nullable) (transfer full): what to write to the file
 */
GBytes *im_xml_edit_render (ImXmlEdit *edit, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImXmlEdit, im_xml_edit_free)

G_END_DECLS
