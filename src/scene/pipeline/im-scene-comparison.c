/* SPDX-License-Identifier: MIT */
#include "scene/pipeline/im-scene-comparison.h"

#include "scene/display/im-scene-metrics.h"
#include "scene/pipeline/im-pipeline-part.h"

#define MARGIN     28
#define HEAD       104 /* heading, name and id above a pipeline */
#define MAX_TITLE  480
#define MAX_LINE   900
#define LINE       19
#define GAP        20 /* above the lines */
#define ID_LINE    19
#define TITLE_LINE 24

static double
add_text (ImScene *scene,
          ImSceneStyleId style,
          ImScenePoint at,
          double max_width,
          const char *text)
{
  g_autofree char *shown = im_scene_text_dup_elided (style, text, max_width);

  im_scene_add_text (scene, style, at, IM_ANCHOR_START, shown);

  return im_scene_text_get_width (style, shown);
}

/* Draws a side whose left edge is at @x. Returns its width; @height gets its height. */
static double
draw_side (ImScene *scene, const ImComparedPipeline *side, double x, double *height)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImPicture picture = { .program = side->program, .arena = arena, .marks = side->marks };
  ImScenePoint at = { x, MARGIN + 12 };
  double width = add_text (scene, IM_STYLE_HEADING, at, MAX_TITLE, side->heading);

  at.y += TITLE_LINE;
  if (side->program == NULL)
    {
      *height = HEAD;
      return MAX (width,
                  add_text (scene, IM_STYLE_SUBTITLE, at, MAX_TITLE, "no pipeline"));
    }

  const ImUnit *unit = side->program->unit;
  width = MAX (width,
               add_text (scene, IM_STYLE_TITLE, at, MAX_TITLE, unit->display_name));
  at.y += ID_LINE;
  width = MAX (width, add_text (scene, IM_STYLE_SUBTITLE, at, MAX_TITLE, unit->id.text));
  im_picture_build (&picture);
  im_picture_layout (&picture);
  im_picture_draw (&picture, scene, (ImScenePoint){ x, HEAD });
  *height = HEAD + picture.root->height;
  width = MAX (width, picture.root->width);
  im_part_free (picture.root);

  return width;
}

ImScene *
im_scene_comparison_new (const ImComparedPipeline *sides,
                         guint n_sides,
                         const char *const *lines)
{
  g_autofree char *all_lines = g_strjoinv ("\n", (char **) lines);
  const ImUnit *unit = NULL;
  ImScene *scene;

  for (guint i = 0; i < n_sides; i++)
    if (sides[i].program != NULL)
      unit = sides[i].program->unit;
  g_return_val_if_fail (unit != NULL, NULL);
  scene = im_scene_new (unit->display_name, all_lines);
  scene->width = MARGIN;
  for (guint i = 0; i < n_sides; i++)
    {
      double height;

      im_scene_open_group (scene, sides[i].heading);
      scene->width += draw_side (scene, &sides[i], scene->width, &height) + MARGIN;
      im_scene_close_group (scene);
      scene->height = MAX (scene->height, height);
    }
  if (lines[0] != NULL)
    scene->height += GAP;
  for (guint i = 0; lines[i] != NULL; i++)
    {
      double width;

      scene->height += LINE;
      width = add_text (scene, IM_STYLE_OPERAND,
                        (ImScenePoint){ MARGIN, scene->height - 4 }, MAX_LINE, lines[i]);
      scene->width = MAX (scene->width, width + 2 * MARGIN);
    }
  scene->height += MARGIN;

  return scene;
}
