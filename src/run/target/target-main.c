/* The program of a comparison on an emulated core: what host-main.c is on this machine.
 * Memory is not watched; instructions are counted, and how deep the stack gets.
 *
 * Time in the emulator is virtual, and each instruction takes the same. How many ticks of
 * the counter that is, is measured on a loop of known length, and so is what it takes to
 * look at the counter. The clock stands while this program reads and writes files, so
 * that only what the pipeline does counts.
 *
 * SPDX-License-Identifier: MIT
 */
#define _XOPEN_SOURCE 700

#include "host-run.h"

#include <string.h>
#include <unistd.h>

#define BUFFER_BYTES  4096
#define LOOP_TURNS    1000000 /* of two instructions */
#define N_LOOKS       1024    /* that are measured together */
#define MAX_CALLS     512   /* whose costs are told apart */
#define MAX_LOOKS     8     /* at the stack below each call */
#define MANY_TRIES    64    /* of them: a call may have nothing to do */
#define FEW_TRIES     13    /* behind those one of so many: a prime, as steps are not */
#define STACK_BYTES   8192  /* below a call that are looked at */
#define STACK_MARGIN  16    /* below the function that looks */
#define STACK_PATTERN 0xA5C3961Eu

typedef struct
{
  uint64_t n_calls;
  uint64_t ticks;
  uint64_t n_looks;    /* at the counter in them */
  uint64_t most_ticks; /* of one call */
  uint64_t stack_bytes;
} Cost;

typedef struct
{
  const char *call; /* NULL if there is no such call yet */
  uint32_t n_looks;
  uint32_t n_tries;
} Look;

static Cost costs[MAX_CALLS]; /* of calls, by their numbers */
static Cost whole;            /* of the functions of the pipeline */
static Look looks[MAX_CALLS]; /* at the stack */
static Look *look;            /* of the call that was last */
static uint32_t loop_ticks;   /* of LOOP_TURNS */
static uint32_t look_ticks;   /* from one look at the counter to the next, N_LOOKS times */

static int is_running;                /* whether the pipeline is at work in a frame */
static int is_entered;                /* whether one of its calls is */
static uint32_t resumed;              /* ticks, when the pipeline went on */
static uint32_t call_ticks;           /* of the call that was last */
static uint32_t call_stack;           /* bytes of the same */
static uintptr_t base, entry;         /* ends of the stack, of the pipeline and the call */
static uintptr_t painted, unpainted;  /* the part of it with the pattern */

static uint32_t
get_ticks (void)
{
#ifdef TARGET_COUNTER
  return *(volatile uint32_t *) TARGET_COUNTER;
#else
  uint32_t n;

  __asm__ volatile (".option push\n .option arch, +zicsr\n csrr %0, minstret\n .option pop"
                    : "=r"(n));
  return n;
#endif
}

static void
run_loop (void)
{
  uint32_t n = LOOP_TURNS;

#ifdef __arm__
  __asm__ volatile (".syntax unified\n1: subs %0, #1\n bne 1b" : "+l"(n)::"cc");
#else
  __asm__ volatile ("1: addi %0, %0, -1\n bnez %0, 1b" : "+r"(n));
#endif
}

/* The pipeline stops here. Returns the ticks since it went on. */
static uint32_t
stop (uint32_t now)
{
  whole.ticks += now - resumed;
  whole.n_looks++;
  return now - resumed;
}

void
host_spoil (void *data, size_t size)
{
  memset (data, 0x7f, size);
}

static Look *
find_look (const char *call)
{
  Look *row = looks;

  while (row < looks + MAX_CALLS - 1 && row->call != NULL && row->call != call)
    row++;
  row->call = call;

  return row;
}

static uintptr_t
get_stack (void)
{
  uintptr_t end;

#ifdef __arm__
  __asm__ volatile ("mov %0, sp" : "=r"(end));
#else
  __asm__ volatile ("mv %0, sp" : "=r"(end));
#endif
  return end;
}

/* This function calls none with a stack of its own, once it knows where it ends. */
static void
paint (void)
{
  const uintptr_t heap = (uintptr_t) sbrk (0) + STACK_MARGIN;

  unpainted = (get_stack () - STACK_MARGIN) & ~(uintptr_t) 3;
  painted = unpainted > heap + STACK_BYTES ? unpainted - STACK_BYTES : heap;
  painted = (painted + 3) & ~(uintptr_t) 3;
  for (volatile uint32_t *word = (uint32_t *) painted; (uintptr_t) word < unpainted;
       word++)
    *word = STACK_PATTERN;
}

static uintptr_t
find_depth (void)
{
  const volatile uint32_t *word = (const uint32_t *) painted;

  while ((uintptr_t) word < unpainted && *word == STACK_PATTERN)
    word++;
  return (uintptr_t) word;
}

void
host_begin (void)
{
  base = (uintptr_t) __builtin_dwarf_cfa ();
  is_running = is_timed;
  resumed = get_ticks ();
}

int
host_end (int status)
{
  const uint32_t now = get_ticks ();

  if (is_running)
    stop (now);
  is_running = 0;
  return status;
}

void
host_enter (const char *call)
{
  const uint32_t now = get_ticks ();

  if (!is_running)
    return;
  stop (now);
  entry = (uintptr_t) __builtin_dwarf_cfa ();
  painted = 0;
  look = find_look (call);
  if (look->n_looks < MAX_LOOKS &&
      (look->n_tries++ < MANY_TRIES || look->n_tries % FEW_TRIES == 0))
    paint ();
  is_entered = 1;
  resumed = get_ticks ();
}

/* The call is done: it may be looked at what it wrote. */
static void
leave (uint32_t now)
{
  is_entered = 0;
  call_ticks = stop (now);
  call_stack = 0;
  if (painted != 0)
    {
      const uintptr_t depth = find_depth ();

      look->n_looks++;
      call_stack = (uint32_t) (entry - depth);
      if (whole.stack_bytes < base - depth)
        whole.stack_bytes = base - depth;
    }
}

void
host_allow (const void *data, size_t size)
{
  const uint32_t now = get_ticks ();

  (void) data;
  (void) size;
  if (is_entered)
    leave (now);
}

void
host_check (void)
{
  const uint32_t now = get_ticks ();

  if (is_entered)
    leave (now);
}

/* All that a call computed is recorded: the pipeline goes on. */
void
host_leave (uint32_t call)
{
  Cost *cost = &costs[call < MAX_CALLS ? call : MAX_CALLS - 1];

  if (!is_running)
    return;
  cost->n_calls++;
  cost->ticks += call_ticks;
  cost->n_looks++;
  if (cost->most_ticks < call_ticks)
    cost->most_ticks = call_ticks;
  if (cost->stack_bytes < call_stack)
    cost->stack_bytes = call_stack;
  resumed = get_ticks ();
}

static uint64_t
get_instructions (uint64_t ticks, uint64_t n_looks)
{
  const uint64_t looking = n_looks * look_ticks / N_LOOKS;

  return ticks > looking ? (ticks - looking) * 2 * LOOP_TURNS / loop_ticks : 0;
}

static void
record_cost (uint32_t call, Cost *cost)
{
  const uint64_t numbers[4] = { cost->n_calls,
                                get_instructions (cost->ticks, cost->n_looks),
                                get_instructions (cost->most_ticks, 1),
                                cost->stack_bytes };

  if (cost->n_calls > 0)
    host_record (TRACE_COST, call, 0, numbers, (uint32_t) sizeof numbers);
  memset (cost, 0, sizeof *cost);
}

/* Behind each run, what its frames took. */
static void
record_costs (uint32_t n_frames)
{
  whole.n_calls = n_frames;
  for (uint32_t i = 0; i < MAX_CALLS; i++)
    record_cost (i, &costs[i]);
  record_cost (TRACE_COST_WHOLE, &whole);
}

static void
calibrate (void)
{
  uint32_t start = get_ticks ();

  run_loop ();
  loop_ticks = get_ticks () - start;
  is_running = 1;
  for (int i = 0; i < N_LOOKS; i++)
    {
      host_enter ("");
      host_check ();
      look_ticks += call_ticks;
    }
  is_running = 0;
  memset (&whole, 0, sizeof whole);
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
  int failed;

  frames = open_file (HOST_FRAMES, number, "rb");
  trace = open_file (HOST_TRACE, number, "wb");
  setvbuf (frames, NULL, _IOFBF, BUFFER_BYTES);
  setvbuf (trace, NULL, _IOFBF, BUFFER_BYTES);
  open_blocks (running);
  run_all (running, runs, n_runs, record_costs);
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
  calibrate ();
  while (fscanf (runs, "%u %ld", &number, &n_runs) == 2)
    if (!run_case (number, runs, n_runs))
      return EXIT_NOT_WRITTEN;

  return 0;
}
