/* SPDX-License-Identifier: MIT
 *
 * The same elements under other axes: reshape shares the data, transpose copies the bytes
 * of each element.
 */
#include "tensor/im-array.h"

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

static gboolean
check_axes (const ImShape *shape, const gint *axes, guint n_axes, GError **error)
{
  gboolean used[IM_SHAPE_MAX_RANK] = { FALSE };
  g_autoptr (GString) text = g_string_new (NULL);

  im_shape_append_text (shape, text);
  if (n_axes != shape->rank)
    {
      g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE,
                   "to transpose %s takes every one of its %u axes, found %u axes",
                   text->str, shape->rank, n_axes);
      return FALSE;
    }

  for (guint i = 0; i < n_axes; i++)
    {
      if (axes[i] < 0 || (guint) axes[i] >= shape->rank)
        {
          g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE,
                       "cannot transpose %s: its axes are 0 to %u, found %d", text->str,
                       shape->rank - 1, axes[i]);
          return FALSE;
        }
      if (used[axes[i]])
        {
          g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE,
                       "cannot transpose %s: each axis may be named once, found axis %d "
                       "twice",
                       text->str, axes[i]);
          return FALSE;
        }
      used[axes[i]] = TRUE;
    }

  return TRUE;
}

static ImShape
transpose_shape (ImArena *arena, const ImShape *shape, const gint *axes)
{
  ImShape result = { .rank = shape->rank };
  ImShapeAxis *descriptions = NULL;

  if (shape->axes != NULL)
    descriptions = im_arena_new0 (arena, ImShapeAxis, shape->rank);
  for (guint i = 0; i < shape->rank; i++)
    {
      gint from = axes[shape->rank - 1 - i];

      result.size[i] = shape->size[from];
      if (descriptions != NULL)
        descriptions[i] = shape->axes[from];
    }
  result.axes = descriptions;

  return result;
}

static void
init_transposed (ImArrayWalk *walk, const ImShape *shape, const gint *axes)
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

#define GATHER(Type)                                                       \
  do                                                                       \
    {                                                                      \
      const Type *from = array->data;                                      \
      Type *to = result->data;                                             \
                                                                           \
      for (gsize done = 0, run; done < result->count; done += run)         \
        {                                                                  \
          gsize start;                                                     \
                                                                           \
          run = im_array_walk_next (walk, result->count - done, &start);   \
          for (gsize i = 0; i < run; i++)                                  \
            to[done + i] = from[start + i * walk->step[0]];                \
        }                                                                  \
    }                                                                      \
  while (0)

static void
gather (const ImArray *array, ImArrayWalk *walk, ImArray *result)
{
  switch (im_dtype_get_info (array->dtype)->size_bytes)
    {
    case 1:
      GATHER (guint8);
      break;
    case 2:
      GATHER (guint16);
      break;
    case 4:
      GATHER (guint32);
      break;
    case 8:
      GATHER (guint64);
      break;
    default:
      g_assert_not_reached ();
    }
}

ImArray *
im_array_transpose (ImArena *arena,
                    const ImArray *array,
                    const gint *axes,
                    guint n_axes,
                    GError **error)
{
  ImArrayWalk walk;

  if (!check_axes (&array->shape, axes, n_axes, error))
    return NULL;

  ImShape shape = transpose_shape (arena, &array->shape, axes);
  ImArray *result = im_array_new (arena, array->dtype, &shape, error);
  if (result == NULL)
    return NULL;

  init_transposed (&walk, &array->shape, axes);
  gather (array, &walk, result);

  return result;
}
