/* A ring of elements that gives overlapping windows.
 *
 * All sizes are bytes, so one implementation serves every element type. The state is
 * sliding_window_t with the ring of `capacity` bytes behind it. With time stamps there is
 * a second state: sliding_window_times_t with a ring of pairs behind it, the earliest and
 * latest time of each chunk that still has elements in the first ring.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "sliding_window_t"

enum
{
  SLIDING_WINDOW_NO_DATA = -1, /* fewer elements than a window */
  SLIDING_WINDOW_FULL = -2     /* no room for a chunk */
};

typedef struct
{
  int32_t first; /* where the oldest element begins */
  int32_t used;
} sliding_window_t;
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sliding_window_times_t"

typedef struct
{
  int32_t first;   /* index of the pair of the oldest chunk */
  int32_t used;    /* number of pairs */
  int32_t dropped; /* bytes of the oldest chunk that are gone */
} sliding_window_times_t;
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sliding_window_reset"
#pragma IMAGINET_DEPENDENCY "sliding_window.h:sliding_window_t"

static inline void
sliding_window_reset (void *state)
{
  sliding_window_t *window = (sliding_window_t *) state;

  window->first = 0;
  window->used = 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sliding_window_can_enqueue"
#pragma IMAGINET_DEPENDENCY "sliding_window.h:sliding_window_t"

static inline int
sliding_window_can_enqueue (const void *state, int chunk, int capacity)
{
  const sliding_window_t *window = (const sliding_window_t *) state;

  return chunk > capacity - window->used ? SLIDING_WINDOW_FULL : 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sliding_window_enqueue"
#pragma IMAGINET_DEPENDENCY "sliding_window.h:sliding_window_can_enqueue"

static inline int
sliding_window_enqueue (void *state, const void *input, int chunk, int capacity)
{
  sliding_window_t *window = (sliding_window_t *) state;
  char *ring = (char *) (window + 1);
  const char *source = (const char *) input;

  if (sliding_window_can_enqueue (state, chunk, capacity) < 0)
    return SLIDING_WINDOW_FULL;

  const int used_end = window->first + window->used;
  const int end = used_end < capacity ? used_end : used_end - capacity;
  const int piece = capacity - end;

  if (chunk <= piece) /* a constant number of bytes, which compilers copy in place */
    memcpy (ring + end, source, (size_t) chunk);
  else
    {
      memcpy (ring + end, source, (size_t) piece);
      memcpy (ring, source + piece, (size_t) (chunk - piece));
    }
  window->used += chunk;

  return 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "drop"
#pragma IMAGINET_DEPENDENCY "sliding_window.h:sliding_window_t"

static inline void
sliding_window_drop (sliding_window_t *window, int stride, int capacity)
{
  window->first += stride;
  if (window->first >= capacity)
    window->first -= capacity;
  window->used -= stride;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sliding_window_dequeue"
#pragma IMAGINET_DEPENDENCY "sliding_window.h:drop"

static inline int
sliding_window_dequeue (void *state, int size, int stride, int capacity, void *output)
{
  sliding_window_t *window = (sliding_window_t *) state;
  const char *ring = (const char *) (window + 1);
  char *target = (char *) output;

  if (size > window->used)
    return SLIDING_WINDOW_NO_DATA;

  const int behind = capacity - window->first;
  const int piece = size < behind ? size : behind;

  memcpy (target, ring + window->first, (size_t) piece);
  memcpy (target + piece, ring, (size_t) (size - piece));
  sliding_window_drop (window, stride, capacity);

  return 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sliding_window_times_reset"
#pragma IMAGINET_DEPENDENCY "sliding_window.h:sliding_window_reset"
#pragma IMAGINET_DEPENDENCY "sliding_window.h:sliding_window_times_t"

static inline void
sliding_window_times_reset (void *state, void *times_state)
{
  sliding_window_times_t *times = (sliding_window_times_t *) times_state;

  sliding_window_reset (state);
  times->first = 0;
  times->used = 0;
  times->dropped = 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sliding_window_times_enqueue"
#pragma IMAGINET_DEPENDENCY "sliding_window.h:sliding_window_enqueue"
#pragma IMAGINET_DEPENDENCY "sliding_window.h:sliding_window_times_t"

// time_input = [time_count]: the time of the chunk, or its earliest and latest time
// time_capacity = as many chunks as can have elements in the ring of elements
static inline int
sliding_window_times_enqueue (void *state,
                              void *times_state,
                              const void *input,
                              const float *time_input,
                              int time_count,
                              int chunk,
                              int capacity,
                              int time_capacity)
{
  sliding_window_times_t *times = (sliding_window_times_t *) times_state;
  float *ring = (float *) (times + 1);
  const int status = sliding_window_enqueue (state, input, chunk, capacity);

  if (status < 0)
    return status;

  float *pair = ring + 2 * ((times->first + times->used) % time_capacity);

  pair[0] = time_input[0];
  pair[1] = time_input[time_count - 1];
  times->used++;

  return 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "times_drop"
#pragma IMAGINET_DEPENDENCY "sliding_window.h:sliding_window_times_t"

/* Drops what a window leaves behind, `stride` bytes of `size`.
 * time_output = [2]: the earliest and the latest time of the window */
static inline void
sliding_window_times_drop (void *times_state,
                           int size,
                           int stride,
                           int chunk,
                           int time_capacity,
                           float *time_output)
{
  sliding_window_times_t *times = (sliding_window_times_t *) times_state;
  const float *ring = (const float *) (times + 1);
  const int chunks = (times->dropped + size - 1) / chunk + 1;

  time_output[0] = ring[2 * times->first];
  time_output[1] = ring[2 * times->first + 1];
  for (int i = 1; i < chunks; i++)
    {
      const float *pair = ring + 2 * ((times->first + i) % time_capacity);

      if (pair[0] < time_output[0])
        time_output[0] = pair[0];
      if (pair[1] > time_output[1])
        time_output[1] = pair[1];
    }

  const int finished = (times->dropped + stride) / chunk;

  times->first = (times->first + finished) % time_capacity;
  times->used -= finished;
  times->dropped = (times->dropped + stride) % chunk;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sliding_window_times_dequeue"
#pragma IMAGINET_DEPENDENCY "sliding_window.h:sliding_window_dequeue"
#pragma IMAGINET_DEPENDENCY "sliding_window.h:times_drop"

static inline int
sliding_window_times_dequeue (void *state,
                              void *times_state,
                              int size,
                              int stride,
                              int chunk,
                              int capacity,
                              int time_capacity,
                              void *output,
                              float *time_output)
{
  const int status = sliding_window_dequeue (state, size, stride, capacity, output);

  if (status >= 0)
    sliding_window_times_drop (times_state, size, stride, chunk, time_capacity,
                               time_output);

  return status;
}
#pragma IMAGINET_FRAGMENT_END
