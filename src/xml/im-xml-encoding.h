/* How the bytes of an XML file become text, and the text the same bytes again.
 *
 * Text in memory is UTF-8 without byte order marks. What a file had in front and how its
 * characters were encoded is remembered, so that saving does not change it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"

G_BEGIN_DECLS

/**
 * ImXmlEncoding:
 * @charset: (nullable): the encoding as iconv names it, NULL for UTF-8
 * @n_marks: number of byte order marks in front; some files have two
 */
typedef struct
{
  const char *charset;
  guint n_marks;
} ImXmlEncoding;

#define IM_XML_ENCODING_ERROR (im_xml_encoding_error_quark ())

/**
 * ImXmlEncodingError:
 * @IM_XML_ENCODING_ERROR_CHARACTER: the encoding has no such character
 */
typedef enum
{
  IM_XML_ENCODING_ERROR_CHARACTER,
} ImXmlEncodingError;

GQuark im_xml_encoding_error_quark (void);

/**
 * im_xml_encoding_decode:
 * @bytes: a whole XML file
 * @name: what messages call the file
 * @encoding: (out caller-allocates): what it takes to write the text again
 * @diagnostics: where problems go, code `xml-encoding`
 *
 * Decodes UTF-8 with any number of byte order marks, UTF-16 with one, and the one-byte
 * encodings ISO-8859-x, windows-125x and US-ASCII if the XML declaration names them. A
 * declaration that names another Unicode encoding than the file is in is a warning. Bytes
 * that the encoding does not have, and NUL, are an error.
 *
 * Returns: (nullable): the text, or NULL if there was an error
 */
ImSource *im_xml_encoding_decode (GBytes *bytes,
                                  const char *name,
                                  ImXmlEncoding *encoding,
                                  ImDiagnostics *diagnostics);

/**
 * im_xml_encoding_encode:
 * @encoding: how the file was encoded
 * @text: UTF-8
 * @length: its bytes
 * @error: return location for an [error@Im.XmlEncodingError]
 *
 * Turns text into the bytes of a file, byte order marks included.
 *
 * Returns: (nullable): the bytes
 */
GBytes *im_xml_encoding_encode (const ImXmlEncoding *encoding,
                                const char *text,
                                gsize length,
                                GError **error);

/**
 * im_xml_encoding_convert:
 * @text: UTF-8, the text of a whole file
 * @length: its bytes
 *
 * Returns: the bytes of a file in UTF-8 without a byte order mark, whose declaration says
 *   so, or has none
 */
GBytes *im_xml_encoding_convert (const char *text, gsize length);

/**
 * im_xml_encoding_is_unicode:
 * @encoding: how a file was encoded
 *
 * Returns: whether every character can be written as itself
 */
gboolean im_xml_encoding_is_unicode (const ImXmlEncoding *encoding);

G_END_DECLS
