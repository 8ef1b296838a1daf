/* Scenes: pictures as lists of what to draw, in that order.
 *
 * A scene knows boxes, lines, texts and heat maps by what they are, not pixels and not
 * fonts. The same one is written as SVG and painted on a screen, so both show the same.
 * The x axis goes right, the y axis down; one unit is one pixel of CSS. Behind everything
 * is a rectangle of the style IM_STYLE_CANVAS.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "scene/display/im-scene-style.h"

G_BEGIN_DECLS

typedef struct _ImScene ImScene;

typedef enum
{
  IM_SCENE_OPEN_GROUP,
  IM_SCENE_CLOSE_GROUP,
  IM_SCENE_RECTANGLE,
  IM_SCENE_PATH,
  IM_SCENE_TEXT,
  IM_SCENE_HEAT,
} ImSceneItemKind;

typedef enum
{
  IM_SEGMENT_MOVE,
  IM_SEGMENT_LINE,
  IM_SEGMENT_CURVE,
  IM_SEGMENT_CLOSE,
} ImSegmentKind;

typedef enum
{
  IM_ANCHOR_START,
  IM_ANCHOR_MIDDLE,
  IM_ANCHOR_END,
} ImAnchor;

/**
 * ImScenePoint:
 * @x: to the right
 * @y: downward
 */
typedef struct
{
  double x;
  double y;
} ImScenePoint;

/**
 * ImSegment:
 * @kind: what it is
 * @control: of CURVE: the two control points
 * @to: where it ends; not of CLOSE
 */
typedef struct
{
  ImSegmentKind kind;
  ImScenePoint control[2];
  ImScenePoint to;
} ImSegment;

/**
 * ImSceneItem:
 * @kind: what it is
 * @style: how it looks; not of groups
 * @text: of OPEN_GROUP what it shows, for those who cannot see it; of TEXT the text
 * @x: of RECTANGLE and HEAT the left edge, of TEXT the point of its anchor
 * @y: of RECTANGLE and HEAT the upper edge, of TEXT the baseline
 * @width: of RECTANGLE and HEAT; of TEXT as im_scene_text_get_width() says
 * @height: of RECTANGLE and HEAT
 * @radius: of RECTANGLE: of its corners
 * @anchor: of TEXT: which part of it is at @x
 * @first_segment: of PATH: its first one in the scene
 * @n_segments: of PATH: their number
 * @n_columns: of HEAT: cells from left to right
 * @n_rows: of HEAT: cells from top to bottom
 * @levels: of HEAT: of each cell, row by row, 1 to 255 from low to high, 0 of no number
 */
typedef struct
{
  ImSceneItemKind kind;
  ImSceneStyleId style;
  const char *text;
  double x;
  double y;
  double width;
  double height;
  double radius;
  ImAnchor anchor;
  guint first_segment;
  guint n_segments;
  guint n_columns;
  guint n_rows;
  const guint8 *levels;
} ImSceneItem;

/**
 * ImScene:
 * @title: what the picture shows, in a few words
 * @description: the same at length
 * @width: in pixels
 * @height: in pixels
 * @items: in the order of drawing
 * @n_items: their number
 * @segments: of all paths
 */
struct _ImScene
{
  const char *title;
  const char *description;
  double width;
  double height;
  const ImSceneItem *items;
  guint n_items;
  const ImSegment *segments;
  /*< private >*/
  ImArena *arena;
  GArray *item_array;
  GArray *segment_array;
};

/**
 * im_scene_new:
 * @title: see #ImScene
 * @description: see #ImScene
 *
 * Returns: a scene without items
 */
ImScene *im_scene_new (const char *title, const char *description);

void im_scene_free (ImScene *scene);

/**
 * im_scene_open_group:
 * @scene: a scene
 * @text: what it shows, a line
 *
 * Begins a group of items, which may hold groups; im_scene_close_group() ends it.
 */
void im_scene_open_group (ImScene *scene, const char *text);
void im_scene_close_group (ImScene *scene);

/**
 * im_scene_add_rectangle:
 * @scene: a scene
 * @style: how it looks
 * @corner: its upper left corner
 * @width: in pixels
 * @height: in pixels
 * @radius: of its corners
 *
 * Adds a rectangle; one whose radius is half of its sides is a circle.
 */
void im_scene_add_rectangle (ImScene *scene,
                             ImSceneStyleId style,
                             ImScenePoint corner,
                             double width,
                             double height,
                             double radius);

/**
 * im_scene_add_heat:
 * @scene: a scene
 * @corner: its upper left corner
 * @width: in pixels
 * @height: in pixels
 * @n_columns: cells from left to right
 * @n_rows: cells from top to bottom
 * @levels: (array): @n_rows times @n_columns levels, see #ImSceneItem; they are copied
 *
 * Adds a rectangle of cells, whose colours go from IM_STYLE_HEAT to IM_STYLE_HEAT_9.
 */
void im_scene_add_heat (ImScene *scene,
                        ImScenePoint corner,
                        double width,
                        double height,
                        guint n_columns,
                        guint n_rows,
                        const guint8 *levels);

/**
 * im_scene_add_text:
 * @scene: a scene
 * @style: how it looks
 * @at: the point of its anchor, on the baseline
 * @anchor: which part of it is there
 * @text: valid UTF-8 without control characters, as im_scene_text_dup_elided() gives
 *
 * Adds a line of text.
 */
void im_scene_add_text (ImScene *scene,
                        ImSceneStyleId style,
                        ImScenePoint at,
                        ImAnchor anchor,
                        const char *text);

/**
 * im_scene_begin_path:
 * @scene: a scene
 * @style: how it looks
 *
 * Adds an empty path, to which the segments that follow belong.
 */
void im_scene_begin_path (ImScene *scene, ImSceneStyleId style);
void im_scene_move_to (ImScene *scene, ImScenePoint to);
void im_scene_line_to (ImScene *scene, ImScenePoint to);
void im_scene_curve_to (ImScene *scene,
                        ImScenePoint first_control,
                        ImScenePoint second_control,
                        ImScenePoint to);
void im_scene_close_path (ImScene *scene);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImScene, im_scene_free)

G_END_DECLS
