/* SPDX-License-Identifier: MIT */
#include "run/im-process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/im-folder-size.h"
#include "sandbox/im-sandbox.h"

#define POLL_MS     50 /* between looks where an end cannot be waited for */
#define LONG_MS     3600000
#define CHECK_US    100000 /* how often its folder is looked at */
#define SIGNAL_BASE 128    /* added by shells, and bubblewrap, to what killed a program */

typedef struct
{
  const ImProcessLimits *limits;
  ImSandbox sandbox;
  GPid pid;
  int descriptor; /* where its output comes from, or -1 */
  int questions;  /* of the sandbox, or -1 */
  int end;        /* can be read from when it has ended; or -1 */
  int cancelled;  /* can be read from when it is not wanted any more; or -1 */
  guint n_started;
  gint64 deadline_us;
  gint64 check_us;   /* when its folder is looked at again */
  ImFolderSize size; /* of its folder at the start */
  GString *output;
  char *offence; /* why it must be ended */
} Child;

static void
set_limit (int which, guint64 value)
{
  struct rlimit limit = { value, value };

  setrlimit (which, &limit);
}

/* Runs in the child between fork and exec. */
static void
set_up_child (gpointer data)
{
  const Child *child = data;
  const ImProcessLimits *limits = child->limits;
  sigset_t none;

  setsid ();
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  signal (SIGPIPE, SIG_DFL);
  signal (SIGXFSZ, SIG_DFL);
  set_limit (RLIMIT_CORE, 0);
  set_limit (RLIMIT_CPU, limits->time_s + 1);
  if (limits->memory_bytes > 0)
    set_limit (RLIMIT_AS, limits->memory_bytes);
  set_limit (RLIMIT_FSIZE, limits->file_bytes);
  if (limits->descriptor > 0)
    fcntl (limits->descriptor, F_SETFD, 0);
  im_sandbox_enter (&child->sandbox);
}

/* The child sees nothing of the user's settings; one thread is enough for small arrays.
 */
static char **
make_environment (const ImProcessLimits *limits)
{
  char **environment = NULL;
  const char *path = g_getenv ("PATH");

  environment = g_environ_setenv (environment, "PATH",
                                  path == NULL ? "/usr/bin:/bin" : path, TRUE);
  environment = g_environ_setenv (environment, "HOME", limits->folder, TRUE);
  environment = g_environ_setenv (environment, "TMPDIR", limits->folder, TRUE);
  environment = g_environ_setenv (environment, "LC_ALL", "C.UTF-8", TRUE);
  environment = g_environ_setenv (environment, "OPENBLAS_NUM_THREADS", "1", TRUE);

  return environment;
}

static gboolean
start (Child *child, GError **error)
{
  const ImProcessLimits *limits = child->limits;
  g_auto (GStrv) environment = make_environment (limits);
  int ends[2];

  if (pipe2 (ends, O_CLOEXEC) != 0)
    {
      g_set_error (error, G_SPAWN_ERROR, G_SPAWN_ERROR_FORK, "no pipe: %s",
                   g_strerror (errno));
      return FALSE;
    }

  gboolean started = g_spawn_async_with_fds (
      limits->folder, (char **) child->sandbox.argv->pdata, environment,
      G_SPAWN_DO_NOT_REAP_CHILD, set_up_child, child, &child->pid, -1, ends[1], ends[1],
      error);

  close (ends[1]);
  child->descriptor = ends[0];
  if (!started)
    close (ends[0]);
  else
    child->questions = im_sandbox_take_questions (&child->sandbox);
  child->deadline_us = g_get_monotonic_time () + (gint64) limits->time_s * G_USEC_PER_SEC;

  return started;
}

/* Keeps the beginning of what is printed: the first message is the one that matters.
 * Returns FALSE when nothing more will come. */
static gboolean
read_output (Child *child)
{
  char block[4096];
  gssize length = read (child->descriptor, block, sizeof block);
  if (length < 0)
    return errno == EINTR;
  if (child->output->len < IM_PROCESS_MAX_OUTPUT_BYTES)
    g_string_append_len (
        child->output, block,
        MIN (length, IM_PROCESS_MAX_OUTPUT_BYTES - (gssize) child->output->len));

  return length > 0;
}

static void
close_questions (Child *child)
{
  if (child->questions >= 0)
    close (child->questions);
  child->questions = -1;
}

static void
answer (Child *child)
{
  guint max = child->limits->is_maker ? IM_PROCESS_MAX_TOOLS : IM_PROCESS_MAX_STARTED;
  const char *tried = NULL;
  ImSandboxAnswer answer = im_sandbox_answer (&child->sandbox, child->questions,
                                              child->pid, &tried);

  if (answer == IM_SANDBOX_REFUSED)
    child->offence = g_strdup_printf ("tried to %s", tried);
  else if (answer == IM_SANDBOX_STARTED && ++child->n_started > max)
    child->offence = g_strdup_printf ("started more than %u processes", max);
}

/* How long nothing has to be looked at. One millisecond more is not too late. */
static int
get_patience_ms (const Child *child, gboolean is_idle)
{
  gint64 next_us = is_idle ? child->deadline_us
                           : MIN (child->check_us, child->deadline_us);
  gint64 rest_ms = (next_us - g_get_monotonic_time ()) / 1000 + 1;

  return (int) CLAMP (rest_ms, 0, child->end < 0 ? POLL_MS : LONG_MS);
}

/* Reads what it prints and answers what it asks, until it may have ended. */
static void
listen (Child *child)
{
  struct pollfd busy = { .fd = child->limits->busy, .events = POLLIN };
  gboolean is_idle = busy.fd > 0 && poll (&busy, 1, 0) <= 0;
  struct pollfd waits[] = {
    { .fd = child->descriptor, .events = POLLIN },
    { .fd = child->questions, .events = POLLIN },
    { .fd = child->end, .events = POLLIN },
    { .fd = child->cancelled, .events = POLLIN },
    { .fd = is_idle ? busy.fd : -1, .events = POLLIN },
  };

  if (poll (waits, G_N_ELEMENTS (waits), get_patience_ms (child, is_idle)) <= 0)
    return;
  if (waits[0].revents != 0 && !read_output (child))
    child->descriptor = -1;
  if ((waits[1].revents & POLLIN) != 0)
    answer (child);
  else if (waits[1].revents != 0)
    close_questions (child);
}

/* Looks at what it has written. */
static void
check_folder (Child *child)
{
  const ImProcessLimits *limits = child->limits;
  guint64 max_bytes = MAX (limits->file_bytes, limits->folder_bytes);
  ImFolderSize size;

  if (strcmp (limits->folder, "/") == 0)
    return;

  im_folder_size_measure (&size, limits->folder, IM_PROCESS_MAX_FILES);
  child->check_us = g_get_monotonic_time () + CHECK_US;
  if (size.bytes > child->size.bytes + max_bytes)
    child->offence = g_strdup_printf ("wrote more than %" G_GUINT64_FORMAT " MB",
                                      max_bytes >> 20);
  else if (size.n_files > IM_PROCESS_MAX_FILES)
    child->offence = g_strdup_printf ("made more than %d files", IM_PROCESS_MAX_FILES);
}

/* Something that the child started may hold the pipe open, so its end is looked for as
 * well. */
static gboolean
wait_for_end (Child *child, int *status, gboolean *timed_out)
{
  *timed_out = FALSE;
  while (waitpid (child->pid, status, WNOHANG) == 0)
    {
      if (g_cancellable_is_cancelled (child->limits->cancellable))
        return FALSE;
      if (g_get_monotonic_time () > child->deadline_us)
        {
          *timed_out = TRUE;
          return FALSE;
        }
      listen (child);
      if (g_get_monotonic_time () >= child->check_us)
        check_folder (child);
      if (child->offence != NULL)
        return FALSE;
    }

  check_folder (child);

  /* What is still in the pipe. */
  struct pollfd wait = { .fd = child->descriptor, .events = POLLIN };
  while (child->descriptor >= 0 && poll (&wait, 1, 0) > 0)
    if (!read_output (child))
      child->descriptor = -1;

  return TRUE;
}

static void
stop (Child *child, int *status)
{
  kill (-child->pid, SIGKILL);
  kill (child->pid, SIGKILL);
  waitpid (child->pid, status, 0);
}

static char *
dup_utf8 (const GString *output)
{
  g_autofree char *text = g_utf8_make_valid (output->str, (gssize) output->len);

  return g_strdup (g_strchomp (text));
}

/* bubblewrap ends as a shell would if its program was killed. */
static void
read_status (const Child *child, int status, ImProcessResult *result)
{
  int code = WIFEXITED (status) ? WEXITSTATUS (status) : -1;

  result->exit_status = code;
  result->signal = WIFSIGNALED (status) ? WTERMSIG (status) : 0;
  if (child->sandbox.level == IM_SANDBOX_BUBBLEWRAP && code > SIGNAL_BASE &&
      code < SIGNAL_BASE + NSIG)
    {
      result->exit_status = -1;
      result->signal = code - SIGNAL_BASE;
    }
}

static void
open_waits (Child *child)
{
  GCancellable *cancellable = child->limits->cancellable;

  child->end = pidfd_open (child->pid, 0);
  child->cancelled = cancellable == NULL ? -1 : g_cancellable_get_fd (cancellable);
}

static void
close_waits (Child *child)
{
  if (child->end >= 0)
    close (child->end);
  if (child->cancelled >= 0)
    g_cancellable_release_fd (child->limits->cancellable);
}

static gboolean
run (Child *child, ImProcessResult *result, GError **error)
{
  const ImProcessLimits *limits = child->limits;
  gboolean timed_out;
  int status = 0, descriptor;

  if (strcmp (limits->folder, "/") != 0)
    im_folder_size_measure (&child->size, limits->folder, IM_PROCESS_MAX_FILES);
  child->check_us = g_get_monotonic_time () + CHECK_US;
  if (!start (child, error))
    return FALSE;
  descriptor = child->descriptor;
  open_waits (child);
  if (!wait_for_end (child, &status, &timed_out))
    stop (child, &status);
  else
    kill (-child->pid, SIGKILL); /* what it left behind */
  close (descriptor);
  close_waits (child);
  close_questions (child);
  g_spawn_close_pid (child->pid);
  if (!timed_out && g_cancellable_set_error_if_cancelled (limits->cancellable, error))
    return FALSE;

  read_status (child, status, result);
  result->timed_out = timed_out || result->signal == SIGXCPU || result->signal == SIGALRM;
  result->offence = g_steal_pointer (&child->offence);
  result->output = dup_utf8 (child->output);

  return TRUE;
}

gboolean
im_process_run (const char *const *argv,
                const ImProcessLimits *limits,
                ImProcessResult *result,
                GError **error)
{
  g_autoptr (GString) output = g_string_new (NULL);
  Child child = { .limits = limits, .questions = -1, .output = output };
  gboolean done;

  if (g_cancellable_set_error_if_cancelled (limits->cancellable, error) ||
      !im_sandbox_open (&child.sandbox, im_sandbox_get_level (), argv, limits->folder,
                        limits->is_maker, error))
    return FALSE;
  done = run (&child, result, error);
  im_sandbox_close (&child.sandbox);
  g_free (child.offence);

  return done;
}

void
im_process_result_clear (ImProcessResult *result)
{
  g_clear_pointer (&result->offence, g_free);
  g_clear_pointer (&result->output, g_free);
}

char *
im_process_result_dup_failure (const ImProcessResult *result,
                               const ImProcessLimits *limits)
{
  if (result->offence != NULL)
    return g_strdup_printf ("was ended: it %s, which the code of a package may not",
                            result->offence);
  if (result->timed_out)
    return g_strdup_printf ("did not end within %u seconds", limits->time_s);
  if (result->signal != 0)
    return g_strdup_printf ("was killed by signal %d (%s)", result->signal,
                            strsignal (result->signal));
  if (result->exit_status != 0)
    return g_strdup_printf ("ended with status %d", result->exit_status);

  return NULL;
}
