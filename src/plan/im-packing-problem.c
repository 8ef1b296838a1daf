/* SPDX-License-Identifier: MIT
 *
 * From buffers to blocks: chains of buffers in one place, cut into parts of one size, and
 * a sweep over the parts in the order of their first calls.
 */
#include "plan/im-packing-private.h"

#define NONE G_MAXUINT

/* A time during which a block has one size. */
typedef struct
{
  guint first;
  guint last;
  guint32 size_bytes;
  guint block;
} Part;

typedef struct
{
  Part *parts;
  guint n_parts;
} Parts;

/* Where a chain starts. Shortens the way for the next one who asks. */
static guint
find_head (guint *previous, guint buffer)
{
  guint head = buffer;

  while (previous[head] != head)
    head = previous[head];
  while (previous[buffer] != head)
    {
      guint next = previous[buffer];

      previous[buffer] = head;
      buffer = next;
    }

  return head;
}

/* A ring is possible only among buffers that are alive in one call alone. */
static gboolean
can_take_over (const ImPackingBuffer *buffers,
               const guint *next,
               guint *previous,
               guint taker)
{
  const ImPackingBuffer *buffer = &buffers[taker];
  guint other = (guint) buffer->in_place_of;

  return buffer->in_place_of != IM_PACKING_NO_BUFFER && next[other] == NONE &&
         buffers[other].last == buffer->first &&
         buffers[other].size_bytes >= buffer->size_bytes &&
         find_head (previous, other) != taker;
}

/* Returns of each buffer the one that takes over its place; sets which have their own. */
static guint *
join_buffers (ImArena *arena,
              const ImPackingBuffer *buffers,
              guint n_buffers,
              gboolean *is_head)
{
  guint *next = im_arena_new0 (arena, guint, n_buffers);
  guint *previous = im_arena_new0 (arena, guint, n_buffers);

  for (guint i = 0; i < n_buffers; i++)
    {
      next[i] = NONE;
      previous[i] = i;
      is_head[i] = TRUE;
    }
  for (guint i = 0; i < n_buffers; i++)
    if (can_take_over (buffers, next, previous, i))
      {
        guint other = (guint) buffers[i].in_place_of;

        next[other] = i;
        previous[i] = other;
        is_head[i] = FALSE;
      }

  return next;
}

/* In the call where the place changes hands the larger buffer counts. */
static void
add_part (Parts *parts, const ImPackingBuffer *buffer, guint block)
{
  Part *newest = parts->n_parts == 0 ? NULL : &parts->parts[parts->n_parts - 1];
  gboolean follows = newest != NULL && newest->block == block;

  if (buffer->size_bytes == 0 || (follows && newest->last == buffer->last))
    return;
  if (follows && newest->size_bytes == buffer->size_bytes)
    {
      newest->last = buffer->last;
      return;
    }

  parts->parts[parts->n_parts++] = (Part){
    .first = follows ? newest->last + 1 : buffer->first,
    .last = buffer->last,
    .size_bytes = buffer->size_bytes,
    .block = block,
  };
}

static void
add_block (ImPackingProblem *problem,
           Parts *parts,
           const ImPackingBuffer *buffers,
           const guint *next,
           guint head)
{
  guint index = problem->n_blocks++;
  ImPackingBlock *block = &problem->blocks[index];

  block->first = buffers[head].first;
  block->size_bytes = buffers[head].size_bytes;
  for (guint i = head; i != NONE; i = next[i])
    {
      problem->block_of[i] = index;
      block->last = buffers[i].last;
      block->align_bytes = MAX (block->align_bytes, buffers[i].align_bytes);
      add_part (parts, &buffers[i], index);
    }
}

static Parts
add_blocks (ImPackingProblem *problem,
            ImArena *arena,
            const ImPackingBuffer *buffers,
            guint n_buffers)
{
  gboolean *is_head = im_arena_new0 (arena, gboolean, n_buffers);
  const guint *next = join_buffers (arena, buffers, n_buffers, is_head);
  Parts parts = { im_arena_new0 (arena, Part, n_buffers), 0 };

  problem->blocks = im_arena_new0 (arena, ImPackingBlock, n_buffers);
  problem->block_of = im_arena_new0 (arena, guint, n_buffers);
  for (guint i = 0; i < n_buffers; i++)
    if (is_head[i])
      add_block (problem, &parts, buffers, next, i);

  return parts;
}

static gint
compare_first_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  guint x = ((const Part *) a)->first;
  guint y = ((const Part *) b)->first;

  return (x > y) - (x < y);
}

static gint
compare_last_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  guint x = ((const Part *) a)->last;
  guint y = ((const Part *) b)->last;

  return (x > y) - (x < y);
}

/* Buffers come and go in two sorted lists; the sum is largest after one came. */
static guint64
sum_alive (ImArena *arena, const Parts *starting)
{
  Part *ending = im_arena_new0 (arena, Part, starting->n_parts);
  guint64 sum = 0;
  guint64 largest = 0;
  guint gone = 0;

  for (guint i = 0; i < starting->n_parts; i++)
    ending[i] = starting->parts[i];
  g_qsort_with_data (ending, (gint) starting->n_parts, sizeof *ending, compare_last_cb,
                     NULL);

  for (guint i = 0; i < starting->n_parts; i++)
    {
      while (ending[gone].last < starting->parts[i].first)
        sum -= ending[gone++].size_bytes;
      sum += starting->parts[i].size_bytes;
      largest = MAX (largest, sum);
    }

  return largest;
}

static gboolean
count_conflicts (ImPackingProblem *problem, const Parts *parts, GError **error)
{
  guint n_pairs = 0;

  for (guint i = 0; i < parts->n_parts; i++)
    {
      const Part *a = &parts->parts[i];

      for (guint j = i + 1; j < parts->n_parts && parts->parts[j].first <= a->last; j++)
        {
          problem->blocks[a->block].n_conflicts++;
          problem->blocks[parts->parts[j].block].n_conflicts++;
          if (++n_pairs <= IM_PACKING_MAX_PAIRS)
            continue;

          g_set_error (error, IM_PACKING_ERROR, IM_PACKING_ERROR_PAIRS,
                       "call %u: up to here more than %u pairs of buffers are alive in "
                       "the same call, expected at most that many in all",
                       a->first, IM_PACKING_MAX_PAIRS);
          return FALSE;
        }
    }

  return TRUE;
}

static void
allocate_conflicts (ImPackingProblem *problem, ImArena *arena)
{
  for (guint i = 0; i < problem->n_blocks; i++)
    {
      ImPackingBlock *block = &problem->blocks[i];

      block->conflicts = im_arena_new0 (arena, ImPackingConflict, block->n_conflicts);
      problem->max_conflicts = MAX (problem->max_conflicts, block->n_conflicts);
      block->n_conflicts = 0;
    }
}

static void
add_conflict (ImPackingProblem *problem, const Part *own, const Part *other)
{
  ImPackingBlock *block = &problem->blocks[own->block];

  block->conflicts[block->n_conflicts++] = (ImPackingConflict){
    .block = other->block,
    .other_bytes = other->size_bytes,
    .own_bytes = own->size_bytes,
  };
}

static void
fill_conflicts (ImPackingProblem *problem, const Parts *parts)
{
  for (guint i = 0; i < parts->n_parts; i++)
    {
      const Part *a = &parts->parts[i];

      for (guint j = i + 1; j < parts->n_parts && parts->parts[j].first <= a->last; j++)
        {
          add_conflict (problem, a, &parts->parts[j]);
          add_conflict (problem, &parts->parts[j], a);
        }
    }
}

ImPackingProblem *
im_packing_problem_new (ImArena *arena,
                        const ImPackingBuffer *buffers,
                        guint n_buffers,
                        GError **error)
{
  ImPackingProblem *problem = im_arena_new0 (arena, ImPackingProblem, 1);
  Parts parts = add_blocks (problem, arena, buffers, n_buffers);

  /* The sort is stable, so that the conflicts have the same order on every machine. */
  g_qsort_with_data (parts.parts, (gint) parts.n_parts, sizeof *parts.parts,
                     compare_first_cb, NULL);
  problem->bound_bytes = sum_alive (arena, &parts);

  if (!count_conflicts (problem, &parts, error))
    return NULL;
  allocate_conflicts (problem, arena);
  fill_conflicts (problem, &parts);

  return problem;
}
