/* SPDX-License-Identifier: MIT */
#include "verify/im-process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define POLL_MS 50 /* how late a cancellation may be noticed */

typedef struct
{
  GPid pid;
  int descriptor; /* where its output comes from */
  gint64 deadline_us;
  GString *output;
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
  const ImProcessLimits *limits = data;
  sigset_t none;

  setpgid (0, 0);
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  signal (SIGPIPE, SIG_DFL);
  signal (SIGXFSZ, SIG_DFL);
  set_limit (RLIMIT_CORE, 0);
  set_limit (RLIMIT_CPU, limits->time_s + 1);
  if (limits->memory_bytes > 0)
    set_limit (RLIMIT_AS, limits->memory_bytes);
  set_limit (RLIMIT_FSIZE, limits->file_bytes);
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
start (Child *child,
       const char *const *argv,
       const ImProcessLimits *limits,
       GError **error)
{
  g_auto (GStrv) environment = make_environment (limits);
  int ends[2];

  if (pipe2 (ends, O_CLOEXEC) != 0)
    {
      g_set_error (error, G_SPAWN_ERROR, G_SPAWN_ERROR_FORK, "no pipe: %s",
                   g_strerror (errno));
      return FALSE;
    }

  gboolean started = g_spawn_async_with_fds (
      limits->folder, (char **) (gpointer) argv, environment,
      G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH, set_up_child, (gpointer) limits,
      &child->pid, -1, ends[1], ends[1], error);

  close (ends[1]);
  child->descriptor = ends[0];
  if (!started)
    close (ends[0]);
  child->deadline_us = g_get_monotonic_time () + limits->time_s * G_USEC_PER_SEC;

  return started;
}

/* Keeps the beginning of what is printed: the first message is the one that matters.
 * Returns FALSE when nothing more will come. */
static gboolean
read_output (Child *child)
{
  struct pollfd wait = { .fd = child->descriptor, .events = POLLIN };
  char block[4096];

  if (poll (&wait, 1, POLL_MS) <= 0)
    return TRUE;

  gssize length = read (child->descriptor, block, sizeof block);
  if (length < 0)
    return errno == EINTR;
  if (child->output->len < IM_PROCESS_MAX_OUTPUT_BYTES)
    g_string_append_len (
        child->output, block,
        MIN (length, IM_PROCESS_MAX_OUTPUT_BYTES - (gssize) child->output->len));

  return length > 0;
}

/* Something that the child started may hold the pipe open, so its end is looked for as
 * well. */
static gboolean
wait_for_end (Child *child,
              const ImProcessLimits *limits,
              int *status,
              gboolean *timed_out)
{
  gboolean is_open = TRUE;

  *timed_out = FALSE;
  while (waitpid (child->pid, status, WNOHANG) == 0)
    {
      if (g_cancellable_is_cancelled (limits->cancellable))
        return FALSE;
      if (g_get_monotonic_time () > child->deadline_us)
        {
          *timed_out = TRUE;
          return FALSE;
        }
      if (is_open)
        is_open = read_output (child);
      else
        g_usleep (1000);
    }

  /* What is still in the pipe. */
  struct pollfd wait = { .fd = child->descriptor, .events = POLLIN };
  while (is_open && poll (&wait, 1, 0) > 0)
    is_open = read_output (child);

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

gboolean
im_process_run (const char *const *argv,
                const ImProcessLimits *limits,
                ImProcessResult *result,
                GError **error)
{
  g_autoptr (GString) output = g_string_new (NULL);
  Child child = { .output = output };
  gboolean timed_out;
  int status = 0;

  if (g_cancellable_set_error_if_cancelled (limits->cancellable, error) ||
      !start (&child, argv, limits, error))
    return FALSE;
  if (!wait_for_end (&child, limits, &status, &timed_out))
    stop (&child, &status);
  else
    kill (-child.pid, SIGKILL); /* what it left behind */
  close (child.descriptor);
  g_spawn_close_pid (child.pid);
  if (!timed_out && g_cancellable_set_error_if_cancelled (limits->cancellable, error))
    return FALSE;

  *result = (ImProcessResult){
    .exit_status = WIFEXITED (status) ? WEXITSTATUS (status) : -1,
    .signal = WIFSIGNALED (status) ? WTERMSIG (status) : 0,
    .timed_out = timed_out || (WIFSIGNALED (status) && (WTERMSIG (status) == SIGXCPU ||
                                                        WTERMSIG (status) == SIGALRM)),
    .output = dup_utf8 (output),
  };

  return TRUE;
}

void
im_process_result_clear (ImProcessResult *result)
{
  g_clear_pointer (&result->output, g_free);
}

char *
im_process_result_dup_failure (const ImProcessResult *result,
                               const ImProcessLimits *limits)
{
  if (result->timed_out)
    return g_strdup_printf ("did not end within %u seconds", limits->time_s);
  if (result->signal != 0)
    return g_strdup_printf ("was killed by signal %d (%s)", result->signal,
                            strsignal (result->signal));
  if (result->exit_status != 0)
    return g_strdup_printf ("ended with status %d", result->exit_status);

  return NULL;
}
