/* SPDX-License-Identifier: MIT */
#include "studio/track/studio-time-view.h"

#include <math.h>

#define MIN_STEPS 4 /* that are seen at least */

struct _StudioTimeView
{
  GObject parent_instance;

  StudioTime time;
};

G_DEFINE_FINAL_TYPE (StudioTimeView, studio_time_view, G_TYPE_OBJECT)

enum
{
  CHANGED,
  MOVED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

const StudioTime *
studio_time_view_get (StudioTimeView *self)
{
  g_return_val_if_fail (STUDIO_IS_TIME_VIEW (self), NULL);

  return &self->time;
}

static gboolean
is_same (double a, double b)
{
  return !(a < b) && !(a > b);
}

void
studio_time_view_show (StudioTimeView *self, double from, double to)
{
  StudioTime *time;
  double length;

  g_return_if_fail (STUDIO_IS_TIME_VIEW (self));

  time = &self->time;
  length = CLAMP (to - from, MIN (MIN_STEPS * time->step, time->end - time->start),
                  time->end - time->start);
  from = CLAMP ((from + to - length) / 2, time->start,
                MAX (time->start, time->end - length));
  if (is_same (from, time->from) && is_same (from + length, time->to))
    return;
  time->from = from;
  time->to = from + length;
  g_signal_emit (self, signals[CHANGED], 0);
}

void
studio_time_view_set_extent (StudioTimeView *self,
                             double start,
                             double end,
                             double step,
                             gboolean is_timed)
{
  StudioTime *time;
  gboolean is_whole;

  g_return_if_fail (STUDIO_IS_TIME_VIEW (self));
  g_return_if_fail (end > start && step > 0);

  time = &self->time;
  is_whole = time->from <= time->start && time->to >= time->end;
  if (is_same (start, time->start) && is_same (end, time->end) &&
      is_same (step, time->step) && is_timed == time->is_timed)
    return;
  time->start = start;
  time->end = end;
  time->step = step;
  time->is_timed = is_timed;
  if (is_whole)
    {
      time->from = start;
      time->to = end;
    }
  else
    studio_time_view_show (self, time->from, time->to);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
studio_time_view_zoom (StudioTimeView *self, double factor, double at)
{
  const StudioTime *time = studio_time_view_get (self);
  double least = MIN_STEPS * time->step / (time->to - time->from);

  factor = MAX (factor, least);
  studio_time_view_show (self, at - (at - time->from) * factor,
                         at + (time->to - at) * factor);
}

void
studio_time_view_pan (StudioTimeView *self, double part)
{
  const StudioTime *time = studio_time_view_get (self);
  double shift = part * (time->to - time->from);

  shift = CLAMP (shift, time->start - time->from, time->end - time->to);
  studio_time_view_show (self, time->from + shift, time->to + shift);
}

void
studio_time_view_set_cursor (StudioTimeView *self, double at, gboolean is_followed)
{
  StudioTime *time;

  g_return_if_fail (STUDIO_IS_TIME_VIEW (self));

  time = &self->time;
  time->cursor = CLAMP (at, time->start, time->end);
  if (is_followed && (time->cursor < time->from || time->cursor > time->to))
    {
      double half = (time->to - time->from) / 2;

      studio_time_view_show (self, time->cursor - half, time->cursor + half);
    }
  g_signal_emit (self, signals[MOVED], 0);
}

void
studio_time_view_select (StudioTimeView *self, double from, double to)
{
  StudioTime *time;

  g_return_if_fail (STUDIO_IS_TIME_VIEW (self));

  time = &self->time;
  time->selected_from = CLAMP (MIN (from, to), time->start, time->end);
  time->selected_to = CLAMP (MAX (from, to), time->start, time->end);
  if (!(time->selected_to > time->selected_from))
    time->selected_from = time->selected_to = (double) NAN;
  g_signal_emit (self, signals[MOVED], 0);
}

static void
studio_time_view_class_init (StudioTimeViewClass *klass)
{
  signals[CHANGED] = g_signal_new ("changed", STUDIO_TYPE_TIME_VIEW, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MOVED] = g_signal_new ("moved", STUDIO_TYPE_TIME_VIEW, G_SIGNAL_RUN_LAST, 0,
                                 NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_time_view_init (StudioTimeView *self)
{
  self->time = (StudioTime){ .end = 1,
                             .to = 1,
                             .step = 1,
                             .cursor = (double) NAN,
                             .selected_from = (double) NAN,
                             .selected_to = (double) NAN };
}

StudioTimeView *
studio_time_view_new (void)
{
  return g_object_new (STUDIO_TYPE_TIME_VIEW, NULL);
}
