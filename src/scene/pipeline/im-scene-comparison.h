/* Two pipelines beside each other, with marks where they differ.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"
#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * ImComparedPipeline:
 * @heading: what it is, such as `before`
 * @program: (nullable): a program without errors, NULL for nothing
 * @marks: (element-type utf8 utf8): of paths of nodes, inputs and outputs the signs that
 * they get: `+` (added), `-` (removed), `~` (changed), `↕` (moved) or `=` (follows from
 * other changes)
 */
typedef struct
{
  const char *heading;
  const ImProgram *program;
  GHashTable *marks;
} ImComparedPipeline;

/**
 * im_scene_comparison_new:
 * @sides: (array length=n_sides): the pipelines, from left to right, one of them there
 * @n_sides: their number
 * @lines: (array zero-terminated=1): texts below the pipelines
 *
 * Draws the pipelines as im_scene_pipeline_new(). A box with a mark has a line around it
 * and the sign at its corner.
 *
 * Returns: a new scene
 */
ImScene *im_scene_comparison_new (const ImComparedPipeline *sides,
                                  guint n_sides,
                                  const char *const *lines);

G_END_DECLS
