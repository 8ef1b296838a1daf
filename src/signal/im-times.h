/* Times of values that come one after the other, in bounded memory: each of them as long
 * as there are not too many, then every second one, every fourth, and so on; what lies
 * between two that are kept is taken to come evenly.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ImTimes ImTimes;

/**
 * im_times_new:
 * @limit_bytes: how much memory they may take; there is room for 16 in any case
 *
 * Returns: no times
 */
ImTimes *im_times_new (gsize limit_bytes);

void im_times_append (ImTimes *times, const double *times_s, gsize n);
guint64 im_times_get_n (const ImTimes *times);

/**
 * im_times_get:
 * @times: times, at least one
 * @number: which one, from 0
 *
 * Returns: the time; the last one is always exact
 */
double im_times_get (const ImTimes *times, guint64 number);

gsize im_times_count_bytes (const ImTimes *times);
void im_times_free (ImTimes *times);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImTimes, im_times_free)

G_END_DECLS
