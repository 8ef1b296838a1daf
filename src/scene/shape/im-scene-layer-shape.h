/* What layers do to the axes of what flows through them, one layer below the other.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"
#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * im_scene_layer_shape_new:
 * @program: a program without errors
 * @path: (nullable): path of a layer, which may be a composite; NULL for all units in
 * their order
 *
 * Inputs and outputs of time are left out.
 *
 * Returns: (nullable): a picture, or NULL if there is no layer at @path
 */
ImScene *im_scene_layer_shape_new (const ImProgram *program, const char *path);

G_END_DECLS
