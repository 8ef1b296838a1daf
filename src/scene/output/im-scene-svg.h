/* Scenes as SVG: real text that can be searched, colours for light and dark screens and
 * for paper, a title and a description for those who listen. The same scene gives the
 * same bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * im_scene_append_svg:
 * @scene: a scene
 * @theme: which colours
 * @out: where to append
 *
 * Appends an SVG document, in UTF-8, without scripts and links. Source: W3C, "Scalable
 * Vector Graphics (SVG) 2".
 */
void im_scene_append_svg (const ImScene *scene, ImSceneTheme theme, GString *out);

G_END_DECLS
