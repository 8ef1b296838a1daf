/* What can be said of a unit without inputs: do its expressions parse, do their names
 * exist, are its fragments there.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit-library.h"

G_BEGIN_DECLS

#define IM_UNIT_CHECK_MAX_PROBLEMS 100 /* of the expressions of one unit */

/**
 * im_unit_check:
 * @unit: a unit
 * @library: (nullable): where its fragments and the units it uses are looked for
 * @diagnostics: where problems go
 *
 * Reports, of expressions with the kinds that their names have whatever the inputs are:
 * wrong kinds, members, and numbers of arguments, also in what is not evaluated, and
 * other errors that nothing can keep from happening (the code of the expression error; a
 * warning where it may be that nobody needs the value); contracts that never hold
 * (`never-holds`, a warning); comparisons that are always false (`never-equal`, a hint),
 * a minus that belongs to a number (`spacing`, a hint), and arithmetic that rounds
 * elements that are ints (`rounding`, a warning).
 *
 * Reports parameters that need themselves, and units that contain themselves
 * (`recursion`; a hint where a condition may prevent it), nodes that need each other
 * (`cycle`), inputs that are connected and arguments that are given twice
 * (`duplicate-link`), literals that are not of the kind of their option (`bad-value`),
 * two implementations that always fit (`ambiguous-implementation`, a hint in the newer
 * dialect, where the first one is used), controls that do not exist (`unknown-value`, a
 * warning), and work that a queue does not use (`unused-section`, a warning).
 *
 * With a library, looks at the code of fragments as far as that needs no compiler
 * (`code-syntax`: brackets, strings and comments, and the indentation of Python), and
 * reports tests that code names (`missing-test`, a warning) and images that the
 * documentation shows (`missing-image`, a warning) where they do not exist.
 *
 * Reports every expression that cannot be parsed or uses a name that does not exist, in
 * contract messages too (the code of the expression error); `&&` and `||` mixed without
 * parentheses
 * (`mixed-logical`, a hint), up to a limit (`too-many-problems`); calls that are no call
 * (`bad-call`); defaults and limits that are not of the option's kind (`bad-default`),
 * outside of the limits
 * (`option-range`, a warning) or not among the choices (`option-choice`, a warning);
 * native functions that this tool does not have
 * (`no-native`, a warning); connections and arguments that lead nowhere (`dangling`); and
 * with a library: units that it does not have (`unknown-unit`, a warning), fragment files
 * that do not exist (`missing-fragment`) and fragments that are not in their file
 * (`unknown-fragment`), each once: an error where an implementation needs it that is
 * chosen with the defaults of options and any inputs, a hint where no such one can be
 * chosen, else a warning, as for Python beside C; and functions that the fragment does
 * not have or that take another number of arguments (`call-mismatch`, a warning), and
 * calls that are given no output to write into (`no-output`, a warning).
 */
void im_unit_check (const ImUnit *unit,
                    ImUnitLibrary *library,
                    ImDiagnostics *diagnostics);

G_END_DECLS
