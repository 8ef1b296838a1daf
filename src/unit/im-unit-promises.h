/* How exact what a unit computes is, as its author promises.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ImUnitPromise:
 * @is_stated: whether the file says it
 * @number: at least 0
 */
typedef struct
{
  gboolean is_stated;
  double number;
} ImUnitPromise;

/**
 * ImUnitPromises:
 * @tolerance: how far results are from the reference, of what they are
 * @absolute: how far they are besides
 * @of_inputs: how far they are, of the largest number that came in
 * @input_limit: up to which numbers that come in all this holds
 *
 * How exact code is, as attributes of our namespace say it: `tolerance`,
 * `absolute-tolerance`, `input-tolerance`, `input-limit`.
 */
typedef struct
{
  ImUnitPromise tolerance;
  ImUnitPromise absolute;
  ImUnitPromise of_inputs;
  ImUnitPromise input_limit;
} ImUnitPromises;

G_END_DECLS
