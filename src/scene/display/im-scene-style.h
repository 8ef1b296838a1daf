/* Styles: how things of a picture look, by what they are.
 *
 * A picture says of each of its items only what it is. One table gives the size, weight
 * and colours for light and dark surroundings, for SVG and for painting alike. No meaning
 * is carried by colour alone.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  IM_STYLE_CANVAS,
  IM_STYLE_FRAME,
  IM_STYLE_TINT, /* the first one of seven, in the order of ImFrameColor */
  IM_STYLE_TINT_2,
  IM_STYLE_TINT_3,
  IM_STYLE_TINT_4,
  IM_STYLE_TINT_5,
  IM_STYLE_TINT_6,
  IM_STYLE_TINT_7,
  IM_STYLE_UNIT,
  IM_STYLE_QUEUE,
  IM_STYLE_INPUT,
  IM_STYLE_OUTPUT,
  IM_STYLE_DIVIDER,
  IM_STYLE_PIPE,
  IM_STYLE_TIME_PIPE,
  IM_STYLE_ARROW,
  IM_STYLE_PORT,
  IM_STYLE_OPEN_PORT,
  IM_STYLE_BUFFER,
  IM_STYLE_SCRATCH,
  IM_STYLE_PEAK,
  IM_STYLE_BOUND,
  IM_STYLE_DOMAIN_EDGE,
  IM_STYLE_AXIS,
  IM_STYLE_CELL,
  IM_STYLE_CELL_RIGHT,
  IM_STYLE_CELL_GROUP2,
  IM_STYLE_CELL_MIDDLE,
  IM_STYLE_CELL_GROUP1,
  IM_STYLE_CELL_LEFT,
  IM_STYLE_RESULT,
  IM_STYLE_RESULT_RIGHT,
  IM_STYLE_RESULT_GROUP2,
  IM_STYLE_RESULT_MIDDLE,
  IM_STYLE_RESULT_GROUP1,
  IM_STYLE_RESULT_LEFT,
  IM_STYLE_HATCH,
  IM_STYLE_HATCH_RIGHT,
  IM_STYLE_HATCH_GROUP2,
  IM_STYLE_HATCH_MIDDLE,
  IM_STYLE_HATCH_GROUP1,
  IM_STYLE_HATCH_LEFT,
  IM_STYLE_BRACKET_RIGHT,
  IM_STYLE_BRACKET_GROUP2,
  IM_STYLE_BRACKET_MIDDLE,
  IM_STYLE_BRACKET_GROUP1,
  IM_STYLE_BRACKET_LEFT,
  IM_STYLE_CELL_STRETCHED,
  IM_STYLE_CELL_PILL,
  IM_STYLE_CELL_ADDED,
  IM_STYLE_CELL_UNKNOWN,
  IM_STYLE_CELL_BAD,
  IM_STYLE_RESULT_BAD,
  IM_STYLE_CELL_DECLARED,
  IM_STYLE_LOCK,
  IM_STYLE_LOCK_SHACKLE,
  IM_STYLE_STRIKE,
  IM_STYLE_AXIS_KEPT,
  IM_STYLE_AXIS_MOVED,
  IM_STYLE_AXIS_REPLACED,
  IM_STYLE_AXIS_REMOVED,
  IM_STYLE_AXIS_INSERTED,
  IM_STYLE_AXIS_ALIGNED,
  IM_STYLE_TIMELINE_INPUTS,
  IM_STYLE_TIMELINE_OVERLAP,
  IM_STYLE_SIGNAL, /* the first one of six */
  IM_STYLE_SIGNAL_2,
  IM_STYLE_SIGNAL_3,
  IM_STYLE_SIGNAL_4,
  IM_STYLE_SIGNAL_5,
  IM_STYLE_SIGNAL_6,
  IM_STYLE_LABEL, /* the first one of eight */
  IM_STYLE_LABEL_2,
  IM_STYLE_LABEL_3,
  IM_STYLE_LABEL_4,
  IM_STYLE_LABEL_5,
  IM_STYLE_LABEL_6,
  IM_STYLE_LABEL_7,
  IM_STYLE_LABEL_8,
  IM_STYLE_LABEL_SHADE, /* the first one of eight */
  IM_STYLE_LABEL_SHADE_2,
  IM_STYLE_LABEL_SHADE_3,
  IM_STYLE_LABEL_SHADE_4,
  IM_STYLE_LABEL_SHADE_5,
  IM_STYLE_LABEL_SHADE_6,
  IM_STYLE_LABEL_SHADE_7,
  IM_STYLE_LABEL_SHADE_8,
  IM_STYLE_LANE,
  IM_STYLE_HEAT, /* the first one of nine, from low to high */
  IM_STYLE_HEAT_2,
  IM_STYLE_HEAT_3,
  IM_STYLE_HEAT_4,
  IM_STYLE_HEAT_5,
  IM_STYLE_HEAT_6,
  IM_STYLE_HEAT_7,
  IM_STYLE_HEAT_8,
  IM_STYLE_HEAT_9,
  IM_STYLE_HEAT_NONE, /* of no number */
  IM_STYLE_MATH_SIGN,
  IM_STYLE_MATH_LINE,
  IM_STYLE_MARK_ADDED,
  IM_STYLE_MARK_REMOVED,
  IM_STYLE_MARK_CHANGED,
  IM_STYLE_MARK_FOLLOWS,
  IM_STYLE_MARK_BADGE,
  IM_STYLE_TITLE, /* the first one of texts */
  IM_STYLE_SUBTITLE,
  IM_STYLE_NAME,
  IM_STYLE_ID,
  IM_STYLE_TAG,
  IM_STYLE_OPTION,
  IM_STYLE_VALUE,
  IM_STYLE_TYPE,
  IM_STYLE_RATE,
  IM_STYLE_SOCKET,
  IM_STYLE_FRAME_NAME,
  IM_STYLE_SIZE,
  IM_STYLE_HEADING,
  IM_STYLE_CELL_SIZE,
  IM_STYLE_CELL_MUTED,
  IM_STYLE_OPERAND,
  IM_STYLE_VERDICT,
  IM_STYLE_VERDICT_BAD,
  IM_STYLE_VERDICT_DECLARED,
  IM_STYLE_LOOP,
  IM_STYLE_LOOP_STILL,
  IM_STYLE_MATH,
  IM_STYLE_MATH_NAME,
  IM_STYLE_MATH_SMALL,
  IM_STYLE_MATH_SMALL_NAME,
  IM_STYLE_MATH_SUBSCRIPT,
  IM_N_STYLES,
} ImSceneStyleId;

#define IM_COLOUR_NONE G_MAXUINT32

/**
 * ImSceneColours:
 * @fill: inside of a shape or of letters, `0xRRGGBB` or IM_COLOUR_NONE
 * @stroke: of the outline, `0xRRGGBB` or IM_COLOUR_NONE
 */
typedef struct
{
  guint32 fill;
  guint32 stroke;
} ImSceneColours;

/**
 * ImSceneStyle:
 * @name: its name, the class in SVG
 * @light: colours on white
 * @dark: colours on a dark screen
 * @line_width: of the outline, in pixels
 * @dash: length of dashes and of the gaps between them, 0 for a solid line
 * @font_size: of a text, in pixels, 0 for a shape
 * @is_bold: of a text
 * @is_italic: of a text
 */
typedef struct
{
  const char *name;
  ImSceneColours light;
  ImSceneColours dark;
  double line_width;
  double dash;
  double font_size;
  gboolean is_bold;
  gboolean is_italic;
} ImSceneStyle;

/**
 * ImSceneTheme:
 * @IM_THEME_AUTO: light; an SVG is dark where the screen that shows it is
 * @IM_THEME_LIGHT: on white
 * @IM_THEME_DARK: on a dark screen
 * @IM_THEME_PRINT: greys without a background, for printers without colour
 */
typedef enum
{
  IM_THEME_AUTO,
  IM_THEME_LIGHT,
  IM_THEME_DARK,
  IM_THEME_PRINT,
} ImSceneTheme;

/* Fonts of the same widths on all usual systems, best first, as in CSS. */
#define IM_SCENE_FONTS \
  "Helvetica, Arial, \"Liberation Sans\", \"Nimbus Sans\", sans-serif"

const ImSceneStyle *im_scene_style_get (ImSceneStyleId style);

/**
 * im_scene_style_get_colours:
 * @style: a style
 * @theme: surroundings
 *
 * Returns: the colours of a style; for print, texts are black and all else is the grey
 *   that is as bright as the colour on a light screen. Source: ITU-R BT.709, luma
 */
ImSceneColours im_scene_style_get_colours (ImSceneStyleId style, ImSceneTheme theme);

G_END_DECLS
