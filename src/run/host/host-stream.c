/* A case of which nothing is wanted but its outputs, which its own code records.
 *
 * SPDX-License-Identifier: MIT
 */
#define _DEFAULT_SOURCE

#include "host-flow.h"

#include <stdlib.h>

static int
run (const HostCase *pipeline)
{
  uint32_t number = 0;
  int status = pipeline->init ();

  if (status < 0)
    host_record (TRACE_STATUS, HOST_INIT, status, NULL, 0);
  while (status >= 0 && (status = pipeline->frame (number++)) == 0)
    ;

  return status;
}

void
host_flow (const HostCase *pipeline, unsigned seconds)
{
  (void) seconds;
  for (HostBlock *block = pipeline->blocks; block->name != NULL; block++)
    if (block->data == NULL && (block->data = calloc (block->size, 1)) == NULL)
      _exit (EXIT_UNUSABLE);
  if (run (pipeline) >= 0)
    pipeline->finalize ();
  host_record (TRACE_END, 0, 0, NULL, 0);
  host_finish ();
}
