/* Operands of the Broadcast Lab: texts read as shapes or as types of TML, whichever a
 * dialect compares.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lab/im-broadcast-lab.h"
#include "mlir/im-mlir-type.h"

G_BEGIN_DECLS

/**
 * ImLabOperand:
 * @operand: its shape or type
 * @mlir: of MLIR: what it is besides its shape
 */
typedef struct
{
  ImBroadcastOperand operand;
  ImMlirType mlir;
} ImLabOperand;

/**
 * im_lab_operand_read:
 * @operand: (out): the operand; untouched on failure
 * @name: shown for it
 * @text: (nullable): what was typed
 * @rules: rules that the operand is for
 * @arena: for the operand
 * @error: return location for an [error@Im.ShapeError] that names the column
 *
 * Reads a shape or a type. What @rules do not know is an error: sizes that are not known
 * in TML, tensors inside of tensors anywhere else.
 *
 * Returns: FALSE if it cannot be read
 */
gboolean im_lab_operand_read (ImLabOperand *operand,
                              const char *name,
                              const char *text,
                              ImBroadcastRules rules,
                              ImArena *arena,
                              GError **error);

G_END_DECLS
