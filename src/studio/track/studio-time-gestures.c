/* SPDX-License-Identifier: MIT */
#include "studio/track/studio-time-gestures.h"

#include <math.h>

#include "scene/track/im-scene-lane.h"

#define ZOOM_STEP   1.25
#define SCROLL_PART 0.08 /* of what is seen, with a step of the wheel */
#define DRAG_LEAST  3    /* pixels that are no click */
#define BIG_STEP    20   /* values, with Shift */

typedef struct
{
  GtkWidget *plot;
  StudioTimeView *view;
  StudioOverTimeFunc is_over_time; /* NULL of an overview */
  gboolean is_overview;
  double x, y;          /* of the pointer */
  double from, to;      /* what was seen when the gesture began */
  double selected_from; /* where the drag began */
  double zoomed;        /* by the pinch until now */
} Gestures;

static double
get_plot_width (const Gestures *gestures)
{
  return MAX (1, gtk_widget_get_width (gestures->plot) - IM_LANE_LEFT - IM_LANE_RIGHT);
}

static double
get_time (const Gestures *gestures, double x)
{
  const StudioTime *time = studio_time_view_get (gestures->view);
  double part = CLAMP ((x - IM_LANE_LEFT) / get_plot_width (gestures), 0, 1);
  double from = gestures->is_overview ? time->start : time->from;
  double to = gestures->is_overview ? time->end : time->to;

  return from + part * (to - from);
}

/* GTK tells of a pointer that rests, too, when what is around it moves. */
static void
motion_cb (GtkEventControllerMotion *motion, double x, double y, Gestures *gestures)
{
  if (fabs (x - gestures->x) < 0.5 && fabs (y - gestures->y) < 0.5)
    return;
  gestures->x = x;
  gestures->y = y;
  if (!gestures->is_overview && x >= IM_LANE_LEFT &&
      gestures->is_over_time (gestures->plot))
    studio_time_view_set_cursor (gestures->view, get_time (gestures, x), FALSE);
}

static gboolean
scroll_cb (GtkEventControllerScroll *scroll, double dx, double dy, Gestures *gestures)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (
      GTK_EVENT_CONTROLLER (scroll));
  const StudioTime *time = studio_time_view_get (gestures->view);

  if (gestures->x < IM_LANE_LEFT)
    return GDK_EVENT_PROPAGATE;
  if ((modifiers & GDK_CONTROL_MASK) != 0)
    studio_time_view_zoom (gestures->view, pow (ZOOM_STEP, dy),
                           gestures->is_overview ||
                                   !gestures->is_over_time (gestures->plot)
                               ? (time->from + time->to) / 2
                               : get_time (gestures, gestures->x));
  else
    studio_time_view_pan (gestures->view, (dx + dy) * SCROLL_PART);

  return GDK_EVENT_STOP;
}

static void
pinch_begin_cb (GtkGesture *pinch, GdkEventSequence *sequence, Gestures *gestures)
{
  gestures->zoomed = 1;
}

static void
pinch_cb (GtkGestureZoom *pinch, double scale, Gestures *gestures)
{
  double x, y;

  if (scale <= 0 || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (pinch), &x, &y))
    return;
  studio_time_view_zoom (gestures->view, gestures->zoomed / scale,
                         get_time (gestures, x));
  gestures->zoomed = scale;
}

static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, Gestures *gestures)
{
  const StudioTime *time = studio_time_view_get (gestures->view);
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (drag));

  if (x < IM_LANE_LEFT ||
      (!gestures->is_overview && !gestures->is_over_time (gestures->plot)) ||
      (button != GDK_BUTTON_PRIMARY && button != GDK_BUTTON_MIDDLE))
    {
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gestures->from = time->from;
  gestures->to = time->to;
  gestures->selected_from = get_time (gestures, x);
  gtk_widget_grab_focus (gestures->plot);
}

static void
move_overview (Gestures *gestures, double at)
{
  double half = (gestures->to - gestures->from) / 2;

  studio_time_view_show (gestures->view, at - half, at + half);
}

static void
drag_cb (GtkGestureDrag *drag, double dx, double dy, Gestures *gestures)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (drag));
  double x, y, shift;

  if (fabs (dx) < DRAG_LEAST || !gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;
  shift = dx / get_plot_width (gestures) * (gestures->to - gestures->from);
  if (gestures->is_overview)
    move_overview (gestures, get_time (gestures, x + dx));
  else if (button == GDK_BUTTON_MIDDLE)
    {
      const StudioTime *time = studio_time_view_get (gestures->view);

      shift = CLAMP (-shift, time->start - gestures->from, time->end - gestures->to);
      studio_time_view_show (gestures->view, gestures->from + shift,
                             gestures->to + shift);
    }
  else
    studio_time_view_select (gestures->view, gestures->selected_from,
                             get_time (gestures, x + dx));
}

/* A click takes the selection away and marks a value of the lane, if the plot is of one;
 * in an overview it goes there. */
static void
drag_end_cb (GtkGestureDrag *drag, double dx, double dy, Gestures *gestures)
{
  double x, y;

  if (fabs (dx) >= DRAG_LEAST || !gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;
  if (gestures->is_overview)
    move_overview (gestures, get_time (gestures, x));
  else
    {
      studio_time_view_select (gestures->view, gestures->selected_from,
                               gestures->selected_from);
      gtk_widget_activate_action (gestures->plot, "lane.mark", "d",
                                  get_time (gestures, x));
    }
}

static void
free_gestures (gpointer data, GClosure *closure)
{
  g_free (data);
}

static void
add (GtkWidget *plot,
     StudioTimeView *view,
     StudioOverTimeFunc is_over_time,
     gboolean is_overview)
{
  Gestures *gestures = g_new0 (Gestures, 1);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  gestures->plot = plot;
  gestures->view = view;
  gestures->is_over_time = is_over_time;
  gestures->is_overview = is_overview;
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect_data (motion, "motion", G_CALLBACK (motion_cb), gestures,
                         free_gestures, 0);
  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), gestures);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), gestures);
  g_signal_connect (pinch, "begin", G_CALLBACK (pinch_begin_cb), gestures);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (pinch_cb), gestures);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), gestures);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_cb), gestures);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), gestures);
  gtk_widget_add_controller (plot, GTK_EVENT_CONTROLLER (pinch));
  gtk_widget_add_controller (plot, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (plot, scroll);
  gtk_widget_add_controller (plot, motion);
}

void
studio_time_gestures_add (GtkWidget *plot,
                          StudioTimeView *view,
                          StudioOverTimeFunc is_over_time)
{
  add (plot, view, is_over_time, FALSE);
}

void
studio_time_gestures_add_overview (GtkWidget *plot, StudioTimeView *view)
{
  add (plot, view, NULL, TRUE);
}

gboolean
studio_time_gestures_press (StudioTimeView *view, guint key, GdkModifierType modifiers)
{
  const StudioTime *time = studio_time_view_get (view);
  double step = time->step * ((modifiers & GDK_SHIFT_MASK) != 0 ? BIG_STEP : 1);
  double middle = (time->from + time->to) / 2;
  double cursor = isnan (time->cursor) ? middle : time->cursor;
  double at = time->cursor >= time->from && time->cursor <= time->to ? cursor : middle;

  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  if (key == GDK_KEY_Left)
    studio_time_view_set_cursor (view, cursor - step, TRUE);
  else if (key == GDK_KEY_Right)
    studio_time_view_set_cursor (view, cursor + step, TRUE);
  else if (key == GDK_KEY_Home)
    studio_time_view_set_cursor (view, time->start, TRUE);
  else if (key == GDK_KEY_End)
    studio_time_view_set_cursor (view, time->end, TRUE);
  else if (key == GDK_KEY_plus || key == GDK_KEY_KP_Add || key == GDK_KEY_equal)
    studio_time_view_zoom (view, 1 / (ZOOM_STEP * ZOOM_STEP), at);
  else if (key == GDK_KEY_minus || key == GDK_KEY_KP_Subtract)
    studio_time_view_zoom (view, ZOOM_STEP * ZOOM_STEP, at);
  else if (key == GDK_KEY_0 || key == GDK_KEY_KP_0)
    studio_time_view_show (view, time->start, time->end);
  else if (key == GDK_KEY_Escape && !isnan (time->selected_from))
    studio_time_view_select (view, time->selected_from, time->selected_from);
  else
    return FALSE;

  return TRUE;
}
