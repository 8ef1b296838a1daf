/* Widths of texts without a font, the same on every machine.
 *
 * A table has the widths of Helvetica, which Arial, Liberation Sans and Nimbus Sans
 * share. What is not in it is taken to be rather too wide than too narrow.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/display/im-scene-style.h"

G_BEGIN_DECLS

/**
 * im_scene_text_get_width:
 * @style: the style of a text
 * @text: valid UTF-8
 *
 * Returns: its width in pixels
 */
double im_scene_text_get_width (ImSceneStyleId style, const char *text);

/**
 * im_scene_text_dup_elided:
 * @style: the style of a text
 * @text: UTF-8; bytes that are none and control characters are replaced
 * @max_width: in pixels
 *
 * Returns: @text, or if it is wider as many characters as fit with `…` behind them, at
 * least one
 */
char *im_scene_text_dup_elided (ImSceneStyleId style, const char *text, double max_width);

/**
 * im_scene_path_dup_elided:
 * @style: the style of a text
 * @path: names with slashes between, the innermost last
 * @max_width: in pixels
 *
 * Returns: @path, or if it is wider `…/` and as many of its last names as fit, at least
 * one, which is shortened as im_scene_text_dup_elided() does if it must be
 */
char *im_scene_path_dup_elided (ImSceneStyleId style, const char *path, double max_width);

/**
 * im_scene_text_wrap:
 * @style: the style of a text
 * @text: UTF-8; bytes that are none and control characters are replaced
 * @max_width: in pixels
 *
 * Breaks a text at blanks, and words that are wider within them.
 *
 * Returns: (transfer full): lines of at least one character each that are not wider than
 * @max_width, or of a single character
 */
char **im_scene_text_wrap (ImSceneStyleId style, const char *text, double max_width);

G_END_DECLS
