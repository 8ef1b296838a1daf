/* Memory as a picture: buffers of the arena as boxes, calls in their order to the right,
 * addresses upward. States, constants and the caller's memory are tables below.
 *
 * The axis of addresses is stretched where buffers are small, so that each has room for
 * its name and size; the scale at the left says which address is where.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-plan.h"
#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * im_scene_memory_new:
 * @plan: a plan
 *
 * Draws where buffers lie, from which call to which, the size of the arena and the bound
 * below which no arena can be. Two buffers of which one takes over the memory of the
 * other share a call: there each has half of it. The same plan gives the same picture.
 *
 * Returns: a new scene
 */
ImScene *im_scene_memory_new (const ImPlan *plan);

G_END_DECLS
