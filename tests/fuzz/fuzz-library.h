/* The shipped units, for targets whose input is a pipeline of them.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit-library.h"

G_BEGIN_DECLS

/**
 * fuzz_get_library:
 *
 * Reads the units once, with the first input.
 *
 * Returns: (transfer none): the shipped units
 */
ImUnitLibrary *fuzz_get_library (void);

G_END_DECLS
