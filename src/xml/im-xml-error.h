/* What libxml2 complains about, in plain words and with the exact place.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <libxml/xmlerror.h>

#include "base/im-diagnostics.h"

G_BEGIN_DECLS

/**
 * ImXmlErrorContext:
 * @source: the text that is parsed
 * @position: how far the parser has read, in bytes
 * @open: (nullable): the innermost element that is open
 */
typedef struct
{
  ImSource *source;
  guint32 position;
  const ImXmlElement *open;
} ImXmlErrorContext;

/**
 * im_xml_error_report:
 * @context: where the parser stands
 * @error: its complaint
 * @diagnostics: where the problem goes, code `xml`
 *
 * Adds one error that says what was expected and what was found.
 */
void im_xml_error_report (const ImXmlErrorContext *context,
                          const xmlError *error,
                          ImDiagnostics *diagnostics);

/**
 * im_xml_error_report_unbound:
 * @context: where the parser stands, at the end of a start tag
 * @prefix: a prefix that has no namespace
 * @diagnostics: where the problem goes, code `xml-namespace`
 *
 * Adds a warning at the first name of the tag that has the prefix.
 */
void im_xml_error_report_unbound (const ImXmlErrorContext *context,
                                  const char *prefix,
                                  ImDiagnostics *diagnostics);

G_END_DECLS
