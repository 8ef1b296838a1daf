/* Fields and sliders for numbers.
 *
 * A number counts as soon as it is typed, so that what follows from it is seen at once.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "unit/im-unit.h"

G_BEGIN_DECLS

/**
 * studio_number_new_adjustment:
 * @option: an option with a number
 *
 * Returns: (transfer floating): its range and steps
 */
GtkAdjustment *studio_number_new_adjustment (const ImOption *option);

/* Whether the unit wants a slider for an option, or has a small range for it. */
gboolean studio_number_wants_slider (const ImOption *option);

/**
 * studio_number_new_spin:
 * @adjustment: a range
 * @is_int: whether only whole numbers are taken
 *
 * Returns: a field that shows as many digits as the number has, sets @adjustment while
 *   somebody types, and does not turn when the wheel scrolls what it is in
 */
GtkWidget *studio_number_new_spin (GtkAdjustment *adjustment, gboolean is_int);

/* A slider for the same. */
GtkWidget *studio_number_new_scale (GtkAdjustment *adjustment, gboolean is_int);

G_END_DECLS
