/* SPDX-License-Identifier: MIT */
#include "unit/im-unit-write.h"

#include "xml/im-xml-text.h"

const char *
im_unit_write_find_illegal (const char *text)
{
  return im_xml_text_find_illegal (text);
}

void
im_unit_write_attribute (GString *out, const char *name, const char *value)
{
  g_string_append_printf (out, " %s=\"", name);
  im_unit_write_value (out, value);
  g_string_append_c (out, '"');
}

void
im_unit_write_value (GString *out, const char *value)
{
  im_xml_text_escape (out, value, (ImXmlEscape){ .quote = '"' });
}

void
im_unit_write_content (GString *out, const char *text)
{
  im_xml_text_escape (out, text, (ImXmlEscape){ .quote = '\0' });
}
