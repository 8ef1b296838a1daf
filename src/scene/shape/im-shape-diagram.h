/* One shape as a row of boxes: the size of each axis in it, number and step below it.
 *
 * Boxes get wider with the logarithm of the size. All rows of a picture share columns,
 * with axis 0 at the right, also where their ranks differ.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/display/im-scene.h"
#include "tensor/im-shape.h"

G_BEGIN_DECLS

/**
 * ImShapeColumns:
 * @rank: axes of the longest shape
 * @widths: of each axis, the innermost first
 */
typedef struct
{
  guint rank;
  double widths[IM_SHAPE_MAX_RANK];
} ImShapeColumns;

#define IM_SHAPE_BOX_HEIGHT 30
#define IM_SHAPE_ROW_HEIGHT 46 /* with the line below the boxes */

/* Widens columns so that a shape has room in them. */
void im_shape_columns_add (ImShapeColumns *columns, const ImShape *shape);

double im_shape_columns_get_width (const ImShapeColumns *columns);

/**
 * im_shape_diagram_draw:
 * @scene: a scene
 * @columns: columns in which @shape has room
 * @shape: a shape; of rank 0 it is one box for the single element
 * @right: upper right corner of the row
 */
void im_shape_diagram_draw (ImScene *scene,
                            const ImShapeColumns *columns,
                            const ImShape *shape,
                            ImScenePoint right);

G_END_DECLS
