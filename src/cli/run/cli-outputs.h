/* The outputs of a run that come together: rows of a CSV file or an array of NumPy, which
 * are written while they come, or arrays of an archive of NumPy, which is written at the
 * end.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "artifact/im-artifacts.h"
#include "base/im-json.h"
#include "cli/run/cli-stamps.h"

G_BEGIN_DECLS

typedef struct _CliOutputs CliOutputs;

/**
 * cli_outputs_open:
 * @plan: what runs
 * @sink: index of one of its sinks
 * @path: a file, which is replaced when all is written: .npy for one output, .npz, else
 * CSV
 * @stamps: (nullable): when outputs come, and their labels; must outlive the file
 * @error: return location for a [error@GLib.FileError]
 *
 * A CSV file has a row for each time that the pipeline gives its outputs, with a column
 * for each element: `output` for one, `output[0]` and so on for more, and a column
 * `label` where there are labels. An NPY file has the tensors along a new outermost axis.
 * So has an NPZ file, which holds all outputs by their names, also of several sinks, the
 * times as `time_s` and the labels as `label`; see cli_outputs_write_archive().
 *
 * Returns: (nullable): a file without rows
 */
CliOutputs *cli_outputs_open (const ImPlan *plan,
                              guint sink,
                              const char *path,
                              const CliStamps *stamps,
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

/* Whether a file of that name has a place for labels. */
gboolean cli_outputs_take_labels (const char *path);

/* Writes the members `output`, its path, and `rows`. */
void cli_outputs_write_json (const CliOutputs *outputs, ImJson *json);

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

/* Whether that name means that a CSV file is printed, row by row. */
gboolean cli_outputs_are_printed (const char *path);

/* Whether a file of that name is an archive, which holds what all sinks give. */
gboolean cli_outputs_are_archived (const char *path);

/**
 * cli_outputs_write_archive:
 * @outputs: (element-type CliOutputs): those of all sinks, of one path
 * @error: return location for an [error@Im.ArtifactsError] or [error@Im.FileError]
 *
 * Writes an NPZ file, as a whole or not at all. With several sinks, or where an output
 * has such a name itself, `time_s` and `label` stand behind the name of the first output
 * of a sink: `OUTPUT.time_s`.
 *
 * Returns: whether it is there
 */
gboolean cli_outputs_write_archive (const GPtrArray *outputs, GError **error);

void cli_outputs_free (CliOutputs *outputs);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliOutputs, cli_outputs_free)

G_END_DECLS
