/* A scratchpad: statements of TML about tensors, run one after the other.
 *
 *     a = [1, 2, 3]        # tensor<int, 3>
 *     b = [1; 2; 3]        # tensor<int, 3, 1>: a semicolon starts a row
 *     a + b                # tensor<int, 3, 3>
 *
 * Every variable gets its type from its first value, or from a declaration such as
 * `tensor<real, 2, 3> a = 0`, and keeps it. Where the document of TML is silent:
 *
 *   - int and uint have 32 bits, and a result that does not fit is an error; int / int
 *     truncates and % takes the sign of the divisor, as in expressions of units;
 *   - a whole number without a sign is an int, but counts as a uint where one is wanted;
 *   - a text of one character is a char, any other a str; == and != compare them too, as
 *     comparisons compare numbers;
 *   - && binds tighter than ||, and bitwise operators tighter than both;
 *   - a declaration without a value gives 0, false, an empty text or a blank;
 *   - a range may have a step, `start:stop:step`, and while, elif, else, break and
 *     continue are those of Python;
 *   - all operands are evaluated, also of && and ||;
 *   - n semicolons start over on axis n: `[1;; 2]` is a tensor<int, 2, 1, 1>;
 *   - an index is not negative, also where it is ignored.
 *
 * Sources: TML documentation, "Broadcasting"; the precedence of other operators is that
 * of the specification, Expression Grammar.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "tensor/im-nested-type.h"

G_BEGIN_DECLS

#define IM_SCRATCH_MAX_BYTES    (1024 * 1024) /* longest text */
#define IM_SCRATCH_MAX_ELEMENTS (512 * 1024)  /* scalars of one value */
#define IM_SCRATCH_MAX_STEPS    10000000      /* about one for each scalar computed */
#define IM_SCRATCH_MAX_PROBLEMS 100           /* found while reading, or while running */

/* One scalar, in the way of its type. */
typedef union
{
  gint64 integer;   /* bool, uint, int; of a char its code point */
  double real;      /* real */
  const char *text; /* str, UTF-8 */
} ImScratchScalar;

/**
 * ImScratchValue:
 * @type: its type
 * @elements: im_nested_type_count() of them, those of an element of a tensor together,
 * the outermost axis varying slowest
 * @is_literal: whether it is written as whole numbers without a sign, so that it can be
 * of uint, too
 */
typedef struct
{
  const ImNestedType *type;
  const ImScratchScalar *elements;
  gboolean is_literal;
} ImScratchValue;

/**
 * ImScratchResult:
 * @name: (nullable): the variable, or NULL of an expression that is none
 * @value: its value
 * @span: the statement that made it
 * @line: its line, from 1
 */
typedef struct
{
  const char *name;
  ImScratchValue value;
  ImSpan span;
  guint line;
} ImScratchResult;

/**
 * im_scratch_run:
 * @source: statements
 * @arena: for the results
 * @results: (element-type ImScratchResult): array of pointers that results are appended
 * to
 * @diagnostics: what is wrong
 *
 * Runs statements. An assignment has the variable as its result, an expression its value;
 * a `for`, `while` or `if` the variables that it assigns, and values of expressions in
 * it.
 *
 * After an error the following statements still run; those that need a variable which
 * never got a value are left out in silence, and one whose assignment failed keeps its
 * value. Besides the codes of [type@Im.BroadcastReport] and the names of
 * [enum@Im.ExprErrorCode] there are `index-range`, `index-negative`, `index-type`,
 * `range-type`, `condition-type`, `elements`, `redeclared`, `limit` and `too-many`.
 *
 * Returns: whether there was no error
 */
gboolean im_scratch_run (ImSource *source,
                         ImArena *arena,
                         GPtrArray *results,
                         ImDiagnostics *diagnostics);

/**
 * im_scratch_value_append_text:
 * @value: a value
 * @out: where to append
 *
 * Appends a value as it could be written: `[1, 2; 3, 4]`, `[[1, 2], [3, 4]]`, `"+-+"`,
 * `2.5`.
 */
void im_scratch_value_append_text (const ImScratchValue *value, GString *out);

G_END_DECLS
