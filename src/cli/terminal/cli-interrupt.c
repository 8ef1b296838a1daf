/* SPDX-License-Identifier: MIT */
#include "cli/terminal/cli-interrupt.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/im-escape.h"
#include "cli/terminal/cli-output.h"

static gint received; /* the signal */
static GMutex lock;   /* of what follows */
static void (*end_gently) (gpointer data);
static gpointer end_data;

static void
fill_signals (sigset_t *signals)
{
  sigemptyset (signals);
  sigaddset (signals, SIGINT);
  sigaddset (signals, SIGTERM);
}

void
cli_interrupt_end_gently (void (*end) (gpointer data), gpointer data)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  end_gently = end;
  end_data = data;
}

/* Whether that was all that somebody wanted. */
static gboolean
has_ended_gently (void)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  if (end_gently == NULL)
    return FALSE;
  end_gently (end_data);
  end_gently = NULL;

  return TRUE;
}

/* A signal handler may hardly call anything; a thread that waits for the signal may. */
static gpointer
wait_for_signal (gpointer data)
{
  sigset_t signals;
  int number;

  fill_signals (&signals);
  while (sigwait (&signals, &number) == 0)
    {
      if (has_ended_gently ())
        continue;
      g_atomic_int_set (&received, number);
      g_cancellable_cancel (data);
      break;
    }

  return NULL;
}

GCancellable *
cli_interrupt_watch (void)
{
  static GCancellable *cancellable;
  sigset_t signals;

  if (cancellable != NULL)
    return cancellable;
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
