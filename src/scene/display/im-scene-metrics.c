/* SPDX-License-Identifier: MIT
 *
 * Source of the widths: Adobe Font Metrics of Helvetica, Helvetica-Bold and Symbol, in
 * thousandths of the font size.
 */
#include "scene/display/im-scene-metrics.h"

#include <string.h>

#define FIRST 0x20
#define N     95

static const guint16 plain[N] = {
  278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
  556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
  1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
  667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
  333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
  556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
};

static const guint16 bold[N] = {
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
  556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
  975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
  667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
  333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
  611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
};

/* Thousandths of the font size. */
static guint
get_advance (gboolean is_bold, gunichar c)
{
  if (c >= FIRST && c < FIRST + N)
    return (is_bold ? bold : plain)[c - FIRST];
  if (g_unichar_iszerowidth (c))
    return 0;
  if (c == 0xb7) /* middle dot */
    return 278;
  if (c == 0x203a) /* single angle quotation mark */
    return 333;
  if (c == 0x2212) /* minus */
    return 584;
  if (c == 0x2260 || c == 0x2264 || c == 0x2265) /* not equal, at most, at least */
    return 549;
  if (c == 0x221e) /* infinity */
    return 713;

  return c < 0x250 && g_unichar_islower (c) ? 611 : 1000;
}

double
im_scene_text_get_width (ImSceneStyleId style, const char *text)
{
  const ImSceneStyle *row = im_scene_style_get (style);
  guint64 sum = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    sum += get_advance (row->is_bold, g_utf8_get_char (p));

  return (double) sum * row->font_size / 1000;
}

static void
replace_controls (char *text)
{
  for (char *p = text; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      *p = ' ';
}

char *
im_scene_text_dup_elided (ImSceneStyleId style, const char *text, double max_width)
{
  const ImSceneStyle *row = im_scene_style_get (style);
  char *all = g_utf8_make_valid (text, -1);
  double room = max_width * 1000 / row->font_size - get_advance (row->is_bold, 0x2026);
  char *end = all;

  replace_controls (all);
  if (im_scene_text_get_width (style, all) <= max_width)
    return all;

  do
    {
      room -= get_advance (row->is_bold, g_utf8_get_char (end));
      if (room >= 0 || end == all)
        end = g_utf8_next_char (end);
    }
  while (room >= 0);
  *end = '\0';

  char *elided = g_strconcat (g_strchomp (all), "…", NULL);
  g_free (all);
  return elided;
}

char *
im_scene_path_dup_elided (ImSceneStyleId style, const char *path, double max_width)
{
  const char *rest = path;
  char *shown = g_strdup (path);

  while (im_scene_text_get_width (style, shown) > max_width && strchr (rest, '/') != NULL)
    {
      rest = strchr (rest, '/') + 1;
      g_free (shown);
      shown = g_strconcat ("…/", rest, NULL);
    }

  char *elided = im_scene_text_dup_elided (style, shown, max_width);
  g_free (shown);
  return elided;
}

/* As much of @text as fits, up to a blank if there is one, at least a character. */
static gsize
get_line_length (const ImSceneStyle *row, const char *text, double max_width)
{
  double room = max_width * 1000 / row->font_size;
  const char *blank = NULL, *p = text;

  while (*p != '\0')
    {
      gunichar c = g_utf8_get_char (p);

      room -= get_advance (row->is_bold, c);
      if (c == ' ' && p > text)
        blank = p;
      if (room < 0 && p > text)
        return (gsize) ((blank == NULL ? p : blank) - text);
      p = g_utf8_next_char (p);
    }

  return (gsize) (p - text);
}

char **
im_scene_text_wrap (ImSceneStyleId style, const char *text, double max_width)
{
  const ImSceneStyle *row = im_scene_style_get (style);
  g_autofree char *all = g_utf8_make_valid (text, -1);
  GPtrArray *lines = g_ptr_array_new ();
  const char *rest = all;

  replace_controls (all);
  while (*rest == ' ')
    rest++;
  while (*rest != '\0')
    {
      gsize length = get_line_length (row, rest, max_width);

      g_ptr_array_add (lines, g_strchomp (g_strndup (rest, length)));
      rest += length;
      while (*rest == ' ')
        rest++;
    }
  g_ptr_array_add (lines, NULL);

  return (char **) g_ptr_array_free (lines, FALSE);
}
