/* SPDX-License-Identifier: MIT */
#include "tensor/im-shape.h"

#include <string.h>

/* clang-format 14 would break the name up if it were written with dashes. */
G_DEFINE_QUARK (im_shape_error, im_shape_error)

static gboolean
check_size (gint64 size, GError **error)
{
  if (size >= 0 && size <= G_MAXINT32)
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

  g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_RANK, "a shape has at most %d axes",
               IM_SHAPE_MAX_RANK);
  return FALSE;
}

static const char *
skip_blanks (const char *p, const char *end)
{
  while (p < end && g_ascii_isspace (*p))
    p++;

  return p;
}

/* Reads one size at @p; returns the position behind it, or NULL. */
static const char *
parse_size (const char *start,
            const char *p,
            const char *end,
            gint64 *size,
            GError **error)
{
  gboolean negative = p < end && *p == '-';
  const char *digits = negative ? p + 1 : p;
  gint64 value = 0;

  for (p = digits; p < end && g_ascii_isdigit (*p); p++)
    value = MIN (value * 10 + (*p - '0'), (gint64) G_MAXINT32 + 1);

  if (p == digits)
    {
      g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
                   "expected an axis size at character %d of a shape such as [128,3]",
                   (int) (g_utf8_pointer_to_offset (start, p) + 1));
      return NULL;
    }

  *size = negative ? -value : value;
  return check_size (*size, error) ? p : NULL;
}

gboolean
im_shape_parse (const char *text, gssize length, ImShape *shape, GError **error)
{
  const char *end = text + (length < 0 ? strlen (text) : (gsize) length);
  const char *p = skip_blanks (text, end);
  char closing = p == end ? 0 : *p == '[' ? ']' : *p == '(' ? ')' : 0;
  gint32 outermost_first[IM_SHAPE_MAX_RANK];
  guint rank = 0;

  p = skip_blanks (closing != 0 ? p + 1 : p, end);
  while (p < end && *p != closing)
    {
      gint64 size;

      if (!check_rank (rank + 1, error))
        return FALSE;
      p = parse_size (text, p, end, &size, error);
      if (p == NULL)
        return FALSE;
      outermost_first[rank++] = (gint32) size;
      p = skip_blanks (p, end);
      if (p == end || *p != ',')
        break;
      p = skip_blanks (p + 1, end);
      if (p == end || *p == closing)
        return parse_size (text, p, end, &size, error) != NULL;
    }

  if (closing != 0 && (p == end || *p != closing))
    {
      g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
                   "expected “,” or “%c” at character %d of the shape", closing,
                   (int) (g_utf8_pointer_to_offset (text, p) + 1));
      return FALSE;
    }
  p = skip_blanks (closing != 0 ? p + 1 : p, end);
  if (p < end)
    {
      g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
                   "unexpected text at character %d, behind the shape",
                   (int) (g_utf8_pointer_to_offset (text, p) + 1));
      return FALSE;
    }

  *shape = (ImShape){ .rank = rank };
  for (guint i = 0; i < rank; i++)
    shape->size[i] = outermost_first[rank - 1 - i];

  return TRUE;
}

void
im_shape_append_text (const ImShape *shape, GString *out)
{
  g_string_append_c (out, '[');
  for (guint i = shape->rank; i > 0; i--)
    g_string_append_printf (out, "%d%s", shape->size[i - 1], i > 1 ? "," : "");
  g_string_append_c (out, ']');
}

gboolean
im_shape_equal (const ImShape *a, const ImShape *b)
{
  return a->rank == b->rank &&
         memcmp (a->size, b->size, a->rank * sizeof a->size[0]) == 0;
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
                     "to -1 from "
                     "the left",
                     axis, text->str, rank - 1, rank);
      return FALSE;
    }

  return TRUE;
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
