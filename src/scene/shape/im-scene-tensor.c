/* SPDX-License-Identifier: MIT */
#include "scene/shape/im-scene-tensor.h"

#include "scene/shape/im-shape-diagram.h"

ImScene *
im_scene_tensor_new (const char *name, const ImShape *shape, const char *type)
{
  ImScene *scene = im_scene_new (name, type);
  ImShapeColumns columns = { 0 };
  double width;

  im_shape_columns_add (&columns, shape);
  width = im_shape_columns_get_width (&columns);
  im_scene_open_group (scene, name);
  im_shape_diagram_draw (scene, &columns, shape, (ImScenePoint){ width, 0 });
  im_scene_close_group (scene);
  scene->width = width;
  scene->height = IM_SHAPE_ROW_HEIGHT;

  return scene;
}
