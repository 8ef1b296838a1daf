/* An XML file as a light tree that knows where every part of it stands in the text.
 *
 * Offsets count bytes of the decoded UTF-8 text, which is the source that diagnostics
 * point into. Text is kept as in ElementTree: `text` stands before the first child,
 * `tail` behind an element up to its next sibling or the end of its parent, so mixed
 * content keeps its order and a leaf has everything in `text`. Comments and processing
 * instructions are not in the tree. A document changes in one way only, see
 * im-xml-patch.h: it becomes that of a changed text, for who alone holds it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "xml/im-xml-encoding.h"

G_BEGIN_DECLS

#define IM_XML_MAX_BYTES    (16 * 1024 * 1024) /* size of a file */
#define IM_XML_MAX_DEPTH    256                /* elements inside each other */
#define IM_XML_MAX_ELEMENTS 200000             /* elements of a document */

/* The namespace of `xmlns` and `xmlns:prefix` attributes. */
#define IM_XML_NAMESPACE_XMLNS "http://www.w3.org/2000/xmlns/"

/**
 * ImXmlAttribute:
 * @name: the name without its prefix
 * @prefix: (nullable): the prefix
 * @uri: (nullable): the namespace, NULL without a prefix or if the prefix is unbound
 * @value: the value after decoding
 * @span: from the first byte of the name to behind the closing quote
 * @value_span: the raw value between the quotes
 */
struct _ImXmlAttribute
{
  const char *name;
  const char *prefix;
  const char *uri;
  const char *value;
  ImSpan span;
  ImSpan value_span;
};

/**
 * ImXmlElement:
 * @name: the name without its prefix
 * @prefix: (nullable): the prefix
 * @uri: (nullable): the namespace, NULL if there is none or if the prefix is unbound
 * @text: the decoded text in front of the first child, the whole text of a leaf
 * @tail: the decoded text behind the element, empty for the root
 * @parent: (nullable): the element around this one
 * @first_child: (nullable): the first element inside
 * @last_child: (nullable): the last element inside
 * @next_sibling: (nullable): the next element of the same parent
 * @attributes: the attributes in document order, namespace declarations among them
 * @n_attributes: their number
 * @span: from `<` of the start tag to behind `>` of the end tag
 * @start_tag: from `<` to behind `>`
 * @name_span: the name as written, with its prefix
 * @content: what stands between the tags, empty behind `/>`
 */
struct _ImXmlElement
{
  const char *name;
  const char *prefix;
  const char *uri;
  const char *text;
  const char *tail;
  ImXmlElement *parent;
  ImXmlElement *first_child;
  ImXmlElement *last_child;
  ImXmlElement *next_sibling;
  ImXmlAttribute *attributes;
  guint n_attributes;
  ImSpan span;
  ImSpan start_tag;
  ImSpan name_span;
  ImSpan content;
};

/**
 * im_xml_document_parse:
 * @bytes: a whole file, in any encoding that im_xml_encoding_decode() reads
 * @name: what messages call the file
 * @diagnostics: where problems go: at most one error, and warnings
 *
 * Reads an XML 1.0 document with namespaces. Entities are never expanded, nothing else
 * is opened, and no global state of libxml2 changes, so threads may parse at once.
 *
 * Codes: `xml` (not well-formed), `xml-encoding`, `xml-doctype` (any document type
 * declaration is refused), `xml-limit` (size, depth, length of a start tag, number of
 * elements), `xml-namespace` (an unbound prefix, only a warning).
 *
 * Source: Extensible Markup Language (XML) 1.0 (Fifth Edition); Namespaces in XML 1.0.
 *
 * Returns: (nullable): a new document, or NULL if there is an error
 */
ImXmlDocument *im_xml_document_parse (GBytes *bytes,
                                      const char *name,
                                      ImDiagnostics *diagnostics);

void im_xml_document_free (ImXmlDocument *document);

/**
 * im_xml_document_get_root:
 * @document: a document
 *
 * Returns: the outermost element
 */
const ImXmlElement *im_xml_document_get_root (const ImXmlDocument *document);

/**
 * im_xml_document_get_source:
 * @document: a document
 *
 * Returns: the decoded text that all offsets count in, without byte order marks
 */
ImSource *im_xml_document_get_source (const ImXmlDocument *document);

/**
 * im_xml_document_get_bytes:
 * @document: a document
 *
 * Returns: the file as it was read, which is also the file to write
 */
GBytes *im_xml_document_get_bytes (const ImXmlDocument *document);

/**
 * im_xml_document_get_encoding:
 * @document: a document
 *
 * Returns: how the text was encoded
 */
const ImXmlEncoding *im_xml_document_get_encoding (const ImXmlDocument *document);

/**
 * im_xml_element_find_attribute:
 * @element: an element
 * @uri: (nullable): a namespace, or NULL for attributes without a prefix
 * @name: a name without a prefix
 *
 * Returns: (nullable): the attribute
 */
const ImXmlAttribute *im_xml_element_find_attribute (const ImXmlElement *element,
                                                     const char *uri,
                                                     const char *name);

/**
 * im_xml_element_find_child:
 * @element: an element
 * @name: a name without a prefix, in any namespace
 *
 * Returns: (nullable): the first child of that name
 */
const ImXmlElement *im_xml_element_find_child (const ImXmlElement *element,
                                               const char *name);

/**
 * im_xml_element_get_text_span:
 * @element: an element
 *
 * Returns: the raw form of `text`, for im_xml_map_span()
 */
ImSpan im_xml_element_get_text_span (const ImXmlElement *element);

/**
 * im_xml_element_get_tail_span:
 * @element: an element
 *
 * Returns: the raw form of `tail`, for im_xml_map_span()
 */
ImSpan im_xml_element_get_tail_span (const ImXmlElement *element);

/**
 * im_xml_map_span:
 * @document: a document
 * @raw: a `value_span`, or the span of a text or tail
 * @decoded: a range of its decoded form; an offset behind the end counts as the end
 *
 * Finds where a part of a decoded value stands in the file. What comes out covers every
 * reference such as `&lt;` that @decoded touches, and no comment at its ends.
 *
 * Returns: a range of the source of @document, within @raw
 */
ImSpan im_xml_map_span (const ImXmlDocument *document, ImSpan raw, ImSpan decoded);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImXmlDocument, im_xml_document_free)

G_END_DECLS
