/* Expressions of shapes, followed by axes instead of by sizes.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-axis-relation.h"

G_BEGIN_DECLS

/**
 * ImAxisTrace:
 * @rank: number of axes
 * @is_option: whether the whole shape is the value of an option
 * @axes: of each one where it comes from: KEPT, REPLACED, INSERTED or MERGED
 */
typedef struct
{
  guint rank;
  gboolean is_option;
  ImAxisOrigin axes[IM_SHAPE_MAX_RANK];
} ImAxisTrace;

/**
 * im_axis_trace_output:
 * @evaluation: a unit with inputs and options
 * @output: an output of it with a shape
 * @inputs: its inputs; which axes are removed is written there
 * @n_inputs: their number
 * @arena: for texts
 * @trace: (out): the axes; undefined on failure
 *
 * Returns: whether the expression of the shape could be followed
 */
gboolean im_axis_trace_output (ImUnitEvaluation *evaluation,
                               const ImParameter *output,
                               ImAxisInput *inputs,
                               guint n_inputs,
                               ImArena *arena,
                               ImAxisTrace *trace);

G_END_DECLS
