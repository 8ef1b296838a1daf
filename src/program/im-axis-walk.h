/* Steps through the expressions of a unit: into hidden parameters and the branch of a
 * condition that holds. What is not followed is evaluated.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-axis-relation.h"

G_BEGIN_DECLS

/**
 * ImAxisWalk:
 * @unit: the unit
 * @environment: of its parameters
 * @inputs: its inputs; which axes are removed is written there
 * @n_inputs: their number
 * @arena: for texts
 * @depth: expressions inside of each other
 * @steps: expressions so far
 */
typedef struct
{
  const ImUnit *unit;
  ImEnvironment *environment;
  ImAxisInput *inputs;
  guint n_inputs;
  ImArena *arena;
  guint depth;
  guint steps;
} ImAxisWalk;

/**
 * ImAxisPlace:
 * @text: what the spans of @expr are in
 * @expr: (nullable): an expression
 */
typedef struct
{
  const char *text;
  const ImExpr *expr;
} ImAxisPlace;

/* Whether the walk may go deeper; if so, take 1 from its depth on the way back. */
gboolean im_axis_walk_enter (ImAxisWalk *walk);

ImAxisPlace im_axis_walk_get_place (const ImUnitExpr *expr);
ImAxisPlace im_axis_walk_get_operand (ImAxisPlace place, guint i);

/* Whether it is a call of a member with that name, the receiver among its operands. */
gboolean im_axis_walk_is_method (const ImExpr *expr, const char *name, guint n_operands);

/* Evaluates an expression; FALSE if its value is not of the kind. */
gboolean im_axis_walk_get_value (ImAxisWalk *walk,
                                 ImAxisPlace place,
                                 ImValueKind kind,
                                 ImValue *value);

/* Evaluates the size of an axis; one that is not known yet is one all the same. */
gboolean im_axis_walk_get_size (ImAxisWalk *walk, ImAxisPlace place, gint32 *size);

const ImParameter *im_axis_walk_find_parameter (const ImAxisWalk *walk,
                                                const ImExpr *name);

/* The branch of a condition that holds, or what a name stands for; FALSE if it is
 * neither. */
gboolean im_axis_walk_step_into (ImAxisWalk *walk,
                                 ImAxisPlace place,
                                 ImAxisPlace *inside);

/* An expression as it is written, NULL if it is a constant or too long to be read at a
 * glance. */
const char *im_axis_walk_dup_text (const ImAxisWalk *walk, ImAxisPlace place);

/* Evaluates the first argument of a call as an axis, counted from the right among @n;
 * what chose it goes to @by, such as `axis = 0`. */
gboolean im_axis_walk_find_axis (ImAxisWalk *walk,
                                 ImAxisPlace place,
                                 guint n,
                                 guint *axis,
                                 const char **by);

G_END_DECLS
