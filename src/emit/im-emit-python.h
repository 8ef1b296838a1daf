/* The Python back end: a plan becomes one module that computes the same with numpy.
 *
 * The module is the reference that emitted C is compared with. Its class `Pipeline` has
 * the functions of the C interface: `init`, `enqueue` and `dequeue`, or `compute` if
 * there is no queue, `soft_reset` and `finalize`. Tensors are numpy arrays, fixed-point
 * types as their stored integers, handles are dictionaries. It needs numpy, and what else
 * the fragments import.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "emit/im-routine.h"

G_BEGIN_DECLS

/**
 * im_emit_python:
 * @plan: a plan of IM_LANGUAGE_PYTHON
 * @library: where the fragments are
 * @out: where the module is appended; untouched on failure
 * @diagnostics: where problems go
 *
 * Emits a plan. The functions take and return data before times, each in the order of the
 * unit: `enqueue (*inputs) -> status`, `dequeue () -> (status, *outputs)`,
 * `compute (*inputs) -> (status, *outputs)`; there are no outputs beside a status below
 * 0, and -1 says that there is no window yet. What a fragment raises is not caught.
 *
 * Names that files of fragments share are told apart. The same plan gives the same bytes.
 * Codes: those of im_fragment_set_close(), and `bad-fragment` (no reference), `argument`
 * (a value that has no literal), `template` (a fragment with variables, which Python
 * fragments do not have).
 *
 * Returns: whether the module was appended
 */
gboolean im_emit_python (const ImPlan *plan,
                         ImUnitLibrary *library,
                         GString *out,
                         ImDiagnostics *diagnostics);

/**
 * im_emit_python_traced:
 * @plan: a plan of IM_LANGUAGE_PYTHON
 * @library: where the fragments are
 * @out: where the module is appended; untouched on failure
 * @diagnostics: where problems go
 *
 * Emits a plan as im_emit_python() does, with a function `_computed (tensor, array)` that
 * does nothing until another one takes its place. Each call of a unit is followed by one
 * of it for each output: the number of its tensor in the program, a view's root, and the
 * array, which it may change.
 *
 * Returns: whether the module was appended
 */
gboolean im_emit_python_traced (const ImPlan *plan,
                                ImUnitLibrary *library,
                                GString *out,
                                ImDiagnostics *diagnostics);

/**
 * im_emit_python_list_routines:
 * @plan: a plan of IM_LANGUAGE_PYTHON; it must outlive the routines
 * @arena: where the routines live
 *
 * Returns: the routines that im_emit_python() prints
 */
ImRoutines im_emit_python_list_routines (const ImPlan *plan, ImArena *arena);

G_END_DECLS
