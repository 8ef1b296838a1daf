/* The cases that a unit is compared in when nobody says what its inputs are.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"
#include "recording/im-recording.h"

G_BEGIN_DECLS

/**
 * cli_compare_list_cases:
 * @unit: a unit
 * @library: where the units of its nodes are
 * @bindings: (array length=n_bindings): what is given
 * @n_bindings: their number
 * @recording: (nullable): what the unit is to run on
 * @is_thorough: whether to try every element type, and every axis of tensors of rank 1
 * to 4 for each implementation
 *
 * Tries element types and shapes for the inputs that must be connected and are not given:
 * of each type the first shape that the contracts of the unit take and that its code in C
 * computes. Other shapes, optional inputs and options are tried so that every
 * implementation in C runs, and long axes and elements of each size. Where none of them
 * works, inputs and options are looked for that the contracts take. With a recording the
 * shapes are those that its rows fit to.
 *
 * Returns: (transfer full) (element-type ImProgram): the programs that work, none if the
 *   unit takes none of them
 */
GPtrArray *cli_compare_list_cases (const ImUnit *unit,
                                   ImUnitLibrary *library,
                                   const ImUnitBinding *bindings,
                                   guint n_bindings,
                                   const ImRecording *recording,
                                   gboolean is_thorough);

G_END_DECLS
