/* Which layers have to run so that what is wanted, and not known, is computed.
 *
 * From a wanted pipe it goes back to what is known, or to the recordings. Layers of one
 * part get their inputs together: from one rate domain, and they are behind it. Where a
 * pipe would come in from another domain than the one that the part begins with, what
 * computes it is in the part, too.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-plan.h"

G_BEGIN_DECLS

/**
 * ImLivePart:
 * @is_inside: of each instance of the program, whether it runs
 * @inputs: (nullable) (element-type guint): known tensors that it begins with; NULL where
 * it begins with the recordings
 * @domain: of the plan of the whole: the one that @inputs come with
 */
typedef struct
{
  gboolean *is_inside;
  GArray *inputs;
  guint domain;
} ImLivePart;

/**
 * im_live_domains_new:
 * @plan: a plan
 *
 * Returns: (transfer full): of each tensor of the program, the domain whose calls write
 *   it, or whose input it is; what has no call belongs to the first one
 */
guint *im_live_domains_new (const ImPlan *plan);

/**
 * im_live_parts_new:
 * @plan: a plan of the whole
 * @domains: of its tensors
 * @is_needed: of each tensor, whether it has to be computed
 * @is_known: of each tensor, whether all its values are there
 *
 * Returns: (transfer full) (element-type ImLivePart) (nullable): the parts, NULL if they
 *   need an input that is not known, or run without any input
 */
GPtrArray *im_live_parts_new (const ImPlan *plan,
                              const guint *domains,
                              const gboolean *is_needed,
                              const gboolean *is_known);

/**
 * im_live_part_new_from_start:
 * @plan: a plan of the whole
 * @is_needed: of each tensor, whether it has to be computed
 *
 * Returns: (transfer full): what computes them from the recordings
 */
ImLivePart *im_live_part_new_from_start (const ImPlan *plan, const gboolean *is_needed);

void im_live_part_free (ImLivePart *part);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImLivePart, im_live_part_free)

G_END_DECLS
