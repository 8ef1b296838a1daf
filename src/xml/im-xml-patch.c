/* SPDX-License-Identifier: MIT */
#include "xml/im-xml-patch.h"

#include <string.h>

#include "base/im-text.h"
#include "xml/im-xml-private.h"

#define MARK_BYTES 3 /* of a byte order mark in UTF-8 */

/* Where two texts differ; no byte order mark is part of them. */
typedef struct
{
  const char *old_text;
  gsize old_length;
  const char *text;
  gsize length;
  gsize start;   /* the first byte that differs */
  gsize old_end; /* behind the last one that differs, in the old text */
} Difference;

static gboolean
find_difference (const ImXmlDocument *document, GBytes *bytes, Difference *out)
{
  gsize marks = (gsize) document->encoding.n_marks * MARK_BYTES, size;
  const char *data = g_bytes_get_data (bytes, &size);
  gsize common, tail;

  out->old_text = im_source_get_text (document->source, &out->old_length);
  if (document->encoding.charset != NULL || size < marks || size > IM_XML_MAX_BYTES ||
      memcmp (data, g_bytes_get_data (document->bytes, NULL), marks) != 0)
    return FALSE;

  out->text = data + marks;
  out->length = size - marks;
  common = MIN (out->length, out->old_length);
  out->start = im_text_count_same (out->text, out->old_text, common);
  tail = im_text_count_same_end (out->text + out->length, out->old_text + out->old_length,
                                 common - out->start);
  out->old_end = out->old_length - tail;

  return out->start < out->old_end || out->length != out->old_length;
}

/* What stands between the tags of @parent and has changed, up to whole children. Returns
 * FALSE if the change goes further, or if nothing stood there: then places in front and
 * behind would be the same. */
static gboolean
find_region (const Difference *difference, const ImXmlElement *parent, ImXmlPatch *patch)
{
  if (difference->start < parent->content.start ||
      difference->old_end > parent->content.end)
    return FALSE;

  patch->parent = (ImXmlElement *) parent;
  patch->removed = parent->content;
  for (ImXmlElement *child = parent->first_child; child != NULL;
       child = child->next_sibling)
    if (child->span.end <= difference->start)
      {
        patch->before = child;
        patch->removed.start = child->span.end;
      }
    else if (child->span.start >= difference->old_end)
      {
        patch->behind = child;
        patch->removed.end = child->span.start;
        break;
      }

  return patch->removed.start < patch->removed.end;
}

/* Namespaces that are declared around, the innermost ones first. */
static void
append_namespaces (const ImXmlElement *parent, const char *text, GString *out)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        NULL);

  for (; parent != NULL; parent = parent->parent)
    for (guint i = 0; i < parent->n_attributes; i++)
      {
        const ImXmlAttribute *attribute = &parent->attributes[i];
        ImSpan span = attribute->span;

        if (g_strcmp0 (attribute->uri, IM_XML_NAMESPACE_XMLNS) == 0 &&
            g_hash_table_add (names, g_strconcat (attribute->prefix == NULL ? "" : ":",
                                                  attribute->name, NULL)))
          g_string_append_printf (out, " %.*s", (int) (span.end - span.start),
                                  text + span.start);
      }
}

static guint
count_levels (const ImXmlElement *element)
{
  guint deepest = 0;

  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    deepest = MAX (deepest, count_levels (child));

  return deepest + 1;
}

static gboolean
is_within_limits (const ImXmlDocument *document, const ImXmlPatch *patch)
{
  guint depth = count_levels (im_xml_document_get_root (patch->part));

  for (const ImXmlElement *around = patch->parent->parent; around != NULL;
       around = around->parent)
    depth++;

  return depth <= IM_XML_MAX_DEPTH &&
         document->n_elements + patch->part->n_elements <= IM_XML_MAX_ELEMENTS;
}

static void
move_span (ImSpan *span, guint32 from, gint32 by)
{
  span->start += span->start >= from ? (guint32) by : 0;
  span->end += span->end >= from ? (guint32) by : 0;
}

/* Moves all places of an element and of what is inside. */
static void
move_element (ImXmlElement *element, guint32 from, gint32 by)
{
  move_span (&element->span, from, by);
  move_span (&element->start_tag, from, by);
  move_span (&element->name_span, from, by);
  move_span (&element->content, from, by);
  for (guint i = 0; i < element->n_attributes; i++)
    {
      move_span (&element->attributes[i].span, from, by);
      move_span (&element->attributes[i].value_span, from, by);
    }
  for (ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    move_element (child, from, by);
}

static ImSource *
new_source (const ImXmlDocument *document, GBytes *bytes)
{
  gsize marks = (gsize) document->encoding.n_marks * MARK_BYTES;
  g_autoptr (GBytes) text = g_bytes_new_from_bytes (bytes, marks,
                                                    g_bytes_get_size (bytes) - marks);

  return im_source_new (im_source_get_name (document->source), text);
}

/* Reads what stands in the place of @removed now, inside of a tag like that of the
 * parent.
 */
static ImXmlDocument *
read_part (const ImXmlDocument *document,
           GBytes *changed,
           const Difference *difference,
           const ImXmlPatch *patch)
{
  const ImXmlElement *parent = patch->parent;
  ImSpan name = parent->name_span;
  int name_bytes = (int) (name.end - name.start);
  const char *name_text = difference->old_text + name.start;
  guint32 length = (guint32) ((gint32) (patch->removed.end - patch->removed.start) +
                              patch->moved_by);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;
  ImXmlDocument *part;
  gint32 moved_by;

  g_string_append_printf (text, "<%.*s", name_bytes, name_text);
  append_namespaces (parent, difference->old_text, text);
  g_string_append_c (text, '>');
  moved_by = (gint32) patch->removed.start - (gint32) text->len;
  g_string_append_len (text, difference->text + patch->removed.start, length);
  g_string_append_printf (text, "</%.*s>", name_bytes, name_text);
  bytes = g_string_free_to_bytes (g_steal_pointer (&text));
  part = im_xml_document_parse (bytes, im_source_get_name (document->source), problems);
  if (part != NULL && im_diagnostics_get_count (problems) > 0)
    g_clear_pointer (&part, im_xml_document_free);
  if (part == NULL)
    return NULL;

  move_span (&part->root->content, 0, moved_by);
  for (ImXmlElement *child = part->root->first_child; child != NULL;
       child = child->next_sibling)
    move_element (child, 0, moved_by);
  im_source_unref (part->source);
  part->source = new_source (document, changed);

  return part;
}

ImXmlPatch *
im_xml_patch_new (ImXmlDocument *document,
                  GBytes *bytes,
                  const ImXmlElement *(*list_parents) (guint i, gpointer data),
                  gpointer data)
{
  g_autoptr (ImXmlPatch) patch = g_new0 (ImXmlPatch, 1);
  Difference difference;
  const ImXmlElement *parent;
  guint i = 0;

  if (!find_difference (document, bytes, &difference))
    return NULL;
  while ((parent = list_parents (i++, data)) != NULL &&
         !find_region (&difference, parent, patch))
    continue;
  if (parent == NULL)
    return NULL;

  patch->moved_by = (gint32) difference.length - (gint32) difference.old_length;
  patch->part = read_part (document, bytes, &difference, patch);

  return patch->part != NULL && is_within_limits (document, patch)
             ? g_steal_pointer (&patch)
             : NULL;
}

void
im_xml_patch_free (ImXmlPatch *patch)
{
  if (patch == NULL)
    return;

  im_xml_document_free (patch->part);
  g_free (patch);
}

void
im_xml_patch_move (const ImXmlPatch *patch, ImSpan *span)
{
  move_span (span, patch->removed.end, patch->moved_by);
}

/* Moves what stands behind the change: of the elements around their ends, and all that
 * follows them. */
static void
move_rest (const ImXmlPatch *patch)
{
  guint32 from = patch->removed.end;

  if (patch->moved_by == 0)
    return;
  for (ImXmlElement *child = patch->behind; child != NULL; child = child->next_sibling)
    move_element (child, from, patch->moved_by);
  for (ImXmlElement *around = patch->parent; around != NULL; around = around->parent)
    {
      move_span (&around->span, from, patch->moved_by);
      move_span (&around->content, from, patch->moved_by);
      for (ImXmlElement *next = around->next_sibling; next != NULL;
           next = next->next_sibling)
        move_element (next, from, patch->moved_by);
    }
}

static guint
count_elements (const ImXmlElement *element)
{
  guint n = 1;

  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    n += count_elements (child);

  return n;
}

/* Puts the children of the root of the part between @before and @behind. */
static void
link_children (const ImXmlPatch *patch, ImXmlDocument *document)
{
  ImXmlElement *parent = patch->parent, *root = patch->part->root;
  ImXmlElement *old = patch->before != NULL ? patch->before->next_sibling
                                            : parent->first_child;
  ImXmlElement *first = root->first_child != NULL ? root->first_child : patch->behind;

  for (; old != patch->behind; old = old->next_sibling)
    document->n_elements -= count_elements (old);
  document->n_elements += patch->part->n_elements - 1;

  for (ImXmlElement *child = root->first_child; child != NULL;
       child = child->next_sibling)
    child->parent = parent;
  if (root->last_child != NULL)
    root->last_child->next_sibling = patch->behind;
  if (patch->before != NULL)
    {
      patch->before->tail = root->text;
      patch->before->next_sibling = first;
    }
  else
    {
      parent->text = root->text;
      parent->first_child = first;
    }
  if (patch->behind == NULL)
    parent->last_child = root->last_child != NULL ? root->last_child : patch->before;
}

void
im_xml_patch_apply (ImXmlPatch *patch, ImXmlDocument *document, GBytes *bytes)
{
  g_autoptr (ImXmlPatch) own = patch;

  link_children (patch, document);
  move_rest (patch);
  if (document->parts == NULL)
    document->parts = g_ptr_array_new_with_free_func (
        (GDestroyNotify) im_xml_document_free);
  im_source_unref (document->source);
  document->source = g_steal_pointer (&patch->part->source);
  g_ptr_array_add (document->parts, g_steal_pointer (&patch->part));
  g_bytes_unref (document->bytes);
  document->bytes = g_bytes_ref (bytes);
}
