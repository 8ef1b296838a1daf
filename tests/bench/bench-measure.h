/* Times that can be compared on a busy machine: of the processor, and beside a peer.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Time of the processor that the thread has taken, which other programs do not use up. */
double bench_get_time_ms (void);

/**
 * bench_measure_peer_ms:
 *
 * Does work like that of the library, a table of words and numbers, which took 1 ms on
 * the machine that the goals in milliseconds were set on.
 *
 * Returns: the time of the round in the middle; a goal is to be multiplied by it
 */
double bench_measure_peer_ms (void);

/**
 * bench_report:
 * @name: what was measured
 * @measured: the time, or a ratio
 * @goal: what it may be at most
 * @unit: what both are measured in
 *
 * Prints a line.
 *
 * Returns: whether the goal is reached
 */
gboolean bench_report (const char *name, double measured, double goal, const char *unit);

/* Sorts times, and returns the one in the middle. */
double bench_get_median (double *times, guint n_times);

G_END_DECLS
