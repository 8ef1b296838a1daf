/* SPDX-License-Identifier: MIT
 *
 * Changes of text and elements, laid out like what is around them.
 */
#include <string.h>

#include "xml/im-xml-edit-private.h"
#include "xml/im-xml-layout.h"

#define CDATA_START "<![CDATA["
#define CDATA_END   "]]>"

static const ImSpan nothing = { 0, 0 };

static gboolean
is_empty_tag (const ImXmlEdit *edit, const ImXmlElement *element)
{
  return edit->text[element->start_tag.end - 2] == '/';
}

/* Replaces the `/>` of an element by two tags with room for content between them. */
static ImXmlSplice *
open_empty_tag (ImXmlEdit *edit, const ImXmlElement *element)
{
  ImSpan name = element->name_span;
  ImSpan span = { element->start_tag.end - 2, element->start_tag.end };
  g_autofree char *suffix = g_strdup_printf ("</%.*s>", (int) (name.end - name.start),
                                             edit->text + name.start);

  while (strchr (" \t\r\n", edit->text[span.start - 1]) != NULL)
    span.start--;

  ImXmlSplice *splice = im_xml_splices_at (edit->splices, span, NULL);
  im_xml_splice_wrap (splice, ">", suffix);

  return splice;
}

static gboolean
is_one_section (const ImXmlEdit *edit, ImSpan raw)
{
  gsize length = raw.end - raw.start;
  const char *start = edit->text + raw.start;
  const char *end = memmem (start, length, CDATA_END, strlen (CDATA_END));

  return g_str_has_prefix (start, CDATA_START) && end != NULL &&
         end + strlen (CDATA_END) == start + length;
}

static char *
encode_text (const ImXmlEdit *edit, const ImXmlElement *element, const char *text)
{
  ImSpan raw = element->content;
  ImXmlEscape escape = im_xml_edit_choose_escape (edit, raw, element->text, '\0');
  gboolean fits = strstr (text, CDATA_END) == NULL && strchr (text, '\r') == NULL &&
                  (!escape.ascii || g_str_is_ascii (text));
  GString *out = g_string_new (NULL);

  if (strcmp (text, element->text) == 0)
    g_string_append_len (out, edit->text + raw.start,
                         (gssize) raw.end - (gssize) raw.start);
  else if (is_one_section (edit, raw) && fits)
    g_string_append_printf (out, CDATA_START "%s" CDATA_END, text);
  else
    im_xml_text_escape (out, text, escape);

  return g_string_free (out, FALSE);
}

void
im_xml_edit_set_text (ImXmlEdit *edit, const ImXmlElement *element, const char *text)
{
  g_return_if_fail (edit != NULL && element != NULL && text != NULL);
  g_return_if_fail (element->first_child == NULL);

  if (!im_xml_edit_check_text (edit, element->name, text))
    return;

  g_autofree char *encoded = encode_text (edit, element, text);
  gconstpointer owner = &element->text;
  im_xml_splices_forget (edit->splices, owner);
  if (!is_empty_tag (edit, element))
    im_xml_splice_add (im_xml_splices_at (edit->splices, element->content, "text"), owner,
                       encoded, nothing, "");
  else if (*encoded != '\0')
    im_xml_splice_add (open_empty_tag (edit, element), owner, encoded, nothing, "");
}

static const ImXmlElement *
find_previous (const ImXmlElement *parent, const ImXmlElement *before)
{
  const ImXmlElement *previous = NULL;

  for (const ImXmlElement *child = parent->first_child; child != before;
       child = child->next_sibling)
    previous = child;

  return previous;
}

/* Where a child goes: behind the line of the tag in front of it, so that a comment above
 * @before stays there; in a text directly in front of @before. */
static guint32
find_place (const ImXmlEdit *edit,
            const ImXmlElement *parent,
            const ImXmlElement *before,
            const ImXmlElement *previous)
{
  const char *gap = previous == NULL ? parent->text : previous->tail;

  if (im_xml_layout_is_blank (gap))
    return im_xml_layout_find_line_end (
        edit->document, previous == NULL ? parent->content.start : previous->span.end);
  if (before != NULL)
    return im_xml_layout_find_lead (edit->document, before->span.start).start;
  if (previous == NULL)
    return parent->content.end;

  return im_xml_layout_find_lead (edit->document, parent->content.end).start;
}

/* What has to stand between a first child and the closing tag. */
static char *
dup_closing_lead (const ImXmlEdit *edit, const ImXmlElement *parent, const char *lead)
{
  if (*lead == '\0' || parent->first_child != NULL ||
      parent->content.start != parent->content.end)
    return g_strdup ("");

  ImSpan own = im_xml_layout_find_lead (edit->document, parent->span.start);
  if (own.start == own.end)
    return g_strdup (im_xml_layout_get_newline (edit->document));

  return g_strndup (edit->text + own.start, own.end - own.start);
}

static void
insert_piece (ImXmlEdit *edit,
              const ImXmlElement *parent,
              const ImXmlElement *before,
              gconstpointer owner,
              const char *lead,
              const char *markup,
              ImSpan moved)
{
  const ImXmlElement *previous = find_previous (parent, before);
  g_autofree char *text = g_strconcat (lead, markup, NULL);
  g_autofree char *closing = dup_closing_lead (edit, parent, lead);

  if (is_empty_tag (edit, parent))
    {
      ImXmlSplice *splice = open_empty_tag (edit, parent);
      g_autofree char *suffix = g_strdup_printf (
          "%s</%.*s>", closing, (int) (parent->name_span.end - parent->name_span.start),
          edit->text + parent->name_span.start);

      im_xml_splice_wrap (splice, ">", suffix);
      im_xml_splice_add (splice, owner, text, moved, "");
      return;
    }

  guint32 place = find_place (edit, parent, before, previous);
  ImXmlSplice *splice = im_xml_splices_at (edit->splices, (ImSpan){ place, place },
                                           "child");
  if (*closing != '\0')
    im_xml_splice_wrap (splice, "", closing);
  im_xml_splice_add (splice, owner, text, moved, "");
}

/* Gives @markup the line ends and the indentation of the file. */
static char *
lay_out (const ImXmlEdit *edit, const char *lead, const char *markup)
{
  g_autofree char *unit = im_xml_layout_dup_unit (edit->document);
  const ImXmlEncoding *encoding = im_xml_document_get_encoding (edit->document);
  gboolean ascii = !im_xml_encoding_is_unicode (encoding);
  GString *out = g_string_new (NULL);

  for (const char *at = markup; *at != '\0'; at++)
    {
      if (*at == '\n')
        {
          g_string_append (out, *lead == '\0' ? im_xml_layout_get_newline (edit->document)
                                              : lead);
          for (; at[1] == '\t'; at++)
            g_string_append (out, unit);
        }
      else if (ascii && (guchar) *at >= 0x80)
        {
          g_string_append_printf (out, "&#x%X;", g_utf8_get_char (at));
          at = g_utf8_next_char (at) - 1;
        }
      else
        g_string_append_c (out, *at);
    }

  return g_string_free (out, FALSE);
}

void
im_xml_edit_rename (ImXmlEdit *edit, const ImXmlElement *element, const char *name)
{
  ImSpan end = { element->span.end, element->span.end };
  gsize length = element->name_span.end - element->name_span.start;

  g_return_if_fail (edit != NULL && element != NULL);
  g_return_if_fail (name != NULL && im_xml_edit_is_name (name));

  im_xml_splice_set (im_xml_splices_at (edit->splices, element->name_span, NULL), name);
  if (is_empty_tag (edit, element))
    return;
  while (edit->text[end.start] != '/')
    end.start--;
  end.start++;
  end.end = end.start + (guint32) length;
  im_xml_splice_set (im_xml_splices_at (edit->splices, end, NULL), name);
}

void
im_xml_edit_insert (ImXmlEdit *edit,
                    const ImXmlElement *parent,
                    const ImXmlElement *before,
                    const char *markup)
{
  g_return_if_fail (edit != NULL && parent != NULL && markup != NULL);
  g_return_if_fail (before == NULL || before->parent == parent);

  if (!im_xml_edit_check_text (edit, "the inserted text", markup))
    return;

  const ImXmlElement *sibling = before == NULL ? parent->last_child : before;
  g_autofree char *lead = im_xml_layout_dup_child_lead (edit->document, parent, sibling);
  g_autofree char *text = lay_out (edit, lead, markup);

  insert_piece (edit, parent, before, NULL, lead, text, nothing);
}

static gboolean
is_line_end (char c)
{
  return c == '\n' || c == '\r';
}

/* Takes an element out of its place. If it is alone on its line, the line goes; the
 * blanks behind it are a range of their own, because what is inserted behind it stays. */
static void
cut (ImXmlEdit *edit, const ImXmlElement *element)
{
  ImSpan lead = im_xml_layout_find_lead (edit->document, element->span.start);
  ImSpan rest = { element->span.end,
                  im_xml_layout_skip_blanks (edit->document, element->span.end) };
  gboolean alone = lead.start != lead.end &&
                   (edit->text[rest.end] == '\n' || edit->text[rest.end] == '\r');
  ImSpan span = element->span;

  if (alone)
    span.start = lead.start;
  im_xml_splices_at (edit->splices, span, NULL);
  if (alone && rest.start != rest.end)
    im_xml_splices_at (edit->splices, rest, NULL);
}

void
im_xml_edit_remove (ImXmlEdit *edit, const ImXmlElement *element)
{
  g_return_if_fail (edit != NULL && element != NULL && element->parent != NULL);

  im_xml_splices_forget (edit->splices, element);
  g_hash_table_remove (edit->parents, element);
  cut (edit, element);
}

/* Whether @element is @around or inside of it, counting the moves so far. */
static gboolean
is_below (const ImXmlEdit *edit, const ImXmlElement *element, const ImXmlElement *around)
{
  while (element != NULL && element != around)
    {
      const ImXmlElement *moved_to = g_hash_table_lookup (edit->parents, element);

      element = moved_to != NULL ? moved_to : element->parent;
    }

  return element != NULL;
}

static char *
dup_indentation (const char *lead)
{
  return g_strdup (lead + strspn (lead, "\r\n"));
}

/* Replaces the indentation of every line of a blank text by another. */
static void
indent_run (ImXmlEdit *edit, ImSpan run, const char *old, const char *new)
{
  guint32 width = (guint32) strlen (old);

  for (guint32 i = run.start; i < run.end; i++)
    {
      gboolean begins = edit->text[i] == '\n' ||
                        (edit->text[i] == '\r' && edit->text[i + 1] != '\n');
      ImSpan span = { i + 1, i + 1 + width };

      if (!begins || span.end > run.end || is_line_end (edit->text[span.end]) ||
          memcmp (edit->text + span.start, old, width) != 0)
        continue;
      im_xml_splice_set (im_xml_splices_at (edit->splices, span, "indentation"), new);
    }
}

static void
indent_element (ImXmlEdit *edit,
                const ImXmlElement *element,
                const char *old,
                const char *new)
{
  if (im_xml_layout_is_blank (element->text))
    indent_run (edit, im_xml_element_get_text_span (element), old, new);

  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    {
      indent_element (edit, child, old, new);
      if (im_xml_layout_is_blank (child->tail))
        indent_run (edit, im_xml_element_get_tail_span (child), old, new);
    }
}

void
im_xml_edit_move (ImXmlEdit *edit,
                  const ImXmlElement *element,
                  const ImXmlElement *parent,
                  const ImXmlElement *before)
{
  g_return_if_fail (edit != NULL && element != NULL && element->parent != NULL);
  g_return_if_fail (parent != NULL && !is_below (edit, parent, element));
  g_return_if_fail (before == NULL || (before->parent == parent && before != element));

  if (before == element->next_sibling && parent == element->parent &&
      !g_hash_table_contains (edit->parents, element))
    return;

  const ImXmlElement *sibling = before == NULL ? parent->last_child : before;
  ImSpan own = im_xml_layout_find_lead (edit->document, element->span.start);
  g_autofree char *old_lead = g_strndup (edit->text + own.start, own.end - own.start);
  g_autofree char *new_lead = im_xml_layout_dup_child_lead (edit->document, parent,
                                                            sibling);
  g_autofree char *old = dup_indentation (old_lead);
  g_autofree char *new = dup_indentation (new_lead);

  im_xml_edit_remove (edit, element);
  g_hash_table_insert (edit->parents, (gpointer) element, (gpointer) parent);
  if (*old_lead != '\0' && *new_lead != '\0')
    indent_element (edit, element, old, new);
  insert_piece (edit, parent, before, element, new_lead, "", element->span);
}
