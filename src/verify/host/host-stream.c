/* The program of a run: passes frames from one pipe through a pipeline, and what comes
 * out to another, as records of a trace.
 *
 * usage: PROGRAM
 *
 * SPDX-License-Identifier: MIT
 */
#include "host-case.h"

#define EXIT_UNUSABLE    2
#define EXIT_NOT_WRITTEN 3
#define BUFFER_BYTES     (1 << 16)

static FILE *outputs;

void
host_record (uint32_t kind,
             uint32_t number,
             int32_t part,
             const void *data,
             uint32_t size)
{
  uint32_t header[4] = { kind, number, (uint32_t) part, size };

  fwrite (header, sizeof header, 1, outputs);
  if (size > 0)
    fwrite (data, size, 1, outputs);
}

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

  outputs = fopen (HOST_OUTPUTS_PIPE, "wb");
  if (frames == NULL || outputs == NULL)
    return EXIT_UNUSABLE;
  setvbuf (frames, NULL, _IOFBF, BUFFER_BYTES);
  setvbuf (outputs, NULL, _IOFBF, BUFFER_BYTES);
  for (HostBlock *block = pipeline->blocks; block->name != NULL; block++)
    if (block->data == NULL && (block->data = calloc (block->size, 1)) == NULL)
      return EXIT_UNUSABLE;
  if (run (pipeline, frames) >= 0)
    pipeline->finalize ();
  host_record (TRACE_END, 0, 0, NULL, 0);
  failed = ferror (outputs);

  return fclose (outputs) == 0 && !failed ? 0 : EXIT_NOT_WRITTEN;
}
