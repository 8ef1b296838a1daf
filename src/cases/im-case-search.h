/* Inputs and options that a unit can be run with, when its defaults do not work.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "program/im-program.h"

G_BEGIN_DECLS

/**
 * im_case_search:
 * @unit: a unit
 * @library: where the units of its nodes are
 * @bindings: (array length=n_bindings): what is given; it stays as it is
 * @n_bindings: their number
 * @wanted: (nullable): an implementation of the unit that is to be chosen
 * @cancellable: (nullable): ends the search, which then has found nothing
 *
 * Changes one input or option after the other so that fewer contracts and values are
 * wrong, as a user would who follows the messages.
 *
 * Returns: (transfer full) (nullable): a program that can be planned, or NULL if none was
 *   found
 */
ImProgram *im_case_search (const ImUnit *unit,
                           ImUnitLibrary *library,
                           const ImUnitBinding *bindings,
                           guint n_bindings,
                           const ImImplementation *wanted,
                           GCancellable *cancellable);

G_END_DECLS
