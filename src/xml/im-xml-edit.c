/* SPDX-License-Identifier: MIT
 *
 * Every change becomes replacements of ranges of the old text. The same change made twice
 * has the same range, so the last one counts. This file holds attributes and the making
 * of the result; im-xml-edit-tree.c holds changes of text and elements.
 */
#include "xml/im-xml-edit.h"

#include <libxml/tree.h>
#include <string.h>

#include "xml/im-xml-edit-private.h"
#include "xml/im-xml-tag.h"

static const ImSpan nothing = { 0, 0 };

G_DEFINE_QUARK (im_xml_edit_error_quark, im_xml_edit_error)

ImXmlEdit *
im_xml_edit_new (const ImXmlDocument *document)
{
  ImXmlEdit *edit = g_new0 (ImXmlEdit, 1);

  edit->document = document;
  edit->text = im_source_get_text (im_xml_document_get_source (document), &edit->length);
  edit->splices = im_xml_splices_new (edit->text, edit->length);
  edit->parents = g_hash_table_new (NULL, NULL);

  return edit;
}

void
im_xml_edit_free (ImXmlEdit *edit)
{
  if (edit == NULL)
    return;

  im_xml_splices_free (edit->splices);
  g_hash_table_unref (edit->parents);
  g_clear_error (&edit->error);
  g_free (edit);
}

gboolean
im_xml_edit_check_text (ImXmlEdit *edit, const char *what, const char *text)
{
  const char *illegal = im_xml_text_find_illegal (text);

  if (illegal == NULL)
    return TRUE;
  if (edit->error == NULL)
    g_set_error (
        &edit->error, IM_XML_EDIT_ERROR, IM_XML_EDIT_ERROR_CHARACTER,
        "%s has the byte 0x%02X at byte %" G_GSIZE_FORMAT
        ", which XML cannot hold; allowed is UTF-8 text without control characters",
        what, (guchar) *illegal, (gsize) (illegal - text));

  return FALSE;
}

/* A file is long, and few of its characters are the first one of @part. */
static gboolean
contains (const ImXmlEdit *edit, ImSpan span, const char *part)
{
  const char *at = edit->text + span.start, *end = edit->text + span.end;
  gsize length = strlen (part);

  while ((at = memchr (at, *part, (gsize) (end - at))) != NULL)
    {
      if ((gsize) (end - at) >= length && memcmp (at, part, length) == 0)
        return TRUE;
      at++;
    }

  return FALSE;
}

ImXmlEscape
im_xml_edit_choose_escape (const ImXmlEdit *edit,
                           ImSpan old,
                           const char *old_value,
                           char quote)
{
  ImSpan all = { 0, (guint32) edit->length };
  gboolean own = strchr (old_value, '>') != NULL;
  const ImXmlEncoding *encoding = im_xml_document_get_encoding (edit->document);

  return (ImXmlEscape){ .quote = quote,
                        .greater = contains (edit, own ? old : all, "&gt;"),
                        .ascii = !im_xml_encoding_is_unicode (encoding) };
}

static const ImXmlAttribute *
find_written (const ImXmlEdit *edit, const ImXmlElement *element, const char *name)
{
  for (guint i = 0; i < element->n_attributes; i++)
    {
      const ImXmlAttribute *attribute = &element->attributes[i];
      ImXmlTagAttribute raw;
      ImXmlTagCursor cursor = { edit->text, attribute->span.start, attribute->span.end };

      if (im_xml_tag_next (&cursor, &raw) &&
          im_xml_tag_is_named (edit->text, raw.name, NULL, name))
        return attribute;
    }

  return NULL;
}

/* An attribute with the blanks in front of it. */
static ImSpan
get_attribute_range (const ImXmlEdit *edit, const ImXmlAttribute *attribute)
{
  ImSpan span = attribute->span;

  while (strchr (" \t\r\n", edit->text[span.start - 1]) != NULL)
    span.start--;

  return span;
}

static void
change_attribute (ImXmlEdit *edit, const ImXmlAttribute *attribute, const char *value)
{
  ImSpan range = get_attribute_range (edit, attribute);
  ImSpan old = attribute->value_span;
  g_autoptr (GString) out = g_string_new_len (edit->text + range.start,
                                              (gssize) old.start - (gssize) range.start);

  /* Blanks and references can be written in many ways: an equal value stays as it is. */
  if (strcmp (attribute->value, value) == 0)
    g_string_append_len (out, edit->text + old.start,
                         (gssize) old.end - (gssize) old.start);
  else
    im_xml_text_escape (
        out, value,
        im_xml_edit_choose_escape (edit, old, attribute->value, edit->text[old.end]));
  g_string_append_c (out, edit->text[old.end]);

  im_xml_splice_set (im_xml_splices_at (edit->splices, range, NULL), out->str);
}

static void
append_separator (const ImXmlEdit *edit, const ImXmlAttribute *last, GString *out)
{
  ImSpan range = last == NULL ? nothing : get_attribute_range (edit, last);
  ImSpan blanks = { range.start, last == NULL ? 0 : last->span.start };

  if (contains (edit, blanks, "\n") || contains (edit, blanks, "\r"))
    g_string_append_len (out, edit->text + blanks.start,
                         (gssize) blanks.end - (gssize) blanks.start);
  else
    g_string_append_c (out, ' ');
}

static void
add_attribute (ImXmlEdit *edit,
               const ImXmlElement *element,
               const char *name,
               const char *value)
{
  const ImXmlAttribute *last = element->n_attributes == 0
                                   ? NULL
                                   : &element->attributes[element->n_attributes - 1];
  guint32 end = last == NULL ? element->name_span.end : last->span.end;
  char quote = last == NULL ? '"' : edit->text[last->span.end - 1];
  g_autoptr (GString) out = g_string_new (NULL);

  append_separator (edit, last, out);
  g_string_append_printf (out, "%s=%c", name, quote);
  im_xml_text_escape (out, value, im_xml_edit_choose_escape (edit, nothing, "", quote));
  g_string_append_c (out, quote);

  im_xml_splice_set (im_xml_splices_at (edit->splices, (ImSpan){ end, end }, name),
                     out->str);
}

gboolean
im_xml_edit_is_name (const char *name)
{
  return g_utf8_validate (name, -1, NULL) &&
         xmlValidateQName ((const xmlChar *) name, 0) == 0;
}

void
im_xml_edit_set_attribute (ImXmlEdit *edit,
                           const ImXmlElement *element,
                           const char *name,
                           const char *value)
{
  g_return_if_fail (edit != NULL && element != NULL && value != NULL);
  g_return_if_fail (name != NULL && im_xml_edit_is_name (name));

  const ImXmlAttribute *attribute = find_written (edit, element, name);

  if (!im_xml_edit_check_text (edit, name, value))
    return;
  if (attribute != NULL)
    change_attribute (edit, attribute, value);
  else
    add_attribute (edit, element, name, value);
}

void
im_xml_edit_remove_attribute (ImXmlEdit *edit,
                              const ImXmlElement *element,
                              const char *name)
{
  g_return_if_fail (edit != NULL && element != NULL && name != NULL);

  const ImXmlAttribute *attribute = find_written (edit, element, name);
  ImSpan range;

  if (attribute != NULL)
    range = get_attribute_range (edit, attribute);
  else if (element->n_attributes == 0)
    range = (ImSpan){ element->name_span.end, element->name_span.end };
  else
    {
      range = element->attributes[element->n_attributes - 1].span;
      range.start = range.end;
    }

  ImXmlSplice *splice = im_xml_splices_at (edit->splices, range,
                                           attribute == NULL ? name : NULL);
  im_xml_splice_set (splice, "");
}

gboolean
im_xml_edit_check_encoding (const ImXmlDocument *document, GError **error)
{
  const ImXmlEncoding *encoding = im_xml_document_get_encoding (document);
  const char *text;
  gsize length;

  if (encoding->charset == NULL)
    return TRUE;

  text = im_source_get_text (im_xml_document_get_source (document), &length);
  g_autoptr (GBytes) same = im_xml_encoding_encode (encoding, text, length, NULL);
  if (same != NULL && g_bytes_equal (same, im_xml_document_get_bytes (document)))
    return TRUE;

  g_set_error (
      error, IM_XML_EDIT_ERROR, IM_XML_EDIT_ERROR_ENCODING,
      "the file cannot be written in %s without changing other bytes; store it in "
      "UTF-8",
      encoding->charset);

  return FALSE;
}

GBytes *
im_xml_edit_render (ImXmlEdit *edit, GError **error)
{
  g_return_val_if_fail (edit != NULL, NULL);

  if (edit->error != NULL)
    {
      g_propagate_error (error, g_error_copy (edit->error));
      return NULL;
    }
  if (!im_xml_edit_check_encoding (edit->document, error))
    return NULL;

  g_autoptr (GError) failure = NULL;
  g_autoptr (GString) text = im_xml_splices_render (edit->splices);
  GBytes *bytes = im_xml_encoding_encode (im_xml_document_get_encoding (edit->document),
                                          text->str, text->len, &failure);
  if (bytes == NULL)
    g_set_error_literal (error, IM_XML_EDIT_ERROR, IM_XML_EDIT_ERROR_ENCODING,
                         failure->message);

  return bytes;
}
