/* The ruler above lanes: the time that is looked at, and the labels in it by name.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/track/im-scene-lane.h"

G_BEGIN_DECLS

#define IM_RULER_LABELS 20 /* pixels that labels take above the axis */

/**
 * im_scene_ruler_new:
 * @lane: where lanes lie, what time they show, and labels; its signal, kind and height
 *   are not looked at
 * @is_timed: whether times are in seconds, else they are rows
 *
 * Returns: a picture, as wide as the lane
 */
ImScene *im_scene_ruler_new (const ImLane *lane, gboolean is_timed);

G_END_DECLS
