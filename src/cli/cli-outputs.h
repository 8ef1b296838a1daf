/* What the outputs of a pipeline gave in a run, and the files that it is saved to.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-plan.h"

G_BEGIN_DECLS

/**
 * CliOutput:
 * @port: the output
 * @type: of each of its tensors
 * @number: its number in the program
 * @bytes: the tensors, one behind the other
 * @n_tensors: their number
 */
typedef struct
{
  const ImProgramPort *port;
  const ImTensorType *type;
  guint number;
  GByteArray *bytes;
  guint n_tensors;
} CliOutput;

/**
 * cli_outputs_collect:
 * @plan: a plan
 * @sink: index of one of its sinks
 * @trace: what it gave
 *
 * Returns: (element-type CliOutput): the outputs of the sink that gave something
 */
GArray *cli_outputs_collect (const ImPlan *plan, guint sink, GBytes *trace);

/**
 * cli_outputs_save_csv:
 * @outputs: (element-type CliOutput): outputs
 * @path: a file, which is replaced
 * @error: return location for an [error@Im.FileError]
 *
 * Writes a row for each time that the pipeline gave its outputs, with a column for each
 * element: `output` for one, `output[0]` and so on for more.
 *
 * Returns: whether it was written
 */
gboolean cli_outputs_save_csv (const GArray *outputs, const char *path, GError **error);

/**
 * cli_outputs_save_npy:
 * @output: one output
 * @path: a file, which is replaced
 * @error: return location for an [error@Im.FileError] or [error@Im.ShapeError]
 *
 * Writes the tensors along a new outermost axis.
 *
 * Returns: whether it was written
 */
gboolean cli_outputs_save_npy (const CliOutput *output, const char *path, GError **error);

G_END_DECLS
