/* SPDX-License-Identifier: MIT */
#include "tensor/im-shape.h"

#include <string.h>

#include "tensor/im-shape-cursor.h"

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

static gboolean
parse (const char *text, gssize length, gboolean is_open, ImShape *shape, GError **error)
{
  ImShapeCursor cursor = im_shape_cursor_init (text, length);
  gint64 sizes[IM_SHAPE_MAX_RANK];
  guint rank = 0;

  im_shape_cursor_skip_blanks (&cursor);
  if (cursor.p < cursor.end &&
      (!im_shape_cursor_take_shape (&cursor, G_MAXINT32, is_open, sizes, &rank, error) ||
       !im_shape_cursor_check_end (&cursor, "the shape", error)))
    return FALSE;

  *shape = (ImShape){ .rank = rank };
  for (guint i = 0; i < rank; i++)
    shape->size[i] = (gint32) sizes[i];

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
