/* The names that whoever exports may choose: of files, and in front of all symbols; and
 * what functions are called.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-plan.h"

G_BEGIN_DECLS

/**
 * im_emit_dup_prefix_problem:
 * @prefix: what all names shall begin with
 *
 * Returns: (nullable): a sentence that says why the names of C and C++ cannot begin with
 *   it, or NULL if they can
 */
char *im_emit_dup_prefix_problem (const char *prefix);

/**
 * im_emit_dup_name_problem:
 * @name: what files shall be called, such as `model`
 *
 * Returns: (nullable): a sentence that says why no files can be called that, or NULL if
 *   they can
 */
char *im_emit_dup_name_problem (const char *name);

/**
 * im_emit_dup_default_name:
 * @unit: a unit
 *
 * Returns: what its files are called if nobody chooses: the last part of its id in lower
 *   case, with `_n` behind it where that would not be possible
 */
char *im_emit_dup_default_name (const ImUnit *unit);

/**
 * im_emit_dup_enqueue_name:
 * @plan: a plan
 * @source: number of a source
 *
 * Returns: what the function that takes its inputs is called, without the prefix:
 *   `compute`, `enqueue`, or of several sources `enqueue_` and its inputs, without times
 */
char *im_emit_dup_enqueue_name (const ImPlan *plan, guint source);

/**
 * im_emit_dup_dequeue_name:
 * @plan: a plan
 * @sink: index of a sink in its list
 *
 * Returns: what the function that gives its outputs is called: `compute`, `dequeue`, or
 * of several sinks `dequeue_` and its outputs, without times
 */
char *im_emit_dup_dequeue_name (const ImPlan *plan, guint sink);

G_END_DECLS
