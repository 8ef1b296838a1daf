/* The cells of heat maps as pixels.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <cairo.h>

#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * im_scene_heat_create_surface:
 * @item: an IM_SCENE_HEAT
 * @theme: which colours
 *
 * Returns: (transfer full): a surface of a pixel to each cell
 */
cairo_surface_t *im_scene_heat_create_surface (const ImSceneItem *item,
                                               ImSceneTheme theme);

G_END_DECLS
