/* What the files that write operators as units share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit-operator.h"

G_BEGIN_DECLS

#define IM_UNIT_OPERATOR_EXAMPLE                        \
  "Example:" /* what the line of an example begins with \
              */

/**
 * im_unit_operator_append_examples:
 * @definition: an operator
 * @documentation: what stands above it
 * @out: where to append
 *
 * Appends the examples that @documentation has as those of a unit. An example that no
 * unit can have is left out, and so are those of an operator without inputs, which
 * nothing calls.
 */
void im_unit_operator_append_examples (const ImSkndDefinition *definition,
                                       const char *documentation,
                                       GString *out);

G_END_DECLS
