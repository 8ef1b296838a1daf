/* SPDX-License-Identifier: MIT */
#include "tensor/im-shape.h"

#include <string.h>

#define LONGEST_QUOTE 30 /* of what was found instead, in characters */

/* clang-format 14 would break the name up if it were written with dashes. */
G_DEFINE_QUARK (im_shape_error, im_shape_error)

static gboolean
check_size (gint64 size, GError **error)
{
  if (size == IM_SHAPE_UNKNOWN || (size >= 0 && size <= G_MAXINT32))
    return TRUE;

  g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SIZE,
               "an axis size is 0 to %d, found %" G_GINT64_FORMAT, G_MAXINT32, size);
  return FALSE;
}

static gboolean
check_rank (guint rank, GError **error)
{
  if (rank <= IM_SHAPE_MAX_RANK)
    return TRUE;

  g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_RANK,
               "a shape has at most %d axes, found %u", IM_SHAPE_MAX_RANK, rank);
  return FALSE;
}

/* A text and where its reading stands. All that was read is ASCII, so that bytes count
 * characters. */
typedef struct
{
  const char *start;
  const char *p;
  const char *end;
  gboolean is_open; /* whether a size may be `?` */
} Cursor;

static int
get_character (const Cursor *cursor, const char *p)
{
  return (int) (p - cursor->start + 1);
}

static gboolean
is_at (const Cursor *cursor, char c)
{
  return cursor->p < cursor->end && *cursor->p == c;
}

static void
skip_blanks (Cursor *cursor)
{
  while (cursor->p < cursor->end && g_ascii_isspace (*cursor->p))
    cursor->p++;
}

static gboolean
parse_size (Cursor *cursor, gint32 *size, GError **error)
{
  const char *start = cursor->p;
  gboolean negative = is_at (cursor, '-');
  const char *digits = negative ? start + 1 : start;
  gint64 value = 0;

  if (cursor->is_open && is_at (cursor, '?'))
    {
      cursor->p++;
      *size = IM_SHAPE_UNKNOWN;
      return TRUE;
    }

  for (cursor->p = digits; cursor->p < cursor->end && g_ascii_isdigit (*cursor->p);
       cursor->p++)
    value = MIN (value * 10 + (*cursor->p - '0'), (gint64) G_MAXINT32 + 1);

  if (cursor->p == digits)
    {
      g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
                   "expected an axis size%s at character %d of a shape such as %s",
                   cursor->is_open ? " or “?”" : "", get_character (cursor, digits),
                   cursor->is_open ? "[?,3]" : "[128,3]");
      return FALSE;
    }
  if (value > G_MAXINT32 || (negative && value > 0))
    {
      g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SIZE,
                   "an axis size is 0 to %d, found %.*s at character %d", G_MAXINT32,
                   MIN ((int) (cursor->p - start), LONGEST_QUOTE), start,
                   get_character (cursor, start));
      return FALSE;
    }

  *size = (gint32) value;
  return TRUE;
}

/* Reads sizes with commas in between, as far as there are any. */
static gboolean
parse_sizes (Cursor *cursor,
             gint32 outermost_first[IM_SHAPE_MAX_RANK],
             guint *rank,
             GError **error)
{
  for (*rank = 0; *rank < IM_SHAPE_MAX_RANK; cursor->p++)
    {
      skip_blanks (cursor);
      if (!parse_size (cursor, &outermost_first[(*rank)++], error))
        return FALSE;
      skip_blanks (cursor);
      if (!is_at (cursor, ','))
        return TRUE;
    }

  g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_RANK,
               "a shape has at most %d axes, found another at character %d",
               IM_SHAPE_MAX_RANK, get_character (cursor, cursor->p));
  return FALSE;
}

/* Checks that the shape ends here, behind its closing bracket if it has one. */
static gboolean
parse_end (Cursor *cursor, char closing, GError **error)
{
  if (closing != 0 && !is_at (cursor, closing))
    {
      g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
                   "expected “,” or “%c” at character %d of the shape", closing,
                   get_character (cursor, cursor->p));
      return FALSE;
    }
  if (closing != 0)
    cursor->p++;
  skip_blanks (cursor);
  if (cursor->p < cursor->end)
    {
      g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
                   "unexpected text at character %d, behind the shape",
                   get_character (cursor, cursor->p));
      return FALSE;
    }

  return TRUE;
}

static gboolean
parse (const char *text, gssize length, gboolean is_open, ImShape *shape, GError **error)
{
  const char *end = text + (length < 0 ? strlen (text) : (gsize) length);
  Cursor cursor = { text, text, end, is_open };
  gint32 outermost_first[IM_SHAPE_MAX_RANK];
  guint rank = 0;

  skip_blanks (&cursor);
  char closing = is_at (&cursor, '[') ? ']' : is_at (&cursor, '(') ? ')' : 0;
  if (closing != 0)
    cursor.p++;
  skip_blanks (&cursor);

  gboolean is_empty = cursor.p == end || (closing != 0 && *cursor.p == closing);
  if (!is_empty && !parse_sizes (&cursor, outermost_first, &rank, error))
    return FALSE;
  if (!parse_end (&cursor, closing, error))
    return FALSE;

  *shape = (ImShape){ .rank = rank };
  for (guint i = 0; i < rank; i++)
    shape->size[i] = outermost_first[rank - 1 - i];

  return TRUE;
}

gboolean
im_shape_parse (const char *text, gssize length, ImShape *shape, GError **error)
{
  return parse (text, length, FALSE, shape, error);
}

gboolean
im_shape_parse_open (const char *text, gssize length, ImShape *shape, GError **error)
{
  return parse (text, length, TRUE, shape, error);
}

gboolean
im_shape_is_known (const ImShape *shape)
{
  for (guint i = 0; i < shape->rank; i++)
    if (shape->size[i] == IM_SHAPE_UNKNOWN)
      return FALSE;

  return TRUE;
}

void
im_shape_append_text (const ImShape *shape, GString *out)
{
  g_string_append_c (out, '[');
  for (guint i = shape->rank; i > 0; i--)
    {
      if (shape->size[i - 1] == IM_SHAPE_UNKNOWN)
        g_string_append_c (out, '?');
      else
        g_string_append_printf (out, "%d", shape->size[i - 1]);
      g_string_append (out, i > 1 ? "," : "");
    }
  g_string_append_c (out, ']');
}

gboolean
im_shape_equal (const ImShape *a, const ImShape *b)
{
  return a->rank == b->rank &&
         memcmp (a->size, b->size, a->rank * sizeof a->size[0]) == 0;
}

gboolean
im_shape_may_equal (const ImShape *a, const ImShape *b)
{
  if (a->rank != b->rank)
    return FALSE;
  for (guint i = 0; i < a->rank; i++)
    if (a->size[i] != b->size[i] && a->size[i] != IM_SHAPE_UNKNOWN &&
        b->size[i] != IM_SHAPE_UNKNOWN)
      return FALSE;

  return TRUE;
}

gboolean
im_shape_resolve_axis (const ImShape *shape, gint axis, guint *resolved, GError **error)
{
  gint rank = (gint) shape->rank;

  if (axis >= 0 && axis < rank)
    *resolved = (guint) axis;
  else if (axis < 0 && axis >= -rank)
    *resolved = (guint) (axis + rank);
  else
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_shape_append_text (shape, text);
      if (rank == 0)
        g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_AXIS,
                     "there is no axis %d: the shape %s has no axes", axis, text->str);
      else
        g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_AXIS,
                     "there is no axis %d in the shape %s: its axes are 0 to %d, or -%d "
                     "to -1 from the left",
                     axis, text->str, rank - 1, rank);
      return FALSE;
    }

  return TRUE;
}

static gboolean
fail_unknown (const ImShape *shape, guint axis, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_shape_append_text (shape, text);
  g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_UNKNOWN,
               "the size of axis %u of %s is not known yet", axis, text->str);

  return FALSE;
}

gboolean
im_shape_product (const ImShape *shape,
                  guint start,
                  guint stop,
                  gint32 *product,
                  GError **error)
{
  gint64 value = 1;

  g_return_val_if_fail (stop <= shape->rank, FALSE);

  /* A zero anywhere makes the product zero, however large the other sizes are. */
  for (guint i = start; i < stop; i++)
    if (shape->size[i] == 0)
      {
        *product = 0;
        return TRUE;
      }
  for (guint i = start; i < stop; i++)
    {
      if (shape->size[i] == IM_SHAPE_UNKNOWN)
        return fail_unknown (shape, i, error);
      value *= shape->size[i];
      if (value > G_MAXINT32)
        {
          g_autoptr (GString) text = g_string_new (NULL);

          im_shape_append_text (shape, text);
          g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_OVERFLOW,
                       "the shape %s has more than %d elements", text->str, G_MAXINT32);
          return FALSE;
        }
    }

  *product = (gint32) value;
  return TRUE;
}

gboolean
im_shape_replace (const ImShape *shape,
                  gint axis,
                  gint32 size,
                  ImShape *out,
                  GError **error)
{
  guint resolved;

  if (!im_shape_resolve_axis (shape, axis, &resolved, error) || !check_size (size, error))
    return FALSE;

  ImShape result = *shape;
  if (result.size[resolved] != size)
    result.axes = NULL;
  result.size[resolved] = size;
  *out = result;

  return TRUE;
}

gboolean
im_shape_insert (const ImShape *shape,
                 gint axis,
                 gint32 size,
                 ImShape *out,
                 GError **error)
{
  ImShape result = { .rank = shape->rank + 1 };
  guint resolved;

  if (!check_rank (result.rank, error) ||
      !im_shape_resolve_axis (&result, axis, &resolved, NULL))
    {
      if (error != NULL && *error == NULL)
        g_set_error (
            error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_AXIS,
            "an axis cannot be inserted at %d into a shape of rank %u: the places are 0 "
            "to %u, or -%u to -1 from the left",
            axis, shape->rank, shape->rank, result.rank);
      return FALSE;
    }
  if (!check_size (size, error))
    return FALSE;

  for (guint i = 0; i < result.rank; i++)
    result.size[i] = i < resolved    ? shape->size[i]
                     : i == resolved ? size
                                     : shape->size[i - 1];
  *out = result;

  return TRUE;
}

gboolean
im_shape_remove (const ImShape *shape, gint axis, ImShape *out, GError **error)
{
  guint resolved;

  if (!im_shape_resolve_axis (shape, axis, &resolved, error))
    return FALSE;

  ImShape result = { .rank = shape->rank - 1 };
  for (guint i = 0; i < result.rank; i++)
    result.size[i] = shape->size[i < resolved ? i : i + 1];
  *out = result;

  return TRUE;
}
