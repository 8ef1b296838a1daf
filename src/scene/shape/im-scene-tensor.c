/* SPDX-License-Identifier: MIT */
#include "scene/shape/im-scene-tensor.h"

#include "scene/display/im-scene-metrics.h"
#include "scene/shape/im-shape-diagram.h"

#define MARGIN    12
#define MAX_WIDTH 420 /* of texts */
#define HEAD      24  /* of the name, with the gap below it */
#define FOOT      22  /* of the type, with the gap above it */

ImScene *
im_scene_tensor_new (const char *name, const ImShape *shape, const char *type)
{
  g_autofree char *title = im_scene_text_dup_elided (IM_STYLE_NAME, name, MAX_WIDTH);
  g_autofree char *line = im_scene_text_dup_elided (IM_STYLE_TYPE, type, MAX_WIDTH);
  ImScene *scene = im_scene_new (name, type);
  ImShapeColumns columns = { 0 };
  double width;

  im_shape_columns_add (&columns, shape);
  width = im_shape_columns_get_width (&columns);
  width = MAX (width, im_scene_text_get_width (IM_STYLE_NAME, title));
  width = MAX (width, im_scene_text_get_width (IM_STYLE_TYPE, line));

  im_scene_open_group (scene, name);
  im_scene_add_text (scene, IM_STYLE_NAME, (ImScenePoint){ MARGIN, MARGIN + 13 },
                     IM_ANCHOR_START, title);
  im_shape_diagram_draw (
      scene, &columns, shape,
      (ImScenePoint){ MARGIN + im_shape_columns_get_width (&columns), MARGIN + HEAD });
  im_scene_add_text (
      scene, IM_STYLE_TYPE,
      (ImScenePoint){ MARGIN, MARGIN + HEAD + IM_SHAPE_ROW_HEIGHT + FOOT - 8 },
      IM_ANCHOR_START, line);
  im_scene_close_group (scene);
  scene->width = width + 2 * MARGIN;
  scene->height = MARGIN + HEAD + IM_SHAPE_ROW_HEIGHT + FOOT + MARGIN - 4;

  return scene;
}
