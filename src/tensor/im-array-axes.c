/* SPDX-License-Identifier: MIT
 *
 * The same elements under other axes: reshape shares the data, transpose copies the bytes
 * of each element.
 */
#include "tensor/im-array.h"

#include <string.h>

#include "base/im-arena.h"
#include "tensor/im-array-walk.h"

ImArray *
im_array_reshape (ImArena *arena,
                  const ImArray *array,
                  const ImShape *shape,
                  GError **error)
{
  gint32 count;

  if (!im_shape_product (shape, 0, shape->rank, &count, error))
    return NULL;
  if ((gsize) count != array->count)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_shape_append_text (&array->shape, text);
      g_string_append_printf (text, " has %" G_GSIZE_FORMAT " and ", array->count);
      im_shape_append_text (shape, text);
      g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE,
                   "a reshape keeps the number of elements, but %s has %d", text->str,
                   count);
      return NULL;
    }

  ImArray *result = im_arena_new0 (arena, ImArray, 1);
  *result = *array;
  result->shape = *shape;

  return result;
}

/* Turns the axis numbers into ones that count from the right, each of which stands once.
 */
static gboolean
resolve_axes (const ImShape *shape,
              const gint *axes,
              guint n_axes,
              guint *resolved,
              GError **error)
{
  gboolean used[IM_SHAPE_MAX_RANK] = { FALSE };
  g_autoptr (GString) text = g_string_new (NULL);

  im_shape_append_text (shape, text);
  if (n_axes != shape->rank)
    {
      g_set_error (
          error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE,
          "to transpose %s takes each of its %u axes once, found %u axis numbers",
          text->str, shape->rank, n_axes);
      return FALSE;
    }

  for (guint i = 0; i < n_axes; i++)
    {
      if (!im_shape_resolve_axis (shape, axes[i], &resolved[i], error))
        return FALSE;
      if (used[resolved[i]])
        {
          g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE,
                       "to transpose %s takes each of its %u axes once, found axis %u "
                       "twice",
                       text->str, shape->rank, resolved[i]);
          return FALSE;
        }
      used[resolved[i]] = TRUE;
    }

  return TRUE;
}

static ImShape
transpose_shape (ImArena *arena, const ImShape *shape, const guint *axes)
{
  ImShape result = { .rank = shape->rank };
  ImShapeAxis *descriptions = NULL;

  if (shape->axes != NULL)
    descriptions = im_arena_new0 (arena, ImShapeAxis, shape->rank);
  for (guint i = 0; i < shape->rank; i++)
    {
      guint from = axes[shape->rank - 1 - i];

      result.size[i] = shape->size[from];
      if (descriptions != NULL)
        descriptions[i] = shape->axes[from];
    }
  result.axes = descriptions;

  return result;
}

static void
init_transposed (ImArrayWalk *walk, const ImShape *shape, const guint *axes)
{
  gsize steps[IM_SHAPE_MAX_RANK], step = 1;

  for (guint i = 0; i < shape->rank; i++)
    {
      steps[i] = step;
      step *= (gsize) shape->size[i];
    }

  im_array_walk_init (walk);
  for (guint i = shape->rank; i > 0; i--)
    im_array_walk_add_axis (walk, (gsize) shape->size[axes[i - 1]], steps[axes[i - 1]]);
}

static void
gather (const ImArray *array, ImArrayWalk *walk, ImArray *result)
{
  gsize size_bytes = im_dtype_get_info (array->dtype)->size_bytes;
  gsize step_bytes = walk->step[0] * size_bytes;
  char *to = result->data, *end = to + result->count * size_bytes;

  while (to < end)
    {
      gsize start, run = im_array_walk_next (walk, result->count, &start);
      const char *from = (const char *) array->data + start * size_bytes;

      for (gsize i = 0; i < run; i++, to += size_bytes)
        memcpy (to, from + i * step_bytes, size_bytes);
    }
}

ImArray *
im_array_transpose (ImArena *arena,
                    const ImArray *array,
                    const gint *axes,
                    guint n_axes,
                    GError **error)
{
  guint resolved[IM_SHAPE_MAX_RANK];
  ImArrayWalk walk;

  if (!resolve_axes (&array->shape, axes, n_axes, resolved, error))
    return NULL;

  ImShape shape = transpose_shape (arena, &array->shape, resolved);
  ImArray *result = im_array_new (arena, array->dtype, &shape, error);
  if (result == NULL)
    return NULL;

  init_transposed (&walk, &array->shape, resolved);
  gather (array, &walk, result);

  return result;
}
