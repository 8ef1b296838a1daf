/* What was tried of a unit, as an example of it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"
#include "recording/im-inputs.h"
#include "verify/im-tryout.h"

G_BEGIN_DECLS

/**
 * studio_tryout_dup_example:
 * @tryout: what came of it
 * @program: what was tried
 * @frames: the numbers that it was given
 *
 * Writes an element `im:Example` whose outputs are those of Python, or of C where there
 * is no Python. Where each frame gives an output, the first frames will do.
 *
 * Returns: (nullable): the element, NULL if nothing ran, or of too many numbers
 */
char *studio_tryout_dup_example (const ImTryout *tryout,
                                 const ImProgram *program,
                                 const ImFrames *frames);

G_END_DECLS
