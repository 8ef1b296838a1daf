/* SPDX-License-Identifier: MIT */
#include "tensor/im-open-shape.h"

#include <string.h>

#include "tensor/im-shape-cursor.h"

static gboolean
parse_size (ImShapeCursor *cursor, gint64 *size, GError **error)
{
  if (im_shape_cursor_take (cursor, '?'))
    {
      *size = IM_SIZE_UNKNOWN;
      return TRUE;
    }
  if (cursor->p < cursor->end && (g_ascii_isdigit (*cursor->p) || *cursor->p == '-'))
    return im_shape_cursor_take_size (cursor, size, error);

  im_shape_cursor_set_error (cursor, "a size or “?”", error);
  return FALSE;
}

/* Reads sizes with commas in between. */
static gboolean
parse_sizes (ImShapeCursor *cursor,
             gint64 outermost_first[IM_SHAPE_MAX_RANK],
             guint *rank,
             GError **error)
{
  for (*rank = 0; *rank < IM_SHAPE_MAX_RANK;)
    {
      if (!parse_size (cursor, &outermost_first[(*rank)++], error))
        return FALSE;
      if (!im_shape_cursor_take (cursor, ','))
        return TRUE;
    }

  g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_RANK,
               "a shape has at most %d axes, found another at character %u",
               IM_SHAPE_MAX_RANK, im_shape_cursor_get_column (cursor));
  return FALSE;
}

/* Reads what is left of a shape behind its bracket, if it has one. */
static gboolean
parse_ranked (ImShapeCursor *cursor, char closing, ImOpenShape *shape, GError **error)
{
  gint64 outermost_first[IM_SHAPE_MAX_RANK];
  guint rank = 0;
  gboolean is_closed = closing != 0 && im_shape_cursor_take (cursor, closing);

  if (!is_closed && !parse_sizes (cursor, outermost_first, &rank, error))
    return FALSE;
  if (!is_closed && closing != 0 && !im_shape_cursor_take (cursor, closing))
    {
      im_shape_cursor_set_error (cursor, closing == ']' ? "“,” or “]”" : "“,” or “)”",
                                 error);
      return FALSE;
    }

  *shape = (ImOpenShape){ .is_ranked = TRUE, .rank = rank };
  for (guint i = 0; i < rank; i++)
    shape->size[i] = outermost_first[rank - 1 - i];

  return TRUE;
}

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
      char closing = im_shape_cursor_take (&cursor, '[')   ? ']'
                     : im_shape_cursor_take (&cursor, '(') ? ')'
                                                           : 0;

      if (!parse_ranked (&cursor, closing, &result, error))
        return FALSE;
    }
  if (!im_shape_cursor_check_end (&cursor, "the shape", error))
    return FALSE;

  *shape = result;
  return TRUE;
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
      if (shape->size[i - 1] == IM_SIZE_UNKNOWN)
        g_string_append_c (out, '?');
      else
        g_string_append_printf (out, "%" G_GINT64_FORMAT, shape->size[i - 1]);
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
