/* SPDX-License-Identifier: MIT
 *
 * What pipes carry with the recording, small, in their labels: of one number or a few a
 * curve for each, of many a heat map whose rows are each from its smallest to its largest
 * number. Where a number is NaN, infinite or at a limit of its
 * type there is a mark above it. What is no longer current is dimmed.
 */
#include <glib/gi18n.h>
#include <math.h>

#include "studio/canvas/studio-canvas-private.h"
#include "studio/common/studio-colour.h"
#include "studio/session/studio-live.h"

#define PADDING  8.0f /* of a label, at its sides */
#define BOTTOM   3.0f /* below what is drawn */
#define CURVES   6u   /* of at most so many numbers each is a curve */
#define MAX_ROWS 18u  /* of a heat map */
#define MARK     2.0  /* how high marks are */

#define OF_BEFORE 0.35 /* opacity of what is no longer current */

/* What is drawn of a signal. */
typedef struct
{
  ImSignal *signal;
  double from_s, to_s;
  guint n_columns;
  double width, height;
  double low, high; /* of all numbers */
  GdkRGBA accent, bad;
} Picture;

gboolean
studio_canvas_has_spark (StudioCanvas *self, const StudioWire *wire)
{
  return wire->signal != NULL && self->has_sparks;
}

static double
get_y (const Picture *picture, double number)
{
  double range = picture->high - picture->low;
  double part = range > 0 ? (number - picture->low) / range : 0.5;

  return MARK + (1 - part) * (picture->height - MARK - 1);
}

/* The smallest and largest of each column, as one area. */
static void
paint_curve (const Picture *picture, guint channel, double alpha, cairo_t *cr)
{
  g_autofree ImSignalColumn *columns = g_new (ImSignalColumn, picture->n_columns);

  im_signal_get_columns (picture->signal, channel, picture->from_s, picture->to_s,
                         picture->n_columns, columns);
  cairo_set_source_rgba (cr, (double) picture->accent.red, (double) picture->accent.green,
                         (double) picture->accent.blue, alpha);
  for (guint i = 0; i < picture->n_columns; i++)
    {
      double top = get_y (picture, columns[i].max);
      double bottom = get_y (picture, columns[i].min);

      if (columns[i].min <= columns[i].max)
        cairo_rectangle (cr, i, top, 1, MAX (bottom - top, 1));
    }
  cairo_fill (cr);
  gdk_cairo_set_source_rgba (cr, &picture->bad);
  for (guint i = 0; i < picture->n_columns; i++)
    if (columns[i].has_nan || columns[i].has_infinite || columns[i].is_saturated)
      cairo_rectangle (cr, i, 0, 1, MARK);
  cairo_fill (cr);
}

/* The range of a row. */
static void
find_range (const ImSignalColumn *columns, guint n_columns, double *low, double *high)
{
  *low = INFINITY;
  *high = -INFINITY;
  for (guint i = 0; i < n_columns; i++)
    if (columns[i].n_values > 0)
      {
        *low = MIN (*low, columns[i].min);
        *high = MAX (*high, columns[i].max);
      }
}

/* A value lasts until the next one. */
static void
paint_row (const Picture *picture, guint channel, double y, double height, cairo_t *cr)
{
  g_autofree ImSignalColumn *columns = g_new (ImSignalColumn, picture->n_columns);
  const ImSignalColumn *last = NULL;
  double low, high, part;

  im_signal_get_columns (picture->signal, channel, picture->from_s, picture->to_s,
                         picture->n_columns, columns);
  find_range (columns, picture->n_columns, &low, &high);
  for (guint i = 0; i < picture->n_columns; i++)
    {
      last = columns[i].n_values > 0 ? &columns[i] : last;
      if (last == NULL)
        continue;
      part = high > low ? (last->max - low) / (high - low) : 0.5;
      if (last->has_nan || last->has_infinite)
        gdk_cairo_set_source_rgba (cr, &picture->bad);
      else
        cairo_set_source_rgba (cr, (double) picture->accent.red,
                               (double) picture->accent.green,
                               (double) picture->accent.blue, 0.05 + 0.95 * part);
      cairo_rectangle (cr, i, y, 1, height);
      cairo_fill (cr);
    }
}

/* Elements upward, so that low frequencies are below. */
static void
paint_map (const Picture *picture, guint n_channels, cairo_t *cr)
{
  guint n_rows = MIN (n_channels, MAX_ROWS);
  double height = picture->height / n_rows;

  for (guint i = 0; i < n_rows; i++)
    paint_row (picture, i * n_channels / n_rows, (n_rows - 1 - i) * height, height, cr);
}

static void
paint (const Picture *picture, cairo_t *cr)
{
  guint n_channels = im_signal_get_n_channels (picture->signal);

  if (n_channels > CURVES)
    paint_map (picture, n_channels, cr);
  for (guint i = 0; n_channels <= CURVES && i < n_channels; i++)
    paint_curve (picture, i, 0.9 - 0.12 * i, cr);
}

static GskRenderNode *
draw (StudioCanvas *self, ImSignal *signal, float width, float height)
{
  Picture picture = { .signal = signal,
                      .n_columns = (guint) MAX (width, 1),
                      .width = (double) width,
                      .height = (double) height };
  GskRenderNode *node;
  ImSignalStatistics statistics;
  cairo_t *cr;

  if (!im_signal_get_range (signal, &picture.from_s, &picture.to_s))
    return NULL;
  im_signal_get_statistics (signal, 0, im_signal_get_n_channels (signal), 0,
                            im_signal_get_n_values (signal), &statistics);
  picture.low = statistics.min;
  picture.high = statistics.max;
  studio_colour_get (GTK_WIDGET (self), "accent_color", &picture.accent);
  studio_colour_get (GTK_WIDGET (self), "error_color", &picture.bad);
  node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, width, height));
  cr = gsk_cairo_node_get_draw_context (node);
  paint (&picture, cr);
  cairo_destroy (cr);

  return node;
}

static void
forget_spark (StudioWire *wire)
{
  g_clear_pointer (&wire->spark, gsk_render_node_unref);
}

static void
update_spark (StudioCanvas *self, StudioWire *wire)
{
  float width = wire->label_area.size.width - 2 * PADDING;

  if (wire->spark != NULL && wire->spark_width >= width && wire->spark_width <= width)
    return;
  forget_spark (wire);
  wire->spark_width = width;
  if (width >= 1)
    wire->spark = draw (self, wire->signal, width, STUDIO_SPARK_HEIGHT - BOTTOM);
}

gboolean
studio_canvas_is_origin (StudioCanvas *self, const StudioWire *wire)
{
  StudioOrigin *origin = studio_session_get_origin (self->session);
  g_autofree char *id = NULL;

  if (studio_origin_get_lane (origin) == NULL)
    return FALSE;
  id = studio_session_dup_pipe_id (
      im_document_get_node (self->document, wire->link->source)->node->name,
      wire->link->source_port);

  return studio_origin_has_lane (origin, id);
}

/* Where the marked value comes from, over what the pipe carried. */
static void
append_origin (StudioCanvas *self,
               const StudioWire *wire,
               GtkSnapshot *snapshot,
               GskTransform *transform)
{
  graphene_rect_t area;
  double from_s, to_s, start_s, end_s, scale;
  g_autoptr (GskRenderNode) band = NULL;
  g_autoptr (GskRenderNode) placed = NULL;
  GdkRGBA colour;

  if (!studio_canvas_is_origin (self, wire) ||
      !studio_origin_get_span (studio_session_get_origin (self->session), &from_s,
                               &to_s) ||
      !im_signal_get_range (wire->signal, &start_s, &end_s))
    return;
  studio_colour_get (GTK_WIDGET (self), "warning_color", &colour);
  colour.alpha = 0.6f;
  scale = (double) wire->spark_width / (end_s - start_s);
  from_s = CLAMP (from_s, start_s, end_s);
  to_s = CLAMP (to_s, from_s, end_s);
  area = GRAPHENE_RECT_INIT ((float) ((from_s - start_s) * scale), 0,
                             (float) MAX ((to_s - from_s) * scale, 1.5),
                             STUDIO_SPARK_HEIGHT - BOTTOM);
  band = gsk_color_node_new (&colour, &area);
  placed = gsk_transform_node_new (band, transform);
  gtk_snapshot_append_node (snapshot, placed);
}

void
studio_canvas_append_sparks (StudioCanvas *self,
                             GtkSnapshot *snapshot,
                             GskTransform *transform)
{
  gboolean is_current = studio_live_is_current (studio_session_get_live (self->session));
  graphene_rect_t view;

  studio_canvas_get_view (self, &view);
  if (!is_current)
    gtk_snapshot_push_opacity (snapshot, OF_BEFORE);
  for (guint i = 0; i < self->wires->len; i++)
    {
      StudioWire *wire = studio_canvas_wire (self, i);
      const graphene_rect_t *area = &wire->label_area;
      g_autoptr (GskTransform) at = NULL;
      g_autoptr (GskRenderNode) placed = NULL;

      if (!wire->has_label || !studio_canvas_has_spark (self, wire) ||
          !graphene_rect_intersection (area, &view, NULL))
        continue;
      update_spark (self, wire);
      if (wire->spark == NULL)
        continue;
      at = gsk_transform_translate (
          gsk_transform_ref (transform),
          &GRAPHENE_POINT_INIT (area->origin.x + PADDING, area->origin.y +
                                                              area->size.height -
                                                              STUDIO_SPARK_HEIGHT));
      placed = gsk_transform_node_new (wire->spark, at);
      gtk_snapshot_append_node (snapshot, placed);
      append_origin (self, wire, snapshot, at);
    }
  if (!is_current)
    gtk_snapshot_pop (snapshot);
}

void
studio_wire_set_signal (StudioWire *wire, ImSignal *signal)
{
  forget_spark (wire);
  g_clear_pointer (&wire->signal, im_signal_unref);
  wire->signal = signal;
}

static char *
dup_number (const ImSignal *signal, double number)
{
  GString *text = g_string_new (NULL);

  im_signal_append_number (signal, number, text);

  return g_string_free (text, FALSE);
}

static char *
dup_count (guint64 n)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, n);
}

char *
studio_canvas_dup_carried (StudioCanvas *self, guint node, const char *port)
{
  g_autoptr (ImSignal) signal = studio_live_dup_signal (
      studio_session_get_live (self->session),
      im_document_get_node (self->document, node)->node->name, port);
  g_autofree char *min = NULL, *mean = NULL, *max = NULL;
  g_autofree char *bad = NULL, *saturated = NULL;
  guint64 n_bad;
  ImSignalStatistics statistics;
  GString *text;

  if (signal == NULL)
    return NULL;
  im_signal_get_statistics (signal, 0, im_signal_get_n_channels (signal), 0,
                            im_signal_get_n_values (signal), &statistics);
  min = dup_number (signal, statistics.min);
  mean = dup_number (signal, statistics.mean);
  max = dup_number (signal, statistics.max);
  n_bad = statistics.n_nan + statistics.n_infinite;
  bad = dup_count (n_bad);
  saturated = dup_count (statistics.n_saturated);
  text = g_string_new (NULL);
  /* Translators: the smallest, the mean and the largest of all numbers of a pipe */
  g_string_append_printf (text, _ ("min %s · mean %s · max %s"), min, mean, max);
  g_string_append (text, n_bad > 0 ? " · " : "");
  if (n_bad > 0)
    /* Translators: %s is a count of numbers */
    g_string_append_printf (text, _ ("%s not finite"), bad);
  g_string_append (text, statistics.n_saturated > 0 ? " · " : "");
  if (statistics.n_saturated > 0)
    /* Translators: %s is a count of numbers at a limit of their type */
    g_string_append_printf (text, _ ("%s saturated"), saturated);

  return g_string_free (text, FALSE);
}

/* A screen reader hears it with the type. */
void
studio_canvas_describe_carried (StudioCanvas *self, const StudioWire *wire)
{
  g_autofree char *carried = wire->signal == NULL
                                 ? NULL
                                 : studio_canvas_dup_carried (self, wire->link->source,
                                                              wire->link->source_port);
  g_autofree char *name = carried == NULL
                              ? g_strdup (wire->text)
                              : g_strdup_printf ("%s, %s", wire->text, carried);

  gtk_accessible_update_property (GTK_ACCESSIBLE (wire->label),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
take_signal (StudioCanvas *self, StudioWire *wire)
{
  const ImDocumentNode *source = im_document_get_node (self->document,
                                                       wire->link->source);
  gboolean had_spark = studio_canvas_has_spark (self, wire);

  studio_wire_set_signal (
      wire, studio_live_dup_signal (studio_session_get_live (self->session),
                                    source->node->name, wire->link->source_port));
  if (wire->label != NULL && (had_spark || wire->signal != NULL))
    studio_canvas_describe_carried (self, wire);
  if (studio_canvas_has_spark (self, wire) == had_spark)
    return;
  self->needs_label_places = TRUE;
  if (wire->label != NULL)
    gtk_label_set_yalign (GTK_LABEL (wire->label), had_spark ? 0.5f : 0);
}

static void
values_cb (StudioLive *live, StudioCanvas *self)
{
  if (self->document == NULL ||
      self->document != studio_session_get_document (self->session))
    return;
  for (guint i = 0; i < self->wires->len; i++)
    take_signal (self, studio_canvas_wire (self, i));
  if (self->needs_label_places)
    studio_canvas_queue_layout (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* There is room for what pipes carry before it is known. */
void
studio_canvas_update_sparks (StudioCanvas *self)
{
  StudioLive *live = studio_session_get_live (self->session);
  gboolean is_always = g_str_equal (self->pipe_values, "always");
  gboolean has_sparks = studio_live_get_feed (live) != NULL && is_always;

  studio_live_set_sees_all (live, is_always);
  if (has_sparks == self->has_sparks)
    return;
  self->has_sparks = has_sparks;
  for (guint i = 0; i < self->wires->len; i++)
    {
      const StudioWire *wire = studio_canvas_wire (self, i);

      if (wire->label != NULL)
        gtk_label_set_yalign (GTK_LABEL (wire->label),
                              studio_canvas_has_spark (self, wire) ? 0 : 0.5f);
    }
  self->needs_label_places = TRUE;
  studio_canvas_queue_layout (self);
}

/* The first pipe that leaves a node. */
static const ImGraphLink *
find_leaving (StudioCanvas *self, gint node)
{
  for (guint i = 0; node >= 0 && i < self->wires->len; i++)
    if (studio_canvas_wire (self, i)->link->source == (guint) node)
      return studio_canvas_wire (self, i)->link;

  return NULL;
}

gboolean
studio_canvas_get_pipe (StudioCanvas *self, char **node, char **port)
{
  const ImGraphLink *link = self->menu_wire >= 0 &&
                                    self->menu_wire < (gint) self->wires->len
                                ? studio_canvas_wire (self, (guint) self->menu_wire)->link
                                : find_leaving (self, self->primary);

  self->menu_wire = -1;
  if (link == NULL)
    return FALSE;
  *node = g_strdup (im_document_get_node (self->document, link->source)->node->name);
  *port = g_strdup (link->source_port);

  return TRUE;
}

void
studio_canvas_bind_live (StudioCanvas *self)
{
  StudioLive *live = studio_session_get_live (self->session);

  g_signal_connect_object (live, "values", G_CALLBACK (values_cb), self, 0);
  g_signal_connect_object (studio_session_get_origin (self->session), "changed",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "state", G_CALLBACK (studio_canvas_update_sparks), self,
                           G_CONNECT_SWAPPED);
  studio_canvas_update_sparks (self);
}
