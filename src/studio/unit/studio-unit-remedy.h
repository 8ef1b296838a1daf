/* What would make a contract hold: other values of an option that is tried, or another
 * size of an input.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "studio/unit/studio-unit-trial.h"

G_BEGIN_DECLS

/**
 * StudioUnitRemedy:
 * @name: an option or input
 * @text: what to try for it instead
 * @distance: how far that is from what is tried: 0 the same, 1 nothing in common
 */
typedef struct
{
  char *name;
  char *text;
  double distance;
} StudioUnitRemedy;

/**
 * studio_unit_find_remedies:
 * @trial: a trial
 * @evaluation: what comes of it
 * @contract: one of its contracts, which fails
 *
 * Looks for the nearest value of each option, see im_option_search(), and for the nearest
 * size of each axis of each input, among some dozens, with which @contract holds and no
 * other one fails that holds now.
 *
 * Returns: (element-type StudioUnitRemedy): the nearest three
 */
GPtrArray *studio_unit_find_remedies (StudioUnitTrial *trial,
                                      ImUnitEvaluation *evaluation,
                                      const ImContract *contract);

G_END_DECLS
