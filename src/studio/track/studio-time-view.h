/* The time that all lanes show: from when to when, where the cursor is, what is selected.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_TIME_VIEW (studio_time_view_get_type ())
G_DECLARE_FINAL_TYPE (StudioTimeView, studio_time_view, STUDIO, TIME_VIEW, GObject)

/**
 * StudioTime:
 * @start: where what there is begins
 * @end: where it ends, > @start
 * @from: what is seen of it begins
 * @to: it ends, > @from
 * @step: the shortest time from one value to the next, > 0
 * @cursor: where the cursor is, NaN if there is none
 * @selected_from: what is selected begins, NaN if nothing is
 * @selected_to: it ends, > @selected_from
 * @is_timed: whether these are seconds, else they are rows
 */
typedef struct
{
  double start, end;
  double from, to;
  double step;
  double cursor;
  double selected_from, selected_to;
  gboolean is_timed;
} StudioTime;

StudioTimeView *studio_time_view_new (void);

/* What is seen now. The signal `changed` tells of another range, `moved` of another
 * cursor or selection. */
const StudioTime *studio_time_view_get (StudioTimeView *view);

/* Says what there is. Where all of it was seen, all of it is seen again. */
void studio_time_view_set_extent (StudioTimeView *view,
                                  double start,
                                  double end,
                                  double step,
                                  gboolean is_timed);

/* Shows a range, or as much of it as there is; never less than a few values. */
void studio_time_view_show (StudioTimeView *view, double from, double to);

/* Shows @factor times as much, so that @time stays where it is. */
void studio_time_view_zoom (StudioTimeView *view, double factor, double time);

/* Shows what lies @part of the range later. */
void studio_time_view_pan (StudioTimeView *view, double part);

/* Puts the cursor somewhere; @is_followed moves the range there. */
void studio_time_view_set_cursor (StudioTimeView *view,
                                  double time,
                                  gboolean is_followed);

/* Selects from one time to another one, in any order; nothing if they are the same. */
void studio_time_view_select (StudioTimeView *view, double from, double to);

G_END_DECLS
