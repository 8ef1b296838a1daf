/* What must hold of every picture, whatever it shows.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/display/im-scene.h"

/**
 * scene_geometry_check:
 * @scene: a picture
 *
 * Fails the test unless all is on the canvas, no text overlaps another one or a pipe, no
 * pipe enters a box, and boxes and frames are apart or one is in the other.
 */
void scene_geometry_check (const ImScene *scene);
