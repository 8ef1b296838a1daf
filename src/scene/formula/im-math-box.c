/* SPDX-License-Identifier: MIT */
#include "scene/formula/im-math-box.h"

#include <string.h>

#include "scene/display/im-scene-metrics.h"

#define MAX_POINTS 14
#define AXIS       0.26 /* of the font size: where fraction lines are, above the baseline */
#define GAP        3    /* pixels between a line and what is above or below it */

typedef enum
{
  PIECE_TEXT,
  PIECE_LINES, /* open */
  PIECE_AREA,  /* closed and filled */
  PIECE_CURVE, /* of four points */
} PieceKind;

struct _ImMathPiece
{
  PieceKind kind;
  ImSceneStyleId style;
  const char *text;
  guint n_points; /* of a text 1 */
  ImScenePoint points[MAX_POINTS];
  ImMathPiece *next;
};

static double
get_font_size (ImMathSize size)
{
  return im_scene_style_get (size == IM_MATH_LARGE ? IM_STYLE_MATH : IM_STYLE_MATH_SMALL)
      ->font_size;
}

static void
shift (ImMathPiece *pieces, double x, double y)
{
  for (ImMathPiece *piece = pieces; piece != NULL; piece = piece->next)
    for (guint i = 0; i < piece->n_points; i++)
      {
        piece->points[i].x += x;
        piece->points[i].y += y;
      }
}

/* Puts a box into another one, without changing how large that is. */
static void
put (ImMathBox *box, ImMathBox inside, double x, double y)
{
  ImMathPiece **end = &box->pieces;

  while (*end != NULL)
    end = &(*end)->next;
  shift (inside.pieces, x, y);
  *end = inside.pieces;
}

static void
put_path (ImMathBox *box,
          PieceKind kind,
          const ImScenePoint *points,
          guint n_points,
          ImArena *arena)
{
  ImMathPiece *piece = im_arena_new0 (arena, ImMathPiece, 1);

  piece->kind = kind;
  piece->style = kind == PIECE_AREA ? IM_STYLE_MATH_SIGN : IM_STYLE_MATH_LINE;
  piece->n_points = n_points;
  memcpy (piece->points, points, sizeof *points * n_points);
  put (box, (ImMathBox){ .pieces = piece }, 0, 0);
}

static ImMathBox
new_text (ImSceneStyleId style, const char *text, ImArena *arena)
{
  double size = im_scene_style_get (style)->font_size;
  ImMathPiece *piece = im_arena_new0 (arena, ImMathPiece, 1);

  piece->kind = PIECE_TEXT;
  piece->style = style;
  piece->text = im_arena_strdup (arena, text);
  piece->n_points = 1;

  return (ImMathBox){ im_scene_text_get_width (style, text), 0.74 * size, 0.22 * size,
                      piece };
}

ImMathBox
im_math_text (ImMathSize size, const char *text, ImArena *arena)
{
  return new_text (size == IM_MATH_LARGE ? IM_STYLE_MATH : IM_STYLE_MATH_SMALL, text,
                   arena);
}

ImMathBox
im_math_operator (ImMathSize size, const char *text, ImArena *arena)
{
  double room = 0.26 * get_font_size (size);
  ImMathBox sign = im_math_text (size, text, arena);
  ImMathBox box = { sign.width + 2 * room, sign.ascent, sign.descent, NULL };

  put (&box, sign, room, 0);

  return box;
}

/* The bytes of a name before its subscript. */
static gsize
get_stem_length (const char *name)
{
  const char *mark = *name == '\0' ? NULL : strchr (name + 1, '_');
  gsize length = strlen (name);

  if (mark != NULL && mark[1] != '\0')
    return (gsize) (mark - name);
  while (length > 1 && g_ascii_isdigit (name[length - 1]))
    length--;

  return length;
}

ImMathBox
im_math_name (ImMathSize size, const char *name, ImArena *arena)
{
  gsize length = get_stem_length (name);
  g_autofree char *stem = g_strndup (name, length);
  const char *below = name + length + (name[length] == '_' ? 1 : 0);
  ImSceneStyleId style = size == IM_MATH_LARGE ? IM_STYLE_MATH_NAME
                                               : IM_STYLE_MATH_SMALL_NAME;
  ImMathBox box = new_text (style, stem, arena);

  if (*below != '\0')
    {
      ImMathBox subscript = new_text (IM_STYLE_MATH_SUBSCRIPT, below, arena);
      double down = 0.2 * get_font_size (size);

      put (&box, subscript, box.width + 0.5, down);
      box.width += subscript.width + 1;
      box.descent = MAX (box.descent, subscript.descent + down);
    }

  return box;
}

void
im_math_append (ImMathBox *box, ImMathBox next)
{
  put (box, next, box->width, 0);
  box->width += next.width;
  box->ascent = MAX (box->ascent, next.ascent);
  box->descent = MAX (box->descent, next.descent);
}

ImMathBox
im_math_fraction (ImMathBox above, ImMathBox below, ImArena *arena)
{
  double axis = AXIS * get_font_size (IM_MATH_LARGE);
  double width = MAX (above.width, below.width) + 8;
  double up = axis + GAP + above.descent, down = GAP + below.ascent - axis;
  ImMathBox box = { width + 4, up + above.ascent, down + below.descent, NULL };
  const ImScenePoint line[] = { { 2, -axis }, { width + 2, -axis } };

  put (&box, above, 2 + (width - above.width) / 2, -up);
  put (&box, below, 2 + (width - below.width) / 2, down);
  put_path (&box, PIECE_LINES, line, G_N_ELEMENTS (line), arena);

  return box;
}

/* A bracket around a height: from @x at both ends to @x + @bulge in the middle. */
static void
put_bracket (ImMathBox *box, double x, double bulge, ImArena *arena)
{
  double top = -box->ascent, bottom = box->descent, height = bottom - top;
  const ImScenePoint points[] = { { x, top },
                                  { x + bulge * 1.33, top + height * 0.28 },
                                  { x + bulge * 1.33, bottom - height * 0.28 },
                                  { x, bottom } };

  put_path (box, PIECE_CURVE, points, G_N_ELEMENTS (points), arena);
}

#define BRACKET 5

ImMathBox
im_math_brackets (ImMathBox inside, ImArena *arena)
{
  double bulge = 2 + (inside.ascent + inside.descent) * 0.06;
  double side = BRACKET + bulge / 2;
  ImMathBox box = { inside.width + 2 * side, inside.ascent + 1, inside.descent + 1,
                    NULL };

  put (&box, inside, side, 0);
  put_bracket (&box, bulge + 1.5, -bulge, arena);
  put_bracket (&box, box.width - bulge - 1.5, bulge, arena);

  return box;
}

ImMathBox
im_math_bars (ImMathBox inside, ImArena *arena)
{
  ImMathBox box = { inside.width + 12, inside.ascent + 1, inside.descent + 1, NULL };

  put (&box, inside, 6, 0);
  for (guint i = 0; i < 2; i++)
    {
      double x = i == 0 ? 2.5 : box.width - 2.5;
      const ImScenePoint line[] = { { x, -box.ascent }, { x, box.descent } };

      put_path (&box, PIECE_LINES, line, G_N_ELEMENTS (line), arena);
    }

  return box;
}

ImMathBox
im_math_root (ImMathBox inside, ImArena *arena)
{
  double top = inside.ascent + GAP;
  ImMathBox box = { inside.width + 18, top + 1, inside.descent, NULL };
  const ImScenePoint lines[] = { { 1, -0.28 * top },
                                 { 4, -0.36 * top },
                                 { 8, inside.descent - 1 },
                                 { 13, -top },
                                 { box.width - 1, -top } };

  put (&box, inside, 15, 0);
  put_path (&box, PIECE_LINES, lines, G_N_ELEMENTS (lines), arena);

  return box;
}

static void
put_brace (ImMathBox *box, double middle, ImArena *arena)
{
  for (guint i = 0; i < 2; i++)
    {
      double end = i == 0 ? -box->ascent : box->descent;
      const ImScenePoint points[] = { { 9, end },
                                      { 2, end },
                                      { 9, middle },
                                      { 2, middle } };

      put_path (box, PIECE_CURVE, points, G_N_ELEMENTS (points), arena);
    }
}

ImMathBox
im_math_cases (ImMathBox first, ImMathBox second, ImArena *arena)
{
  double axis = AXIS * get_font_size (IM_MATH_LARGE);
  double up = axis + GAP + first.descent, down = GAP + second.ascent - axis;
  ImMathBox box = { 14 + MAX (first.width, second.width), up + first.ascent,
                    down + second.descent, NULL };

  put (&box, first, 14, -up);
  put (&box, second, 14, down);
  put_brace (&box, -axis, arena);

  return box;
}

ImMathBox
im_math_sign (ImMathSign sign, ImArena *arena)
{
  static const ImScenePoint sum[] = {
    { 24, 8.5 },    { 22.2, 3 },  { 6.5, 3 }, { 15, 16 },  { 5.5, 29.3 },
    { 22.2, 29.3 }, { 25, 23.5 }, { 24, 33 }, { 0, 33 },   { 0, 31.5 },
    { 10.5, 16.5 }, { 0, 1.5 },   { 0, 0 },   { 23.5, 0 },
  };
  static const ImScenePoint product[] = {
    { 0, 0 },      { 26, 0 },    { 26, 2 },   { 23, 2 }, { 23, 33 }, { 18.5, 33 },
    { 18.5, 2.5 }, { 7.5, 2.5 }, { 7.5, 33 }, { 3, 33 }, { 3, 2 },   { 0, 2 },
  };
  double axis = AXIS * get_font_size (IM_MATH_LARGE);
  ImMathBox box = { 26, 33 / 2.0 + axis, 33 / 2.0 - axis, NULL };

  if (sign == IM_MATH_SUM)
    put_path (&box, PIECE_AREA, sum, G_N_ELEMENTS (sum), arena);
  else
    put_path (&box, PIECE_AREA, product, G_N_ELEMENTS (product), arena);
  shift (box.pieces, 0, -box.ascent);

  return box;
}

ImMathBox
im_math_limit (ImMathBox sign, ImMathBox below)
{
  double width = MAX (sign.width, below.width);
  double down = sign.descent + 2 + below.ascent;
  ImMathBox box = { width, sign.ascent, down + below.descent, NULL };

  put (&box, sign, (width - sign.width) / 2, 0);
  put (&box, below, (width - below.width) / 2, down);

  return box;
}

static ImScenePoint
get_point (const ImMathPiece *piece, guint i, ImScenePoint at)
{
  return (ImScenePoint){ at.x + piece->points[i].x, at.y + piece->points[i].y };
}

static void
draw_path (const ImMathPiece *piece, ImScenePoint at, ImScene *scene)
{
  im_scene_begin_path (scene, piece->style);
  im_scene_move_to (scene, get_point (piece, 0, at));
  if (piece->kind == PIECE_CURVE)
    im_scene_curve_to (scene, get_point (piece, 1, at), get_point (piece, 2, at),
                       get_point (piece, 3, at));
  else
    for (guint i = 1; i < piece->n_points; i++)
      im_scene_line_to (scene, get_point (piece, i, at));
  if (piece->kind == PIECE_AREA)
    im_scene_close_path (scene);
}

void
im_math_draw (const ImMathBox *box, ImScenePoint at, ImScene *scene)
{
  for (const ImMathPiece *piece = box->pieces; piece != NULL; piece = piece->next)
    if (piece->kind == PIECE_TEXT)
      im_scene_add_text (scene, piece->style, get_point (piece, 0, at), IM_ANCHOR_START,
                         piece->text);
    else
      draw_path (piece, at, scene);
}
