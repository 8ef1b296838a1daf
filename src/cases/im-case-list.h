/* The cases that a unit is run in when nobody says what its inputs are.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "program/im-program.h"

G_BEGIN_DECLS

/**
 * im_cases_list:
 * @unit: a unit
 * @library: where the units of its nodes are
 * @bindings: (array length=n_bindings): what is given
 * @n_bindings: their number
 * @n_channels: numbers in a row of the recording that the unit is to run on, or 0 if
 * there is none
 * @is_thorough: whether to try every element type, and every axis of tensors of rank 1
 * to 4 for each implementation
 * @cancellable: (nullable): ends the search with what there is by then
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
GPtrArray *im_cases_list (const ImUnit *unit,
                          ImUnitLibrary *library,
                          const ImUnitBinding *bindings,
                          guint n_bindings,
                          guint n_channels,
                          gboolean is_thorough,
                          GCancellable *cancellable);

G_END_DECLS
