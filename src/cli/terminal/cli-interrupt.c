/* SPDX-License-Identifier: MIT */
#include "cli/terminal/cli-interrupt.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/im-escape.h"
#include "cli/terminal/cli-output.h"

static gint received; /* the signal */

static void
fill_signals (sigset_t *signals)
{
  sigemptyset (signals);
  sigaddset (signals, SIGINT);
  sigaddset (signals, SIGTERM);
}

/* A signal handler may hardly call anything; a thread that waits for the signal may. */
static gpointer
wait_for_signal (gpointer data)
{
  sigset_t signals;
  int number;

  fill_signals (&signals);
  if (sigwait (&signals, &number) == 0)
    {
      g_atomic_int_set (&received, number);
      g_cancellable_cancel (data);
    }

  return NULL;
}

GCancellable *
cli_interrupt_watch (void)
{
  static GCancellable *cancellable;
  sigset_t signals;

  g_return_val_if_fail (cancellable == NULL, cancellable);

  cancellable = g_cancellable_new ();
  fill_signals (&signals);
  pthread_sigmask (SIG_BLOCK, &signals, NULL);
  g_thread_unref (g_thread_new ("signals", wait_for_signal, cancellable));

  return cancellable;
}

CliExit
cli_interrupt_finish (CliContext *context)
{
  cli_output_failure (context, "interrupted", "interrupted");
  return (CliExit) (CLI_EXIT_SIGNAL + g_atomic_int_get (&received));
}

void
cli_interrupt_show (const char *activity)
{
  static GMutex mutex;

  if (isatty (STDERR_FILENO))
    {
      g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);
      g_autofree char *shown = im_escape_dup (IM_ESCAPE_LINE,
                                              activity == NULL ? "" : activity);

      fprintf (stderr, "\r\033[K%s", shown);
      fflush (stderr);
    }
}
