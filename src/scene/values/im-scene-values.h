/* Numbers of an output as a picture: curves of vectors, heat maps of matrices, of several
 * languages side by side, and how far they are apart.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/display/im-scene.h"
#include "tensor/im-shape.h"

G_BEGIN_DECLS

#define IM_VALUES_MAX_SERIES 2
#define IM_VALUES_MIN_WIDTH  240 /* pixels */

/**
 * ImValueSeries:
 * @name: whose numbers they are, such as `C`
 * @numbers: the numbers, the innermost axis fastest; those that are not finite are left
 * out of curves, and empty in heat maps
 */
typedef struct
{
  const char *name;
  const double *numbers;
} ImValueSeries;

/**
 * ImValues:
 * @title: what the numbers are
 * @shape: of what each series holds
 * @series: of two the difference of the first from the second is drawn, too
 * @n_series: their number, from 1 to IM_VALUES_MAX_SERIES
 */
typedef struct
{
  const char *title;
  ImShape shape;
  ImValueSeries series[IM_VALUES_MAX_SERIES];
  guint n_series;
} ImValues;

/**
 * im_scene_values_new:
 * @values: the numbers
 * @width: of the picture in pixels, at least IM_VALUES_MIN_WIDTH
 *
 * Draws one axis as a curve, more as a heat map whose columns are axis 0 and whose rows
 * are the others. Of more numbers than there is room for, a column of a curve shows its
 * range, and a cell of a heat map its number of the largest magnitude.
 *
 * Returns: (nullable): a picture; NULL of no numbers and of a single one
 */
ImScene *im_scene_values_new (const ImValues *values, double width);

G_END_DECLS
