/* The program of a run: passes frames from one pipe through a pipeline, and what comes
 * out to another, as records of a trace.
 *
 * usage: PROGRAM
 *
 * SPDX-License-Identifier: MIT
 */
#include "host-trace.h"

#define BUFFER_BYTES (1 << 16)

static int
run (const HostCase *pipeline, FILE *frames)
{
  uint32_t number = 0;
  int status = pipeline->init ();

  if (status < 0)
    host_record (TRACE_STATUS, HOST_INIT, status, NULL, 0);
  while (status >= 0 && (status = pipeline->frame (frames, number++)) == 0)
    ;

  return status;
}

int
main (void)
{
  const HostCase *pipeline = host_cases[0];
  FILE *frames = fopen (HOST_FRAMES_PIPE, "rb");
  int failed;

  trace = fopen (HOST_OUTPUTS_PIPE, "wb");
  if (frames == NULL || trace == NULL)
    return EXIT_UNUSABLE;
  setvbuf (frames, NULL, _IOFBF, BUFFER_BYTES);
  setvbuf (trace, NULL, _IOFBF, BUFFER_BYTES);
  for (HostBlock *block = pipeline->blocks; block->name != NULL; block++)
    if (block->data == NULL && (block->data = calloc (block->size, 1)) == NULL)
      return EXIT_UNUSABLE;
  if (run (pipeline, frames) >= 0)
    pipeline->finalize ();
  host_record (TRACE_END, 0, 0, NULL, 0);
  failed = ferror (trace);

  return fclose (trace) == 0 && !failed ? 0 : EXIT_NOT_WRITTEN;
}
