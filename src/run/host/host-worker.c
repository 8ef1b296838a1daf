/* A process that waits for the code of pipelines, compiles it into its memory and passes
 * frames through it, as often as it is asked to. What takes time at every start of a
 * compiler was done before, and is not done again.
 *
 * usage: PROGRAM DESCRIPTOR BYTES HEADERS
 *
 * DESCRIPTOR is that of the memory that it shares, and BYTES its size. In HEADERS are
 * those of C99 that are read in no time.
 *
 * Each job is a process of its own, so that what one does harms no other: it may crash,
 * not end, or leave processes. Then, and after some jobs, the worker ends as well, and
 * the library starts another one when it needs it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "host-flow.h"

#include <errno.h>
#include <fcntl.h>
#include <libtcc.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#define MAX_JOBS 40    /* each is a process that was started, which are counted */
#define WAIT_MS  60000 /* it is woken */
#define SOURCE   "part_0.c"
#define CASE     "host_case_0"

static HostShared *shared;
static HostControl *control;
static int descriptor;
static const char *headers;

typedef struct
{
  int is_strict; /* whether a warning may be one too many */
  int is_refused;
} Attempt;

/* What a header lacks is taken for a function that returns int. */
static void
hear (void *data, const char *message)
{
  Attempt *attempt = data;

  if (attempt->is_strict)
    attempt->is_refused |= strstr (message, "implicit declaration") != NULL ||
                           strstr (message, "warning: ") == NULL;
  else if (strstr (message, "warning: ") == NULL)
    fprintf (stderr, "%s\n", message);
}

static void
add_symbols (TCCState *state)
{
  static const struct
  {
    const char *name;
    void *function;
  } rows[] = {
    { "host_read", (void *) host_read },   { "host_record", (void *) host_record },
    { "host_enter", (void *) host_enter }, { "host_allow", (void *) host_allow },
    { "host_check", (void *) host_check }, { "host_watch", (void *) host_watch },
    { "host_spoil", (void *) host_spoil },
  };

  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    tcc_add_symbol (state, rows[i].name, rows[i].function);
}

/* Compiles the source that lies in the working folder. It finds the functions of the
 * libraries that this program has. */
static const HostCase *
compile (const char *own_headers, Attempt *attempt)
{
  TCCState *state = tcc_new ();

  if (state == NULL)
    return NULL;
  tcc_set_error_func (state, attempt, hear);
  tcc_set_options (state, "-Wimplicit-function-declaration");
  if (own_headers != NULL)
    tcc_add_include_path (state, own_headers);
  tcc_define_symbol (state, "IMAGINET_PRINT_ERRORS", "1");
  if (tcc_set_output_type (state, TCC_OUTPUT_MEMORY) != 0)
    return NULL;
  add_symbols (state);
  if (tcc_add_file (state, SOURCE) != 0 || attempt->is_refused ||
      tcc_relocate (state, TCC_RELOCATE_AUTO) != 0)
    return NULL;

  return tcc_get_symbol (state, CASE);
}

static const HostCase *
compile_twice (void)
{
  Attempt attempt = { .is_strict = 1 };
  const HostCase *pipeline = compile (headers, &attempt);

  if (pipeline != NULL)
    return pipeline;
  attempt = (Attempt){ 0 };

  return compile (NULL, &attempt);
}

/* The process of a job. It ends with its parent, and does not see what that is told. */
static void
run_job (unsigned seconds, int output)
{
  const HostCase *pipeline;
  sigset_t none;

  prctl (PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  munmap (control, sizeof *control);
  close (descriptor);
  dup2 (output, STDOUT_FILENO);
  dup2 (output, STDERR_FILENO);
  signal (SIGCHLD, SIG_DFL);
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  host_open (shared);
  host_stay_alone ();
  pipeline = compile_twice ();
  if (pipeline == NULL)
    _exit (EXIT_NOT_COMPILED);
  host_flow (pipeline, seconds);
}

/* Keeps the beginning of what a job prints. Returns 0 when nothing more will come. */
static int
read_output (int output)
{
  char block[4096];
  ssize_t n = read (output, block, sizeof block);
  size_t room = HOST_OUTPUT_BYTES - control->n_output_bytes;

  if (n <= 0)
    return n < 0 && (errno == EINTR || errno == EAGAIN);
  room = (size_t) n < room ? (size_t) n : room;
  memcpy (control->output + control->n_output_bytes, block, room);
  control->n_output_bytes += (uint32_t) room;

  return 1;
}

static void
note_child (int number)
{
  (void) number;
}

/* Waits for a job and for what it prints, of which what it left behind may hold the end.
 */
static int
wait_for (pid_t job, int output)
{
  struct pollfd wait = { .fd = output, .events = POLLIN };
  sigset_t none;
  int status = 0;
  pid_t ended;

  sigemptyset (&none);
  while ((ended = waitpid (job, &status, WNOHANG)) == 0)
    if (ppoll (&wait, 1, NULL, &none) > 0 && !read_output (output))
      wait.fd = -1;
  while (wait.fd >= 0 && poll (&wait, 1, 0) > 0 && read_output (output))
    ;

  return ended < 0 ? -1 : status;
}

static int
do_job (void)
{
  int ends[2], status = -1;
  pid_t job;

  control->n_output_bytes = 0;
  if (pipe2 (ends, O_CLOEXEC) != 0)
    return status;
  job = fork ();
  if (job == 0)
    run_job (control->seconds, ends[1]);
  close (ends[1]);
  if (job > 0)
    status = wait_for (job, ends[0]);
  close (ends[0]);

  return status;
}

/* A signal that comes while nothing waits for it is not lost. */
static void
hold_signals (void)
{
  struct sigaction action = { .sa_handler = note_child };
  sigset_t held;

  sigaction (SIGCHLD, &action, NULL);
  sigemptyset (&held);
  sigaddset (&held, SIGCHLD);
  sigprocmask (SIG_BLOCK, &held, NULL);
}

static uint32_t
wait_for_job (uint32_t last)
{
  for (;;)
    {
      uint32_t n_events = host_word_count_events (&control->job);
      uint32_t job = host_word_get (&control->job);

      if (job != last)
        return job;
      host_word_wait (&control->job, job, n_events, WAIT_MS);
    }
}

static void *
map (size_t size, size_t offset)
{
  return mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor,
               (off_t) offset);
}

int
main (int argc, char **argv)
{
  uint32_t job = 0;

  if (argc < 4 || strtoul (argv[2], NULL, 10) != HOST_MEMORY_BYTES)
    return EXIT_UNUSABLE;
  descriptor = atoi (argv[1]);
  headers = argv[3];
  shared = map (sizeof *shared, 0);
  control = map (sizeof *control, HOST_CONTROL_OFFSET);
  if (shared == MAP_FAILED || control == MAP_FAILED)
    return EXIT_UNUSABLE;
  prctl (PR_SET_DUMPABLE, 0, 0, 0, 0);
  prctl (PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  hold_signals ();
  for (int n = 0; !control->is_leaving; n++)
    {
      job = wait_for_job (job);
      host_word_set (&control->taken, job);
      control->status = do_job ();
      if (n == MAX_JOBS - 1 || waitpid (-1, NULL, WNOHANG) >= 0)
        control->is_leaving = 1;
      host_word_set (&control->done, job);
      host_word_wake (&shared->records.written);
      host_word_wake (&shared->frames.read);
    }

  return 0;
}
