/* How a case runs on its frames, for the one file of a program that has main().
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef HOST_RUN_H
#define HOST_RUN_H

#include "host-trace.h"

#include <stdlib.h>

static FILE *frames;
static int is_timed; /* whether the calls are those of frames */

size_t
host_read (void *data, size_t size, size_t n)
{
  return fread (data, size, n, frames);
}

static FILE *
open_file (const char *format, unsigned number, const char *mode)
{
  char name[64];
  FILE *file;

  snprintf (name, sizeof name, format, number);
  file = fopen (name, mode);
  if (file == NULL)
    exit (EXIT_UNUSABLE);

  return file;
}

static int
check_status (int status, uint32_t function)
{
  if (status < 0)
    host_record (TRACE_STATUS, function, status, NULL, 0);

  return status;
}

static int
run_once (const HostCase *run_case, uint32_t run, long n_frames, long reset_frame)
{
  int status;

  host_record (TRACE_RUN, run, 0, NULL, 0);
  if (check_status (run_case->init (), HOST_INIT) < 0)
    return 0;
  for (long i = 0; i < n_frames; i++)
    {
      if (i > 0 && i == reset_frame)
        {
          host_record (TRACE_RESET, run, 0, NULL, 0);
          if (check_status (run_case->soft_reset (), HOST_SOFT_RESET) < 0)
            return 0;
        }
      host_record (TRACE_FRAME, (uint32_t) i, 0, NULL, 0);
      is_timed = 1;
      status = run_case->frame ((uint32_t) i);
      is_timed = 0;
      if (status > 0)
        exit (EXIT_UNUSABLE);
      if (status < 0)
        return 0;
    }

  return 1;
}

/* Runs a case as often as its line of the file of runs says, and calls @done behind each
 * run. Returns whether no function of it failed. */
static int
run_all (const HostCase *run_case,
         FILE *runs,
         long n_runs,
         void (*done) (uint32_t n_frames))
{
  int goes_on = 1;

  for (long run = 0; run < n_runs; run++)
    {
      long n_frames, reset_frame;

      if (fscanf (runs, "%ld %ld", &n_frames, &reset_frame) != 2)
        exit (EXIT_UNUSABLE);
      if (goes_on)
        goes_on = run_once (run_case, (uint32_t) run, n_frames, reset_frame);
      done ((uint32_t) n_frames);
    }

  return goes_on;
}

#endif
