/* SPDX-License-Identifier: MIT */
#include "tensor/im-open-shape.h"

#include <string.h>

#include "tensor/im-shape-cursor.h"

gboolean
im_open_shape_parse (const char *text, gssize length, ImOpenShape *shape, GError **error)
{
  ImShapeCursor cursor = im_shape_cursor_init (text, length);
  ImOpenShape result = { .is_ranked = FALSE };

  im_shape_cursor_skip_blanks (&cursor);
  if (cursor.p == cursor.end)
    {
      im_shape_cursor_set_error (&cursor, "a shape such as [2,?,4] or *", error);
      return FALSE;
    }
  if (!im_shape_cursor_take (&cursor, '*'))
    {
      result.is_ranked = TRUE;
      if (!im_shape_cursor_take_shape (&cursor, G_MAXINT64, TRUE, result.size,
                                       &result.rank, error))
        return FALSE;
    }
  if (!im_shape_cursor_check_end (&cursor, "the shape", error))
    return FALSE;

  *shape = result;
  return TRUE;
}

void
im_open_size_append_text (gint64 size, GString *out)
{
  if (size == IM_SIZE_UNKNOWN)
    g_string_append_c (out, '?');
  else if (IM_SIZE_IS_SCALABLE (size))
    g_string_append_printf (out, "[%" G_GINT64_FORMAT "]", IM_SIZE_GET_SCALE (size));
  else
    g_string_append_printf (out, "%" G_GINT64_FORMAT, size);
}

void
im_open_shape_append_text (const ImOpenShape *shape, GString *out)
{
  if (!shape->is_ranked)
    {
      g_string_append_c (out, '*');
      return;
    }

  g_string_append_c (out, '[');
  for (guint i = shape->rank; i > 0; i--)
    {
      im_open_size_append_text (shape->size[i - 1], out);
      g_string_append (out, i > 1 ? "," : "");
    }
  g_string_append_c (out, ']');
}

gboolean
im_open_shape_equal (const ImOpenShape *a, const ImOpenShape *b)
{
  return a->is_ranked == b->is_ranked && a->rank == b->rank &&
         memcmp (a->size, b->size, a->rank * sizeof a->size[0]) == 0;
}

ImOpenShape
im_open_shape_from_shape (const ImShape *shape)
{
  ImOpenShape result = { .is_ranked = TRUE, .rank = shape->rank };

  for (guint i = 0; i < shape->rank; i++)
    result.size[i] = shape->size[i];

  return result;
}
