/* SPDX-License-Identifier: MIT
 *
 * Arithmetic goes through blocks of doubles: both operands are expanded into a block, the
 * operator runs over it, and the result is rounded into the element type. Every sum,
 * difference, product and quotient of two floats of at most 32 bits is thus rounded as if
 * it were computed in that type.
 */
#include "tensor/im-array.h"

#include "tensor/im-array-walk.h"
#include "tensor/im-broadcast.h"

#define BLOCK_ELEMENTS 256

typedef double Block[BLOCK_ELEMENTS];

static ImDType
signed_of_size (guint size_bytes)
{
  return size_bytes <= 1   ? IM_DTYPE_INT8
         : size_bytes == 2 ? IM_DTYPE_INT16
         : size_bytes == 4 ? IM_DTYPE_INT32
                           : IM_DTYPE_INT64;
}

static ImDType
promote (ImDType a, ImDType b)
{
  static const ImDTypeFamily winners[] = { IM_DTYPE_FAMILY_FLOAT, IM_DTYPE_FAMILY_Q,
                                           IM_DTYPE_FAMILY_D };
  const ImDTypeInfo *info_a = im_dtype_get_info (a), *info_b = im_dtype_get_info (b);
  guint size_a = info_a->size_bytes, size_b = info_b->size_bytes;

  if (info_a->family == info_b->family)
    return size_a >= size_b ? a : b;
  for (guint i = 0; i < G_N_ELEMENTS (winners); i++)
    {
      if (info_a->family == winners[i])
        return a;
      if (info_b->family == winners[i])
        return b;
    }
  /* An unsigned type fits into the next wider signed one. */
  if (info_a->family == IM_DTYPE_FAMILY_UINT)
    size_a *= 2;
  else
    size_b *= 2;

  return signed_of_size (MAX (size_a, size_b));
}

static void
add (const double *a, const double *b, gsize count, double *out)
{
  for (gsize i = 0; i < count; i++)
    out[i] = a[i] + b[i];
}

static void
subtract (const double *a, const double *b, gsize count, double *out)
{
  for (gsize i = 0; i < count; i++)
    out[i] = a[i] - b[i];
}

static void
multiply (const double *a, const double *b, gsize count, double *out)
{
  for (gsize i = 0; i < count; i++)
    out[i] = a[i] * b[i];
}

static void
divide (const double *a, const double *b, gsize count, double *out)
{
  for (gsize i = 0; i < count; i++)
    out[i] = a[i] / b[i];
}

/* Each with a loop of its own, which runs over several elements at once. */
static void (*const loops[]) (const double *a,
                              const double *b,
                              gsize count,
                              double *out) = {
  [IM_ARRAY_ADD] = add,
  [IM_ARRAY_SUBTRACT] = subtract,
  [IM_ARRAY_MULTIPLY] = multiply,
  [IM_ARRAY_DIVIDE] = divide,
};

/* Integers have no quotient by 0, and no number stands for one, as infinity does. */
static gboolean
check_divisors (ImArrayOperator op,
                ImDType dtype,
                const double *b,
                gsize count,
                gsize start,
                GError **error)
{
  ImDTypeFamily family = im_dtype_get_info (dtype)->family;

  if (op != IM_ARRAY_DIVIDE ||
      (family != IM_DTYPE_FAMILY_INT && family != IM_DTYPE_FAMILY_UINT))
    return TRUE;
  for (gsize i = 0; i < count; i++)
    if (b[i] >= 0 && b[i] <= 0)
      {
        g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE,
                     "element %" G_GSIZE_FORMAT " is divided by 0", start + i);
        return FALSE;
      }

  return TRUE;
}

static void
fill (double *values, gsize count, double value)
{
  for (gsize i = 0; i < count; i++)
    values[i] = value;
}

/* Loads the next @count elements of a walk over a stretched array, where the innermost
 * step is 1 or 0. */
static void
load_stretched (const ImArray *array, ImArrayWalk *walk, gsize count, double *values)
{
  for (gsize done = 0, run; done < count; done += run)
    {
      gsize start;

      run = im_array_walk_next (walk, count - done, &start);
      if (walk->step[0] == 1)
        im_array_load (array, start, run, values + done);
      else
        {
          double value;

          im_array_load (array, start, 1, &value);
          fill (values + done, run, value);
        }
    }
}

ImArray *
im_array_combine (ImArena *arena,
                  ImArrayOperator op,
                  const ImArray *a,
                  const ImArray *b,
                  GError **error)
{
  ImShape shape;
  ImArrayWalk walk_a, walk_b;
  Block block_a, block_b, block;

  if (!im_broadcast_shapes (&a->shape, &b->shape, &shape, error))
    return NULL;
  ImArray *result = im_array_new (arena, promote (a->dtype, b->dtype), &shape, error);
  if (result == NULL)
    return NULL;

  im_array_walk_init_stretched (&walk_a, &a->shape, &shape);
  im_array_walk_init_stretched (&walk_b, &b->shape, &shape);
  for (gsize start = 0; start < result->count; start += BLOCK_ELEMENTS)
    {
      gsize count = MIN (BLOCK_ELEMENTS, result->count - start);

      load_stretched (a, &walk_a, count, block_a);
      load_stretched (b, &walk_b, count, block_b);
      if (!check_divisors (op, result->dtype, block_b, count, start, error))
        return NULL;
      loops[op](block_a, block_b, count, block);
      im_array_store (result, start, count, block);
    }

  return result;
}

ImArray *
im_array_combine_number (ImArena *arena,
                         ImArrayOperator op,
                         const ImArray *a,
                         double b,
                         gboolean number_first,
                         GError **error)
{
  ImArray *result = im_array_new (arena, a->dtype, &a->shape, error);
  Block elements, numbers;

  if (result == NULL)
    return NULL;

  fill (numbers, BLOCK_ELEMENTS, b);
  for (gsize start = 0; start < a->count; start += BLOCK_ELEMENTS)
    {
      gsize count = MIN (BLOCK_ELEMENTS, a->count - start);

      im_array_load (a, start, count, elements);
      if (!check_divisors (op, a->dtype, number_first ? elements : numbers, count, start,
                           error))
        return NULL;
      loops[op](number_first ? numbers : elements, number_first ? elements : numbers,
                count, elements);
      im_array_store (result, start, count, elements);
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
  ImArray *result = im_array_new (arena, array->dtype, &array->shape, error);
  Block block;

  if (result == NULL)
    return NULL;

  for (gsize start = 0; start < array->count; start += BLOCK_ELEMENTS)
    {
      gsize count = MIN (BLOCK_ELEMENTS, array->count - start);

      im_array_load (array, start, count, block);
      for (gsize i = 0; i < count; i++)
        block[i] = func (block[i], parameter);
      im_array_store (result, start, count, block);
    }

  return result;
}
