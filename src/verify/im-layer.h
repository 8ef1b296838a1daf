/* One layer of a program as a program of its own, so that it can be run alone.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"

G_BEGIN_DECLS

/**
 * im_layer_program_new:
 * @program: a program
 * @instance: number of one of its instances
 * @arena: where the result lives
 *
 * Makes a program whose only instance is one layer of another: the tensors it reads are
 * its inputs, those it writes its outputs, with the numbers they have in @program. It
 * shares everything with @program and must not be freed.
 *
 * Returns: the program
 */
ImProgram *im_layer_program_new (const ImProgram *program,
                                 guint instance,
                                 ImArena *arena);

G_END_DECLS
