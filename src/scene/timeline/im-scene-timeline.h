/* When queues collect and give what: windows, strides, overlap and latency.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"
#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * im_scene_timeline_new:
 * @program: a program without errors
 * @path: (nullable): path of a layer: a queue, or a composite with queues inside; NULL
 * for all queues
 *
 * Returns: a picture; of a program or layer without queues it says so
 */
ImScene *im_scene_timeline_new (const ImProgram *program, const char *path);

G_END_DECLS
