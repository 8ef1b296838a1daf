/* SPDX-License-Identifier: MIT
 *
 * What is seen of the canvas: scrolling and zooming.
 */
#include <math.h>

#include "studio/canvas/studio-canvas-private.h"

#define MARGIN         32.0      /* around all nodes, in pixels of the widget */
#define MANY_PIXELS    (1 << 20) /* more than any window has */
#define STEPS          256.0     /* of a pixel */
#define MIN_FIRST_ZOOM 0.6       /* texts can be read */

double
studio_canvas_get_scroll (StudioCanvas *self, GtkOrientation orientation)
{
  GtkAdjustment *adjustment = self->adjustments[orientation];

  return adjustment == NULL ? 0 : gtk_adjustment_get_value (adjustment);
}

graphene_point_t
studio_canvas_from_widget (StudioCanvas *self, double x, double y)
{
  return GRAPHENE_POINT_INIT (
      (float) ((x + studio_canvas_get_scroll (self, GTK_ORIENTATION_HORIZONTAL)) /
               studio_canvas_get_zoom (self)),
      (float) ((y + studio_canvas_get_scroll (self, GTK_ORIENTATION_VERTICAL)) /
               studio_canvas_get_zoom (self)));
}

static gboolean
show_bars_cb (gpointer data)
{
  StudioCanvas *self = data;

  self->showing_bars = 0;
  for (guint i = 0; i < 2; i++)
    if (self->adjustments[i] != NULL)
      studio_canvas_scrolled (self, self->adjustments[i]);

  return G_SOURCE_REMOVE;
}

static gboolean
has_bar (GtkAdjustment *adjustment)
{
  return gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_lower (adjustment) >
         gtk_adjustment_get_page_size (adjustment);
}

int
studio_canvas_get_scroll_size (StudioCanvas *self, GtkOrientation orientation)
{
  GtkAdjustment *adjustment = self->adjustments[orientation];

  return adjustment != NULL && has_bar (adjustment) ? MANY_PIXELS : 0;
}

/* A scroll bar is there if there is more than the page. One that comes or goes has all
 * around it laid out anew, and GTK 4.8 forgets that of widgets that are just being laid
 * out themselves: it waits until they are. */
static void
keep_bar (StudioCanvas *self,
          GtkAdjustment *adjustment,
          double page,
          double value,
          double *lower,
          double *upper)
{
  gboolean has = has_bar (adjustment);

  if ((*upper - *lower > page) == has)
    return;
  if (!self->is_in_layout)
    {
      gtk_widget_queue_resize (GTK_WIDGET (self));
      return;
    }
  *lower = has ? *lower : value;
  *upper = has ? *lower + page + 1 : value + page;
  if (self->showing_bars == 0)
    self->showing_bars = g_idle_add_full (G_PRIORITY_HIGH_IDLE, show_bars_cb, self, NULL);
}

/* A place that sums and differences with whole pixels are exact of: with an error in the
 * last digit there would be more than the page, and a scroll bar. */
static double
get_exact (double place)
{
  return round (place * STEPS) / STEPS;
}

/* What there is to scroll through in one direction: all nodes, and what is seen now, so
 * that nothing jumps while the nodes change. */
static void
scroll_to (StudioCanvas *self, GtkOrientation orientation, double page, double value)
{
  gboolean is_horizontal = orientation == GTK_ORIENTATION_HORIZONTAL;
  double start = (double) (is_horizontal ? self->extents.origin.x
                                         : self->extents.origin.y);
  double size = (double) (is_horizontal ? self->extents.size.width
                                        : self->extents.size.height);
  double lower, upper;

  value = get_exact (value);
  lower = MIN (get_exact (start * studio_canvas_get_zoom (self)) - MARGIN, value);
  upper = MAX (get_exact ((start + size) * studio_canvas_get_zoom (self)) + MARGIN,
               value + page);
  self->centre[orientation] = (value + page / 2) / studio_canvas_get_zoom (self);
  if (self->adjustments[orientation] == NULL)
    return;
  keep_bar (self, self->adjustments[orientation], page, value, &lower, &upper);
  gtk_adjustment_configure (self->adjustments[orientation], value, lower, upper,
                            page * 0.1, page * 0.9, page);
}

/* Where a document is seen first: in the middle if all of it can be seen, or else from
 * its beginning; a stack always from its top. */
static double
get_first_scroll (StudioCanvas *self, GtkOrientation orientation, double page)
{
  gboolean is_horizontal = orientation == GTK_ORIENTATION_HORIZONTAL;
  double start = studio_canvas_get_zoom (self) * (double) (is_horizontal
                                                               ? self->extents.origin.x
                                                               : self->extents.origin.y);
  double size = studio_canvas_get_zoom (self) *
                (double) (is_horizontal ? self->extents.size.width
                                        : self->extents.size.height);

  if (size + 2 * MARGIN > page || (!is_horizontal && studio_canvas_is_vertical (self)))
    return start - MARGIN;

  return start + (size - page) / 2;
}

/* A stack keeps its middle when the window gets wider. */
static double
get_next_scroll (StudioCanvas *self, GtkOrientation orientation, double page)
{
  GtkAdjustment *adjustment = self->adjustments[orientation];

  if (adjustment == NULL)
    return 0;

  return gtk_adjustment_get_value (adjustment) +
         (orientation == GTK_ORIENTATION_HORIZONTAL && studio_canvas_is_vertical (self)
              ? (gtk_adjustment_get_page_size (adjustment) - page) / 2
              : 0);
}

/* A node graph is seen as a whole at first, if it can be read then. */
static void
set_first_zoom (StudioCanvas *self, int width, int height)
{
  double zoom = MIN ((width - 2 * MARGIN) / (double) self->extents.size.width,
                     (height - 2 * MARGIN) / (double) self->extents.size.height);

  if (!studio_canvas_is_vertical (self))
    studio_session_set_zoom (self->session,
                             self->refits ? MIN (zoom, studio_canvas_get_zoom (self))
                                          : CLAMP (zoom, MIN_FIRST_ZOOM, 1));
}

void
studio_canvas_refit (StudioCanvas *self)
{
  graphene_rect_t view;

  studio_canvas_get_view (self, &view);
  self->refits = graphene_rect_contains_rect (&view, &self->extents);
}

/* Scrolls from @value on as little as shows all of a node, from its beginning. */
static double
get_scroll_to_node (StudioCanvas *self,
                    GtkOrientation orientation,
                    guint node,
                    double page,
                    double value)
{
  const graphene_rect_t *area = &studio_canvas_node (self, node)->area;
  gboolean is_horizontal = orientation == GTK_ORIENTATION_HORIZONTAL;
  double zoom = studio_canvas_get_zoom (self);
  double start = (double) (is_horizontal ? area->origin.x : area->origin.y) * zoom;
  double size = (double) (is_horizontal ? area->size.width : area->size.height) * zoom;

  return MIN (MAX (value, start + size + MARGIN - page), start - MARGIN);
}

/* Takes the node that waits to be shown, if it can be; -1 if there is none. */
static gint
take_new_node (StudioCanvas *self)
{
  gint node = self->new_node;

  if (node < 0 || node >= (gint) self->nodes->len || self->needs_fit ||
      studio_canvas_node (self, (guint) node)->area.size.width == 0)
    return -1;
  self->new_node = -1;

  return node;
}

void
studio_canvas_scroll_for_size (StudioCanvas *self, int width, int height)
{
  const int pages[] = { width, height };
  gboolean is_first = (self->needs_fit || self->refits) &&
                      self->nodes->len + self->frames->len > 0;
  gint node;

  if (is_first)
    set_first_zoom (self, width, height);
  self->needs_fit = self->needs_fit && !is_first;
  self->refits = FALSE;
  node = take_new_node (self);
  self->is_in_layout = TRUE;
  for (guint i = 0; i < 2; i++)
    {
      double value = is_first ? get_first_scroll (self, i, pages[i])
                              : get_next_scroll (self, i, pages[i]);

      if (node >= 0)
        value = get_scroll_to_node (self, i, (guint) node, pages[i], value);
      scroll_to (self, i, pages[i], value);
    }
  self->is_in_layout = FALSE;
}

void
studio_canvas_get_pointer (StudioCanvas *self, graphene_point_t *at)
{
  *at = studio_canvas_from_widget (self, (double) self->pointer.x,
                                   (double) self->pointer.y);
}

void
studio_canvas_get_view (StudioCanvas *self, graphene_rect_t *view)
{
  graphene_point_t corner = studio_canvas_from_widget (self, 0, 0);

  *view = GRAPHENE_RECT_INIT (
      corner.x, corner.y,
      (float) (gtk_widget_get_width (GTK_WIDGET (self)) / studio_canvas_get_zoom (self)),
      (float) (gtk_widget_get_height (GTK_WIDGET (self)) /
               studio_canvas_get_zoom (self)));
}

void
studio_canvas_get_extents (StudioCanvas *self, graphene_rect_t *extents)
{
  *extents = self->extents;
}

void
studio_canvas_show_node (StudioCanvas *self, guint node)
{
  const int sizes[] = { gtk_widget_get_width (GTK_WIDGET (self)),
                        gtk_widget_get_height (GTK_WIDGET (self)) };

  self->new_node = (gint) node;
  if (take_new_node (self) < 0)
    return;
  for (guint i = 0; i < 2; i++)
    scroll_to (
        self, i, sizes[i],
        get_scroll_to_node (self, i, node, sizes[i], studio_canvas_get_scroll (self, i)));
}

void
studio_canvas_scrolled (StudioCanvas *self, GtkAdjustment *adjustment)
{
  scroll_to (self,
             adjustment == self->adjustments[GTK_ORIENTATION_VERTICAL]
                 ? GTK_ORIENTATION_VERTICAL
                 : GTK_ORIENTATION_HORIZONTAL,
             gtk_adjustment_get_page_size (adjustment),
             gtk_adjustment_get_value (adjustment));
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
studio_canvas_zoomed (StudioCanvas *self)
{
  const double centre[] = { self->centre[0], self->centre[1] };
  const int sizes[] = { gtk_widget_get_width (GTK_WIDGET (self)),
                        gtk_widget_get_height (GTK_WIDGET (self)) };

  if (self->document == NULL || self->needs_fit)
    return;
  for (guint i = 0; i < 2; i++)
    scroll_to (self, i, sizes[i],
               centre[i] * studio_canvas_get_zoom (self) - sizes[i] / 2.0);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
studio_canvas_zoom_at (StudioCanvas *self, double zoom, double x, double y)
{
  const double offsets[] = { x, y };
  const int sizes[] = { gtk_widget_get_width (GTK_WIDGET (self)),
                        gtk_widget_get_height (GTK_WIDGET (self)) };
  double next = CLAMP (zoom, STUDIO_MIN_ZOOM, STUDIO_MAX_ZOOM);

  if (self->document == NULL)
    return;
  for (guint i = 0; i < 2; i++)
    {
      double place = (offsets[i] + studio_canvas_get_scroll (self, i)) /
                     studio_canvas_get_zoom (self);

      self->centre[i] = place + (sizes[i] / 2.0 - offsets[i]) / next;
    }
  studio_session_set_zoom (self->session, next);
}

void
studio_canvas_center_on (StudioCanvas *self, double x, double y)
{
  const double place[] = { x, y };
  const int sizes[] = { gtk_widget_get_width (GTK_WIDGET (self)),
                        gtk_widget_get_height (GTK_WIDGET (self)) };

  for (guint i = 0; i < 2; i++)
    scroll_to (self, i, sizes[i],
               place[i] * studio_canvas_get_zoom (self) - sizes[i] / 2.0);
}

void
studio_canvas_fit (StudioCanvas *self, gboolean only_selected)
{
  graphene_rect_t area;
  gboolean has_area = FALSE;
  double width = gtk_widget_get_width (GTK_WIDGET (self)) - 2 * MARGIN;
  double height = gtk_widget_get_height (GTK_WIDGET (self)) - 2 * MARGIN;

  if (self->document == NULL || self->needs_fit)
    return;
  area = self->extents;
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const StudioCanvasNode *node = studio_canvas_node (self, i);

      if (!only_selected || !node->is_selected)
        continue;
      if (has_area)
        graphene_rect_union (&area, &node->area, &area);
      else
        area = node->area;
      has_area = TRUE;
    }
  if (only_selected && self->frame >= 0)
    area = studio_canvas_frame (self, (guint) self->frame)->area;
  if (area.size.width <= 0 || area.size.height <= 0)
    return;
  studio_session_set_zoom (self->session,
                           MIN (1.5, MIN (width / (double) area.size.width,
                                          height / (double) area.size.height)));
  studio_canvas_center_on (self, (double) (area.origin.x + area.size.width / 2),
                           (double) (area.origin.y + area.size.height / 2));
}
