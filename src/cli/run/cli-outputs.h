/* The outputs of a run that come together, written while they come.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/input/cli-labels.h"

G_BEGIN_DECLS

typedef struct _CliOutputs CliOutputs;

/**
 * cli_outputs_open:
 * @plan: what runs
 * @sink: index of one of its sinks
 * @path: a file, which is replaced when all is written: .npy for one output, else CSV
 * @labels: (nullable): what a column `label` of a CSV file has; must outlive the file
 * @error: return location for a [error@GLib.FileError]
 *
 * A CSV file has a row for each time that the pipeline gives its outputs, with a column
 * for each element: `output` for one, `output[0]` and so on for more. An NPY file has the
 * tensors along a new outermost axis.
 *
 * Returns: (nullable): a file without rows
 */
CliOutputs *cli_outputs_open (const ImPlan *plan,
                              guint sink,
                              const char *path,
                              const CliLabels *labels,
                              GError **error);

/**
 * cli_outputs_add:
 * @outputs: a file
 * @number: an output of the program; one of another sink is left alone
 * @elements: a tensor of it
 * @size_bytes: its size
 * @error: return location for a [error@GLib.FileError]
 *
 * Returns: whether it was written, or kept until its row is complete
 */
gboolean cli_outputs_add (CliOutputs *outputs,
                          guint number,
                          gconstpointer elements,
                          gsize size_bytes,
                          GError **error);

guint64 cli_outputs_get_rows (const CliOutputs *outputs);
const char *cli_outputs_get_path (const CliOutputs *outputs);

/**
 * cli_outputs_close:
 * @outputs: a file
 * @error: return location for a [error@GLib.FileError]
 *
 * Puts the file in the place of the one that was there. Without it nothing changes there.
 *
 * Returns: whether it is there
 */
gboolean cli_outputs_close (CliOutputs *outputs, GError **error);

void cli_outputs_free (CliOutputs *outputs);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliOutputs, cli_outputs_free)

G_END_DECLS
