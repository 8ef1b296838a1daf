/* The order in which the elements of a stretched or transposed array are visited.
 *
 * A walk is an odometer over axes that advance the position in the data by a fixed step
 * each. Axes that continue each other are merged, so that an array that is neither
 * stretched nor transposed is one run.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-shape.h"

G_BEGIN_DECLS

/**
 * ImArrayWalk:
 * @n_axes: number of axes, at least 1
 * @size: elements along each axis, size[0] innermost
 * @step: how far the position moves by one element along each axis, 0 where the array is
 * stretched
 * @index: where the walk is along each axis
 * @position: the element of the array where the walk is
 */
typedef struct
{
  guint n_axes;
  gsize size[IM_SHAPE_MAX_RANK];
  gsize step[IM_SHAPE_MAX_RANK];
  gsize index[IM_SHAPE_MAX_RANK];
  gsize position;
} ImArrayWalk;

/**
 * im_array_walk_init:
 * @walk: (out): a walk
 *
 * Starts a walk without axes, that visits one element.
 */
void im_array_walk_init (ImArrayWalk *walk);

/**
 * im_array_walk_add_axis:
 * @walk: a walk that has not moved, with less than IM_SHAPE_MAX_RANK axes added
 * @size: elements along the axis
 * @step: distance between two of them in the data, in elements
 *
 * Adds an axis outside of those added before.
 */
void im_array_walk_add_axis (ImArrayWalk *walk, gsize size, gsize step);

/**
 * im_array_walk_init_stretched:
 * @walk: (out): a walk
 * @shape: the shape of an array
 * @target: a shape that @shape stretches to
 *
 * Starts a walk that visits an array of @shape in the order of the elements of @target.
 */
void im_array_walk_init_stretched (ImArrayWalk *walk,
                                   const ImShape *shape,
                                   const ImShape *target);

/**
 * im_array_walk_next:
 * @walk: a walk, none of whose axes is empty
 * @limit: at most so many elements, at least 1
 * @start: (out): position of the first element
 *
 * Moves on along the innermost axis; element i of the run is at @start + i * step[0]. At
 * the end the walk begins again.
 *
 * Returns: the number of elements of the run
 */
gsize im_array_walk_next (ImArrayWalk *walk, gsize limit, gsize *start);

G_END_DECLS
