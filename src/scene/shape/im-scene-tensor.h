/* One tensor as a small picture: a box for each axis. Its name and its type are said by
 * the title and the description, which stand around it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/display/im-scene.h"
#include "tensor/im-shape.h"

G_BEGIN_DECLS

/**
 * im_scene_tensor_new:
 * @name: the title, such as the name of a socket
 * @shape: its shape
 * @type: the description: the type in words, such as `float32[400,1]@100`
 *
 * Returns: (transfer full): the picture
 */
ImScene *im_scene_tensor_new (const char *name, const ImShape *shape, const char *type);

G_END_DECLS
