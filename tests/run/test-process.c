/* SPDX-License-Identifier: MIT */
#include "run/im-process.h"

#include <signal.h>
#include <string.h>

#include "sandbox/im-sandbox.h"

typedef struct
{
  const char *name;
  const char *script;
  int exit_status;
  int signal;
  gboolean timed_out;
  const char *output;  /* all of it */
  const char *failure; /* in words, NULL for none */
} ProcessCase;

static const ProcessCase cases[] = {
  { "fine", "echo out; echo err >&2", 0, 0, FALSE, "out\nerr", NULL },
  { "status", "echo no >&2; exit 3", 3, 0, FALSE, "no", "ended with status 3" },
  { "signal", "kill -ABRT $$", -1, SIGABRT, FALSE, "",
    "was killed by signal 6 (Aborted)" },
  { "time", "echo begin; sleep 30", -1, SIGKILL, TRUE, "begin",
    "did not end within 1 seconds" },
  /* The child holds the pipe open; it is killed with its parent. */
  { "child", "sleep 30 & echo done", 0, 0, FALSE, "done", NULL },
  { "no-input", "read x || echo none", 0, 0, FALSE, "none", NULL },
  { "folder", "pwd", 0, 0, FALSE, "/", NULL },
  { "environment", "echo \"$IM_SECRET|$HOME|$LC_ALL\"", 0, 0, FALSE, "|/|C.UTF-8", NULL },
  { "file-size", "ulimit -f; ulimit -c", 0, 0, FALSE, "2048\n0", NULL },
  { "not-utf8", "printf 'a\\377b'", 0, 0, FALSE,
    "a\xef\xbf\xbd"
    "b",
    NULL },
};

static ImProcessLimits
make_limits (void)
{
  return (ImProcessLimits){
    .folder = "/",
    .time_s = 1,
    .memory_bytes = 1ull << 30,
    .file_bytes = 1 << 20,
  };
}

static void
test_run (gconstpointer data)
{
  const ProcessCase *c = data;
  const char *argv[] = { "sh", "-c", c->script, NULL };
  ImProcessLimits limits = make_limits ();
  g_auto (ImProcessResult) result = { 0 };
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();

  if (!c->timed_out)
    limits.time_s = 20;
  g_assert_true (im_process_run (argv, &limits, &result, &error));
  g_assert_no_error (error);
  g_assert_cmpint (result.exit_status, ==, c->exit_status);
  g_assert_cmpint (result.signal, ==, c->signal);
  g_assert_cmpint (result.timed_out, ==, c->timed_out);
  g_assert_cmpstr (result.output, ==, c->output);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 15 * G_USEC_PER_SEC);

  g_autofree char *failure = im_process_result_dup_failure (&result, &limits);
  g_assert_cmpstr (failure, ==, c->failure);
}

static void
test_missing (void)
{
  const char *argv[] = { "no-such-program", NULL };
  ImProcessLimits limits = make_limits ();
  ImProcessResult result = { .exit_status = 77 };
  g_autoptr (GError) error = NULL;

  g_assert_false (im_process_run (argv, &limits, &result, &error));
  g_assert_error (error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT);
  g_assert_cmpint (result.exit_status, ==, 77);
}

/* More output than a pipe holds must not stop the program. */
static void
test_much_output (void)
{
  const char *argv[] = { "sh", "-c", "head -c 1000000 /dev/zero | tr '\\0' x; exit 5",
                         NULL };
  ImProcessLimits limits = make_limits ();
  g_auto (ImProcessResult) result = { 0 };
  g_autoptr (GError) error = NULL;

  limits.time_s = 20;
  g_assert_true (im_process_run (argv, &limits, &result, &error));
  g_assert_cmpint (result.exit_status, ==, 5);
  g_assert_cmpuint (strlen (result.output), ==, IM_PROCESS_MAX_OUTPUT_BYTES);
}

/* Compilers start a process or two for each file; what they make starts hardly any. */
static void
test_many_processes (void)
{
  const char *argv[] = { "sh", "-c",
                         "i=0; while [ $i -lt 100 ]; do i=$((i + 1)); (:); done", NULL };
  ImProcessLimits limits = make_limits ();

  if (im_sandbox_get_level () == IM_SANDBOX_NONE)
    {
      g_test_skip (im_sandbox_get_problem ());
      return;
    }
  limits.time_s = 60;
  for (limits.is_maker = FALSE; limits.is_maker <= TRUE; limits.is_maker++)
    {
      g_auto (ImProcessResult) result = { 0 };
      g_autofree char *failure = NULL;

      g_assert_true (im_process_run (argv, &limits, &result, NULL));
      failure = im_process_result_dup_failure (&result, &limits);
      g_assert_cmpstr (failure, ==,
                       limits.is_maker
                           ? NULL
                           : "was ended: it started more than 64 processes, which the "
                             "code of a package may not");
    }
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (100000);
  g_cancellable_cancel (data);

  return NULL;
}

static void
test_cancel (void)
{
  const char *argv[] = { "sleep", "30", NULL };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  ImProcessLimits limits = make_limits ();
  ImProcessResult result = { 0 };
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();

  limits.time_s = 20;
  limits.cancellable = cancellable;
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);
  g_assert_false (im_process_run (argv, &limits, &result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 10 * G_USEC_PER_SEC);
  g_thread_join (thread);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("IM_SECRET", "secret", TRUE);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/process/run/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_run);
    }
  g_test_add_func ("/process/missing", test_missing);
  g_test_add_func ("/process/much-output", test_much_output);
  g_test_add_func ("/process/many-processes", test_many_processes);
  g_test_add_func ("/process/cancel", test_cancel);

  return g_test_run ();
}
