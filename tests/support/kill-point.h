/* Ends a process at the n-th call that changes a file system, as a kill or a power cut
 * would: link kill-point.c into a test, fork, and arm it in the child.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How a process ends at its point. */
#define KILL_POINT_STATUS 99

/**
 * kill_point_run:
 * @number: the call in front of which the process ends, from 1
 * @can_exchange: whether the file system can exchange two names
 * @func: what is done
 * @data: for it
 *
 * Runs @func in a process of its own.
 *
 * Returns: whether the point was reached; if not, @func was done
 */
gboolean kill_point_run (guint number,
                         gboolean can_exchange,
                         void (*func) (gpointer data),
                         gpointer data);

G_END_DECLS
