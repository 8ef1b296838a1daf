/* Shapes as a picture: every tensor of a pipeline as a row of boxes, one for each axis,
 * below the unit that makes it.
 *
 * Axis 0 stands at the right in all rows, so an axis can be followed downward and one
 * that comes or goes is seen at once.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"
#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * im_scene_shapes_new:
 * @program: a program without errors
 *
 * Draws inputs and units in the order in which they run. Beside a unit stands what it
 * reads if that is not just the row above. The same program gives the same picture.
 *
 * Returns: a new scene
 */
ImScene *im_scene_shapes_new (const ImProgram *program);

G_END_DECLS
