/* SPDX-License-Identifier: MIT */
#include "scene/output/im-scene-cairo.h"

#include <math.h>
#include <pango/pangocairo.h>

#include "scene/output/im-scene-heat.h"

#define MIN_TEXT 2.5 /* pixels of a font below which letters are not told apart */

struct _ImScenePainter
{
  const ImScene *scene;
  PangoContext *context;
  PangoAttrList *features;
  PangoFontDescription *fonts[IM_N_STYLES];
  PangoLayout **layouts; /* of each item, NULL until its text is painted */
};

typedef struct
{
  ImScenePainter *painter;
  ImSceneTheme theme;
  cairo_t *cr;
  double clip[4];    /* left, top, right, bottom */
  double pixel_size; /* pixels to a unit of the scene; 0 if there are no pixels */
} Painting;

static PangoContext *
new_context (void)
{
  PangoContext *context = pango_font_map_create_context (
      pango_cairo_font_map_get_default ());
  cairo_font_options_t *options = cairo_font_options_create ();

  /* Letters keep their distances at every zoom, on every kind of surface. */
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (context, options);
  pango_context_set_round_glyph_positions (context, FALSE);
  cairo_font_options_destroy (options);

  return context;
}

ImScenePainter *
im_scene_painter_new (const ImScene *scene)
{
  ImScenePainter *painter = g_new0 (ImScenePainter, 1);

  painter->scene = scene;
  painter->context = new_context ();
  painter->features = pango_attr_list_new ();
  /* In a PDF a ligature is one letter, so a search for “float” would not find it. */
  pango_attr_list_insert (painter->features,
                          pango_attr_font_features_new ("liga=0, clig=0, dlig=0"));
  painter->layouts = g_new0 (PangoLayout *, MAX (scene->n_items, 1));

  return painter;
}

void
im_scene_painter_free (ImScenePainter *painter)
{
  if (painter == NULL)
    return;

  for (guint i = 0; i < painter->scene->n_items; i++)
    g_clear_object (&painter->layouts[i]);
  for (guint i = 0; i < IM_N_STYLES; i++)
    g_clear_pointer (&painter->fonts[i], pango_font_description_free);
  g_free (painter->layouts);
  pango_attr_list_unref (painter->features);
  g_object_unref (painter->context);
  g_free (painter);
}

static const PangoFontDescription *
get_font (ImScenePainter *painter, ImSceneStyleId id)
{
  const ImSceneStyle *style = im_scene_style_get (id);

  if (painter->fonts[id] == NULL)
    {
      g_autofree char *families = g_strdup (IM_SCENE_FONTS);
      PangoFontDescription *font = pango_font_description_new ();

      /* Pango does not take the quotes that CSS wants around names with blanks. */
      for (char *p = families; *p != '\0'; p++)
        if (*p == '"')
          *p = ' ';
      pango_font_description_set_family (font, families);
      pango_font_description_set_absolute_size (font, style->font_size * PANGO_SCALE);
      if (style->is_bold)
        pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
      if (style->is_italic)
        pango_font_description_set_style (font, PANGO_STYLE_ITALIC);
      painter->fonts[id] = font;
    }

  return painter->fonts[id];
}

static PangoLayout *
get_layout (ImScenePainter *painter, guint number)
{
  const ImSceneItem *item = &painter->scene->items[number];
  PangoLayout *layout = painter->layouts[number];

  if (layout != NULL)
    return layout;
  layout = pango_layout_new (painter->context);
  pango_layout_set_font_description (layout, get_font (painter, item->style));
  pango_layout_set_attributes (layout, painter->features);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, item->text, -1);
  painter->layouts[number] = layout;

  return layout;
}

static void
set_colour (cairo_t *cr, guint32 colour)
{
  cairo_set_source_rgb (cr, (colour >> 16 & 0xff) / 255.0, (colour >> 8 & 0xff) / 255.0,
                        (colour & 0xff) / 255.0);
}

/* Fills and strokes the path of @cr. */
static void
paint_shape (const Painting *painting, ImSceneStyleId id)
{
  const ImSceneStyle *style = im_scene_style_get (id);
  ImSceneColours colours = im_scene_style_get_colours (id, painting->theme);
  cairo_t *cr = painting->cr;

  if (colours.fill != IM_COLOUR_NONE)
    {
      set_colour (cr, colours.fill);
      cairo_fill_preserve (cr);
    }
  if (colours.stroke != IM_COLOUR_NONE)
    {
      set_colour (cr, colours.stroke);
      cairo_set_line_width (cr, style->line_width);
      cairo_set_dash (cr, &style->dash, style->dash > 0, 0);
      cairo_stroke_preserve (cr);
    }
  cairo_new_path (cr);
}

static void
paint_rectangle (const Painting *painting, const ImSceneItem *item)
{
  double radius = MIN (item->radius, MIN (item->width, item->height) / 2);
  double right = item->x + item->width, bottom = item->y + item->height;
  cairo_t *cr = painting->cr;

  if (radius <= 0)
    cairo_rectangle (cr, item->x, item->y, item->width, item->height);
  else
    {
      cairo_new_sub_path (cr);
      cairo_arc (cr, right - radius, item->y + radius, radius, -G_PI_2, 0);
      cairo_arc (cr, right - radius, bottom - radius, radius, 0, G_PI_2);
      cairo_arc (cr, item->x + radius, bottom - radius, radius, G_PI_2, G_PI);
      cairo_arc (cr, item->x + radius, item->y + radius, radius, G_PI, 3 * G_PI_2);
      cairo_close_path (cr);
    }
  paint_shape (painting, item->style);
}

static void
paint_path (const Painting *painting, const ImSceneItem *item)
{
  const ImSegment *segments = painting->painter->scene->segments + item->first_segment;
  cairo_t *cr = painting->cr;

  for (guint i = 0; i < item->n_segments; i++)
    {
      const ImSegment *s = &segments[i];

      if (s->kind == IM_SEGMENT_MOVE)
        cairo_move_to (cr, s->to.x, s->to.y);
      else if (s->kind == IM_SEGMENT_LINE)
        cairo_line_to (cr, s->to.x, s->to.y);
      else if (s->kind == IM_SEGMENT_CURVE)
        cairo_curve_to (cr, s->control[0].x, s->control[0].y, s->control[1].x,
                        s->control[1].y, s->to.x, s->to.y);
      else
        cairo_close_path (cr);
    }
  paint_shape (painting, item->style);
}

static double
get_left (const ImSceneItem *item, double width)
{
  static const double before[] = { 0, 0.5, 1 };

  return item->x - before[item->anchor] * width;
}

/* A line where a text is too small to read. */
static void
paint_greeked (const Painting *painting, const ImSceneItem *item)
{
  double size = im_scene_style_get (item->style)->font_size;
  guint32 colour = im_scene_style_get_colours (item->style, painting->theme).fill;

  cairo_set_source_rgba (painting->cr, (colour >> 16 & 0xff) / 255.0,
                         (colour >> 8 & 0xff) / 255.0, (colour & 0xff) / 255.0, 0.5);
  cairo_rectangle (painting->cr, get_left (item, item->width), item->y - size / 2,
                   item->width, size / 2);
  cairo_fill (painting->cr);
}

static void
paint_text (const Painting *painting, guint number)
{
  const ImSceneItem *item = &painting->painter->scene->items[number];
  double size = im_scene_style_get (item->style)->font_size;
  cairo_t *cr = painting->cr;

  if (painting->pixel_size > 0 && size * painting->pixel_size < MIN_TEXT)
    {
      paint_greeked (painting, item);
      return;
    }

  PangoLayout *layout = get_layout (painting->painter, number);
  PangoRectangle extents;

  pango_layout_get_extents (layout, NULL, &extents);
  double width = (double) extents.width / PANGO_SCALE;
  double squeeze = width > item->width && width > 0 ? item->width / width : 1;

  cairo_save (cr);
  set_colour (cr, im_scene_style_get_colours (item->style, painting->theme).fill);
  cairo_translate (cr, get_left (item, width * squeeze), item->y);
  cairo_scale (cr, squeeze, 1);
  cairo_move_to (cr, 0, -(double) pango_layout_get_baseline (layout) / PANGO_SCALE);
  pango_cairo_show_layout (cr, layout);
  cairo_restore (cr);
}

/* The points that a path is drawn within, which is also those of its controls. */
static gboolean
is_path_visible (const Painting *painting, const ImSceneItem *item)
{
  const ImSegment *segments = painting->painter->scene->segments + item->first_segment;
  const double *clip = painting->clip;
  double margin = im_scene_style_get (item->style)->line_width;
  double box[4] = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };

  for (guint i = 0; i < item->n_segments; i++)
    {
      const ImSegment *s = &segments[i];
      const ImScenePoint points[] = { s->to, s->control[0], s->control[1] };

      for (guint k = 0; s->kind != IM_SEGMENT_CLOSE && k < G_N_ELEMENTS (points); k++)
        {
          box[0] = MIN (box[0], points[k].x);
          box[1] = MIN (box[1], points[k].y);
          box[2] = MAX (box[2], points[k].x);
          box[3] = MAX (box[3], points[k].y);
          if (s->kind != IM_SEGMENT_CURVE)
            break;
        }
    }

  return box[0] - margin <= clip[2] && box[2] + margin >= clip[0] &&
         box[1] - margin <= clip[3] && box[3] + margin >= clip[1];
}

static gboolean
is_visible (const Painting *painting, const ImSceneItem *item)
{
  const ImSceneStyle *style = im_scene_style_get (item->style);
  const double *clip = painting->clip;
  double left = item->x, top = item->y, margin = style->line_width;

  if (item->kind == IM_SCENE_PATH)
    return is_path_visible (painting, item);

  double bottom = item->y + item->height;
  if (item->kind == IM_SCENE_TEXT)
    {
      left = get_left (item, item->width);
      top -= style->font_size;
      margin = style->font_size;
    }

  return left - margin <= clip[2] && left + item->width + margin >= clip[0] &&
         top - margin <= clip[3] && bottom + margin >= clip[1];
}

/* Pixels to a unit, 0 on surfaces of lines such as PDF. */
static double
get_pixel_size (cairo_t *cr)
{
  double x = 1, y = 0, scale_x, scale_y;

  if (cairo_surface_get_type (cairo_get_target (cr)) != CAIRO_SURFACE_TYPE_IMAGE)
    return 0;
  cairo_user_to_device_distance (cr, &x, &y);
  cairo_surface_get_device_scale (cairo_get_target (cr), &scale_x, &scale_y);

  return hypot (x, y) * scale_x;
}

static void
paint_heat (const Painting *painting, const ImSceneItem *item)
{
  cairo_surface_t *surface = im_scene_heat_create_surface (item, painting->theme);
  cairo_t *cr = painting->cr;

  cairo_save (cr);
  cairo_translate (cr, item->x, item->y);
  cairo_scale (cr, item->width / item->n_columns, item->height / item->n_rows);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_rectangle (cr, 0, 0, item->n_columns, item->n_rows);
  cairo_fill (cr);
  cairo_restore (cr);
  cairo_surface_destroy (surface);
}

static void
paint_item (const Painting *painting, guint number)
{
  const ImSceneItem *item = &painting->painter->scene->items[number];

  switch (item->kind)
    {
    case IM_SCENE_RECTANGLE:
      paint_rectangle (painting, item);
      break;
    case IM_SCENE_PATH:
      paint_path (painting, item);
      break;
    case IM_SCENE_TEXT:
      paint_text (painting, number);
      break;
    case IM_SCENE_HEAT:
      paint_heat (painting, item);
      break;
    case IM_SCENE_OPEN_GROUP:
    case IM_SCENE_CLOSE_GROUP:
    default:
      g_assert_not_reached ();
    }
}

/* All of the clip: the last row of pixels may reach beyond the scene. */
static void
paint_canvas (const Painting *painting)
{
  guint32 colour = im_scene_style_get_colours (IM_STYLE_CANVAS, painting->theme).fill;

  if (colour == IM_COLOUR_NONE)
    return;
  set_colour (painting->cr, colour);
  cairo_paint (painting->cr);
}

void
im_scene_painter_paint (ImScenePainter *painter, ImSceneTheme theme, cairo_t *cr)
{
  const ImScene *scene = painter->scene;
  Painting painting = { .painter = painter,
                        .theme = theme,
                        .cr = cr,
                        .pixel_size = get_pixel_size (cr) };

  cairo_save (cr);
  cairo_clip_extents (cr, &painting.clip[0], &painting.clip[1], &painting.clip[2],
                      &painting.clip[3]);
  pango_cairo_update_context (cr, painter->context);
  paint_canvas (&painting);
  for (guint i = 0; i < scene->n_items; i++)
    if (scene->items[i].kind >= IM_SCENE_RECTANGLE &&
        is_visible (&painting, &scene->items[i]))
      paint_item (&painting, i);
  cairo_restore (cr);
}
