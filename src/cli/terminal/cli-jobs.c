/* SPDX-License-Identifier: MIT */
#include "cli/terminal/cli-jobs.h"

typedef struct
{
  gpointer work;
  gboolean is_done; /* guarded by the mutex of the pool */
} Job;

typedef struct
{
  const CliJobs *jobs;
  GMutex mutex;
  GCond done;
} Pool;

static void
run_job (gpointer data, gpointer user_data)
{
  Job *job = data;
  Pool *pool = user_data;

  pool->jobs->run (job->work, pool->jobs->data);
  g_mutex_lock (&pool->mutex);
  job->is_done = TRUE;
  g_cond_signal (&pool->done);
  g_mutex_unlock (&pool->mutex);
}

static void
wait_for (Pool *pool, const Job *job)
{
  g_mutex_lock (&pool->mutex);
  while (!job->is_done)
    g_cond_wait (&pool->done, &pool->mutex);
  g_mutex_unlock (&pool->mutex);
}

guint
cli_jobs_count (gint wanted)
{
  return wanted > 0 ? (guint) wanted : g_get_num_processors ();
}

void
cli_jobs_run (const CliJobs *jobs, guint n_threads)
{
  Pool pool = { .jobs = jobs };
  GThreadPool *threads = g_thread_pool_new (run_job, &pool, (gint) n_threads, TRUE, NULL);
  GQueue waiting = G_QUEUE_INIT;
  gboolean has_more = TRUE;

  g_mutex_init (&pool.mutex);
  g_cond_init (&pool.done);
  while (has_more || !g_queue_is_empty (&waiting))
    {
      /* One more than there are threads, so that none of them waits for the next. */
      while (has_more && g_queue_get_length (&waiting) <= n_threads)
        {
          gpointer work = jobs->next (jobs->data);
          Job *job;

          has_more = work != NULL;
          if (!has_more)
            break;
          job = g_new0 (Job, 1);
          job->work = work;
          g_queue_push_tail (&waiting, job);
          g_thread_pool_push (threads, job, NULL);
        }

      Job *first = g_queue_pop_head (&waiting);
      if (first == NULL)
        continue;
      wait_for (&pool, first);
      jobs->finish (first->work, jobs->data);
      g_free (first);
    }
  g_thread_pool_free (threads, FALSE, TRUE);
  g_cond_clear (&pool.done);
  g_mutex_clear (&pool.mutex);
}
