/* One tensor as a small picture: its name, a box for each axis, and its type in words.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/display/im-scene.h"
#include "tensor/im-shape.h"

G_BEGIN_DECLS

/**
 * im_scene_tensor_new:
 * @name: such as the name of a socket
 * @shape: its shape
 * @type: the type in words, such as `[400,1] float32 · 100 Hz`
 *
 * Returns: (transfer full): the picture
 */
ImScene *im_scene_tensor_new (const char *name, const ImShape *shape, const char *type);

G_END_DECLS
