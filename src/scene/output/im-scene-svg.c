/* SPDX-License-Identifier: MIT */
#include "scene/output/im-scene-svg.h"

#include <math.h>

#include "base/im-escape.h"
#include "scene/output/im-scene-heat.h"

/* Rounded to hundredths, independent of the locale. */
static void
append_number (GString *out, double value)
{
  gint64 hundredths = (gint64) round (value * 100);
  guint64 size = (guint64) ABS (hundredths);

  g_string_append_printf (out, "%s%" G_GUINT64_FORMAT, hundredths < 0 ? "-" : "",
                          size / 100);
  if (size % 100 != 0)
    g_string_append_printf (
        out, size % 10 == 0 ? ".%" G_GUINT64_FORMAT : ".%02" G_GUINT64_FORMAT,
        size % 10 == 0 ? size % 100 / 10 : size % 100);
}

static void
append_attribute (GString *out, const char *name, double value)
{
  g_string_append_printf (out, " %s=\"", name);
  append_number (out, value);
  g_string_append_c (out, '"');
}

static void
append_point (GString *out, const char *before, ImScenePoint point)
{
  g_string_append (out, before);
  append_number (out, point.x);
  g_string_append_c (out, ' ');
  append_number (out, point.y);
}

static void
append_element (GString *out, const char *name, const char *text)
{
  g_string_append_printf (out, "<%s>", name);
  im_escape_append (IM_ESCAPE_XML, text, out);
  g_string_append_printf (out, "</%s>\n", name);
}

static void
append_colour (GString *out, const char *property, guint32 colour)
{
  if (colour == IM_COLOUR_NONE)
    g_string_append_printf (out, " %s: none;", property);
  else
    g_string_append_printf (out, " %s: #%06x;", property, colour);
}

static void
append_rule (GString *out, const ImSceneStyle *style, const ImSceneColours *colours)
{
  g_string_append_printf (out, ".im-scene .%s {", style->name);
  append_colour (out, "fill", colours->fill);
  if (colours->stroke != IM_COLOUR_NONE)
    append_colour (out, "stroke", colours->stroke);
}

static void
append_full_rule (GString *out, ImSceneStyleId id, ImSceneTheme theme)
{
  const ImSceneStyle *style = im_scene_style_get (id);
  ImSceneColours colours = im_scene_style_get_colours (id, theme);

  append_rule (out, style, &colours);
  if (style->line_width > 0)
    {
      g_string_append (out, " stroke-width: ");
      append_number (out, style->line_width);
      g_string_append_c (out, ';');
    }
  if (style->dash > 0)
    {
      g_string_append (out, " stroke-dasharray: ");
      append_number (out, style->dash);
      g_string_append_c (out, ';');
    }
  if (style->font_size > 0)
    {
      g_string_append_printf (out, " font: %s%s", style->is_italic ? "italic " : "",
                              style->is_bold ? "bold " : "");
      append_number (out, style->font_size);
      g_string_append (out, "px " IM_SCENE_FONTS ";");
    }
  g_string_append (out, " }\n");
}

static void
append_dark_rules (GString *out, const gboolean *used)
{
  g_string_append (out, "@media screen and (prefers-color-scheme: dark) {\n");
  for (guint i = 0; i < IM_N_STYLES; i++)
    if (used[i])
      {
        const ImSceneStyle *style = im_scene_style_get ((ImSceneStyleId) i);

        append_rule (out, style, &style->dark);
        g_string_append (out, " }\n");
      }
  g_string_append (out, "}\n");
}

/* The rules of what is there. Paper is white, also where the screen is dark. */
static void
append_styles (GString *out, const ImScene *scene, ImSceneTheme theme)
{
  gboolean used[IM_N_STYLES] = { [IM_STYLE_CANVAS] = TRUE };

  for (guint i = 0; i < scene->n_items; i++)
    if (scene->items[i].kind >= IM_SCENE_RECTANGLE)
      used[scene->items[i].style] = TRUE;
  g_string_append (out, "<style>\n");
  for (guint i = 0; i < IM_N_STYLES; i++)
    if (used[i])
      append_full_rule (out, (ImSceneStyleId) i, theme);
  if (theme == IM_THEME_AUTO)
    append_dark_rules (out, used);
  g_string_append (out, "</style>\n");
}

static void
append_rectangle (GString *out, const ImSceneItem *item)
{
  g_string_append_printf (out, "<rect class=\"%s\"",
                          im_scene_style_get (item->style)->name);
  append_attribute (out, "x", item->x);
  append_attribute (out, "y", item->y);
  append_attribute (out, "width", item->width);
  append_attribute (out, "height", item->height);
  if (item->radius > 0)
    append_attribute (out, "rx", item->radius);
  g_string_append (out, "/>\n");
}

static void
append_path (GString *out, const ImSceneItem *item, const ImSegment *segments)
{
  g_string_append_printf (out, "<path class=\"%s\" d=\"",
                          im_scene_style_get (item->style)->name);
  for (guint i = 0; i < item->n_segments; i++)
    {
      const ImSegment *segment = &segments[i];

      if (segment->kind == IM_SEGMENT_CLOSE)
        {
          g_string_append_c (out, 'Z');
          continue;
        }
      if (segment->kind == IM_SEGMENT_CURVE)
        {
          append_point (out, "C", segment->control[0]);
          append_point (out, " ", segment->control[1]);
          append_point (out, " ", segment->to);
        }
      else
        append_point (out, segment->kind == IM_SEGMENT_MOVE ? "M" : "L", segment->to);
    }
  g_string_append (out, "\"/>\n");
}

static cairo_status_t
append_png_cb (gpointer data, const guchar *bytes, guint n)
{
  g_byte_array_append ((GByteArray *) data, bytes, n);

  return CAIRO_STATUS_SUCCESS;
}

/* The cells as a picture of so many pixels, in the colours for a light screen unless a
 * dark one is asked for. */
static void
append_heat (GString *out, const ImSceneItem *item, ImSceneTheme theme)
{
  cairo_surface_t *surface = im_scene_heat_create_surface (item, theme);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *text = NULL;

  cairo_surface_write_to_png_stream (surface, append_png_cb, bytes);
  cairo_surface_destroy (surface);
  text = g_base64_encode (bytes->data, bytes->len);
  g_string_append (out, "<image preserveAspectRatio=\"none\" "
                        "style=\"image-rendering: pixelated\"");
  append_attribute (out, "x", item->x);
  append_attribute (out, "y", item->y);
  append_attribute (out, "width", item->width);
  append_attribute (out, "height", item->height);
  g_string_append_printf (out, " href=\"data:image/png;base64,%s\"/>\n", text);
}

static void
append_text (GString *out, const ImSceneItem *item)
{
  static const char *const anchors[] = { NULL, "middle", "end" };

  g_string_append_printf (out, "<text class=\"%s\"",
                          im_scene_style_get (item->style)->name);
  append_attribute (out, "x", item->x);
  append_attribute (out, "y", item->y);
  if (anchors[item->anchor] != NULL)
    g_string_append_printf (out, " text-anchor=\"%s\"", anchors[item->anchor]);
  g_string_append_c (out, '>');
  im_escape_append (IM_ESCAPE_XML, item->text, out);
  g_string_append (out, "</text>\n");
}

static void
append_item (GString *out,
             const ImScene *scene,
             const ImSceneItem *item,
             ImSceneTheme theme)
{
  switch (item->kind)
    {
    case IM_SCENE_OPEN_GROUP:
      g_string_append (out, "<g>\n");
      append_element (out, "title", item->text);
      break;
    case IM_SCENE_CLOSE_GROUP:
      g_string_append (out, "</g>\n");
      break;
    case IM_SCENE_RECTANGLE:
      append_rectangle (out, item);
      break;
    case IM_SCENE_PATH:
      append_path (out, item, scene->segments + item->first_segment);
      break;
    case IM_SCENE_TEXT:
      append_text (out, item);
      break;
    case IM_SCENE_HEAT:
      append_heat (out, item, theme);
      break;
    default:
      g_assert_not_reached ();
    }
}

void
im_scene_append_svg (const ImScene *scene, ImSceneTheme theme, GString *out)
{
  g_string_append (out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"im-scene\" "
                        "role=\"img\"");
  append_attribute (out, "width", scene->width);
  append_attribute (out, "height", scene->height);
  g_string_append (out, " viewBox=\"0 0 ");
  append_number (out, scene->width);
  g_string_append_c (out, ' ');
  append_number (out, scene->height);
  g_string_append (out, "\">\n");
  append_element (out, "title", scene->title);
  append_element (out, "desc", scene->description);
  append_styles (out, scene, theme);
  append_rectangle (out, &(ImSceneItem){ .style = IM_STYLE_CANVAS,
                                         .width = scene->width,
                                         .height = scene->height });
  for (guint i = 0; i < scene->n_items; i++)
    append_item (out, scene, &scene->items[i], theme);
  g_string_append (out, "</svg>\n");
}
