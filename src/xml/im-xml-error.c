/* SPDX-License-Identifier: MIT
 *
 * libxml2 stops behind what it complains about, sometimes by a whole tag. The places are
 * found again in the text: backwards to the `<` or `&` where the trouble begins.
 */
#include "xml/im-xml-error.h"

#include <string.h>

#include "xml/im-xml-tag.h"
#include "xml/im-xml.h"

typedef struct
{
  const ImXmlErrorContext *context;
  const xmlError *error;
  ImDiagnostics *diagnostics;
  const char *text;
  guint32 length;
} Report;

static ImSpan
character_at (const Report *report, guint32 offset)
{
  const char *end = report->text + report->length;
  const char *at = report->text + offset;
  const char *next = at < end ? g_utf8_find_next_char (at, end) : at;

  return (ImSpan){ offset,
                   next == NULL ? report->length : (guint32) (next - report->text) };
}

/* Finds the last @mark in front of the parser. */
static guint32
find_back (const Report *report, char mark)
{
  guint32 window = MIN (report->context->position, report->length);
  const char *found = memrchr (report->text, mark, window);

  return found == NULL ? window : (guint32) (found - report->text);
}

/* The range from the last `<` up to the end of its tag, as far as there is one. */
static ImSpan
find_tag (const Report *report)
{
  guint32 start = find_back (report, '<');
  const char *close = memchr (report->text + start, '>', report->length - start);

  return (ImSpan){ start, close == NULL ? report->length
                                        : (guint32) (close + 1 - report->text) };
}

static ImSpan
find_tag_name (const Report *report)
{
  ImSpan name, tag = find_tag (report);

  if (tag.end > tag.start + 1 && report->text[tag.start + 1] == '/')
    tag.start++;
  im_xml_tag_start (report->text, tag, &name);

  return name;
}

static guint
line_of (const Report *report, guint32 offset)
{
  guint line, column;

  im_source_locate (report->context->source, offset, &line, &column);

  return line;
}

static void G_GNUC_PRINTF (3, 4)
    add (const Report *report, ImSpan span, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (report->diagnostics, IM_SEVERITY_ERROR, "xml",
                      report->context->source, span, "%s", message);
}

static int
span_length (ImSpan span)
{
  return (int) (span.end - span.start);
}

static void
note_open_element (const Report *report)
{
  const ImXmlElement *open = report->context->open;

  if (open != NULL)
    im_diagnostics_note_at (report->diagnostics, open->name_span,
                            "<%.*s> was opened in line %u", span_length (open->name_span),
                            report->text + open->name_span.start,
                            line_of (report, open->span.start));
}

static void
report_truncated (const Report *report)
{
  const ImXmlElement *open = report->context->open;
  ImSpan end = { report->length, report->length };

  if (strspn (report->text, " \t\r\n") == report->length)
    add (report, end, "expected an XML element, but the file is empty");
  else if (open == NULL)
    add (report, end, "the file ends before its outermost element is complete");
  else
    add (report, end, "the file ends before the closing tag </%.*s>",
         span_length (open->name_span), report->text + open->name_span.start);
  note_open_element (report);
}

static void
report_tag_mismatch (const Report *report)
{
  const ImXmlElement *open = report->context->open;
  ImSpan name = find_tag_name (report);

  add (report, name, "expected the closing tag </%.*s>, but found </%.*s>",
       open == NULL ? 0 : span_length (open->name_span),
       open == NULL ? "" : report->text + open->name_span.start, span_length (name),
       report->text + name.start);
  note_open_element (report);
}

/* libxml2 tells the prefix of an attribute that is written twice, but only the namespace
 * of one that is the same under two prefixes. */
static gboolean
is_duplicate (const Report *report, ImSpan name)
{
  const xmlError *error = report->error;

  if (error->code == XML_ERR_ATTRIBUTE_REDEFINED)
    return im_xml_tag_is_named (report->text, name, error->str2, error->str1);

  const char *colon = memchr (report->text + name.start, ':', name.end - name.start);
  if (colon != NULL)
    name.start = (guint32) (colon + 1 - report->text);

  return im_xml_tag_is_named (report->text, name, NULL, error->str1);
}

static void
report_duplicate_attribute (const Report *report)
{
  ImSpan name, first = { 0, 0 };
  ImXmlTagCursor cursor = im_xml_tag_start (report->text, find_tag (report), &name);
  ImXmlTagAttribute attribute;

  while (im_xml_tag_next (&cursor, &attribute))
    {
      if (!is_duplicate (report, attribute.name))
        continue;
      name = attribute.name;
      if (first.end != 0)
        break;
      first = attribute.name;
    }

  add (report, name, "the attribute '%s' stands twice in one tag", report->error->str1);
  if (first.end != 0)
    im_diagnostics_note_at (report->diagnostics, first, "the first one is in line %u",
                            line_of (report, first.start));
}

static void
report_entity (const Report *report)
{
  guint32 start = find_back (report, '&');
  ImSpan span = { start,
                  MAX (start + 1, MIN (report->context->position, report->length)) };

  if (report->error->code == XML_ERR_UNDECLARED_ENTITY)
    add (report, span, "there is no entity '&%s;'", report->error->str1);
  else
    add (report, span, "'&' must be followed by the name of an entity and ';'");
  im_diagnostics_note (report->diagnostics,
                       "write '&amp;' for the character '&' itself; the "
                       "others are &lt; &gt; &quot; &apos; and &#…;");
}

static void
report_character (const Report *report)
{
  guint32 position = MIN (report->context->position, report->length);
  ImSpan span = character_at (report, position);
  gunichar character = g_utf8_get_char_validated (report->text + position,
                                                  report->length - position);

  add (report, span, "the character U+%04X is not allowed in XML", character);
  im_diagnostics_note (
      report->diagnostics,
      "allowed are tab, line feed, carriage return and everything from the "
      "blank on except U+FFFE and U+FFFF");
}

static void
report_character_reference (const Report *report)
{
  guint32 start = find_back (report, '&');
  ImSpan span = { start,
                  MAX (start + 1, MIN (report->context->position, report->length)) };

  add (report, span, "'%.*s' does not name a character that XML allows",
       span_length (span), report->text + span.start);
}

static void
report_name (const Report *report)
{
  guint32 position = MIN (report->context->position, report->length);
  char before = position == 0 ? '\0' : report->text[position - 1];

  if (before == '&')
    {
      report_entity (report);
      return;
    }

  if (before == '<')
    {
      add (report, (ImSpan){ position - 1, position }, "expected a name behind '<'");
      im_diagnostics_note (report->diagnostics,
                           "write '&lt;' for the character '<' itself");
      return;
    }

  add (report, character_at (report, position),
       "expected the name of an attribute, '>' or '/>'");
}

static void
report_space (const Report *report)
{
  gboolean instruction = report->text[find_back (report, '<') + 1] == '?';

  add (report, character_at (report, MIN (report->context->position, report->length)),
       "expected a blank or %s", instruction ? "'?>'" : "the end of the tag");
}

/* libxml2 stops at the start of the text that has it. */
static void
report_section_end (const Report *report)
{
  guint32 position = MIN (report->context->position, report->length);
  const char *found = strstr (report->text + position, "]]>");
  guint32 start = found == NULL ? position : (guint32) (found - report->text);

  add (report, (ImSpan){ start, MIN (start + 3, report->length) },
       "']]>' is not allowed in text");
  im_diagnostics_note (report->diagnostics,
                       "write ']]&gt;', or open a section with '<![CDATA['");
}

static void
report_late_declaration (const Report *report)
{
  add (report, find_tag_name (report),
       "the XML declaration '<?xml …?>' is only allowed at the very start of the file");
  im_diagnostics_note (report->diagnostics, "remove what stands in front of it");
}

static void
report_attribute_without_value (const Report *report)
{
  const char *name = report->error->str1;

  add (report, character_at (report, MIN (report->context->position, report->length)),
       "the attribute '%s' has no value", name);
  im_diagnostics_note (report->diagnostics, "write %s=\"…\"", name);
}

/* The complaints that come with nothing but a place. */
static const struct
{
  int code;
  const char *message;
  const char *note; /* nullable */
} plain_errors[] = {
  { XML_ERR_LT_IN_ATTRIBUTE, "'<' is not allowed in the value of an attribute",
    "write '&lt;', or close the quotes of the value before it" },
  { XML_ERR_ATTRIBUTE_NOT_STARTED, "expected a value in quotes behind '='", NULL },
  { XML_ERR_ATTRIBUTE_NOT_FINISHED, "the value of an attribute has no closing quote",
    NULL },
  { XML_ERR_GT_REQUIRED, "expected '>' at the end of the tag", NULL },
  { XML_ERR_LTSLASH_REQUIRED, "expected a closing tag", NULL },
  { XML_ERR_DOCUMENT_EMPTY, "expected an XML element at the start of the file", NULL },
  { XML_ERR_DOCUMENT_END, "nothing may stand behind the end of the outermost element",
    "a file has exactly one outermost element" },
  { XML_ERR_XMLDECL_NOT_STARTED, "expected blanks behind '<?xml'", NULL },
  { XML_ERR_XMLDECL_NOT_FINISHED, "expected '?>' at the end of the XML declaration",
    NULL },
  { XML_ERR_VERSION_MISSING, "the XML declaration has no version",
    "write <?xml version=\"1.0\" encoding=\"utf-8\"?>" },
  { XML_ERR_HYPHEN_IN_COMMENT, "'--' is not allowed inside of a comment", NULL },
};

static void
report_plain (const Report *report)
{
  ImSpan span = character_at (report, MIN (report->context->position, report->length));

  for (guint i = 0; i < G_N_ELEMENTS (plain_errors); i++)
    {
      if (plain_errors[i].code != report->error->code)
        continue;
      add (report, span, "%s", plain_errors[i].message);
      if (plain_errors[i].note != NULL)
        im_diagnostics_note (report->diagnostics, "%s", plain_errors[i].note);
      return;
    }

  g_autofree char *message = g_strdup (report->error->message);
  add (report, span, "this is not XML: %s",
       message == NULL ? "unknown error" : g_strstrip (message));
}

/* Comments, sections and instructions that are never closed swallow the rest of the file:
 * their start is the place to look at. */
static gboolean
report_unclosed (const Report *report)
{
  static const struct
  {
    int code;
    const char *start;
    const char *message;
  } kinds[] = {
    { XML_ERR_COMMENT_NOT_FINISHED, "<!--", "the comment is not closed by '-->'" },
    { XML_ERR_CDATA_NOT_FINISHED, "<![CDATA[",
      "the CDATA section is not closed by ']]>'" },
    { XML_ERR_PI_NOT_FINISHED, "<?", "the processing instruction is not closed by '?>'" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (kinds[i].code != report->error->code)
        continue;

      const char *start = g_strrstr_len (report->text, report->context->position,
                                         kinds[i].start);
      if (start == NULL)
        return FALSE;

      guint32 offset = (guint32) (start - report->text);
      add (report, (ImSpan){ offset, offset + (guint32) strlen (kinds[i].start) }, "%s",
           kinds[i].message);
      return TRUE;
    }

  return FALSE;
}

static void
dispatch (const Report *report)
{
  switch ((int) report->error->code)
    {
    case XML_ERR_TAG_NAME_MISMATCH:
      report_tag_mismatch (report);
      break;
    case XML_ERR_ATTRIBUTE_REDEFINED:
    case XML_NS_ERR_ATTRIBUTE_REDEFINED:
      report_duplicate_attribute (report);
      break;
    case XML_ERR_UNDECLARED_ENTITY:
    case XML_ERR_ENTITYREF_SEMICOL_MISSING:
      report_entity (report);
      break;
    case XML_ERR_NAME_REQUIRED:
      report_name (report);
      break;
    case XML_ERR_SPACE_REQUIRED:
      report_space (report);
      break;
    case XML_ERR_MISPLACED_CDATA_END:
      report_section_end (report);
      break;
    case XML_ERR_RESERVED_XML_NAME:
      report_late_declaration (report);
      break;
    case XML_ERR_INVALID_CHAR:
      if (g_str_has_prefix (report->error->message, "xmlParseCharRef"))
        report_character_reference (report);
      else
        report_character (report);
      break;
    case XML_ERR_INVALID_CHARREF:
    case XML_ERR_INVALID_HEX_CHARREF:
    case XML_ERR_INVALID_DEC_CHARREF:
      report_character_reference (report);
      break;
    case XML_ERR_ATTRIBUTE_WITHOUT_VALUE:
      report_attribute_without_value (report);
      break;
    default:
      report_plain (report);
      break;
    }
}

static gboolean
is_at_end (const Report *report)
{
  guint32 position = MIN (report->context->position, report->length);

  return strspn (report->text + position, " \t\r\n") == report->length - position;
}

void
im_xml_error_report (const ImXmlErrorContext *context,
                     const xmlError *error,
                     ImDiagnostics *diagnostics)
{
  gsize length;
  const char *text = im_source_get_text (context->source, &length);
  Report report = { context, error, diagnostics, text, (guint32) length };

  if (report_unclosed (&report))
    return;
  if (is_at_end (&report) && error->code != XML_ERR_TAG_NAME_MISMATCH)
    report_truncated (&report);
  else
    dispatch (&report);
}

void
im_xml_error_report_unbound (const ImXmlErrorContext *context,
                             const char *prefix,
                             ImDiagnostics *diagnostics)
{
  gsize length, prefix_length = strlen (prefix);
  const char *text = im_source_get_text (context->source, &length);
  Report report = { context, NULL, diagnostics, text, (guint32) length };
  ImSpan name, tag = find_tag (&report);
  ImXmlTagCursor cursor = im_xml_tag_start (text, tag, &name);
  ImXmlTagAttribute attribute;
  ImSpan found = name;

  while (!g_str_has_prefix (text + found.start, prefix) ||
         text[found.start + prefix_length] != ':')
    {
      if (!im_xml_tag_next (&cursor, &attribute))
        {
          found = name;
          break;
        }
      found = attribute.name;
    }

  im_diagnostics_add (diagnostics, IM_SEVERITY_WARNING, "xml-namespace", context->source,
                      found, "the prefix '%s' has no namespace", prefix);
  im_diagnostics_note (diagnostics, "declare it: xmlns:%s=\"…\"", prefix);
}
