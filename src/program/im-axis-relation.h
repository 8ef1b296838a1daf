/* What becomes of the axes of the inputs of a unit in its output.
 *
 * A unit says it itself: the expression of its output's shape is followed by axes instead
 * of by sizes, through hidden parameters and the branch of a condition that holds. So
 * `input.shape.replace(axis, filters)` keeps all axes but one. Nothing is claimed that
 * does not stand there: an axis that only has the same size at the same position is
 * called aligned.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-queue-window.h"

G_BEGIN_DECLS

/**
 * ImAxisChange:
 * @IM_AXIS_KEPT: an axis of an input, of the same size, in the same order
 * @IM_AXIS_MOVED: an axis of an input at another place among its axes
 * @IM_AXIS_REPLACED: it has another size in the place of an axis of an input
 * @IM_AXIS_INSERTED: no axis of an input is behind it
 * @IM_AXIS_MERGED: all elements of an input in one axis
 * @IM_AXIS_WINDOW: of a queue: counts the inputs of a window, alone or with others
 * @IM_AXIS_ALIGNED: it has the size of the axis of an input at the same position; the
 * unit does not say whether it is that axis
 *
 * Where an axis of an output comes from.
 */
typedef enum
{
  IM_AXIS_KEPT,
  IM_AXIS_MOVED,
  IM_AXIS_REPLACED,
  IM_AXIS_INSERTED,
  IM_AXIS_MERGED,
  IM_AXIS_WINDOW,
  IM_AXIS_ALIGNED,
  IM_N_AXIS_CHANGES,
} ImAxisChange;

#define IM_AXIS_MAX_JOINED 4 /* axes that are joined to another one */

/**
 * ImAxisJoin:
 * @input: number of the input
 * @axis: the axis of it
 *
 * An axis whose elements are put behind those of another one.
 */
typedef struct
{
  guint input;
  guint axis;
} ImAxisJoin;

/**
 * ImAxisOrigin:
 * @change: where it comes from
 * @size: of the axis
 * @input: number of the input, or -1 of INSERTED and WINDOW
 * @axis: of KEPT, MOVED, REPLACED and ALIGNED: the axis of that input
 * @axis_by: (nullable): what chose the axis, such as `axis = 0`
 * @size_by: (nullable): what gave the size, such as `filters` or `n / 2 + 1`
 * @joined: of REPLACED: further axes, if the size is the sum of theirs and of @axis
 * @n_joined: their number
 */
typedef struct
{
  ImAxisChange change;
  gint32 size;
  gint input;
  guint axis;
  const char *axis_by;
  const char *size_by;
  ImAxisJoin joined[IM_AXIS_MAX_JOINED];
  guint n_joined;
} ImAxisOrigin;

/**
 * ImAxisFate:
 * @IM_AXIS_UNUSED: the shape of the output does not depend on the axes of this input
 * @IM_AXIS_REMOVED: the output has it not
 * @IM_AXIS_CARRIED: an axis of the output comes from it
 */
typedef enum
{
  IM_AXIS_UNUSED,
  IM_AXIS_REMOVED,
  IM_AXIS_CARRIED,
} ImAxisFate;

/**
 * ImAxisInput:
 * @parameter: the socket
 * @type: what flows in
 * @fates: of each of its axes
 * @removed_by: of each axis: (nullable): what chose it to be removed, such as `axis = 1`
 */
typedef struct
{
  const ImParameter *parameter;
  const ImTensorType *type;
  ImAxisFate fates[IM_SHAPE_MAX_RANK];
  const char *removed_by[IM_SHAPE_MAX_RANK];
} ImAxisInput;

/**
 * ImAxisRelation:
 * @parameter: the socket of the output
 * @type: what flows out
 * @axes: of each of its axes where it comes from
 * @inputs: those that are connected, without those of time
 * @n_inputs: their number
 * @is_reshaped: whether the output has the elements of an input in the same memory, so in
 * the same order, under a shape that has none of its axes
 * @reshaped: of @is_reshaped: number of that input
 * @has_window: whether the unit is a queue with a known window
 * @window: of @has_window
 */
typedef struct
{
  const ImParameter *parameter;
  const ImTensorType *type;
  ImAxisOrigin axes[IM_SHAPE_MAX_RANK];
  ImAxisInput *inputs;
  guint n_inputs;
  gboolean is_reshaped;
  guint reshaped;
  gboolean has_window;
  ImQueueWindow window;
} ImAxisRelation;

/**
 * im_axis_relation_new:
 * @evaluation: a unit with inputs and options; it must outlive the relation
 * @output: an output of the unit
 * @arena: for the relation
 *
 * Returns: (nullable): the relation, or NULL if the output has no value
 */
const ImAxisRelation *im_axis_relation_new (ImUnitEvaluation *evaluation,
                                            const ImParameter *output,
                                            ImArena *arena);

/**
 * im_axis_relation_is_aligned:
 * @relation: a relation
 * @input: number of an input
 * @axis: one of its axes
 *
 * Returns: whether the unit says nothing of the axes of that input, and the output has
 *   the same size at the same position
 */
gboolean im_axis_relation_is_aligned (const ImAxisRelation *relation,
                                      guint input,
                                      guint axis);

/**
 * im_axis_relation_append_text:
 * @relation: a relation
 * @out: where to append
 *
 * Appends a sentence for each axis of the output, the outermost first, and for each axis
 * of an input that does not reach it or is aligned with it, a line each.
 */
void im_axis_relation_append_text (const ImAxisRelation *relation, GString *out);

G_END_DECLS
