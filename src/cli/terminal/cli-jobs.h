/* Work in several threads whose results come in order.
 *
 * What makes a piece of work, and what takes its result, is called by the thread of the
 * command only, so that units are elaborated and texts are printed without locks.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/terminal/cli-command.h"

G_BEGIN_DECLS

/**
 * CliJobs:
 * @next: makes the next piece of work; NULL when there is none
 * @run: does it, in a thread of its own
 * @finish: takes its result and frees it, in the order in which they were made
 * @data: for all of them
 */
typedef struct
{
  gpointer (*next) (gpointer data);
  void (*run) (gpointer job, gpointer data);
  void (*finish) (gpointer job, gpointer data);
  gpointer data;
} CliJobs;

/**
 * cli_jobs_count:
 * @wanted: what --jobs says, 0 if it was not given
 *
 * Returns: how many pieces of work are done at once: @wanted, or as many as there are
 *   processors
 */
guint cli_jobs_count (gint wanted);

/**
 * cli_jobs_run:
 * @jobs: the work
 * @n_threads: how much is done at once, at least 1
 *
 * Does all work, and returns when all results are taken.
 */
void cli_jobs_run (const CliJobs *jobs, guint n_threads);

G_END_DECLS
