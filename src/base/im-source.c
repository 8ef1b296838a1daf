/* SPDX-License-Identifier: MIT
 *
 * The maps of lines and characters are built on the first question, under a lock because
 * sources are shared. The characters are counted per block, so that a column is found as
 * quickly in a file that has no line end.
 */
#include "base/im-source.h"

#include <string.h>

#define BLOCK_BYTES 256

struct _ImSource
{
  gatomicrefcount ref_count;
  char *name;
  char *text;          /* NUL terminated */
  gsize length;        /* bytes */
  gsize maps_ready;    /* g_once guard of what follows */
  GArray *line_starts; /* guint32 offsets */
  GArray *blocks;      /* guint32: characters in front of each block */
};

ImSource *
im_source_new (const char *name, GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  ImSource *source = g_new0 (ImSource, 1);

  g_atomic_ref_count_init (&source->ref_count);
  source->name = g_strdup (name);
  source->text = g_malloc (length + 1);
  if (length > 0)
    memcpy (source->text, data, length);
  source->text[length] = '\0';
  source->length = length;

  return source;
}

ImSource *
im_source_new_for_string (const char *name, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));

  return im_source_new (name, bytes);
}

ImSource *
im_source_ref (ImSource *source)
{
  g_atomic_ref_count_inc (&source->ref_count);

  return source;
}

void
im_source_unref (ImSource *source)
{
  if (source == NULL || !g_atomic_ref_count_dec (&source->ref_count))
    return;

  g_clear_pointer (&source->line_starts, g_array_unref);
  g_clear_pointer (&source->blocks, g_array_unref);
  g_free (source->name);
  g_free (source->text);
  g_free (source);
}

const char *
im_source_get_name (const ImSource *source)
{
  return source->name;
}

const char *
im_source_get_text (const ImSource *source, gsize *length)
{
  if (length != NULL)
    *length = source->length;

  return source->text;
}

static GArray *
find_line_starts (const ImSource *source)
{
  GArray *starts = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 start = 0;

  g_array_append_val (starts, start);
  for (gsize i = 0; i < source->length; i++)
    {
      char c = source->text[i];

      if (c == '\n' || (c == '\r' && source->text[i + 1] != '\n'))
        {
          start = (guint32) (i + 1);
          g_array_append_val (starts, start);
        }
    }

  return starts;
}

static gboolean
begins_character (char c)
{
  return (c & 0xC0) != 0x80;
}

static GArray *
count_blocks (const ImSource *source)
{
  GArray *blocks = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 characters = 0;

  for (gsize i = 0; i <= source->length; i++)
    {
      if (i % BLOCK_BYTES == 0)
        g_array_append_val (blocks, characters);
      characters += begins_character (source->text[i]);
    }

  return blocks;
}

static const GArray *
get_line_starts (ImSource *source)
{
  if (g_once_init_enter (&source->maps_ready))
    {
      source->line_starts = find_line_starts (source);
      source->blocks = count_blocks (source);
      g_once_init_leave (&source->maps_ready, 1);
    }

  return source->line_starts;
}

/* The characters in front of @offset. The maps are there. */
static guint
count_characters (const ImSource *source, gsize offset)
{
  gsize block = offset / BLOCK_BYTES;
  guint characters = g_array_index (source->blocks, guint32, block);

  for (gsize i = block * BLOCK_BYTES; i < offset; i++)
    characters += begins_character (source->text[i]);

  return characters;
}

void
im_source_locate (ImSource *source, gsize offset, guint *line, guint *column)
{
  const GArray *starts = get_line_starts (source);
  guint low = 0, high = starts->len;

  offset = MIN (offset, source->length);
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (starts, guint32, middle) <= offset)
        low = middle;
      else
        high = middle;
    }

  *line = low + 1;
  *column = count_characters (source, offset) -
            count_characters (source, g_array_index (starts, guint32, low)) + 1;
}

ImSpan
im_source_get_line (ImSource *source, guint line)
{
  const GArray *starts = get_line_starts (source);
  ImSpan span = { (guint32) source->length, (guint32) source->length };

  if (line < 1 || line > starts->len)
    return span;

  span.start = g_array_index (starts, guint32, line - 1);
  if (line < starts->len)
    span.end = g_array_index (starts, guint32, line);
  while (span.end > span.start &&
         (source->text[span.end - 1] == '\n' || source->text[span.end - 1] == '\r'))
    span.end--;

  return span;
}
