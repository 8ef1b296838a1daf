/* SPDX-License-Identifier: MIT */
#include "document/change/im-document-markup.h"

#include <string.h>

#include "xml/im-xml.h"

static void
append_indent (GString *out, guint depth)
{
  for (guint i = 0; i < depth; i++)
    g_string_append_c (out, '\t');
}

static void
append_escaped (GString *out, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (out, escaped);
}

static void
append_attribute (GString *out,
                  const ImXmlElement *element,
                  const ImXmlAttribute *attribute,
                  const char *prefix,
                  ImDocumentRewrite rewrite,
                  gpointer data)
{
  gboolean is_ours = g_strcmp0 (attribute->uri, IM_UNIT_NAMESPACE) == 0;
  g_autofree char *value = NULL;

  if (attribute->prefix != NULL && (!is_ours || prefix == NULL))
    return;
  if (strcmp (attribute->name, "xmlns") == 0)
    return;
  value = rewrite == NULL ? NULL
                          : rewrite (element, attribute->name, attribute->value, data);
  if (value != NULL && *value == '\0')
    return;
  g_string_append_printf (out, " %s%s%s=\"", is_ours ? prefix : "", is_ours ? ":" : "",
                          attribute->name);
  append_escaped (out, value == NULL ? attribute->value : value);
  g_string_append_c (out, '"');
}

void
im_document_append_comments (GString *out,
                             const ImSource *source,
                             const ImXmlElement *element,
                             guint depth)
{
  const char *text = im_source_get_text (source, NULL);
  const char *at = text + element->content.start, *end = text + element->content.end;

  while ((at = g_strstr_len (at, end - at, "<!")) != NULL)
    {
      gboolean is_comment = g_str_has_prefix (at, "<!--");
      const char *close = is_comment ? "-->" : "]]>"; /* of text that is not parsed */
      const char *behind = g_strstr_len (at + 4, end - at - 4, close);

      if (behind == NULL)
        return;
      behind += strlen (close);
      if (is_comment)
        {
          append_indent (out, depth);
          g_string_append_len (out, at, behind - at);
          g_string_append_c (out, '\n');
        }
      at = behind;
    }
}

void
im_document_append_markup (GString *out,
                           const ImSource *source,
                           const ImXmlElement *element,
                           const char *prefix,
                           guint depth,
                           ImDocumentRewrite rewrite,
                           gpointer data)
{
  g_autofree char *text = g_strstrip (
      g_strdup (element->text == NULL ? "" : element->text));
  g_autoptr (GString) comments = g_string_new (NULL);

  append_indent (out, depth);
  g_string_append_printf (out, "<%s", element->name);
  for (guint i = 0; i < element->n_attributes; i++)
    append_attribute (out, element, &element->attributes[i], prefix, rewrite, data);
  if (source != NULL)
    im_document_append_comments (comments, source, element, depth + 1);
  if (element->first_child == NULL && *text == '\0' && comments->len == 0)
    {
      g_string_append (out, " />\n");
      return;
    }
  g_string_append_c (out, '>');
  append_escaped (out, text);
  if (element->first_child != NULL || comments->len > 0)
    {
      g_string_append_printf (out, "\n%s", comments->str);
      for (const ImXmlElement *child = element->first_child; child != NULL;
           child = child->next_sibling)
        im_document_append_markup (out, NULL, child, prefix, depth + 1, rewrite, data);
      append_indent (out, depth);
    }
  g_string_append_printf (out, "</%s>\n", element->name);
}

char *
im_document_rewrite_node (const ImXmlElement *element,
                          const char *name,
                          const char *value,
                          gpointer data)
{
  const ImDocumentNodeCopy *copy = data;

  if (im_xml_element_find_attribute (element, NULL, "id") == NULL)
    return NULL;
  if (strcmp (name, "id") == 0)
    return g_strdup (copy->name);
  if (strcmp (name, "x") == 0)
    return g_strdup (copy->x);

  return strcmp (name, "y") == 0 ? g_strdup (copy->y) : NULL;
}
