/* What the pointer does with the time that lanes show.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/track/studio-time-view.h"

G_BEGIN_DECLS

/* Whether time goes to the right in a plot. */
typedef gboolean (*StudioOverTimeFunc) (GtkWidget *plot);

/* On a plot: the wheel goes through time, with Ctrl it zooms at the pointer, and so do
 * two fingers; a drag selects, with the middle button it goes through time; the cursor
 * follows the pointer. Where time does not go to the right only the wheel does. */
void studio_time_gestures_add (GtkWidget *plot,
                               StudioTimeView *view,
                               StudioOverTimeFunc is_over_time);

/* On an overview: a click or a drag brings the middle of what is seen there, and the
 * wheel does what it does on a plot. */
void studio_time_gestures_add_overview (GtkWidget *plot, StudioTimeView *view);

/* What keys do; FALSE if a key means nothing. */
gboolean studio_time_gestures_press (StudioTimeView *view,
                                     guint key,
                                     GdkModifierType modifiers);

G_END_DECLS
