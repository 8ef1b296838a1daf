/* Frames come from one ring of the shared memory, and records go to the other. Records
 * are passed on when there are many of them, and before the program waits for frames:
 * whoever looks at them has then all that follows from what was there.
 *
 * SPDX-License-Identifier: MIT
 */
#define _DEFAULT_SOURCE

#include "host-flow.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

#define WAIT_MS     1000 /* whoever waits is woken */
#define BATCH_BYTES (HOST_RING_BYTES / 8)

volatile int host_is_waiting;

static HostShared *shared;
static uint32_t written, published; /* bytes of records */

void
host_open (HostShared *memory)
{
  shared = memory;
}

#define STOP(call)                                    \
  BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), \
      BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_TRAP)

void
host_stay_alone (void)
{
  struct sock_filter rows[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
#ifdef SYS_fork
    STOP (SYS_fork),
    STOP (SYS_vfork),
#endif
    STOP (SYS_clone),
    STOP (SYS_clone3),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = { .len = sizeof rows / sizeof *rows, .filter = rows };

  prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

static void
publish (void)
{
  if (written == published)
    return;
  published = written;
  host_word_set (&shared->records.written, written);
}

static void
wait_for (HostWord *word, uint32_t seen, uint32_t n_events)
{
  if (__atomic_load_n (&shared->is_cancelled, __ATOMIC_SEQ_CST) != 0)
    _exit (0);
  host_is_waiting = 1;
  host_word_wait (word, seen, n_events, WAIT_MS);
  host_is_waiting = 0;
}

static void
put (const void *data, uint32_t size)
{
  HostRing *ring = &shared->records;

  while (size > 0)
    {
      uint32_t n_events = host_word_count_events (&ring->read);
      uint32_t seen = host_word_get (&ring->read);
      uint32_t n = host_ring_put (ring, written, data, size);

      written += n;
      size -= n;
      data = (const unsigned char *) data + n;
      if (size > 0)
        {
          publish ();
          wait_for (&ring->read, seen, n_events);
        }
    }
}

void
host_record (uint32_t kind,
             uint32_t number,
             int32_t part,
             const void *data,
             uint32_t size)
{
  uint32_t header[4] = { kind, number, (uint32_t) part, size };

  put (header, sizeof header);
  put (data, size);
  if (written - published >= BATCH_BYTES)
    publish ();
}

/* Waits for one element at least, and not for those behind it. */
size_t
host_read (void *data, size_t size, size_t n)
{
  HostRing *ring = &shared->frames;
  size_t length = 0;

  for (;;)
    {
      uint32_t n_events = host_word_count_events (&ring->written);
      uint32_t seen = host_word_get (&ring->written);
      int is_closed = __atomic_load_n (&ring->is_closed, __ATOMIC_SEQ_CST) != 0;

      length += host_ring_take (ring, (unsigned char *) data + length, size * n - length);
      if (length >= size && length % size == 0)
        return length / size;
      if (seen != host_word_get (&ring->read))
        continue;
      if (is_closed)
        return length / size;
      publish ();
      wait_for (&ring->written, seen, n_events);
    }
}

void
host_finish (void)
{
  fflush (NULL);
  publish ();
  _exit (0);
}
