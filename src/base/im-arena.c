/* SPDX-License-Identifier: MIT
 *
 * Blocks form a list, newest first, and double in size up to a limit. An allocation
 * larger than a block gets one of its own behind the newest, so that the room left there
 * stays in use.
 */
#include "base/im-arena.h"

#include <stdarg.h>
#include <string.h>

#define FIRST_BLOCK_BYTES   4000
#define LARGEST_BLOCK_BYTES (256 * 1024)
#define ALIGNMENT           16

typedef struct _Block Block;

struct _Block
{
  Block *next;
  gsize capacity; /* bytes behind the header */
  _Alignas(ALIGNMENT) char data[];
};

struct _ImArena
{
  Block *newest;
  char *cursor; /* first free byte of the newest block */
  char *limit;  /* behind the last byte of the newest block */
  gsize total;  /* bytes of all blocks */
};

static Block *
block_new (ImArena *arena, gsize capacity)
{
  Block *block = g_malloc (sizeof (Block) + capacity);

  block->next = NULL;
  block->capacity = capacity;
  arena->total += sizeof (Block) + capacity;

  return block;
}

static void
use_block (ImArena *arena, Block *block)
{
  arena->newest = block;
  arena->cursor = block->data;
  arena->limit = block->data + block->capacity;
}

ImArena *
im_arena_new (void)
{
  ImArena *arena = g_new0 (ImArena, 1);

  use_block (arena, block_new (arena, FIRST_BLOCK_BYTES));

  return arena;
}

static void
free_blocks (ImArena *arena, Block *block)
{
  while (block != NULL)
    {
      Block *next = block->next;

      arena->total -= sizeof (Block) + block->capacity;
      g_free (block);
      block = next;
    }
}

void
im_arena_free (ImArena *arena)
{
  if (arena == NULL)
    return;

  free_blocks (arena, arena->newest);
  g_free (arena);
}

void
im_arena_clear (ImArena *arena)
{
  g_return_if_fail (arena != NULL);

  free_blocks (arena, arena->newest->next);
  arena->newest->next = NULL;
  use_block (arena, arena->newest);
}

static gpointer
alloc_slow (ImArena *arena, gsize size_bytes)
{
  gsize next_capacity = MIN (arena->newest->capacity * 2, LARGEST_BLOCK_BYTES);

  if (size_bytes > next_capacity / 4)
    {
      Block *own = block_new (arena, size_bytes);

      own->next = arena->newest->next;
      arena->newest->next = own;
      return own->data;
    }

  Block *block = block_new (arena, next_capacity);
  block->next = arena->newest;
  use_block (arena, block);
  arena->cursor += size_bytes;

  return block->data;
}

gpointer
im_arena_alloc (ImArena *arena, gsize size_bytes)
{
  gsize rounded = (size_bytes + ALIGNMENT - 1) & ~(gsize) (ALIGNMENT - 1);

  if (G_UNLIKELY (rounded < size_bytes))
    g_error ("arena allocation of %" G_GSIZE_FORMAT " bytes", size_bytes);
  if (G_UNLIKELY (rounded > (gsize) (arena->limit - arena->cursor)))
    return alloc_slow (arena, rounded);

  gpointer result = arena->cursor;
  arena->cursor += rounded;

  return result;
}

gpointer
im_arena_alloc0 (ImArena *arena, gsize size_bytes)
{
  return memset (im_arena_alloc (arena, size_bytes), 0, size_bytes);
}

char *
im_arena_strdup (ImArena *arena, const char *string)
{
  return string == NULL ? NULL : im_arena_strndup (arena, string, strlen (string));
}

char *
im_arena_strndup (ImArena *arena, const char *string, gsize length)
{
  char *copy = im_arena_alloc (arena, length + 1);

  if (length > 0)
    memcpy (copy, string, length);
  copy[length] = '\0';

  return copy;
}

char *
im_arena_printf (ImArena *arena, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  char *result = im_arena_vprintf (arena, format, args);
  va_end (args);

  return result;
}

char *
im_arena_vprintf (ImArena *arena, const char *format, va_list args)
{
  g_autofree char *text = g_strdup_vprintf (format, args);

  return im_arena_strdup (arena, text);
}

gsize
im_arena_get_size (const ImArena *arena)
{
  return arena->total;
}
