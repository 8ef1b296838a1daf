/* Pipelines as pictures: units in rows from the inputs down to the outputs, with what is
 * set of them, and pipes with the type, shape and rate of what flows.
 *
 * A composite is a frame around its layers. Frames that users put around nodes of a graph
 * are tints behind these nodes, with their titles. Queues, behind which everything runs
 * at another rate, and pipes of time stamps look different, without colours too.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"
#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * im_scene_pipeline_new:
 * @program: a program without errors
 *
 * Draws a program: of a unit its name, its id and the options that are not as they are
 * by default. The same program gives the same picture.
 *
 * Returns: a new scene
 */
ImScene *im_scene_pipeline_new (const ImProgram *program);

G_END_DECLS
