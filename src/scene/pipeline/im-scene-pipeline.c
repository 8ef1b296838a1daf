/* SPDX-License-Identifier: MIT */
#include "scene/pipeline/im-scene-pipeline.h"

#include "scene/display/im-scene-metrics.h"
#include "scene/pipeline/im-pipeline-part.h"

#define MARGIN    28
#define HEAD      84 /* the name of the pipeline above it */
#define MAX_TITLE 480

/* Returns the width of the texts. */
static double
draw_head (ImScene *scene, const ImUnit *unit)
{
  g_autofree char *title = im_scene_text_dup_elided (IM_STYLE_TITLE, unit->display_name,
                                                     MAX_TITLE);
  g_autofree char *id = im_scene_text_dup_elided (IM_STYLE_SUBTITLE, unit->id.text,
                                                  MAX_TITLE);

  im_scene_add_text (scene, IM_STYLE_TITLE, (ImScenePoint){ MARGIN, MARGIN + 16 },
                     IM_ANCHOR_START, title);
  im_scene_add_text (scene, IM_STYLE_SUBTITLE, (ImScenePoint){ MARGIN, MARGIN + 35 },
                     IM_ANCHOR_START, id);

  return MAX (im_scene_text_get_width (IM_STYLE_TITLE, title),
              im_scene_text_get_width (IM_STYLE_SUBTITLE, id));
}

ImScene *
im_scene_pipeline_new (const ImProgram *program)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImPicture picture = { .program = program, .arena = arena };

  im_picture_build (&picture);
  im_picture_layout (&picture);

  g_autofree char *description = im_picture_dup_description (&picture);
  ImScene *scene = im_scene_new (program->unit->display_name, description);
  scene->height = picture.root->height + MARGIN + HEAD;
  scene->width = picture.root->width;
  scene->width = MAX (scene->width, draw_head (scene, program->unit)) + 2 * MARGIN;
  im_picture_draw (&picture, scene, (ImScenePoint){ MARGIN, HEAD });
  im_part_free (picture.root);

  return scene;
}
