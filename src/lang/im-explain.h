/* Why a condition has the value it has: the values of its parts.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lang/im-eval.h"

G_BEGIN_DECLS

/**
 * ImExplainPart:
 * @span: the part, in the text of the condition
 * @value: its value, if @error is NULL
 * @error: (nullable): why it has none
 */
typedef struct
{
  ImSpan span;
  ImValue value;
  const ImExprError *error;
} ImExplainPart;

/**
 * im_explain:
 * @condition: an expression
 * @text: its text
 * @environment: what its names stand for
 * @parts: (element-type ImExplainPart): parts are appended
 *
 * Takes a condition apart at its logical operators and comparisons and evaluates what
 * they compare: `input.type == System.Float32 && axis < 2` has the parts `input.type` and
 * `axis`. Constants are left out, and so is what the lazy operators do not reach.
 */
void im_explain (const ImExpr *condition,
                 const char *text,
                 ImEnvironment *environment,
                 GArray *parts);

G_END_DECLS
