/* What a unit declares of a socket or option, in one line.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit.h"

G_BEGIN_DECLS

/**
 * studio_parameter_text_dup_facts:
 * @parameter: a socket or an option
 *
 * Returns: such as `Integer · 0 to 9 · default 1`, or of an output its type, shape and
 *   rate as expressions
 */
char *studio_parameter_text_dup_facts (const ImParameter *parameter);

G_END_DECLS
