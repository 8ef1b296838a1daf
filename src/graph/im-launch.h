/* Pipelines in one line, such as
 * `source float32[1]@16000 ! SlidingWindow window_shape=[512] stride=160 ! Hann axis=1`.
 *
 * A line becomes the text of an .imunit file with a composite, which is read like any
 * other, so that there is one way of the data. The line remembers which of its words
 * became which bytes of the file: what is wrong with the file can be told of the line.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-tensor-type.h"
#include "unit/im-unit-library.h"

G_BEGIN_DECLS

typedef struct _ImLaunch ImLaunch;

/**
 * im_launch_parse:
 * @line: the line
 * @library: where units are looked for; must outlive the result
 * @diagnostics: where problems go
 *
 * Reads a line: `source TYPE`, then layers, with a `!` that stands alone between them. A
 * layer is a unit by its id, or by the last part of the id if only one unit ends in it,
 * and settings `NAME=VALUE`. NAME is an option or socket of the unit, VALUE a shape
 * `[512,3]` or an expression, which may use `input` and may have blanks inside of quotes,
 * brackets and parentheses. For a socket it is `input` or `null`.
 *
 * Codes: `launch-syntax`, `unknown-unit`, `ambiguous-unit`, `unknown-parameter`,
 * `duplicate-name`, `bad-value`, `not-connected` (the last layer gives nothing), and
 * those of expression errors.
 *
 * Returns: (nullable): the pipeline, or NULL if there is an error
 */
ImLaunch *im_launch_parse (ImSource *line,
                           ImUnitLibrary *library,
                           ImDiagnostics *diagnostics);

void im_launch_free (ImLaunch *launch);

/**
 * im_launch_write:
 * @launch: a pipeline
 * @id: the id of the composite
 * @output: (nullable): what the last layer gives, NULL if that is not known yet: the
 * output is then declared like the input
 *
 * Writes an .imunit file with one composite. The type, shape and rate of its input are
 * attributes of the namespace of this tool.
 *
 * Returns: the text of the file
 */
GBytes *im_launch_write (ImLaunch *launch, const char *id, const ImTensorType *output);

/**
 * im_launch_add_problems:
 * @launch: a pipeline
 * @file: the file that was read from the text that was written last
 * @found: problems
 * @diagnostics: where copies of them go
 *
 * Copies problems; those in @file are placed at the words of the line that they come
 * from.
 */
void im_launch_add_problems (const ImLaunch *launch,
                             const ImUnitFile *file,
                             const ImDiagnostics *found,
                             ImDiagnostics *diagnostics);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImLaunch, im_launch_free)

G_END_DECLS
