/* SPDX-License-Identifier: MIT
 *
 * What stands between two tags is a gap: blanks, comments and processing instructions,
 * of which each gets its line. An element with any other text between its tags is kept
 * as it is, as a whole.
 */
#include "xml/im-xml-format.h"

#include <string.h>

#include "xml/im-xml-edit.h"
#include "xml/im-xml-layout.h"

#define INDENTATION "  "
#define BLANKS      " \t\r\n"

typedef struct
{
  const ImXmlDocument *document;
  const ImXmlFormat *format;
  const char *text; /* with any line ends */
  GString *out;     /* with LF */
} Layout;

static void append_element (Layout *layout, const ImXmlElement *element, guint depth);

/* The end of a comment or processing instruction, or NULL if none begins here. */
static const char *
skip_note (const char *text)
{
  const char *end;

  if (g_str_has_prefix (text, "<!--"))
    end = strstr (text + 4, "-->");
  else if (g_str_has_prefix (text, "<?"))
    end = strstr (text, "?>");
  else
    return NULL;

  return end == NULL ? NULL : end + (text[1] == '!' ? 3 : 2);
}

/* Whether a gap has nothing but blanks, comments and processing instructions;
 * @has_notes tells whether it has one of the latter. */
static gboolean
is_gap (const char *text, ImSpan span, gboolean *has_notes)
{
  const char *end = text + span.end;

  for (const char *p = text + span.start; (p += strspn (p, BLANKS)) < end;)
    {
      p = skip_note (p);
      if (p == NULL)
        return FALSE;
      *has_notes = TRUE;
    }

  return TRUE;
}

static gboolean
is_among (const char *const *names, const ImXmlElement *element)
{
  return element->prefix == NULL && g_strv_contains (names, element->name);
}

/* Whether an element holds elements and no text, so that its lines can be laid out. */
static gboolean
is_container (const Layout *layout, const ImXmlElement *element)
{
  ImSpan span = im_xml_element_get_text_span (element);
  gboolean has_notes = FALSE;
  gboolean is_empty = element->first_child == NULL;

  if (!is_gap (layout->text, span, &has_notes))
    return FALSE;
  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    if (!is_gap (layout->text, im_xml_element_get_tail_span (child), &has_notes))
      return FALSE;

  /* Blanks in a line may be a value; lines of them are layout. */
  return !is_empty || span.start == span.end || has_notes ||
         strchr (element->text, '\n') != NULL;
}

static gboolean
is_protected (const Layout *layout, const ImXmlElement *element)
{
  const ImXmlAttribute *space = im_xml_element_find_attribute (
      element, "http://www.w3.org/XML/1998/namespace", "space");

  return (space != NULL && strcmp (space->value, "preserve") == 0) ||
         (element->prefix != NULL && g_strcmp0 (element->uri, layout->format->uri) != 0);
}

static void
append_indentation (GString *out, guint depth)
{
  for (guint i = 0; i < depth; i++)
    g_string_append (out, INDENTATION);
}

static void
append_line (Layout *layout, guint n_lines, guint depth)
{
  for (guint i = 0; i < MIN (n_lines, 2); i++)
    g_string_append_c (layout->out, '\n');
  append_indentation (layout->out, depth);
}

static void
append_span (Layout *layout, ImSpan span)
{
  g_string_append_len (layout->out, layout->text + span.start, span.end - span.start);
}

static guint
count_lines (const char *text, const char *end)
{
  guint n = 0;

  for (; text < end; text++)
    n += *text == '\n' || (*text == '\r' && text[1] != '\n');

  return n;
}

/* Appends lines of which white space does not count. The first one stands at @depth; the
 * others keep how much deeper they are than @lead, in front of it in the file. */
static void
append_shifted (Layout *layout, ImSpan span, const char *lead, guint depth)
{
  const char *p = layout->text + span.start, *end = layout->text + span.end;
  gsize n_lead = strlen (lead);

  while (p < end)
    {
      gsize n = MIN (strcspn (p, "\r\n"), (gsize) (end - p));
      const char *line = p + n;

      /* At the end of the range something else stands in the same line. */
      while (line < end && n > 0 && (p[n - 1] == ' ' || p[n - 1] == '\t'))
        n--;
      g_string_append_len (layout->out, p, (gssize) n);
      if (line == end)
        return;
      p = line + (line[0] == '\r' && line[1] == '\n' ? 2 : 1);
      g_string_append_c (layout->out, '\n');
      if (p + strspn (p, " \t") < end && strchr ("\r\n", p[strspn (p, " \t")]) != NULL)
        continue;
      if (strncmp (p, lead, n_lead) == 0)
        {
          p += n_lead;
          append_indentation (layout->out, depth);
        }
      for (; p < end && (*p == ' ' || *p == '\t'); p++)
        g_string_append (layout->out, *p == '\t' ? INDENTATION : " ");
    }
}

/* The blanks in front of what begins a line; NULL if something else stands there. */
static char *
dup_lead (const Layout *layout, guint32 offset)
{
  ImSpan span = im_xml_layout_find_lead (layout->document, offset);

  if (span.start == span.end)
    return NULL;
  while (layout->text[span.start] == '\r' || layout->text[span.start] == '\n')
    span.start++;

  return g_strndup (layout->text + span.start, span.end - span.start);
}

static void
append_note (Layout *layout, ImSpan span, guint depth)
{
  g_autofree char *lead = dup_lead (layout, span.start);

  if (lead == NULL)
    append_span (layout, span);
  else
    append_shifted (layout, span, lead, depth);
}

/* Appends what stands between two tags, at @depth, and the line end and indentation
 * behind it. No empty line stays behind the first tag of an element or in front of its
 * last one. */
static void
append_gap (Layout *layout,
            ImSpan span,
            guint depth,
            guint depth_behind,
            gboolean is_first,
            gboolean is_last)
{
  const char *p = layout->text + span.start, *end = layout->text + span.end;

  while (TRUE)
    {
      const char *next = p + strspn (p, BLANKS), *note_end;
      guint n_lines = count_lines (p, MIN (next, end));

      if (next >= end)
        {
          append_line (layout, is_last || is_first ? 1 : MAX (n_lines, 1), depth_behind);
          return;
        }
      note_end = skip_note (next);
      g_assert (note_end != NULL); /* is_gap() */
      if (layout->out->len == 0)
        ; /* the file begins */
      else if (n_lines == 0 && p == layout->text + span.start)
        g_string_append_c (layout->out, ' ');
      else
        append_line (layout, is_first ? 1 : MAX (n_lines, 1), depth);
      append_note (layout,
                   (ImSpan){ (guint32) (next - layout->text),
                             (guint32) (note_end - layout->text) },
                   depth);
      p = note_end;
      is_first = FALSE;
    }
}

static void
append_start_tag (Layout *layout, const ImXmlElement *element, gboolean is_empty)
{
  g_string_append_c (layout->out, '<');
  append_span (layout, element->name_span);
  for (guint i = 0; i < element->n_attributes; i++)
    {
      const ImXmlAttribute *attribute = &element->attributes[i];
      ImSpan value = attribute->value_span;
      const char *raw = layout->text + value.start;
      char quote = memchr (raw, '"', value.end - value.start) == NULL ? '"' : '\'';

      g_string_append_c (layout->out, ' ');
      if (attribute->prefix != NULL)
        g_string_append_printf (layout->out, "%s:", attribute->prefix);
      g_string_append_printf (layout->out, "%s=%c", attribute->name, quote);
      append_span (layout, value);
      g_string_append_c (layout->out, quote);
    }
  g_string_append (layout->out, is_empty ? " />" : ">");
}

static void
append_end_tag (Layout *layout, const ImXmlElement *element)
{
  g_string_append (layout->out, "</");
  append_span (layout, element->name_span);
  g_string_append_c (layout->out, '>');
}

static void
append_container (Layout *layout, const ImXmlElement *element, guint depth)
{
  gboolean is_empty = element->first_child == NULL;
  gboolean has_notes = FALSE;
  ImSpan span = im_xml_element_get_text_span (element);

  is_gap (layout->text, span, &has_notes);
  if (is_empty && !has_notes)
    {
      append_start_tag (layout, element, TRUE);
      return;
    }
  append_start_tag (layout, element, FALSE);
  append_gap (layout, span, depth + 1, is_empty ? depth : depth + 1, TRUE, is_empty);
  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    {
      gboolean is_last = child->next_sibling == NULL;

      append_element (layout, child, depth + 1);
      append_gap (layout, im_xml_element_get_tail_span (child), depth + 1,
                  is_last ? depth : depth + 1, FALSE, is_last);
    }
  append_end_tag (layout, element);
}

/* Appends the content of an element with running text, whose start tag is there. */
static void
append_flow (Layout *layout, const ImXmlElement *element, const char *lead, guint depth)
{
  guint32 start = element->content.start;

  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    {
      append_shifted (layout, (ImSpan){ start, child->span.start }, lead, depth);
      start = child->span.end;
      if (is_among (layout->format->code, child) || is_protected (layout, child) ||
          child->content.start == child->content.end)
        {
          append_span (layout, child->span);
          continue;
        }
      append_span (layout, child->start_tag);
      append_flow (layout, child, lead, depth);
      append_span (layout, (ImSpan){ child->content.end, child->span.end });
    }
  append_shifted (layout, (ImSpan){ start, element->content.end }, lead, depth);
}

static void
append_element (Layout *layout, const ImXmlElement *element, guint depth)
{
  g_autofree char *lead = dup_lead (layout, element->start_tag.start);

  if (is_protected (layout, element))
    {
      append_span (layout, element->span);
      return;
    }
  if (is_container (layout, element))
    {
      append_container (layout, element, depth);
      return;
    }
  append_start_tag (layout, element, FALSE);
  if (is_among (layout->format->flow, element) && lead != NULL)
    append_flow (layout, element, lead, depth);
  else
    append_span (layout, element->content);
  append_end_tag (layout, element);
}

/* The text with the line ends of the file. */
static char *
dup_with_line_ends (const ImXmlDocument *document, const GString *text)
{
  g_auto (GStrv) lines = NULL;
  g_autoptr (GString) lf = g_string_new_len (text->str, (gssize) text->len);

  g_string_replace (lf, "\r\n", "\n", 0);
  g_string_replace (lf, "\r", "\n", 0);
  lines = g_strsplit (lf->str, "\n", -1);

  return g_strjoinv (im_xml_layout_get_newline (document), lines);
}

GBytes *
im_xml_format (const ImXmlDocument *document, const ImXmlFormat *format, GError **error)
{
  gsize length;
  const char *text = im_source_get_text (im_xml_document_get_source (document), &length);
  const ImXmlElement *root = im_xml_document_get_root (document);
  g_autoptr (GString) out = g_string_sized_new (length);
  Layout layout = { document, format, text, out };
  g_autofree char *result = NULL;
  gboolean has_notes = FALSE;

  if (!im_xml_edit_check_encoding (document, error))
    return NULL;
  is_gap (text, (ImSpan){ 0, root->span.start }, &has_notes);
  if (has_notes)
    append_gap (&layout, (ImSpan){ 0, root->span.start }, 0, 0, FALSE, FALSE);
  append_element (&layout, root, 0);
  append_gap (&layout, (ImSpan){ root->span.end, (guint32) length }, 0, 0, FALSE, TRUE);
  result = dup_with_line_ends (document, out);

  return im_xml_encoding_encode (im_xml_document_get_encoding (document), result,
                                 strlen (result), error);
}

/* What counts of a text: all of it, or its words. */
static char *
dup_words (const char *text, gsize length)
{
  g_autofree char *copy = g_strndup (text, length);
  g_auto (GStrv) words = g_strsplit_set (copy, BLANKS, -1);
  GString *result = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_string_append_printf (result, "%s ", words[i]);

  return g_string_free (result, FALSE);
}

static gboolean
has_same_words (const char *first, gsize n_first, const char *second, gsize n_second)
{
  g_autofree char *a = dup_words (first, n_first);
  g_autofree char *b = dup_words (second, n_second);

  return strcmp (a, b) == 0;
}

/* In @is_flow only words count; where @is_layout, blanks are nothing but layout. */
static gboolean
is_same_text (const char *before, const char *after, gboolean is_flow, gboolean is_layout)
{
  return strcmp (before, after) == 0 ||
         (is_flow && has_same_words (before, strlen (before), after, strlen (after))) ||
         (is_layout && im_xml_layout_is_blank (before) && im_xml_layout_is_blank (after));
}

static gboolean
is_same_tag (const ImXmlElement *before, const ImXmlElement *after)
{
  if (strcmp (before->name, after->name) != 0 ||
      g_strcmp0 (before->prefix, after->prefix) != 0 ||
      before->n_attributes != after->n_attributes)
    return FALSE;
  for (guint i = 0; i < before->n_attributes; i++)
    {
      const ImXmlAttribute *first = &before->attributes[i];
      const ImXmlAttribute *second = &after->attributes[i];

      if (strcmp (first->name, second->name) != 0 ||
          g_strcmp0 (first->prefix, second->prefix) != 0 ||
          strcmp (first->value, second->value) != 0)
        return FALSE;
    }

  return TRUE;
}

static const ImSpan *
find_loss (const ImXmlElement *before,
           const ImXmlElement *after,
           const ImXmlFormat *format,
           gboolean is_flow)
{
  const ImXmlElement *a = before->first_child, *b = after->first_child;

  is_flow = (is_flow && !is_among (format->code, before)) ||
            is_among (format->flow, before);
  if (!is_same_tag (before, after) ||
      !is_same_text (before->text, after->text, is_flow,
                     a != NULL || strchr (before->text, '\n') != NULL))
    return &before->span;
  for (; a != NULL && b != NULL; a = a->next_sibling, b = b->next_sibling)
    {
      const ImSpan *loss = find_loss (a, b, format, is_flow);

      if (loss != NULL)
        return loss;
      if (!is_same_text (a->tail, b->tail, is_flow, TRUE))
        return &a->span;
    }

  return a == NULL && b == NULL ? NULL : &before->span;
}

/* All comments and processing instructions of a text, with any white space between. */
static char *
dup_notes (const ImXmlDocument *document)
{
  const char *p = im_source_get_text (im_xml_document_get_source (document), NULL);
  GString *notes = g_string_new (NULL);

  while ((p = strchr (p, '<')) != NULL)
    {
      const char *end = g_str_has_prefix (p, "<![CDATA[") ? strstr (p, "]]>") : NULL;

      if (end == NULL)
        end = skip_note (p);
      if (end != NULL)
        g_string_append_len (notes, p, end - p);
      p = end == NULL ? p + 1 : end;
    }

  return g_string_free (notes, FALSE);
}

const ImSpan *
im_xml_format_find_loss (const ImXmlDocument *before,
                         const ImXmlDocument *after,
                         const ImXmlFormat *format)
{
  const ImXmlElement *root = im_xml_document_get_root (before);
  g_autofree char *first = dup_notes (before);
  g_autofree char *second = dup_notes (after);

  if (!has_same_words (first, strlen (first), second, strlen (second)))
    return &root->span;

  return find_loss (root, im_xml_document_get_root (after), format, FALSE);
}
