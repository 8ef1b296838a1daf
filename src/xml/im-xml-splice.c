/* SPDX-License-Identifier: MIT
 *
 * Ranges come from a tree, so two of them are apart, or one holds the other.
 */
#include "xml/im-xml-splice.h"

typedef struct
{
  gconstpointer owner;
  char *before;
  ImSpan moved;
  char *after;
} Piece;

struct _ImXmlSplice
{
  ImSpan span;
  char *key; /* nullable */
  guint order;
  char *prefix; /* nullable, together with suffix */
  char *suffix;
  GArray *pieces;
};

struct _ImXmlSplices
{
  const char *text;
  ImSpan range;      /* all of the text */
  GPtrArray *items;  /* ImXmlSplice, in the order in which they were made */
  GHashTable *index; /* the same by range and key */
};

static void
clear_piece (gpointer data)
{
  Piece *piece = data;

  g_free (piece->before);
  g_free (piece->after);
}

static void
free_splice (gpointer data)
{
  ImXmlSplice *splice = data;

  g_free (splice->key);
  g_free (splice->prefix);
  g_free (splice->suffix);
  g_array_unref (splice->pieces);
  g_free (splice);
}

static guint
hash_splice (gconstpointer data)
{
  const ImXmlSplice *splice = data;
  guint key = splice->key == NULL ? 0 : g_str_hash (splice->key);

  return (splice->span.start * 31 + splice->span.end) * 31 + key;
}

static gboolean
equal_splices (gconstpointer left, gconstpointer right)
{
  const ImXmlSplice *a = left, *b = right;

  return a->span.start == b->span.start && a->span.end == b->span.end &&
         g_strcmp0 (a->key, b->key) == 0;
}

ImXmlSplices *
im_xml_splices_new (const char *text, gsize length)
{
  ImXmlSplices *splices = g_new0 (ImXmlSplices, 1);

  splices->text = text;
  splices->range = (ImSpan){ 0, (guint32) length };
  splices->items = g_ptr_array_new_with_free_func (free_splice);
  splices->index = g_hash_table_new (hash_splice, equal_splices);

  return splices;
}

void
im_xml_splices_free (ImXmlSplices *splices)
{
  if (splices == NULL)
    return;

  g_hash_table_unref (splices->index);
  g_ptr_array_unref (splices->items);
  g_free (splices);
}

ImXmlSplice *
im_xml_splices_at (ImXmlSplices *splices, ImSpan span, const char *key)
{
  ImXmlSplice wanted = { .span = span, .key = (char *) key };
  ImXmlSplice *splice = g_hash_table_lookup (splices->index, &wanted);

  if (splice != NULL)
    return splice;

  splice = g_new0 (ImXmlSplice, 1);
  splice->span = span;
  splice->key = g_strdup (key);
  splice->order = splices->items->len;
  splice->pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  g_array_set_clear_func (splice->pieces, clear_piece);
  g_ptr_array_add (splices->items, splice);
  g_hash_table_add (splices->index, splice);

  return splice;
}

void
im_xml_splice_wrap (ImXmlSplice *splice, const char *prefix, const char *suffix)
{
  g_free (splice->prefix);
  g_free (splice->suffix);
  splice->prefix = g_strdup (prefix);
  splice->suffix = g_strdup (suffix);
}

void
im_xml_splice_add (ImXmlSplice *splice,
                   gconstpointer owner,
                   const char *before,
                   ImSpan moved,
                   const char *after)
{
  Piece piece = { owner, g_strdup (before), moved, g_strdup (after) };

  g_array_append_val (splice->pieces, piece);
}

void
im_xml_splice_set (ImXmlSplice *splice, const char *text)
{
  g_array_set_size (splice->pieces, 0);
  if (*text != '\0')
    im_xml_splice_add (splice, NULL, text, (ImSpan){ 0, 0 }, "");
}

void
im_xml_splices_forget (ImXmlSplices *splices, gconstpointer owner)
{
  for (guint i = 0; i < splices->items->len; i++)
    {
      GArray *pieces = ((ImXmlSplice *) splices->items->pdata[i])->pieces;

      for (guint k = pieces->len; k > 0; k--)
        if (g_array_index (pieces, Piece, k - 1).owner == owner)
          g_array_remove_index (pieces, k - 1);
    }
}

/* By place; insertions in front of what is replaced there, the larger range first. */
static int
compare_splices (gconstpointer left, gconstpointer right)
{
  const ImXmlSplice *a = *(ImXmlSplice *const *) left;
  const ImXmlSplice *b = *(ImXmlSplice *const *) right;
  gboolean a_inserts = a->span.start == a->span.end;
  gboolean b_inserts = b->span.start == b->span.end;

  if (a->span.start != b->span.start)
    return a->span.start < b->span.start ? -1 : 1;
  if (a_inserts != b_inserts)
    return a_inserts ? -1 : 1;
  if (a->span.end != b->span.end)
    return a->span.end > b->span.end ? -1 : 1;

  return a->order < b->order ? -1 : 1;
}

/* An insertion at the edge of a range belongs to what is around the range. */
static gboolean
is_inside (ImSpan span, ImSpan range)
{
  if (span.start == span.end)
    return span.start > range.start && span.end < range.end;

  return span.start > range.start && span.end <= range.end;
}

static void render_range (const ImXmlSplices *splices,
                          const GPtrArray *sorted,
                          ImSpan range,
                          GString *out);

static void
append_old (const ImXmlSplices *splices, guint32 start, guint32 end, GString *out)
{
  g_string_append_len (out, splices->text + start, (gssize) end - (gssize) start);
}

static void
render_splice (const ImXmlSplices *splices,
               const GPtrArray *sorted,
               const ImXmlSplice *splice,
               GString *out)
{
  if (splice->prefix != NULL && splice->pieces->len == 0)
    {
      append_old (splices, splice->span.start, splice->span.end, out);
      return;
    }

  g_string_append (out, splice->prefix == NULL ? "" : splice->prefix);
  for (guint i = 0; i < splice->pieces->len; i++)
    {
      const Piece *piece = &g_array_index (splice->pieces, Piece, i);

      g_string_append (out, piece->before);
      render_range (splices, sorted, piece->moved, out);
      g_string_append (out, piece->after);
    }
  g_string_append (out, splice->suffix == NULL ? "" : splice->suffix);
}

static void
render_range (const ImXmlSplices *splices,
              const GPtrArray *sorted,
              ImSpan range,
              GString *out)
{
  guint32 position = range.start;

  for (guint i = 0; i < sorted->len; i++)
    {
      const ImXmlSplice *splice = sorted->pdata[i];

      if (splice->span.start < position || !is_inside (splice->span, range))
        continue;
      append_old (splices, position, splice->span.start, out);
      render_splice (splices, sorted, splice, out);
      position = splice->span.end;
    }
  append_old (splices, position, range.end, out);
}

GString *
im_xml_splices_render (ImXmlSplices *splices)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_copy (splices->items, NULL, NULL);
  GString *out = g_string_sized_new (splices->range.end);

  g_ptr_array_set_free_func (sorted, NULL);
  g_ptr_array_sort (sorted, compare_splices);
  render_range (splices, sorted, splices->range, out);

  return out;
}
