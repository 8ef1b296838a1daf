/* The cases that a unit is checked in: one for each of its implementations in C.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "program/im-program.h"

G_BEGIN_DECLS

/**
 * ImCodeCase:
 * @program: what is elaborated
 * @implementations: (element-type ImImplementation): that it chooses and no case before
 *   it does
 */
typedef struct
{
  ImProgram *program;
  GPtrArray *implementations;
} ImCodeCase;

/**
 * im_code_cases_list:
 * @unit: a unit
 * @library: where the units of its nodes are
 * @bindings: (array length=n_bindings): what is given
 * @n_bindings: their number
 * @cancellable: (nullable): ends the search with what there is by then
 * @problems: why there is no case
 * @unreached: (out) (element-type ImImplementation): implementations that no case chooses
 *
 * The first case is what the unit states, or else what its contracts take; then those of
 * im_cases_list() that choose another implementation of the unit, and then inputs and
 * options are searched that choose what is left.
 *
 * Returns: (transfer full) (element-type ImCodeCase): the cases, none if nothing
 *   elaborates
 */
GPtrArray *im_code_cases_list (const ImUnit *unit,
                               ImUnitLibrary *library,
                               const ImUnitBinding *bindings,
                               guint n_bindings,
                               GCancellable *cancellable,
                               ImDiagnostics *problems,
                               GPtrArray **unreached);

G_END_DECLS
