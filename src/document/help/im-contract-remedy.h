/* What would make a contract of a unit hold that is tried: other values of an option, or
 * another size of an input.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "evaluation/im-unit-evaluation.h"

G_BEGIN_DECLS

/**
 * ImContractRemedy:
 * @name: an option or input
 * @text: what to try for it instead
 * @distance: how far that is from what is tried: 0 the same, 1 nothing in common
 */
typedef struct
{
  char *name;
  char *text;
  double distance;
} ImContractRemedy;

/**
 * im_contract_find_remedies:
 * @evaluation: a unit with the inputs and options that are tried
 * @contract: one of its contracts, which fails
 *
 * Looks for the nearest value of each option, see im_option_search(), and for the nearest
 * size of each axis of each input, among some dozens, with which @contract holds and no
 * other one fails that holds now.
 *
 * Returns: (transfer full) (element-type ImContractRemedy): the nearest three
 */
GPtrArray *im_contract_find_remedies (ImUnitEvaluation *evaluation,
                                      const ImContract *contract);

G_END_DECLS
