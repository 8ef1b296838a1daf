/* The program of a comparison: runs cases, each on frames from a file, and writes a trace
 * of each.
 *
 * usage: PROGRAM FIRST SECONDS
 *
 * The file runs.txt has a line for each case: its number, how often it runs, and for each
 * run the number of frames and the frame before which all data is forgotten. FIRST is the
 * line to begin with. A case that takes more than SECONDS ends the program; one that
 * writes where it may not ends alone.
 *
 * Before a call all memory is copied; behind it, what the call may write is taken over
 * into the copy, and the rest must be as it was. What the calls of frames take is added
 * up, without that.
 *
 * SPDX-License-Identifier: MIT
 */
#define _XOPEN_SOURCE 700

#include "host-guard.h"
#include "host-run.h"

#include <setjmp.h>
#include <time.h>

static jmp_buf end_of_case;

static int is_busy; /* whether a call of a frame runs */
static uint64_t started_ns, busy_ns, clock_ns;
static uint32_t n_frames; /* of all runs of the case */

/* Floats become finite ones that no result is close to. */
void
host_spoil (void *data, size_t size)
{
  memset (data, 0x7f, size);
}

static uint64_t
get_time_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);

  return (uint64_t) now.tv_sec * 1000000000u + (uint64_t) now.tv_nsec;
}

/* What a look at the clock takes. */
static void
measure_clock (void)
{
  clock_ns = UINT64_MAX;
  for (int i = 0; i < 64; i++)
    {
      uint64_t start = get_time_ns ();
      uint64_t taken = get_time_ns () - start;

      clock_ns = taken < clock_ns ? taken : clock_ns;
    }
}

static void
stop_clock (void)
{
  uint64_t taken;

  if (!is_busy)
    return;
  taken = get_time_ns () - started_ns;
  busy_ns += taken > clock_ns ? taken - clock_ns : 0;
  is_busy = 0;
}

void
host_enter (const char *call)
{
  entered = call;
  copy_blocks ();
  is_busy = is_timed;
  started_ns = is_busy ? get_time_ns () : 0;
}

void
host_allow (const void *data, size_t size)
{
  stop_clock ();
  allow (data, size);
}

void
host_check (void)
{
  const HostBlock *overrun;

  stop_clock ();
  overrun = find_overrun ();
  if (overrun == NULL)
    return;
  record_overrun (overrun);
  longjmp (end_of_case, 1);
}

static void
count_frames (uint32_t n)
{
  n_frames += n;
}

/* With what compiled this: its version may name it. */
static void
record_time (void)
{
#ifdef __clang__
  static const char name[] = __VERSION__;
#elif defined(__GNUC__)
  static const char name[] = "gcc " __VERSION__;
#else
  static const char name[] = "C";
#endif
  unsigned char data[sizeof busy_ns + sizeof name - 1];

  memcpy (data, &busy_ns, sizeof busy_ns);
  memcpy (data + sizeof busy_ns, name, sizeof name - 1);
  host_record (TRACE_TIME, n_frames, 0, data, (uint32_t) sizeof data);
}

/* Returns whether all that it computed was written. */
static int
run_case (unsigned number, FILE *runs, long n_runs)
{
  const HostCase *running = host_cases[number];
  int failed;

  frames = open_file (HOST_FRAMES, number, "rb");
  trace = open_file (HOST_TRACE, number, "wb");
  blocks = running->blocks;
  open_blocks ();
  if (setjmp (end_of_case) == 0)
    {
      busy_ns = n_frames = 0;
      if (run_all (running, runs, n_runs, count_frames))
        record_time ();
      running->finalize ();
      host_record (TRACE_END, 0, 0, NULL, 0);
    }
  fclose (frames);
  failed = ferror (trace);

  return fclose (trace) == 0 && !failed;
}

int
main (int argc, char **argv)
{
  FILE *runs = fopen (HOST_RUNS, "r");
  long first = argc > 1 ? atol (argv[1]) : 0;
  unsigned seconds = argc > 2 ? (unsigned) atol (argv[2]) : 0;
  unsigned number;
  long n_runs;

  if (runs == NULL)
    return EXIT_UNUSABLE;
  watch_signals ();
  measure_clock ();
  for (long line = 0; fscanf (runs, "%u %ld", &number, &n_runs) == 2; line++)
    {
      alarm (seconds);
      if (line >= first)
        fprintf (stderr, HOST_MARK, number);
      if (line >= first && !run_case (number, runs, n_runs))
        return EXIT_NOT_WRITTEN;
      fscanf (runs, "%*[^\n]");
    }

  return 0;
}
