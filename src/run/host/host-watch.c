/* A case of which all that its calls compute is recorded, behind the frame that it
 * belongs to, and whose memory is guarded.
 *
 * Behind the first calls and some of the others all memory is looked at that they may not
 * write, behind each what is next to their data, and all guards at the end.
 *
 * SPDX-License-Identifier: MIT
 */
#define _DEFAULT_SOURCE
#define _XOPEN_SOURCE 700

#include "host-flow.h"
#include "host-guard.h"

#define N_FIRST 256 /* calls behind which all memory is looked at */
#define EVERY   64  /* and behind one of so many others */
#define NEAR    32  /* bytes of guards beside data, behind all others */

static uint32_t frame, recorded_frame = UINT32_MAX;
static unsigned n_calls, seconds;
static int looks; /* whether all memory is looked at behind this call */

void
host_spoil (void *data, size_t size)
{
  (void) data;
  (void) size;
}

void
host_enter (const char *call)
{
  entered = call;
  looks = n_calls < N_FIRST || n_calls % EVERY == 0;
  n_calls++;
  if (looks)
    copy_blocks ();
}

void
host_allow (const void *data, size_t size)
{
  if (looks)
    allow (data, size);
}

/* Whether the guards of a block are as they were, as far as @reach from its data. */
static int
is_guard_broken (const HostBlock *block, size_t reach)
{
  size_t end = block->guard + block->size;
  size_t from = block->guard - reach;

  return memcmp (block->copy + from, block->bytes + from, reach) != 0 ||
         memcmp (block->copy + end, block->bytes + end, reach) != 0;
}

/* The first block whose guards are not, with a copy of its data, which may have changed.
 */
static const HostBlock *
find_broken (size_t reach)
{
  for (HostBlock *block = blocks; block->name != NULL; block++)
    if (is_guard_broken (block, reach))
      {
        memcpy (block->copy + block->guard, block->data, block->size);
        return block;
      }

  return NULL;
}

static void
end_overrun (const HostBlock *block)
{
  record_overrun (block);
  host_finish ();
}

void
host_check (void)
{
  const HostBlock *overrun = looks ? find_overrun () : NULL;

  if (overrun == NULL && !looks)
    overrun = find_broken (NEAR);
  if (overrun != NULL)
    end_overrun (overrun);
}

/* What a call computes, behind the number of its frame. */
void
host_watch (uint32_t call, int32_t buffer, const void *data, uint32_t size)
{
  if (frame != recorded_frame)
    host_record (TRACE_FRAME, frame, 0, NULL, 0);
  recorded_frame = frame;
  host_record (TRACE_TENSOR, call, buffer, data, size);
}

/* Ends a frame that takes too long: it is the one that was there at the last look. One
 * that waits for its inputs takes no time. */
static void
look_at_clock (int number)
{
  static uint32_t seen = UINT32_MAX;

  if (frame == seen && entered != NULL && !host_is_waiting)
    {
      watch_signals ();
      raise (number);
      return;
    }
  seen = frame;
  alarm (seconds);
}

static void
watch_clock (unsigned time)
{
  struct sigaction action = { .sa_handler = look_at_clock,
                              .sa_flags = SA_NODEFER | SA_RESTART };

  seconds = time;
  sigaction (SIGALRM, &action, NULL);
  alarm (seconds);
}

static int
run (const HostCase *pipeline)
{
  int status = pipeline->init ();

  if (status < 0)
    host_record (TRACE_STATUS, HOST_INIT, status, NULL, 0);
  while (status >= 0 && (status = pipeline->frame (frame)) == 0)
    {
      entered = NULL;
      frame++;
    }

  return status;
}

void
host_flow (const HostCase *pipeline, unsigned time)
{
  const HostBlock *overrun;

  blocks = pipeline->blocks;
  open_blocks ();
  watch_signals ();
  watch_clock (time);
  if (run (pipeline) >= 0)
    pipeline->finalize ();
  overrun = find_broken (GUARD_BYTES);
  if (overrun != NULL)
    end_overrun (overrun);
  host_record (TRACE_END, 0, 0, NULL, 0);
  host_finish ();
}
