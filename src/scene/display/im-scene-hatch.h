/* Hatching: slanted lines that fill a rectangle with round corners.
 *
 * The lines are cut by calculation, so that every format shows the same without clips or
 * patterns.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/display/im-scene.h"

G_BEGIN_DECLS

#define IM_SCENE_HATCH_PITCH 7 /* from line to line, along the edges */

/**
 * im_scene_add_hatch:
 * @scene: a scene
 * @style: of the lines
 * @corner: upper left corner of the rectangle
 * @width: in pixels
 * @height: in pixels
 * @radius: of its corners, at most half of its sides
 *
 * Adds a path of lines that rise to the right by 45 degrees.
 */
void im_scene_add_hatch (ImScene *scene,
                         ImSceneStyleId style,
                         ImScenePoint corner,
                         double width,
                         double height,
                         double radius);

G_END_DECLS
