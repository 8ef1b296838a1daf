/* The program of a comparison on an emulated core: what host-main.c is on this machine, but
 * memory is not watched.
 *
 * SPDX-License-Identifier: MIT
 */
#include "host-run.h"

#include <string.h>

#define BUFFER_BYTES 4096

void
host_spoil (void *data, size_t size)
{
  memset (data, 0x7f, size);
}

void
host_enter (const char *call)
{
  (void) call;
}

void
host_allow (const void *data, size_t size)
{
  (void) data;
  (void) size;
}

void
host_check (void)
{
}

static void
open_blocks (const HostCase *running)
{
  for (HostBlock *block = running->blocks; block->name != NULL; block++)
    if (block->data == NULL && (block->data = calloc (block->size, 1)) == NULL)
      exit (EXIT_UNUSABLE);
}

/* Returns whether all that it computed was written. */
static int
run_case (unsigned number, FILE *runs, long n_runs)
{
  const HostCase *running = host_cases[number];
  FILE *frames = open_file (HOST_FRAMES, number, "rb");
  uint32_t n_frames = 0;
  int failed;

  trace = open_file (HOST_TRACE, number, "wb");
  setvbuf (frames, NULL, _IOFBF, BUFFER_BYTES);
  setvbuf (trace, NULL, _IOFBF, BUFFER_BYTES);
  open_blocks (running);
  run_all (running, frames, runs, n_runs, &n_frames);
  running->finalize ();
  host_record (TRACE_END, 0, 0, NULL, 0);
  fclose (frames);
  failed = ferror (trace);

  return fclose (trace) == 0 && !failed;
}

int
main (void)
{
  FILE *runs = fopen (HOST_RUNS, "r");
  unsigned number;
  long n_runs;

  if (runs == NULL)
    return EXIT_UNUSABLE;
  while (fscanf (runs, "%u %ld", &number, &n_runs) == 2)
    if (!run_case (number, runs, n_runs))
      return EXIT_NOT_WRITTEN;

  return 0;
}
