/* What a pipeline under test tells of its calls, and a guard of its memory.
 *
 * Before a call all memory is copied; behind it, what the call may write is taken over
 * into the copy, and the rest must be as it was. A program includes this file, then
 * defines `blocks`, then includes the emitted source.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  const char *name;
  unsigned char *bytes; /* with GUARD_BYTES in front and behind */
  size_t size;
  unsigned char *copy;
} Block;

static FILE *trace;
static const char *entered; /* the call that is running */
static Block blocks[];

static void
record (uint32_t kind, uint32_t number, int32_t part, const void *data, uint32_t size)
{
  uint32_t header[4] = { kind, number, (uint32_t) part, size };

  fwrite (header, sizeof header, 1, trace);
  if (size > 0)
    fwrite (data, size, 1, trace);
}

/* What is written behind the end is often zero, so the guard is not. */
static void
guard_begin (void)
{
  for (Block *block = blocks; block->name != NULL; block++)
    {
      memset (block->bytes, 0xA5, GUARD_BYTES);
      memset (block->bytes + block->size - GUARD_BYTES, 0xA5, GUARD_BYTES);
      block->copy = malloc (block->size);
      if (block->copy == NULL)
        exit (2);
    }
}

static void
guard_enter (const char *call)
{
  entered = call;
  for (Block *block = blocks; block->name != NULL; block++)
    memcpy (block->copy, block->bytes, block->size);
}

static void
guard_allow (const void *data, size_t size)
{
  const unsigned char *from = data;

  for (Block *block = blocks; block->name != NULL; block++)
    if (from >= block->bytes && from < block->bytes + block->size)
      memcpy (block->copy + (from - block->bytes), from, size);
}

static void
guard_check (void)
{
  for (Block *block = blocks; block->name != NULL; block++)
    {
      char message[512];
      size_t at = 0;

      if (memcmp (block->copy, block->bytes, block->size) == 0)
        continue;
      while (block->copy[at] == block->bytes[at])
        at++;
      snprintf (message, sizeof message,
                "%s writes where it may not: byte %ld of %s, which has %zu bytes",
                entered, (long) at - GUARD_BYTES, block->name,
                block->size - 2 * GUARD_BYTES);
      record (TRACE_OVERRUN, 0, 0, message, (uint32_t) strlen (message));
      fclose (trace);
      exit (0);
    }
}
