/* Memory that the library shares with a program that frames are passed through: a ring of
 * bytes in each direction, and what a worker is to do. Whoever waits sleeps on a word of
 * it, so that nothing but the bytes themselves is moved while both are at work.
 *
 * The code of packages may write what it likes here: whoever reads checks what it finds.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef HOST_SHARED_H
#define HOST_SHARED_H

#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define HOST_RING_BYTES   (1u << 20)
#define HOST_OUTPUT_BYTES (1u << 14)
#define HOST_LINE_BYTES   64 /* of caches: words that others write are apart */

/* A number that one process changes and the other may wait for. Events are counted where
 * somebody waits, and where something has happened that the number does not tell. */
typedef struct
{
  uint32_t value;
  uint32_t n_events;
  uint32_t has_waiter;
  unsigned char apart[HOST_LINE_BYTES - 3 * sizeof (uint32_t)];
} HostWord;

/* Bytes on their way: one process writes, the other reads. Both numbers go on modulo
 * 2^32.
 */
typedef struct
{
  HostWord written;
  HostWord read;
  uint32_t is_closed; /* no more will be written */
  unsigned char apart[HOST_LINE_BYTES - sizeof (uint32_t)];
  unsigned char bytes[HOST_RING_BYTES];
} HostRing;

typedef struct
{
  HostRing frames;       /* to the program */
  HostRing records;      /* of a trace, from it */
  uint32_t is_cancelled; /* nobody wants any more of it */
} HostShared;

/* Behind that, from HOST_CONTROL_OFFSET on, what a worker is told and tells. The code of
 * packages, which runs in a process that the worker starts, does not see it. */
typedef struct
{
  HostWord job;        /* the number of what is to be done */
  HostWord taken;      /* the number of what was begun last */
  HostWord done;       /* the number of what was done last */
  uint32_t is_leaving; /* whether that was the last that it does */
  int32_t status;      /* how that ended, as waitpid() tells it */
  uint32_t seconds;    /* that a frame may take */
  uint32_t n_output_bytes;
  char output[HOST_OUTPUT_BYTES]; /* what it printed */
} HostControl;

#define HOST_PAGE_BYTES 4096u
#define HOST_CONTROL_OFFSET \
  ((sizeof (HostShared) + HOST_PAGE_BYTES - 1) / HOST_PAGE_BYTES * HOST_PAGE_BYTES)
#define HOST_MEMORY_BYTES (HOST_CONTROL_OFFSET + sizeof (HostControl))

static inline uint32_t
host_word_get (const HostWord *word)
{
  return __atomic_load_n (&word->value, __ATOMIC_SEQ_CST);
}

static inline uint32_t
host_word_count_events (const HostWord *word)
{
  return __atomic_load_n (&word->n_events, __ATOMIC_SEQ_CST);
}

static inline void
host_word_wake (HostWord *word)
{
  __atomic_store_n (&word->has_waiter, 0, __ATOMIC_SEQ_CST);
  __atomic_add_fetch (&word->n_events, 1, __ATOMIC_SEQ_CST);
  syscall (SYS_futex, &word->n_events, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static inline void
host_word_set (HostWord *word, uint32_t value)
{
  __atomic_store_n (&word->value, value, __ATOMIC_SEQ_CST);
  if (__atomic_load_n (&word->has_waiter, __ATOMIC_SEQ_CST) != 0)
    host_word_wake (word);
}

/* Sleeps for @milliseconds at most, unless the word is not @seen any more, or there were
 * more events than @n_events. Both are looked at before anything else is that may be
 * waited for. */
static inline void
host_word_wait (HostWord *word, uint32_t seen, uint32_t n_events, long milliseconds)
{
  const struct timespec time = { .tv_sec = milliseconds / 1000,
                                 .tv_nsec = milliseconds % 1000 * 1000000 };

  __atomic_store_n (&word->has_waiter, 1, __ATOMIC_SEQ_CST);
  if (host_word_get (word) == seen)
    syscall (SYS_futex, &word->n_events, FUTEX_WAIT, n_events, &time, NULL, 0);
}

/* Copies what there is room for to the ring behind @written, and returns how many bytes
 * that were. They can be read once @written is set. */
static inline uint32_t
host_ring_put (HostRing *ring, uint32_t written, const void *data, size_t size)
{
  uint32_t used = written - host_word_get (&ring->read);
  uint32_t room = used > HOST_RING_BYTES ? 0 : HOST_RING_BYTES - used;
  uint32_t n = size < room ? (uint32_t) size : room;
  uint32_t at = written % HOST_RING_BYTES;
  uint32_t first = n < HOST_RING_BYTES - at ? n : HOST_RING_BYTES - at;

  memcpy (ring->bytes + at, data, first);
  memcpy (ring->bytes, (const unsigned char *) data + first, n - first);

  return n;
}

/* Takes what is there, @size bytes at most, and returns how many there were. */
static inline uint32_t
host_ring_take (HostRing *ring, void *data, size_t size)
{
  uint32_t read = host_word_get (&ring->read);
  uint32_t there = host_word_get (&ring->written) - read;
  uint32_t n = there > HOST_RING_BYTES ? 0 : size < there ? (uint32_t) size : there;
  uint32_t at = read % HOST_RING_BYTES;
  uint32_t first = n < HOST_RING_BYTES - at ? n : HOST_RING_BYTES - at;

  memcpy (data, ring->bytes + at, first);
  memcpy ((unsigned char *) data + first, ring->bytes, n - first);
  if (n > 0)
    host_word_set (&ring->read, read + n);

  return n;
}

#endif
