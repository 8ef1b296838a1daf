/* When what a pipe carries was recorded: a value stands where its window lies.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-plan.h"

G_BEGIN_DECLS

/**
 * ImLiveTime:
 * @step: frames of the fastest source from one value to the next; 0 if not known
 * @span: how many of these frames a value is made of, at least 1
 *
 * Times of the values that a domain computes.
 */
typedef struct
{
  double step;
  double span;
} ImLiveTime;

/**
 * im_live_times_new:
 * @plan: a plan
 *
 * Follows the windows of queues from the sources on. A value of a queue whose window is
 * not known is said to be made of as many frames as lie between two of them.
 *
 * Returns: (transfer full): the times of each domain
 */
ImLiveTime *im_live_times_new (const ImPlan *plan);

G_END_DECLS
