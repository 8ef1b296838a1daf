/* SPDX-License-Identifier: MIT
 *
 * Element-wise arithmetic with broadcasting, and reordering of axes. Both walk the
 * elements in rows of the innermost axis with an odometer over the others, so that
 * nothing is divided per element.
 */
#include "tensor/im-array.h"

#include <math.h>
#include <string.h>

#include "base/im-arena.h"
#include "tensor/im-broadcast.h"

#define BLOCK_ELEMENTS 256

static void
compute_block (ImArrayOperator op,
               const double *a,
               gsize step_a,
               const double *b,
               gsize step_b,
               gsize count,
               double *out)
{
  switch (op)
    {
    case IM_ARRAY_ADD:
      for (gsize i = 0; i < count; i++)
        out[i] = a[i * step_a] + b[i * step_b];
      break;
    case IM_ARRAY_SUBTRACT:
      for (gsize i = 0; i < count; i++)
        out[i] = a[i * step_a] - b[i * step_b];
      break;
    case IM_ARRAY_MULTIPLY:
      for (gsize i = 0; i < count; i++)
        out[i] = a[i * step_a] * b[i * step_b];
      break;
    case IM_ARRAY_DIVIDE:
      for (gsize i = 0; i < count; i++)
        out[i] = a[i * step_a] / b[i * step_b];
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Type that holds the values of both: floats win, then fixed point, then the wider. */
static ImDType
promote (ImDType a, ImDType b)
{
  static const ImDType signed_types[] = { IM_DTYPE_INT8, IM_DTYPE_INT16, IM_DTYPE_INT32,
                                          IM_DTYPE_INT64 };
  static const guint8 rank[] = { [IM_DTYPE_FAMILY_UINT] = 0,
                                 [IM_DTYPE_FAMILY_INT] = 1,
                                 [IM_DTYPE_FAMILY_D] = 2,
                                 [IM_DTYPE_FAMILY_Q] = 3,
                                 [IM_DTYPE_FAMILY_FLOAT] = 4 };
  const ImDTypeInfo *info_a = im_dtype_get_info (a), *info_b = im_dtype_get_info (b);

  if (info_a->family == info_b->family)
    return info_a->size_bytes >= info_b->size_bytes ? a : b;
  if (rank[info_a->family] < rank[info_b->family])
    return promote (b, a);
  if (info_a->family != IM_DTYPE_FAMILY_INT || info_a->size_bytes > info_b->size_bytes)
    return a;

  for (guint i = 0; i < G_N_ELEMENTS (signed_types); i++)
    if (im_dtype_get_info (signed_types[i])->size_bytes > info_b->size_bytes)
      return signed_types[i];

  return IM_DTYPE_INT64;
}

/* Elements to move on per axis of the result: 0 where the operand is stretched. */
static void
find_steps (const ImShape *operand, const ImShape *result, gsize steps[IM_SHAPE_MAX_RANK])
{
  gsize step = 1;

  for (guint i = 0; i < result->rank; i++)
    {
      gint32 size = i < operand->rank ? operand->size[i] : 1;

      steps[i] = size == 1 ? 0 : step;
      step *= (gsize) size;
    }
}

/* Moves the positions in two operands to the next row. Returns FALSE behind the last one.
 */
static gboolean
next_row (const ImShape *shape,
          guint first_axis,
          gint32 *index,
          const gsize *steps_a,
          gsize *a,
          const gsize *steps_b,
          gsize *b)
{
  for (guint i = first_axis; i < shape->rank; i++)
    {
      *a += steps_a[i];
      *b += steps_b[i];
      if (++index[i] < shape->size[i])
        return TRUE;
      *a -= steps_a[i] * (gsize) shape->size[i];
      *b -= steps_b[i] * (gsize) shape->size[i];
      index[i] = 0;
    }

  return FALSE;
}

/* Axes that both operands pass through without a gap are one long axis: the rows of the
 * walk. */
static guint
find_row (const ImShape *shape, const gsize *steps_a, const gsize *steps_b, gsize *length)
{
  guint axes = MIN (shape->rank, 1u);

  *length = shape->rank == 0 ? 1 : (gsize) shape->size[0];
  while (axes > 0 && axes < shape->rank && steps_a[axes] == steps_a[0] * *length &&
         steps_b[axes] == steps_b[0] * *length)
    *length *= (gsize) shape->size[axes++];

  return axes;
}

static void
combine_row (ImArrayOperator op,
             const ImArray *a,
             gsize at_a,
             gsize step_a,
             const ImArray *b,
             gsize at_b,
             gsize step_b,
             gsize length,
             ImArray *out,
             gsize at)
{
  double block_a[BLOCK_ELEMENTS], block_b[BLOCK_ELEMENTS], block[BLOCK_ELEMENTS];

  for (gsize done = 0; done < length; done += BLOCK_ELEMENTS)
    {
      gsize count = MIN (length - done, BLOCK_ELEMENTS);

      im_array_load (a, at_a + done * step_a, step_a == 0 ? 1 : count, block_a);
      im_array_load (b, at_b + done * step_b, step_b == 0 ? 1 : count, block_b);
      compute_block (op, block_a, step_a, block_b, step_b, count, block);
      im_array_store (out, at + done, count, block);
    }
}

ImArray *
im_array_combine (ImArena *arena,
                  ImArrayOperator op,
                  const ImArray *a,
                  const ImArray *b,
                  GError **error)
{
  gsize steps_a[IM_SHAPE_MAX_RANK] = { 0 }, steps_b[IM_SHAPE_MAX_RANK] = { 0 };
  gsize at = 0, at_a = 0, at_b = 0, length;
  gint32 index[IM_SHAPE_MAX_RANK] = { 0 };
  ImShape shape;
  ImArray *out;

  if (!im_broadcast_shapes (&a->shape, &b->shape, &shape, error))
    return NULL;
  out = im_array_new (arena, promote (a->dtype, b->dtype), &shape, error);
  if (out == NULL || out->count == 0)
    return out;

  find_steps (&a->shape, &shape, steps_a);
  find_steps (&b->shape, &shape, steps_b);
  guint first_axis = find_row (&shape, steps_a, steps_b, &length);
  do
    {
      combine_row (op, a, at_a, steps_a[0], b, at_b, steps_b[0], length, out, at);
      at += length;
    }
  while (next_row (&shape, first_axis, index, steps_a, &at_a, steps_b, &at_b));

  return out;
}

ImArray *
im_array_combine_number (ImArena *arena,
                         ImArrayOperator op,
                         const ImArray *a,
                         double b,
                         gboolean number_first,
                         GError **error)
{
  double in[BLOCK_ELEMENTS], out[BLOCK_ELEMENTS];
  ImArray *result = im_array_new (arena, a->dtype, &a->shape, error);

  for (gsize i = 0; result != NULL && i < a->count; i += BLOCK_ELEMENTS)
    {
      gsize count = MIN (a->count - i, BLOCK_ELEMENTS);

      im_array_load (a, i, count, in);
      if (number_first)
        compute_block (op, &b, 0, in, 1, count, out);
      else
        compute_block (op, in, 1, &b, 0, count, out);
      im_array_store (result, i, count, out);
    }

  return result;
}

ImArray *
im_array_map (ImArena *arena,
              const ImArray *array,
              ImArrayMapFunc func,
              double parameter,
              GError **error)
{
  double values[BLOCK_ELEMENTS];
  ImArray *result = im_array_new (arena, array->dtype, &array->shape, error);

  for (gsize i = 0; result != NULL && i < array->count; i += BLOCK_ELEMENTS)
    {
      gsize count = MIN (array->count - i, BLOCK_ELEMENTS);

      im_array_load (array, i, count, values);
      for (gsize j = 0; j < count; j++)
        values[j] = func (values[j], parameter);
      im_array_store (result, i, count, values);
    }

  return result;
}

static void
set_shape_error (GError **error,
                 const char *format,
                 const ImShape *shape,
                 const ImShape *other)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) other_text = g_string_new (NULL);

  im_shape_append_text (shape, text);
  im_shape_append_text (other, other_text);
  g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE, "%s %s %s", text->str, format,
               other_text->str);
}

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
      set_shape_error (error, "has another number of elements than", shape,
                       &array->shape);
      return NULL;
    }

  ImArray *result = im_arena_new0 (arena, ImArray, 1);
  *result = *array;
  result->shape = *shape;

  return result;
}

/* Fills the shape of the result and the step in the source per axis of the result. */
static gboolean
find_order (const ImArray *array,
            const gint *axes,
            guint n_axes,
            ImShape *shape,
            gsize *steps,
            GError **error)
{
  gsize source_steps[IM_SHAPE_MAX_RANK];
  gboolean used[IM_SHAPE_MAX_RANK] = { FALSE };

  for (guint i = 0; i < array->shape.rank; i++)
    source_steps[i] = i == 0 ? 1 : source_steps[i - 1] * (gsize) array->shape.size[i - 1];

  *shape = (ImShape){ .rank = n_axes };
  for (guint i = 0; i < n_axes; i++)
    {
      guint axis;

      if (!im_shape_resolve_axis (&array->shape, axes[i], &axis, error))
        return FALSE;
      if (used[axis])
        {
          g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE,
                       "axis %u is named twice; each axis is named once", axis);
          return FALSE;
        }
      used[axis] = TRUE;
      shape->size[n_axes - 1 - i] = array->shape.size[axis];
      steps[n_axes - 1 - i] = source_steps[axis];
    }

  return TRUE;
}

ImArray *
im_array_transpose (ImArena *arena,
                    const ImArray *array,
                    const gint *axes,
                    guint n_axes,
                    GError **error)
{
  gsize steps[IM_SHAPE_MAX_RANK], no_steps[IM_SHAPE_MAX_RANK] = { 0 }, from = 0,
                                  unused = 0;
  gsize bytes = im_dtype_get_info (array->dtype)->size_bytes;
  gint32 index[IM_SHAPE_MAX_RANK] = { 0 };
  ImShape shape;
  ImArray *result;

  if (n_axes != array->shape.rank)
    {
      g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE,
                   "the array has %u axes, found %u axis numbers", array->shape.rank,
                   n_axes);
      return NULL;
    }
  if (!find_order (array, axes, n_axes, &shape, steps, error))
    return NULL;
  result = im_array_new (arena, array->dtype, &shape, error);
  if (result == NULL || result->count == 0)
    return result;

  char *to = result->data;
  do
    {
      memcpy (to, (const char *) array->data + from * bytes, bytes);
      to += bytes;
    }
  while (next_row (&shape, 0, index, steps, &from, no_steps, &unused));

  return result;
}
