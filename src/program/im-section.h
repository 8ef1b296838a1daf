/* Sections: what a pipeline computes from one pipe to another, as a pipeline of its own.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"

G_BEGIN_DECLS

/**
 * im_section_write:
 * @program: a program without errors
 * @from: (nullable): a pipe, such as `window.output`, or only `window` for the first
 *   output; an input of the pipeline has the name of the input. NULL stands for all that
 *   flows into the pipeline
 * @to: (nullable): another pipe behind it; NULL stands for all that flows out of it
 * @diagnostics: where problems go
 *
 * Writes an .imunit file with a compound of the units that need what flows in @from and
 * that @to needs. Options have the values that they have in the pipeline. What they read
 * besides is an input, too. Codes: `section` (there is no such pipe, nothing is between
 * the two, or a type is not known), and the warning `section-samples` if the sample rate
 * along an axis of an input, which a unit may ask for, is lost.
 *
 * Returns: (nullable) (transfer full): the text of the file, or NULL
 */
GBytes *im_section_write (const ImProgram *program,
                          const char *from,
                          const char *to,
                          ImDiagnostics *diagnostics);

G_END_DECLS
