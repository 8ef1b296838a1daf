/* SPDX-License-Identifier: MIT
 *
 * Chunks are found one after the other: of 16 MB there are a thousand, which takes about
 * as long as to move the bytes of one. One that has grown to twice its size is cut.
 */
#include "document/edit/im-text-chunks.h"

#define CHUNK_BYTES 16384

struct _ImTextChunks
{
  GPtrArray *chunks; /* GString; some may be empty, and there is at least one */
};

static void
free_chunk (gpointer chunk)
{
  g_string_free (chunk, TRUE);
}

static GString *
get_chunk (const ImTextChunks *self, guint number)
{
  return g_ptr_array_index (self->chunks, number);
}

/* Inserts chunks with these bytes. */
static void
insert_chunks (ImTextChunks *self, guint number, const char *bytes, gsize size)
{
  for (gsize at = 0; at < size; at += CHUNK_BYTES)
    g_ptr_array_insert (
        self->chunks, (gint) number++,
        g_string_new_len (bytes + at, (gssize) MIN (CHUNK_BYTES, size - at)));
}

ImTextChunks *
im_text_chunks_new (GBytes *bytes)
{
  ImTextChunks *self = g_new (ImTextChunks, 1);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  self->chunks = g_ptr_array_new_with_free_func (free_chunk);
  insert_chunks (self, 0, data, size);
  if (self->chunks->len == 0)
    g_ptr_array_add (self->chunks, g_string_new (NULL));

  return self;
}

void
im_text_chunks_free (ImTextChunks *self)
{
  g_ptr_array_unref (self->chunks);
  g_free (self);
}

/* Leaves the chunk with its first bytes, and puts the others into chunks behind it. */
static void
cut (ImTextChunks *self, guint number)
{
  GString *chunk = get_chunk (self, number);

  insert_chunks (self, number + 1, chunk->str + CHUNK_BYTES, chunk->len - CHUNK_BYTES);
  g_string_truncate (chunk, CHUNK_BYTES);
}

void
im_text_chunks_replace (ImTextChunks *self,
                        gsize start,
                        gsize n_old,
                        const char *bytes,
                        gsize n_new)
{
  guint number = 0;
  gsize at = start;
  GString *chunk;

  while (at > get_chunk (self, number)->len && number + 1 < self->chunks->len)
    at -= get_chunk (self, number++)->len;
  chunk = get_chunk (self, number);
  g_return_if_fail (at <= chunk->len);

  for (guint i = number; n_old > 0 && i < self->chunks->len; i++)
    {
      GString *other = get_chunk (self, i);
      gsize first = i == number ? at : 0, n = MIN (n_old, other->len - first);

      g_string_erase (other, (gssize) first, (gssize) n);
      n_old -= n;
    }
  g_string_insert_len (chunk, (gssize) at, bytes, (gssize) n_new);
  if (chunk->len > 2 * CHUNK_BYTES)
    cut (self, number);
}

GBytes *
im_text_chunks_dup_bytes (const ImTextChunks *self)
{
  gsize size = 0;
  GString *text;

  for (guint i = 0; i < self->chunks->len; i++)
    size += get_chunk (self, i)->len;
  text = g_string_sized_new (size);
  for (guint i = 0; i < self->chunks->len; i++)
    g_string_append_len (text, get_chunk (self, i)->str,
                         (gssize) get_chunk (self, i)->len);

  return g_string_free_to_bytes (text);
}
