/* SPDX-License-Identifier: MIT
 *
 * Attributes, texts and reports: the vocabulary of the readers of the element families.
 */
#include "unit/im-unit-reader.h"

#include <stdarg.h>
#include <string.h>

#include "base/im-escape.h"
#include "base/im-text.h"

void
im_unit_reader_report (ImUnitReader *reader,
                       ImSeverity severity,
                       const char *code,
                       ImSpan span,
                       const char *format,
                       ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (reader->diagnostics, severity, code, reader->source, span, "%s",
                      message);
}

/* Whether @name is one of the words of @list. */
static gboolean
list_has (const char *list, const char *name)
{
  gsize length = strlen (name);

  for (const char *p = list; *p != '\0'; p += strspn (p, " "))
    {
      gsize word = strcspn (p, " ");

      if (word == length && memcmp (p, name, length) == 0)
        return TRUE;
      p += word;
    }

  return FALSE;
}

static void
report_unknown (ImUnitReader *reader,
                const char *code,
                ImSpan span,
                const char *what,
                const char *name,
                const ImXmlElement *element,
                const char *list)
{
  g_auto (GStrv) words = g_strsplit (list, " ", -1);
  const char *nearest = im_text_nearest (name, (const char *const *) words,
                                         g_strv_length (words));

  im_unit_reader_report (reader, IM_SEVERITY_WARNING, code, span,
                         "<%s> has no %s “%s”; it is kept but has no effect",
                         element->name, what, name);
  if (nearest == NULL && *list != '\0')
    im_diagnostics_note (reader->diagnostics, "it can have: %s", list);
  im_diagnostics_suggest (reader->diagnostics, name, nearest);
  im_diagnostics_allow (reader->diagnostics, (const char *const *) words,
                        g_strv_length (words));
}

static gboolean
is_blank (const char *text)
{
  return text == NULL || text[strspn (text, " \t\r\n")] == '\0';
}

/* Our own namespace holds what the format cannot say. */
static const char own_attributes[] =
    "default severity in-place-of window sample-rate block tolerance absolute-tolerance "
    "input-tolerance input-limit float-twin follows x y shape rate type";

static void
check_attribute (ImUnitReader *reader,
                 const ImXmlElement *element,
                 const ImXmlAttribute *attribute,
                 const char *known)
{
  if (g_strcmp0 (attribute->uri, IM_UNIT_NAMESPACE) == 0)
    known = own_attributes;
  else if (attribute->prefix != NULL || strcmp (attribute->name, "xmlns") == 0)
    return;
  if (!list_has (known, attribute->name))
    report_unknown (reader, "unknown-attribute", attribute->span, "attribute",
                    attribute->name, element, known);
}

/* Reports text that stands where none has a meaning, from its first character that is no
 * blank. */
static void
check_stray_text (ImUnitReader *reader,
                  const ImXmlElement *element,
                  const char *text,
                  ImSpan raw)
{
  if (is_blank (text))
    return;

  g_autofree char *end = g_strchomp (g_strdup (text));
  ImSpan span = { (guint32) strspn (text, " \t\r\n"), (guint32) strlen (end) };

  im_unit_reader_report (reader, IM_SEVERITY_WARNING, "ignored-text",
                         im_xml_map_span (reader->document, raw, span),
                         "text inside of <%s> has no meaning", element->name);
}

static gboolean
is_own (const ImXmlElement *element)
{
  return g_strcmp0 (element->uri, IM_UNIT_NAMESPACE) == 0;
}

/* Elements of ours hold nothing else than elements of ours. */
static void
check_child (ImUnitReader *reader,
             const ImXmlElement *element,
             const ImXmlElement *child,
             const char *known)
{
  g_autofree char *own = NULL;
  const char *name = child->name;

  if (is_own (child) && !is_own (element))
    name = own = g_strconcat (IM_UNIT_READER_OWN, child->name, NULL);
  else if (child->uri == NULL && is_own (element))
    {
      im_unit_reader_report (reader, IM_SEVERITY_WARNING, "unknown-element",
                             child->name_span,
                             "<%s> inside of <%s> needs the prefix of the elements "
                             "around it; it is kept but has no effect",
                             child->name, element->name);
      return;
    }
  else if (g_strcmp0 (child->uri, element->uri) != 0)
    return;
  if (!list_has (known, name))
    report_unknown (reader, "unknown-element", child->name_span, "child", name, element,
                    known);
}

void
im_unit_reader_check_element (ImUnitReader *reader,
                              const ImXmlElement *element,
                              const char *attributes,
                              const char *children)
{
  for (guint i = 0; i < element->n_attributes; i++)
    check_attribute (reader, element, &element->attributes[i], attributes);
  if (children == NULL)
    return;

  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    {
      check_child (reader, element, child, children);
      check_stray_text (reader, element, child->tail,
                        im_xml_element_get_tail_span (child));
    }
  if (element->first_child != NULL)
    check_stray_text (reader, element, element->text,
                      im_xml_element_get_text_span (element));
}

ImUnitText
im_unit_reader_get_text (const ImXmlElement *element, const char *name)
{
  const ImXmlAttribute *attribute = im_xml_element_find_attribute (element, NULL, name);

  if (attribute == NULL)
    return (ImUnitText){ NULL, element->start_tag };

  return (ImUnitText){ attribute->value, attribute->value_span };
}

ImUnitText
im_unit_reader_get_own (const ImXmlElement *element, const char *name)
{
  const ImXmlAttribute *attribute = im_xml_element_find_attribute (
      element, IM_UNIT_NAMESPACE, name);

  if (attribute == NULL)
    return (ImUnitText){ NULL, element->start_tag };

  return (ImUnitText){ attribute->value, attribute->value_span };
}

ImUnitText
im_unit_reader_require_text (ImUnitReader *reader,
                             const ImXmlElement *element,
                             const char *name)
{
  ImUnitText text = im_unit_reader_get_text (element, name);

  if (text.text == NULL)
    {
      im_unit_reader_report (reader, IM_SEVERITY_ERROR, "missing-attribute",
                             element->name_span, "<%s> needs the attribute “%s”",
                             element->name, name);
      im_diagnostics_set_subject (reader->diagnostics, (ImSubject){ .detail = name });
      text.text = "";
    }
  else if (is_blank (text.text))
    im_unit_reader_report (reader, IM_SEVERITY_ERROR, "empty-name", text.raw,
                           "the attribute “%s” of <%s> must not be empty", name,
                           element->name);

  return text;
}

/* Letters and digits of any script, underscores and dashes, in parts between dots; single
 * blanks between them. */
static gboolean
is_name (const char *name)
{
  gboolean begins = TRUE;

  if (strlen (name) > IM_UNIT_MAX_NAME_BYTES)
    return FALSE;
  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean is_letter = c == '_' || c == '-' || g_unichar_isalnum (c);

      if (!is_letter && (begins || (c != '.' && c != ' ')))
        return FALSE;
      begins = !is_letter;
    }

  return !begins;
}

static gboolean
has_hidden (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (strchr ("\n\r\t", *p) == NULL && im_escape_is_hidden (g_utf8_get_char (p)))
      return TRUE;

  return FALSE;
}

static const char *
show (ImUnitReader *reader, const char *text, ImEscape target)
{
  g_autofree char *shown = im_escape_dup (target, text);

  return im_arena_strdup (reader->arena, shown);
}

const char *
im_unit_reader_show_text (ImUnitReader *reader, const char *text)
{
  return text == NULL || !has_hidden (text) ? text : show (reader, text, IM_ESCAPE_TEXT);
}

ImUnitText
im_unit_reader_show_name (ImUnitReader *reader, ImUnitText text)
{
  if (text.text != NULL && !is_blank (text.text) && !is_name (text.text))
    text.text = show (reader, text.text, IM_ESCAPE_LINE);

  return text;
}

ImUnitText
im_unit_reader_check_name (ImUnitReader *reader,
                           ImUnitText text,
                           const char *what,
                           const char *example)
{
  ImUnitText shown = im_unit_reader_show_name (reader, text);

  if (text.text == NULL || is_blank (text.text) || is_name (text.text))
    return shown;
  im_unit_reader_report (reader, IM_SEVERITY_ERROR, "bad-name", text.raw,
                         "“%s” cannot name %s: expected at most %d bytes of letters, "
                         "digits, underscores and dashes, with single dots and blanks "
                         "between them, such as %s",
                         shown.text, what, IM_UNIT_MAX_NAME_BYTES, example);

  return shown;
}

const char *
im_unit_reader_read_class (ImUnitReader *reader, const ImXmlElement *element)
{
  return im_unit_reader_check_name (
             reader, im_unit_reader_require_text (reader, element, "class"), "a class",
             "Tables.Mel")
      .text;
}

ImUnitText
im_unit_reader_get_body (const ImXmlElement *element)
{
  if (element->first_child != NULL || is_blank (element->text))
    return (ImUnitText){ NULL, element->start_tag };

  return (ImUnitText){ element->text, im_xml_element_get_text_span (element) };
}

ImUnitExpr *
im_unit_reader_new_expr (ImUnitReader *reader, ImUnitText text)
{
  if (text.text == NULL)
    return NULL;

  ImUnitExpr *expr = im_arena_new0 (reader->arena, ImUnitExpr, 1);
  expr->text = text.text;
  expr->raw = text.raw;
  expr->symbols = reader->symbols;
  g_ptr_array_add (reader->expressions, expr);

  return expr;
}

ImUnitExpr *
im_unit_reader_get_expr (ImUnitReader *reader,
                         const ImXmlElement *element,
                         const char *name)
{
  return im_unit_reader_new_expr (reader, im_unit_reader_get_text (element, name));
}

ImUnitExpr *
im_unit_reader_require_expr (ImUnitReader *reader,
                             const ImXmlElement *element,
                             const char *name)
{
  ImUnitText text = im_unit_reader_require_text (reader, element, name);

  return is_blank (text.text) ? NULL : im_unit_reader_new_expr (reader, text);
}

gboolean
im_unit_reader_get_boolean (ImUnitReader *reader,
                            const ImXmlElement *element,
                            const char *name,
                            gboolean fallback)
{
  ImUnitText text = im_unit_reader_get_text (element, name);
  gboolean value;

  if (text.text == NULL)
    return fallback;
  if (im_unit_parse_boolean (text.text, &value))
    return value;

  im_unit_reader_report (reader, IM_SEVERITY_ERROR, "bad-boolean", text.raw,
                         "“%s” is neither true nor false", text.text);
  im_diagnostics_note (reader->diagnostics, "write true, yes or 1, or false, no or 0");

  return fallback;
}

double
im_unit_reader_get_number (ImUnitReader *reader,
                           const ImXmlElement *element,
                           const char *name,
                           double fallback)
{
  ImUnitText text = im_unit_reader_get_text (element, name);
  double value;

  if (text.text == NULL)
    return fallback;
  if (im_unit_parse_number (text.text, &value))
    return value;

  im_unit_reader_report (reader, IM_SEVERITY_ERROR, "bad-number", text.raw,
                         "“%s” is no number", text.text);

  return fallback;
}

/* The first element from @child on that is in the namespace of its parent. */
static const ImXmlElement *
skip_foreign (const ImXmlElement *child)
{
  while (child != NULL && g_strcmp0 (child->uri, child->parent->uri) != 0)
    child = child->next_sibling;

  return child;
}

const ImXmlElement *
im_unit_reader_first (const ImXmlElement *element)
{
  return skip_foreign (element->first_child);
}

const ImXmlElement *
im_unit_reader_next (const ImXmlElement *child)
{
  return skip_foreign (child->next_sibling);
}

const ImXmlElement *
im_unit_reader_find (const ImXmlElement *element, const char *name)
{
  const ImXmlElement *child = im_unit_reader_first (element);

  while (child != NULL && strcmp (child->name, name) != 0)
    child = im_unit_reader_next (child);

  return child;
}

guint
im_unit_reader_count_children (const ImXmlElement *element, const char *name)
{
  guint count = 0;

  for (const ImXmlElement *child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    if (name == NULL || strcmp (child->name, name) == 0)
      count++;

  return count;
}

const char *
im_unit_reader_get_description (ImUnitReader *reader, const ImXmlElement *element)
{
  ImUnitText text = im_unit_reader_get_text (element, "description");
  const ImXmlElement *child = im_unit_reader_find (element, "Description");

  if (text.text != NULL)
    return im_unit_reader_show_text (reader, text.text);
  if (child == NULL)
    return NULL;

  g_autoptr (GString) plain = g_string_new (NULL);
  im_unit_append_markup (im_unit_reader_read_markup (reader, child), plain);

  return im_arena_strndup (reader->arena, plain->str, plain->len);
}
