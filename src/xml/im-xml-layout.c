/* SPDX-License-Identifier: MIT */
#include "xml/im-xml-layout.h"

#include <string.h>

static const char *
get_text (const ImXmlDocument *document)
{
  return im_source_get_text (im_xml_document_get_source (document), NULL);
}

static char *
dup_span (const ImXmlDocument *document, ImSpan span)
{
  return g_strndup (get_text (document) + span.start, span.end - span.start);
}

const char *
im_xml_layout_get_newline (const ImXmlDocument *document)
{
  const char *text = get_text (document);
  const char *end = text + strcspn (text, "\r\n");

  if (end[0] == '\r')
    return end[1] == '\n' ? "\r\n" : "\r";

  return "\n";
}

ImSpan
im_xml_layout_find_lead (const ImXmlDocument *document, guint32 offset)
{
  const char *text = get_text (document);
  guint32 start = offset;

  while (start > 0 && (text[start - 1] == ' ' || text[start - 1] == '\t'))
    start--;
  if (start == 0 || (text[start - 1] != '\n' && text[start - 1] != '\r'))
    return (ImSpan){ offset, offset };

  start--;
  if (start > 0 && text[start] == '\n' && text[start - 1] == '\r')
    start--;

  return (ImSpan){ start, offset };
}

/* The blanks of a lead without its line end; empty for an element that begins the file.
 */
static char *
dup_indentation (const ImXmlDocument *document, guint32 offset)
{
  g_autofree char *lead = dup_span (document, im_xml_layout_find_lead (document, offset));

  return g_strdup (lead + strspn (lead, "\r\n"));
}

char *
im_xml_layout_dup_unit (const ImXmlDocument *document)
{
  const ImXmlElement *parent = im_xml_document_get_root (document);

  for (; parent->first_child != NULL; parent = parent->first_child)
    {
      g_autofree char *outer = dup_indentation (document, parent->span.start);
      g_autofree char *inner = dup_indentation (document,
                                                parent->first_child->span.start);

      if (g_str_has_prefix (inner, outer) && strlen (inner) > strlen (outer))
        return g_strdup (inner + strlen (outer));
    }

  return g_strdup ("\t");
}

char *
im_xml_layout_dup_child_lead (const ImXmlDocument *document,
                              const ImXmlElement *parent,
                              const ImXmlElement *sibling)
{
  if (sibling != NULL)
    return dup_span (document, im_xml_layout_find_lead (document, sibling->span.start));
  if (!im_xml_layout_is_blank (parent->text))
    return g_strdup ("");

  g_autofree char *indentation = dup_indentation (document, parent->span.start);
  g_autofree char *unit = im_xml_layout_dup_unit (document);

  return g_strconcat (im_xml_layout_get_newline (document), indentation, unit, NULL);
}

guint32
im_xml_layout_find_line_end (const ImXmlDocument *document, guint32 offset)
{
  const char *text = get_text (document);
  guint32 at = im_xml_layout_skip_blanks (document, offset);

  while (g_str_has_prefix (text + at, "<!--"))
    {
      const char *close = strstr (text + at, "-->");

      if (close == NULL || strcspn (text + at, "\r\n") < (gsize) (close - text - at))
        return offset;
      at = im_xml_layout_skip_blanks (document, (guint32) (close + 3 - text));
    }

  return text[at] == '\n' || text[at] == '\r' ? at : offset;
}

guint32
im_xml_layout_skip_blanks (const ImXmlDocument *document, guint32 offset)
{
  const char *text = get_text (document);

  return offset + (guint32) strspn (text + offset, " \t");
}

gboolean
im_xml_layout_is_blank (const char *text)
{
  return text[strspn (text, " \t\r\n")] == '\0';
}
