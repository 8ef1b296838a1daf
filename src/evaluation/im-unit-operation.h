/* A unit that is an operator of SkriptND, bound to its inputs and options.
 *
 * A tensor of floats is `real`, one of Int32 or Int64 is `int`, and one of UInt8 is
 * `bool` where a bool is declared, or any type. All reals are of one type, Float32 or
 * Float64, and so are all ints; outputs are of the same, without an input of the kind of
 * Float32 and Int32, bools of UInt8.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "evaluation/im-unit-evaluation.h"
#include "skriptnd/signature/im-sknd-instance.h"
#include "unit/im-unit-operator.h"

G_BEGIN_DECLS

/* The bytes that are wrong of the text that an option is given. */
typedef struct
{
  const ImParameter *option;
  ImSpan span;
} ImUnitOperationSlip;

/**
 * ImUnitOperation:
 * @signature: (nullable): the operator, NULL if it is wrong itself
 * @instance: (nullable): it, bound; NULL while it is not known or wrong
 * @arguments: (element-type ImSkndArgument): the inputs that are given
 * @real: what reals are computed in
 * @integer: what ints are computed in
 * @is_unknown: whether the size of an input is not known yet
 * @problems: what is wrong, in the file of the operator or in a value that is given
 * @slips: (element-type ImUnitOperationSlip): where values that are given are wrong
 */
typedef struct
{
  const ImSkndSignature *signature;
  ImSkndInstance *instance;
  GArray *arguments;
  ImDType real;
  ImDType integer;
  gboolean is_unknown;
  ImDiagnostics *problems;
  GArray *slips;
} ImUnitOperation;

/**
 * im_unit_evaluation_get_operation:
 * @evaluation: an evaluation of a unit that is an operator
 *
 * Binds the operator, once.
 *
 * Returns: what follows; it lives as long as the evaluation
 */
const ImUnitOperation *im_unit_evaluation_get_operation (ImUnitEvaluation *evaluation);

/**
 * im_unit_operation_find_output:
 * @operation: a bound operator
 * @part: an output of it
 * @type: (inout): gets its element type and its shape
 *
 * Returns: (nullable): why it has none; an empty text if it is behind the last one of its
 *   pack
 */
const char *im_unit_operation_find_output (const ImUnitOperation *operation,
                                           const ImUnitOperatorPart *part,
                                           ImTensorType *type);

/* Appends what the names in shapes stand for: `b = 1, c = 3, s = [32, 32]`; nothing as
 * long as the operator is not bound. */
void im_unit_operation_append_symbols (const ImUnitOperation *operation,
                                       const ImUnit *unit,
                                       GString *out);

/**
 * im_unit_operation_find_slip:
 * @operation: an operator
 * @option: the name of an option of it
 *
 * Returns: (nullable): where the text that it is given cannot be read, or computed; NULL
 *   if it can, or if it is no text
 */
const ImSpan *im_unit_operation_find_slip (const ImUnitOperation *operation,
                                           const char *option);

/**
 * im_unit_operation_append_value:
 * @value: a number, bool or shape
 * @out: where to append
 *
 * Appends what a value is in the language: `2.0`, `[1, 2]`.
 *
 * Returns: FALSE if it is none of these
 */
gboolean im_unit_operation_append_value (const ImValue *value, GString *out);

/**
 * im_unit_operation_list_axes:
 * @operation: an operator
 * @option: an option of it
 * @rank: (out): how many axes there are, those of the first input or output, whichever
 *   has more
 *
 * Returns: (element-type gint64): the axes that an option called `axis` or `axes` says,
 *   counted from the left, from 0; none of all other options, or as long as the operator
 *   is not bound
 */
GArray *im_unit_operation_list_axes (const ImUnitOperation *operation,
                                     const ImParameter *option,
                                     guint *rank);

G_END_DECLS
