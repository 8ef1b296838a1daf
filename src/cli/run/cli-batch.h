/* Many recordings through one pipeline.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/run/cli-run-program.h"

G_BEGIN_DECLS

/**
 * cli_batch_run:
 * @context: the command, with the folder of `--output`
 * @recordings: (element-type CliRecordingFile): what is run
 * @pipeline: a pipeline
 * @plan: its plan
 *
 * Runs recordings side by side, each into a file of its own. Those whose result is there
 * and newer than them are left out, unless the pipeline computes something else than it
 * did then: `run.json` in the folder has a digest of the code. A recording that fails is
 * told of, and the others go on.
 *
 * Returns: CLI_EXIT_PROBLEMS if one failed
 */
CliExit cli_batch_run (CliContext *context,
                       const GPtrArray *recordings,
                       const CliPipeline *pipeline,
                       const ImPlan *plan);

G_END_DECLS
