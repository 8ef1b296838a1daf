/* SPDX-License-Identifier: MIT
 *
 * What is seen of the canvas: scrolling and zooming.
 */
#include "studio/canvas/studio-canvas-private.h"

#define MARGIN         32.0 /* around all nodes, in pixels of the widget */
#define MIN_FIRST_ZOOM 0.6  /* texts can be read */

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
  double lower = MIN (start * studio_canvas_get_zoom (self) - MARGIN, value);
  double upper = MAX ((start + size) * studio_canvas_get_zoom (self) + MARGIN,
                      value + page);

  self->centre[orientation] = (value + page / 2) / studio_canvas_get_zoom (self);
  if (self->adjustments[orientation] != NULL)
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
  if (!studio_canvas_is_vertical (self))
    studio_session_set_zoom (
        self->session,
        CLAMP (MIN ((width - 2 * MARGIN) / (double) self->extents.size.width,
                    (height - 2 * MARGIN) / (double) self->extents.size.height),
               MIN_FIRST_ZOOM, 1));
}

void
studio_canvas_scroll_for_size (StudioCanvas *self, int width, int height)
{
  const int pages[] = { width, height };
  gboolean is_first = self->needs_fit && self->nodes->len + self->frames->len > 0;

  if (is_first)
    set_first_zoom (self, width, height);
  self->needs_fit = self->needs_fit && !is_first;
  for (guint i = 0; i < 2; i++)
    scroll_to (self, i, pages[i],
               is_first ? get_first_scroll (self, i, pages[i])
                        : get_next_scroll (self, i, pages[i]));
  if (self->new_node >= 0 && self->new_node < (gint) self->nodes->len)
    studio_canvas_show_node (self, (guint) self->new_node);
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

/* Scrolls as little as shows what lies between two places. */
static void
show_range (StudioCanvas *self, GtkOrientation orientation, double start, double end)
{
  if (self->adjustments[orientation] != NULL)
    gtk_adjustment_clamp_page (self->adjustments[orientation],
                               start * studio_canvas_get_zoom (self) - MARGIN,
                               end * studio_canvas_get_zoom (self) + MARGIN);
}

void
studio_canvas_show_node (StudioCanvas *self, guint node)
{
  const graphene_rect_t *area = &studio_canvas_node (self, node)->area;

  self->new_node = area->size.width == 0 || self->needs_fit ? (gint) node : -1;
  if (self->new_node >= 0)
    return;
  show_range (self, GTK_ORIENTATION_HORIZONTAL, (double) area->origin.x,
              (double) (area->origin.x + area->size.width));
  show_range (self, GTK_ORIENTATION_VERTICAL, (double) area->origin.y,
              (double) (area->origin.y + area->size.height));
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
