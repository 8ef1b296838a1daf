/* Scenes painted with cairo: on a screen, and into PDF and PNG.
 *
 * Boxes and lines are where the display list says. Texts are set by Pango in the first
 * font of the list in im-scene-style.h that is there; a text that gets wider than the
 * scene has measured is squeezed, so that it stays in its box whatever the font. So the
 * layout is the same on every machine, and only the letters differ.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <cairo.h>

#include "scene/display/im-scene.h"

G_BEGIN_DECLS

#define IM_SCENE_ERROR (im_scene_error_quark ())

/**
 * ImSceneError:
 * @IM_SCENE_ERROR_PAINT: cairo could not make the picture, for want of memory mostly
 */
typedef enum
{
  IM_SCENE_ERROR_PAINT,
} ImSceneError;

GQuark im_scene_error_quark (void);

/* The longest side of a picture in pixels; cairo has no larger ones. */
#define IM_SCENE_MAX_PIXELS 32767

typedef struct _ImScenePainter ImScenePainter;

/**
 * im_scene_painter_new:
 * @scene: a scene; it must outlive the painter and may not grow
 *
 * A painter remembers the letters of its texts, so that the second frame is faster. Use
 * it from one thread at a time.
 *
 * Returns: a new painter
 */
ImScenePainter *im_scene_painter_new (const ImScene *scene);
void im_scene_painter_free (ImScenePainter *painter);

/**
 * im_scene_painter_paint:
 * @painter: a painter
 * @theme: which colours
 * @cr: where to; its units are those of the scene
 *
 * Paints what lies in the clip of @cr, all of which gets the background. On pixels, texts
 * too small to read become lines.
 */
void im_scene_painter_paint (ImScenePainter *painter, ImSceneTheme theme, cairo_t *cr);

/**
 * im_scene_write_pdf:
 * @scene: a scene
 * @theme: which colours
 * @out: where to append
 * @error: return location for an [error@Im.SceneError]
 *
 * Appends a PDF of one page, 3/4 point to a pixel as in CSS, whose text can be searched.
 * It has the title of the scene and no date: the same scene, fonts and versions of the
 * libraries give the same bytes.
 *
 * Returns: whether it was made
 */
gboolean im_scene_write_pdf (const ImScene *scene,
                             ImSceneTheme theme,
                             GByteArray *out,
                             GError **error);

/**
 * im_scene_write_png:
 * @scene: a scene
 * @theme: which colours
 * @scale: pixels to a pixel of the scene; less where a side would have more than
 *   IM_SCENE_MAX_PIXELS
 * @out: where to append
 * @error: return location for an [error@Im.SceneError]
 *
 * Appends a PNG. For print what is not drawn is transparent.
 *
 * Returns: whether it was made
 */
gboolean im_scene_write_png (const ImScene *scene,
                             ImSceneTheme theme,
                             double scale,
                             GByteArray *out,
                             GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImScenePainter, im_scene_painter_free)

G_END_DECLS
