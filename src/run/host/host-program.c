/* A program of its own that frames are passed through.
 *
 * usage: PROGRAM DESCRIPTOR SECONDS
 *
 * DESCRIPTOR is that of the memory that it shares. No frame may take more than SECONDS,
 * where that is watched.
 *
 * SPDX-License-Identifier: MIT
 */
#define _DEFAULT_SOURCE

#include "host-flow.h"

#include <stdlib.h>
#include <sys/mman.h>

int
main (int argc, char **argv)
{
  HostShared *shared = argc < 3 ? MAP_FAILED
                                : mmap (NULL, sizeof (HostShared), PROT_READ | PROT_WRITE,
                                        MAP_SHARED, atoi (argv[1]), 0);

  if (shared == MAP_FAILED)
    return EXIT_UNUSABLE;
  host_open (shared);
  host_stay_alone ();
  host_flow (host_cases[0], (unsigned) atol (argv[2]));
}
