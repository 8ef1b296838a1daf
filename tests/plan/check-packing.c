/* SPDX-License-Identifier: MIT */
#include "check-packing.h"

/* Whether a buffer is the one that gets the place of another. */
static gboolean
takes_over (const ImPackingBuffer *buffers, guint index)
{
  const ImPackingBuffer *buffer = &buffers[index];

  if (buffer->in_place_of == IM_PACKING_NO_BUFFER)
    return FALSE;
  const ImPackingBuffer *other = &buffers[buffer->in_place_of];
  if (other->last != buffer->first || other->size_bytes < buffer->size_bytes)
    return FALSE;

  for (guint i = 0; i < index; i++)
    if (buffers[i].in_place_of == buffer->in_place_of && takes_over (buffers, i))
      return FALSE;

  return TRUE;
}

static gboolean
is_chained (const ImPackingBuffer *buffers, guint later, guint earlier)
{
  while (takes_over (buffers, later))
    {
      later = (guint) buffers[later].in_place_of;
      if (later == earlier)
        return TRUE;
    }

  return FALSE;
}

static gboolean
overlaps (const ImPackingBuffer *a, const ImPackingBuffer *b)
{
  guint64 a_end = (guint64) a->offset + a->size_bytes;
  guint64 b_end = (guint64) b->offset + b->size_bytes;

  return a->size_bytes > 0 && b->size_bytes > 0 && a->first <= b->last &&
         b->first <= a->last && a->offset < b_end && b->offset < a_end;
}

static void
check_pair (const ImPackingBuffer *buffers, guint a, guint b)
{
  if (overlaps (&buffers[a], &buffers[b]) && !is_chained (buffers, a, b) &&
      !is_chained (buffers, b, a))
    g_error ("buffers %u and %u are alive in the same call and share bytes", a, b);
}

static void
check_place (const ImPackingBuffer *buffers, guint index)
{
  const ImPackingBuffer *buffer = &buffers[index];

  if (buffer->offset % buffer->align_bytes != 0)
    g_error ("buffer %u: offset %u is no multiple of %u", index, buffer->offset,
             buffer->align_bytes);
  if (buffer->size_bytes > 0 && takes_over (buffers, index) &&
      buffer->offset != buffers[buffer->in_place_of].offset)
    g_error ("buffer %u: offset %u is not that of buffer %d", index, buffer->offset,
             buffer->in_place_of);
}

/* In the first call of a buffer that takes over a place the other one counts. */
static guint64
sum_alive (const ImPackingBuffer *buffers, guint n_buffers, guint call)
{
  guint64 sum = 0;

  for (guint i = 0; i < n_buffers; i++)
    if (buffers[i].first <= call && call <= buffers[i].last &&
        !(buffers[i].first == call && takes_over (buffers, i)))
      sum += buffers[i].size_bytes;

  return sum;
}

void
check_packing (const ImPackingBuffer *buffers,
               guint n_buffers,
               const ImPackingResult *result)
{
  guint64 arena = 0, bound = 0, sum = 0;

  for (guint i = 0; i < n_buffers; i++)
    {
      check_place (buffers, i);
      for (guint j = 0; j < i; j++)
        check_pair (buffers, i, j);

      arena = MAX (arena, (guint64) buffers[i].offset + buffers[i].size_bytes);
      bound = MAX (bound, sum_alive (buffers, n_buffers, buffers[i].first));
      sum += buffers[i].size_bytes;
    }

  g_assert_cmpuint (result->arena_bytes, ==, arena);
  g_assert_cmpuint (result->bound_bytes, ==, bound);
  g_assert_cmpuint (result->sum_bytes, ==, sum);
  g_assert_cmpuint (arena, >=, bound);
}
