/* SPDX-License-Identifier: MIT */
#include "skriptnd/value/im-sknd-index.h"

static gboolean
wrap (gint64 *index, gint64 n, gint64 last)
{
  if (*index < 0)
    *index += n;

  return *index >= 0 && *index <= last;
}

char *
im_sknd_slice_resolve (const ImSkndSlice *slice, ImSkndRange *range)
{
  gboolean is_index = slice->n >= 0, goes_up = slice->stride > 0;
  gint64 begin = slice->has_begin ? slice->begin : goes_up ? 0 : slice->n - 1;
  gint64 end = slice->has_end ? slice->end : goes_up ? slice->n : -1;
  gint64 last = goes_up ? slice->n : slice->n - 1;

  if (is_index && slice->has_begin && !wrap (&begin, slice->n, MAX (last, 0)))
    return g_strdup_printf ("Index %" G_GINT64_FORMAT
                            " begins no range in a pack of %" G_GINT64_FORMAT " items",
                            slice->begin, slice->n);
  if (is_index && slice->has_end && !wrap (&end, slice->n, slice->n))
    return g_strdup_printf ("Index %" G_GINT64_FORMAT
                            " ends no range in a pack of %" G_GINT64_FORMAT " items",
                            slice->end, slice->n);
  if (is_index && slice->n == 0 && slice->stride != 0)
    {
      *range = (ImSkndRange){ 0, 1, 0 };
      return NULL;
    }

  return g_strdup (im_sknd_range_init (range, begin, end, slice->stride));
}

static void
keep_masked (ImArena *arena, const ImSkndValue *mask, ImSkndValue *positions)
{
  ImSkndItem *items = im_sknd_value_init (positions, arena, IM_SKND_BASE_INT, TRUE,
                                          mask->n);
  guint n = 0;

  for (guint i = 0; i < mask->n; i++)
    if (mask->items[i].boolean)
      items[n++].integer = i;
  positions->n = n;
}

char *
im_sknd_positions (ImArena *arena,
                   const ImSkndValue *index,
                   guint n,
                   ImSkndValue *positions)
{
  ImSkndItem *items = NULL;

  if (index->base == IM_SKND_BASE_BOOL)
    {
      if (index->n != n)
        return g_strdup_printf ("Expected a mask of %u bools, found %u", n, index->n);
      keep_masked (arena, index, positions);
      return NULL;
    }

  items = im_sknd_value_init (positions, arena, IM_SKND_BASE_INT, index->is_packed,
                              index->n);
  for (guint i = 0; i < index->n; i++)
    {
      items[i] = index->items[i];
      if (!wrap (&items[i].integer, n, (gint64) n - 1))
        return g_strdup_printf ("There is no item %" G_GINT64_FORMAT
                                " in a pack of %u items",
                                index->items[i].integer, n);
    }

  return NULL;
}

void
im_sknd_pick (ImArena *arena,
              const ImSkndValue *pack,
              const ImSkndValue *positions,
              ImSkndValue *result)
{
  ImSkndItem *items = im_sknd_value_init (result, arena, pack->base, positions->is_packed,
                                          positions->n);

  for (guint i = 0; i < positions->n; i++)
    items[i] = pack->items[positions->items[i].integer];
}

guint
im_sknd_string_length (const char *string)
{
  guint n = 0;

  for (; *string != '\0'; string = g_utf8_next_char (string))
    n++;

  return n;
}

void
im_sknd_string_pick (ImArena *arena,
                     const char *string,
                     const ImSkndValue *positions,
                     ImSkndValue *result)
{
  g_autoptr (GPtrArray) starts = g_ptr_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  for (; *string != '\0'; string = g_utf8_next_char (string))
    g_ptr_array_add (starts, (gpointer) string);
  g_ptr_array_add (starts, (gpointer) string);
  for (guint i = 0; i < positions->n; i++)
    {
      guint at = (guint) positions->items[i].integer;
      const char *start = starts->pdata[at], *end = starts->pdata[at + 1];

      g_string_append_len (text, start, end - start);
    }
  im_sknd_value_init (result, arena, IM_SKND_BASE_STR, FALSE, 1)
      ->string = im_arena_strndup (arena, text->str, text->len);
}
