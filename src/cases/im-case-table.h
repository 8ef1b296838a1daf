/* Element types, shapes and rates that are tried where nobody says what inputs a unit
 * gets.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define IM_N_CASE_TYPES  16
#define IM_N_USUAL_TYPES 9 /* of them: the others only if other code runs */

#define IM_N_CASE_SHAPES  37
#define IM_N_USUAL_SHAPES 9 /* of them, that most units take */

/* Along each axis, for units that need to know frequencies. */
#define IM_CASE_SAMPLE_RATE 16000

/* At a low rate, windows of units that count seconds are short; a unit whose frequencies
 * are too high for it is tried at the next one. */
#define IM_CASE_LOW_RATE  "@100"
#define IM_CASE_HIGH_RATE "@1000"

extern const char *const im_case_types[IM_N_CASE_TYPES];
extern const char *const im_case_shapes[IM_N_CASE_SHAPES];

G_END_DECLS
