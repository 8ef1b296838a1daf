/* What a compiler says of the code of a unit, before anything of it is run: each message
 * at its line of the file that the code is from.
 *
 * C is emitted as for an export, so that its functions see the types, the templates and
 * the support that they have in firmware, and is compiled with the warnings of the test
 * of a bundle, without making anything. Which code they see depends on the implementation
 * that is chosen, so there is a check of the others. Python is compiled and not run.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "base/im-diagnostics.h"
#include "plan/im-plan.h"

G_BEGIN_DECLS

/**
 * im_code_check_c:
 * @plan: a plan of IM_LANGUAGE_C
 * @library: where its units and their code are
 * @cancellable: (nullable): ends the compiler
 * @diagnostics: where problems go: `compiler-error` and `compiler-warning`, placed in the
 *   files of fragments
 * @error: return location for an [error@Im.TrustError], or if there is no compiler
 *
 * May be called in any thread. What cannot be emitted is not compiled: im_problems_plan()
 * has told why.
 *
 * Returns: whether a compiler has looked at the code
 */
gboolean im_code_check_c (const ImPlan *plan,
                          ImUnitLibrary *library,
                          GCancellable *cancellable,
                          ImDiagnostics *diagnostics,
                          GError **error);

/**
 * im_code_check_others:
 * @program: a unit with the inputs that it is tried with
 * @library: where its units and their code are
 * @cancellable: (nullable): ends the search for inputs, and the compiler
 * @diagnostics: what is known of the code with these inputs; where the problems go that
 *   are found besides, each once
 * @error: as for im_code_check_c()
 *
 * Looks at the code of the implementations that are not chosen with these inputs, each
 * with inputs and options that choose it: see im_code_cases_list(). A note tells which
 * implementation has the problem. What no inputs choose, or what has no C, is not looked
 * at. May be called in any thread.
 *
 * Returns: whether a compiler has looked at all of them
 */
gboolean im_code_check_others (const ImProgram *program,
                               ImUnitLibrary *library,
                               GCancellable *cancellable,
                               ImDiagnostics *diagnostics,
                               GError **error);

/**
 * im_code_check_python:
 * @source: the text of a file of Python, called by its path
 * @library: where it is
 * @cancellable: (nullable): ends the interpreter
 * @diagnostics: where a `compiler-error` goes, placed in @source
 * @error: as for im_code_check_c()
 *
 * Returns: whether Python has looked at the code
 */
gboolean im_code_check_python (ImSource *source,
                               ImUnitLibrary *library,
                               GCancellable *cancellable,
                               ImDiagnostics *diagnostics,
                               GError **error);

G_END_DECLS
