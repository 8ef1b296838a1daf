/* The trace that a program writes, for the one file of it that has main().
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef HOST_TRACE_H
#define HOST_TRACE_H

#include <stdio.h>

#include "host-case.h"

static FILE *trace;

void
host_record (uint32_t kind,
             uint32_t number,
             int32_t part,
             const void *data,
             uint32_t size)
{
  uint32_t header[4] = { kind, number, (uint32_t) part, size };

  fwrite (header, sizeof header, 1, trace);
  if (size > 0)
    fwrite (data, size, 1, trace);
}

#endif
