/* SPDX-License-Identifier: MIT
 *
 * A picture is drawn again where the time, the size or the number of values is another
 * one. Its pixels are kept, so that a cursor that moves over it costs next to nothing.
 */
#include "studio/track/studio-lane-plot.h"

#include <adwaita.h>
#include <math.h>

#include "scene/output/im-scene-cairo.h"
#include "scene/track/im-scene-ruler.h"
#include "studio/common/studio-scene-view.h"
#include "studio/track/studio-time-gestures.h"

#define LANE_HEIGHT      104
#define HIGH_LANE_HEIGHT 152 /* of more than a line */
#define OVERVIEW_HEIGHT  36
#define MIN_WIDTH        160

struct _StudioLanePlot
{
  GtkWidget parent_instance;

  StudioPlotKind kind;
  StudioTimeView *view;
  StudioLane *lane;     /* NULL of the ruler */
  StudioOrigin *origin; /* or NULL */
  const ImTrack *labels;
  GHashTable *colours;
  GdkTexture *pixels; /* NULL while there is nothing to be seen */
  guint64 n_values;   /* that the scene shows */
  double start, end;  /* of what there was then */
};

G_DEFINE_FINAL_TYPE (StudioLanePlot, studio_lane_plot, GTK_TYPE_WIDGET)

static void
redraw (StudioLanePlot *self)
{
  g_clear_object (&self->pixels);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static double
get_height (StudioLanePlot *self)
{
  if (self->kind == STUDIO_PLOT_RULER)
    return 25 + (self->labels != NULL ? IM_RULER_LABELS : 0);

  if (self->kind == STUDIO_PLOT_OVERVIEW || self->lane == NULL)
    return OVERVIEW_HEIGHT;

  return studio_lane_get_kind (self->lane) == IM_LANE_WAVEFORM ? LANE_HEIGHT
                                                               : HIGH_LANE_HEIGHT;
}

/* Whether time goes to the right. */
static gboolean
is_over_time (GtkWidget *widget)
{
  StudioLanePlot *self = STUDIO_LANE_PLOT (widget);

  return self->kind != STUDIO_PLOT_LANE || self->lane == NULL ||
         im_lane_is_over_time (studio_lane_get_kind (self->lane));
}

ImScene *
studio_lane_plot_draw (StudioLanePlot *self, double width)
{
  const StudioTime *time;
  gboolean is_overview;
  ImLane lane;

  g_return_val_if_fail (STUDIO_IS_LANE_PLOT (self), NULL);

  if (width <= IM_LANE_LEFT + IM_LANE_RIGHT + 1)
    return NULL;
  time = studio_time_view_get (self->view);
  is_overview = self->kind == STUDIO_PLOT_OVERVIEW;
  lane = (ImLane){ .from_s = is_overview ? time->start : time->from,
                   .to_s = is_overview ? time->end : time->to,
                   .at_s = time->cursor,
                   .labels = self->labels,
                   .colours = self->colours,
                   .width = width,
                   .height = get_height (self) };
  if (self->kind == STUDIO_PLOT_RULER)
    return im_scene_ruler_new (&lane, time->is_timed);
  if (self->lane == NULL)
    return NULL;
  lane.signal = studio_lane_get_signal (self->lane);
  lane.across = studio_lane_get_across (self->lane);
  lane.kind = is_overview ? IM_LANE_OVERVIEW : studio_lane_get_kind (self->lane);

  return im_scene_lane_new (&lane);
}

static GdkTexture *
paint (const ImScene *scene, int scale)
{
  int width = scale * (int) ceil (scene->width);
  int height = scale * (int) ceil (scene->height);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width,
                                                         height);
  g_autoptr (ImScenePainter) painter = im_scene_painter_new (scene);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GBytes) bytes = NULL;

  cairo_scale (cr, scale, scale);
  im_scene_painter_paint (painter, studio_scene_get_theme (), cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface),
                                      stride * (gsize) height,
                                      (GDestroyNotify) cairo_surface_destroy, surface);

  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

static void
require_pixels (StudioLanePlot *self)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  g_autoptr (ImScene) scene = NULL;

  if (self->pixels != NULL && gdk_texture_get_width (self->pixels) == scale * width)
    return;
  g_clear_object (&self->pixels);
  if (self->lane != NULL)
    self->n_values = im_signal_get_n_values (studio_lane_get_signal (self->lane));
  self->start = studio_time_view_get (self->view)->start;
  self->end = studio_time_view_get (self->view)->end;
  scene = studio_lane_plot_draw (self, width);
  if (scene != NULL)
    self->pixels = paint (scene, scale);
}

static double
get_x (StudioLanePlot *self, double at)
{
  const StudioTime *time = studio_time_view_get (self->view);
  double width = gtk_widget_get_width (GTK_WIDGET (self)) - IM_LANE_LEFT - IM_LANE_RIGHT;
  gboolean is_overview = self->kind == STUDIO_PLOT_OVERVIEW;
  double from = is_overview ? time->start : time->from;
  double to = is_overview ? time->end : time->to;

  return IM_LANE_LEFT + CLAMP (width * (at - from) / (to - from), 0, width);
}

static void
fill (StudioLanePlot *self,
      GtkSnapshot *snapshot,
      double from,
      double to,
      const char *colour,
      double alpha)
{
  GdkRGBA rgba;
  graphene_rect_t area = GRAPHENE_RECT_INIT (
      (float) from, 0, (float) MAX (to - from, 1),
      (float) gtk_widget_get_height (GTK_WIDGET (self)));

  if (!gtk_style_context_lookup_color (gtk_widget_get_style_context (GTK_WIDGET (self)),
                                       colour, &rgba))
    return;
  rgba.alpha = (float) alpha;
  gtk_snapshot_append_color (snapshot, &rgba, &area);
}

/* What lies beside what is seen is dimmed. */
static void
paint_range (StudioLanePlot *self, GtkSnapshot *snapshot)
{
  const StudioTime *time = studio_time_view_get (self->view);
  double from = get_x (self, time->from), to = get_x (self, time->to);

  if (from > IM_LANE_LEFT)
    fill (self, snapshot, IM_LANE_LEFT, from, "view_bg_color", 0.7);
  if (to < get_x (self, time->end))
    fill (self, snapshot, to, get_x (self, time->end), "view_bg_color", 0.7);
  fill (self, snapshot, from, from + 1, "accent_color", 1);
  fill (self, snapshot, to - 1, to, "accent_color", 1);
}

/* The time that the marked value covers, where the lane is one of those it comes from. */
static void
paint_origin (StudioLanePlot *self, GtkSnapshot *snapshot)
{
  const StudioTime *time = studio_time_view_get (self->view);
  double from_s, to_s, from, to;

  if (self->origin == NULL ||
      (self->lane != NULL &&
       !studio_origin_has_lane (self->origin, studio_lane_get_id (self->lane))) ||
      !studio_origin_get_span (self->origin, &from_s, &to_s) || to_s < time->from ||
      from_s > time->to)
    return;
  from = floor (get_x (self, from_s));
  to = MAX (ceil (get_x (self, to_s)), from + 3);
  fill (self, snapshot, from, to, "warning_bg_color", 0.3);
  fill (self, snapshot, from, from + 1, "warning_color", 0.9);
  fill (self, snapshot, to - 1, to, "warning_color", 0.9);
}

static void
paint_cursor (StudioLanePlot *self, GtkSnapshot *snapshot)
{
  const StudioTime *time = studio_time_view_get (self->view);

  if (time->selected_from < time->to && time->selected_to > time->from)
    fill (self, snapshot, get_x (self, time->selected_from),
          get_x (self, time->selected_to), "accent_bg_color", 0.25);
  if (time->cursor >= time->from && time->cursor <= time->to)
    fill (self, snapshot, floor (get_x (self, time->cursor)),
          floor (get_x (self, time->cursor)) + 1, "accent_color", 1);
}

static void
studio_lane_plot_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioLanePlot *self = STUDIO_LANE_PLOT (widget);
  int scale = gtk_widget_get_scale_factor (widget);
  graphene_rect_t bounds;

  require_pixels (self);
  if (self->pixels == NULL)
    return;
  bounds = GRAPHENE_RECT_INIT (0, 0, (float) gdk_texture_get_width (self->pixels) / scale,
                               (float) gdk_texture_get_height (self->pixels) / scale);
  gtk_snapshot_append_texture (snapshot, self->pixels, &bounds);
  if (self->kind == STUDIO_PLOT_OVERVIEW)
    paint_range (self, snapshot);
  else if (is_over_time (widget))
    {
      paint_origin (self, snapshot);
      paint_cursor (self, snapshot);
    }
}

static void
studio_lane_plot_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL
                            ? MIN_WIDTH
                            : (int) get_height (STUDIO_LANE_PLOT (widget));
}

/* The overview is the same wherever one looks. */
static void
changed_cb (StudioLanePlot *self)
{
  const StudioTime *time = studio_time_view_get (self->view);
  gboolean is_same = time->start <= self->start && time->start >= self->start &&
                     time->end <= self->end && time->end >= self->end;

  if (self->kind == STUDIO_PLOT_OVERVIEW && is_same)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  else
    redraw (self);
}

/* A table is another one where the cursor is somewhere else. */
static void
moved_cb (StudioLanePlot *self)
{
  if (is_over_time (GTK_WIDGET (self)))
    gtk_widget_queue_draw (GTK_WIDGET (self));
  else
    redraw (self);
}

void
studio_lane_plot_update (StudioLanePlot *self)
{
  g_return_if_fail (STUDIO_IS_LANE_PLOT (self));

  if (self->lane != NULL &&
      self->n_values != im_signal_get_n_values (studio_lane_get_signal (self->lane)))
    redraw (self);
}

/* Another kind may have another height. */
static void
lane_cb (StudioLanePlot *self)
{
  redraw (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
studio_lane_plot_set_lane (StudioLanePlot *self, StudioLane *lane)
{
  g_return_if_fail (STUDIO_IS_LANE_PLOT (self));

  if (self->lane != NULL)
    g_signal_handlers_disconnect_by_func (self->lane, lane_cb, self);
  if (g_set_object (&self->lane, lane) && lane != NULL)
    {
      if (self->kind == STUDIO_PLOT_LANE)
        gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                        GTK_ACCESSIBLE_PROPERTY_LABEL,
                                        studio_lane_get_title (lane), -1);
      g_signal_connect_object (lane, "notify", G_CALLBACK (lane_cb), self,
                               G_CONNECT_SWAPPED);
    }
  redraw (self);
}

void
studio_lane_plot_set_origin (StudioLanePlot *self, StudioOrigin *origin)
{
  g_return_if_fail (STUDIO_IS_LANE_PLOT (self));
  g_return_if_fail (self->origin == NULL);

  self->origin = g_object_ref (origin);
  g_signal_connect_object (origin, "changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
}

void
studio_lane_plot_set_labels (StudioLanePlot *self,
                             const ImTrack *labels,
                             GHashTable *colours)
{
  g_return_if_fail (STUDIO_IS_LANE_PLOT (self));

  self->labels = labels;
  self->colours = colours;
  redraw (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
studio_lane_plot_dispose (GObject *object)
{
  StudioLanePlot *self = STUDIO_LANE_PLOT (object);

  g_clear_object (&self->pixels);
  g_clear_object (&self->lane);
  g_clear_object (&self->origin);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (studio_lane_plot_parent_class)->dispose (object);
}

static void
studio_lane_plot_class_init (StudioLanePlotClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_lane_plot_dispose;
  widget_class->measure = studio_lane_plot_measure;
  widget_class->snapshot = studio_lane_plot_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
studio_lane_plot_init (StudioLanePlot *self)
{
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (redraw), self, G_CONNECT_SWAPPED);
}

GtkWidget *
studio_lane_plot_new (StudioPlotKind kind, StudioTimeView *view)
{
  StudioLanePlot *self = g_object_new (STUDIO_TYPE_LANE_PLOT, NULL);

  self->kind = kind;
  self->view = g_object_ref (view);
  g_signal_connect_object (view, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "moved", G_CALLBACK (moved_cb), self, G_CONNECT_SWAPPED);
  if (kind == STUDIO_PLOT_OVERVIEW)
    studio_time_gestures_add_overview (GTK_WIDGET (self), view);
  else
    studio_time_gestures_add (GTK_WIDGET (self), view, is_over_time);

  return GTK_WIDGET (self);
}
