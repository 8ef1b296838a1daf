/* Formats of picture files, by name: SVG, PDF and PNG.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * ImSceneFormat:
 * @IM_FORMAT_SVG: as im_scene_append_svg() writes it
 * @IM_FORMAT_PDF: as im_scene_write_pdf() does
 * @IM_FORMAT_PNG: as im_scene_write_png() does, with IM_FORMAT_PNG_SCALE
 */
typedef enum
{
  IM_FORMAT_SVG,
  IM_FORMAT_PDF,
  IM_FORMAT_PNG,
  IM_N_FORMATS,
} ImSceneFormat;

#define IM_FORMAT_PNG_SCALE 2.0 /* for screens with small pixels */

/**
 * im_scene_format_get_name:
 * @format: a format
 *
 * Returns: its name in small letters, which is also what its files end in
 */
const char *im_scene_format_get_name (ImSceneFormat format);

/**
 * im_scene_format_find:
 * @path: the name of a file
 * @format: (out): its format; untouched on failure
 *
 * Tells a format from how a name ends, in small or capital letters.
 *
 * Returns: whether it is one of ours
 */
gboolean im_scene_format_find (const char *path, ImSceneFormat *format);

/**
 * im_scene_format_write:
 * @format: a format
 * @scene: a scene
 * @theme: which colours
 * @error: return location for an [error@Im.SceneError]
 *
 * Returns: (nullable): the bytes of a file
 */
GBytes *im_scene_format_write (ImSceneFormat format,
                               const ImScene *scene,
                               ImSceneTheme theme,
                               GError **error);

G_END_DECLS
