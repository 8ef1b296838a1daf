/* Operands of the Broadcast Lab: texts read as shapes or as types of TML, whichever a
 * dialect compares.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/im-broadcast-lab.h"

G_BEGIN_DECLS

/**
 * im_broadcast_operand_read:
 * @operand: (inout): its name is kept, the rest is set
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
gboolean im_broadcast_operand_read (ImBroadcastOperand *operand,
                                    const char *text,
                                    ImBroadcastRules rules,
                                    ImArena *arena,
                                    GError **error);

G_END_DECLS
