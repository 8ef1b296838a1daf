/* SPDX-License-Identifier: MIT */
#include "plan/im-packing.h"

#include "plan/im-packing-private.h"

/* clang-format 14 would break the name up if it were written with dashes. */
G_DEFINE_QUARK (im_packing_error, im_packing_error)

static gboolean
check_buffer (const ImPackingBuffer *buffer, guint index, guint n_buffers, GError **error)
{
  guint32 align = buffer->align_bytes;
  gint other = buffer->in_place_of;

  if (buffer->last < buffer->first)
    {
      g_set_error (error, IM_PACKING_ERROR, IM_PACKING_ERROR_LIFETIME,
                   "buffer %u: the last call is %u, expected %u, its first, or later",
                   index, buffer->last, buffer->first);
      return FALSE;
    }

  if (align == 0 || (align & (align - 1)) != 0 || align > IM_PACKING_MAX_ALIGN)
    {
      g_set_error (
          error, IM_PACKING_ERROR, IM_PACKING_ERROR_ALIGN,
          "buffer %u: an alignment is a power of two from 1 to %u bytes, found %u", index,
          IM_PACKING_MAX_ALIGN, align);
      return FALSE;
    }

  if (other != IM_PACKING_NO_BUFFER &&
      (other < 0 || (guint) other >= n_buffers || (guint) other == index))
    {
      g_set_error (error, IM_PACKING_ERROR, IM_PACKING_ERROR_IN_PLACE,
                   "buffer %u: takes over buffer %d, expected another one of the %u "
                   "buffers, counted from 0, or %d for none",
                   index, other, n_buffers, IM_PACKING_NO_BUFFER);
      return FALSE;
    }

  return TRUE;
}

/* Counts the padding that alignment can cost at worst, so that no offset overflows. */
static gboolean
check_buffers (const ImPackingBuffer *buffers,
               guint n_buffers,
               guint64 *sum_bytes,
               GError **error)
{
  guint64 sum = 0;
  guint64 padded = 0;

  for (guint i = 0; i < n_buffers; i++)
    {
      if (!check_buffer (&buffers[i], i, n_buffers, error))
        return FALSE;

      sum += buffers[i].size_bytes;
      padded += (guint64) buffers[i].size_bytes + buffers[i].align_bytes - 1;
      if (padded > IM_PACKING_MAX_BYTES)
        {
          g_set_error (error, IM_PACKING_ERROR, IM_PACKING_ERROR_SIZE,
                       "buffer %u: the buffers up to here need up to %" G_GUINT64_FORMAT
                       " bytes with their alignment, expected at most %d in all",
                       i, padded, IM_PACKING_MAX_BYTES);
          return FALSE;
        }
    }

  *sum_bytes = sum;

  return TRUE;
}

/* Buffers that take each other over are one block: they share an offset, and the block is
 * alive from the first of them to the last, so that the search sees plain rectangles,
 * time by bytes, which may not overlap. That is dynamic storage allocation, NP-hard with
 * general sizes; the bound is the largest sum of blocks alive in one call, which no
 * layout can be below. The search stops there, or at a number of steps. Offsets are
 * handed out at the end only: a failure leaves the buffers untouched. */
gboolean
im_packing_run_with_work (ImPackingBuffer *buffers,
                          guint n_buffers,
                          guint64 work,
                          ImPackingResult *result,
                          GError **error)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImPackingProblem *problem;
  guint32 *offsets;
  guint64 sum_bytes;

  g_return_val_if_fail (buffers != NULL || n_buffers == 0, FALSE);
  g_return_val_if_fail (result != NULL, FALSE);

  if (!check_buffers (buffers, n_buffers, &sum_bytes, error))
    return FALSE;
  problem = im_packing_problem_new (arena, buffers, n_buffers, error);
  if (problem == NULL)
    return FALSE;

  offsets = im_arena_new0 (arena, guint32, problem->n_blocks);
  result->arena_bytes = im_packing_search (arena, problem, work, offsets);
  result->bound_bytes = problem->bound_bytes;
  result->sum_bytes = sum_bytes;
  for (guint i = 0; i < n_buffers; i++)
    buffers[i].offset = offsets[problem->block_of[i]];

  return TRUE;
}

gboolean
im_packing_run (ImPackingBuffer *buffers,
                guint n_buffers,
                ImPackingResult *result,
                GError **error)
{
  return im_packing_run_with_work (buffers, n_buffers, IM_PACKING_DEFAULT_WORK, result,
                                   error);
}
