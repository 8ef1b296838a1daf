/* Problems: all that is wrong with a pipeline, in one list.
 *
 * What the reader, the elaboration with its contracts, the planner and the code files of
 * chosen implementations find is one verdict. The window, `imaginet check` and exports
 * ask here, so that none of them calls good what another one refuses.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-plan.h"
#include "unit/im-unit-library.h"

G_BEGIN_DECLS

/**
 * im_problems_plan:
 * @program: a program
 * @library: where its units and their code are
 * @diagnostics: what was said when the file was read and elaborated; more is added
 *
 * Plans a program if there is no error yet, looks for the code that it needs (of each
 * implementation that was chosen in C, the fragment and all that it builds on), and looks
 * at its unit by itself, and at what is passed to the functions. Codes: those of
 * im_plan_new(), im_fragment_set_close(), im_unit_check() and im_emit_c_check(), and
 *
 * - `bad-fragment`: a chosen implementation names no fragment
 * - `missing-fragment`: there is no such file; a warning where a chosen implementation in
 *   Python needs it, which tests need but no firmware
 *
 * Errors are placed at the nodes of the program, see im_program_place_problem().
 *
 * Returns: (nullable): a plan of IM_LANGUAGE_C, or NULL if there is an error
 */
ImPlan *im_problems_plan (const ImProgram *program,
                          ImUnitLibrary *library,
                          ImDiagnostics *diagnostics);

/**
 * im_problems_plan_run:
 * @program: a program
 * @library: where its units and their code are
 * @diagnostics: what was said when the file was read and elaborated; more is added
 *
 * Plans a program that is only to be run on this machine: as im_problems_plan(), but
 * where C is missing or does not take these inputs, and each unit has Python, in Python,
 * with the hint `only-python` that names the layers without C, and says what does not
 * fit.
 *
 * Returns: (nullable): a plan of IM_LANGUAGE_C or IM_LANGUAGE_PYTHON, or NULL if there is
 *   an error
 */
ImPlan *im_problems_plan_run (const ImProgram *program,
                              ImUnitLibrary *library,
                              ImDiagnostics *diagnostics);

/**
 * im_problems_add:
 * @diagnostics: a list without repetitions
 * @found: another list; of problems that are the same in all, one is added
 *
 * Adds problems that are not in a list already.
 */
void im_problems_add (ImDiagnostics *diagnostics, const ImDiagnostics *found);

/**
 * im_problems_check_file:
 * @file: a file of units
 * @except: (nullable): a unit that was looked at already
 * @library: (nullable): where its units are; NULL if the file is in none of its folders
 * @diagnostics: where problems go, without repetitions
 *
 * Looks at all units of a file: each by itself, and each composite or compound that says
 * what flows into it as a pipeline that is to be exported. Sizes that are not known yet
 * are no problem here.
 */
void im_problems_check_file (const ImUnitFile *file,
                             const ImUnit *except,
                             ImUnitLibrary *library,
                             ImDiagnostics *diagnostics);

G_END_DECLS
