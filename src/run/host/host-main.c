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
 * into the copy, and the rest must be as it was. The guards around the data differ from
 * block to block and from byte to byte, so that a copy of one into another shows. What
 * the calls of frames take is added up, without that. With the address sanitizer the
 * guards cannot be touched, and inputs and outputs have none: what is beside them belongs
 * to nobody.
 *
 * SPDX-License-Identifier: MIT
 */
#define _XOPEN_SOURCE 700

#include "host-run.h"

#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ADDRESS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define HAS_ADDRESS_SANITIZER
#endif

#ifdef HAS_ADDRESS_SANITIZER
void __asan_poison_memory_region (void const volatile *data, size_t size);
#endif

static HostBlock *blocks;   /* of the case that runs */
static const char *entered; /* the call that runs */
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

static size_t
get_size (const HostBlock *block)
{
  return block->size + 2 * block->guard;
}

static void
fill_guards (HostBlock *block, uint32_t number)
{
  for (size_t i = 0; i < block->guard; i++)
    {
      uint32_t mixed = ((uint32_t) i + 1) * 0x9E3779B1u ^ (number + 1) * 0x85EBCA6Bu;

      block->bytes[i] = (unsigned char) (mixed >> 24);
      block->bytes[block->guard + block->size + i] = (unsigned char) (mixed >> 16);
    }
}

#ifdef HAS_ADDRESS_SANITIZER
static void
open_block (HostBlock *block, uint32_t number)
{
  (void) number;
  if (block->data != NULL)
    {
      __asan_poison_memory_region (block->data - GUARD_BYTES, GUARD_BYTES);
      __asan_poison_memory_region (block->data + block->size, GUARD_BYTES);
    }
  else
    block->data = calloc (block->size, 1);
  block->bytes = block->data;
}
#else
static void
open_block (HostBlock *block, uint32_t number)
{
  block->guard = GUARD_BYTES;
  block->bytes = block->data == NULL ? calloc (get_size (block), 1)
                                     : block->data - GUARD_BYTES;
  if (block->bytes == NULL)
    return;
  block->data = block->bytes + GUARD_BYTES;
  fill_guards (block, number);
}
#endif

static void
open_blocks (void)
{
  uint32_t number = 0;

  for (HostBlock *block = blocks; block->name != NULL; block++)
    {
      open_block (block, number++);
      block->copy = malloc (get_size (block));
      if (block->bytes == NULL || block->copy == NULL)
        exit (EXIT_UNUSABLE);
    }
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
  for (HostBlock *block = blocks; block->name != NULL; block++)
    memcpy (block->copy, block->bytes, get_size (block));
  is_busy = is_timed;
  started_ns = is_busy ? get_time_ns () : 0;
}

void
host_allow (const void *data, size_t size)
{
  const unsigned char *from = data;

  stop_clock ();
  for (HostBlock *block = blocks; block->name != NULL; block++)
    if (from >= block->bytes && from < block->bytes + get_size (block))
      memcpy (block->copy + (from - block->bytes), from, size);
}

static void
end_overrun (const HostBlock *block)
{
  char message[512];
  size_t at = 0;

  while (block->copy[at] == block->bytes[at])
    at++;
  snprintf (message, sizeof message,
            "%s writes where it may not: byte %ld of %s, which has %zu bytes", entered,
            (long) at - (long) block->guard, block->name, block->size);
  host_record (TRACE_OVERRUN, 0, 0, message, (uint32_t) strlen (message));
  longjmp (end_of_case, 1);
}

void
host_check (void)
{
  stop_clock ();
  for (const HostBlock *block = blocks; block->name != NULL; block++)
    if (memcmp (block->copy, block->bytes, get_size (block)) != 0)
      end_overrun (block);
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
  FILE *frames = open_file (HOST_FRAMES, number, "rb");
  int failed;

  trace = open_file (HOST_TRACE, number, "wb");
  blocks = running->blocks;
  open_blocks ();
  if (setjmp (end_of_case) == 0)
    {
      busy_ns = n_frames = 0;
      if (run_all (running, frames, runs, n_runs, count_frames))
        record_time ();
      running->finalize ();
      host_record (TRACE_END, 0, 0, NULL, 0);
    }
  fclose (frames);
  failed = ferror (trace);

  return fclose (trace) == 0 && !failed;
}

#ifndef HOST_SANITIZED
/* Names the call that is at work when the program is ended. */
static void
tell_call (int number)
{
  char line[256] = "in ";

  if (entered != NULL)
    {
      strncat (line, entered, sizeof line - strlen (line) - 2);
      strcat (line, "\n");
      (void) !write (STDERR_FILENO, line, strlen (line));
    }
  raise (number);
}

/* On a stack of its own, since that of the call may be full. */
static void
watch_signals (void)
{
  static const int numbers[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM };
  static unsigned char bytes[1 << 16];
  stack_t stack = { .ss_sp = bytes, .ss_size = sizeof bytes };
  struct sigaction action = { .sa_handler = tell_call,
                              .sa_flags = (int) (SA_RESETHAND | SA_ONSTACK |
                                                 SA_NODEFER) };

  sigaltstack (&stack, NULL);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    sigaction (numbers[i], &action, NULL);
}
#else
static void
watch_signals (void)
{
}

/* Looking for leaks needs what a sandbox forbids. */
const char *__asan_default_options (void);

const char *
__asan_default_options (void)
{
  return "detect_leaks=0";
}
#endif

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
