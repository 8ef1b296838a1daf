/* What computes the outputs of a pipeline on this machine: its C, compiled once however
 * many recordings there are, or its Python.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/input/cli-pipeline.h"
#include "run/im-host.h"

G_BEGIN_DECLS

typedef struct _CliRunProgram CliRunProgram;

/**
 * cli_run_program_new:
 * @options: `--timeout` and `--keep`
 * @pipeline: a pipeline
 * @plan: its plan, in the language that is run
 * @error: return location for a [error@GLib.FileError]
 *
 * Opens the folder of the program, and lets Ctrl-C end it from now on.
 *
 * Returns: (nullable): a program that needs @pipeline and @plan
 */
CliRunProgram *cli_run_program_new (const CliOptions *options,
                                    const CliPipeline *pipeline,
                                    const ImPlan *plan,
                                    GError **error);

const ImPlan *cli_run_program_get_plan (const CliRunProgram *program);

/* What messages call the pipeline. */
const char *cli_run_program_get_name (const CliRunProgram *program);

/**
 * cli_run_program_compile:
 * @program: a program
 * @error: return location for the errors of im_host_add() and im_host_compile()
 *
 * Compiles C; of Python there is nothing to do. Problems go to those of the pipeline. If
 * the compiler refuses it, the source stays, and the message says where.
 *
 * Returns: whether it can run
 */
gboolean cli_run_program_compile (CliRunProgram *program, GError **error);

/**
 * cli_run_program_stream:
 * @program: a program that is compiled
 * @stream: where frames come from, and where outputs go
 * @error: return location for the errors of im_host_stream() and im_reference_stream()
 *
 * Passes frames through the pipeline from its start. Several threads may do so at the
 * same time; those of Python wait for each other.
 *
 * Returns: whether all frames went through
 */
gboolean cli_run_program_stream (CliRunProgram *program,
                                 const ImHostStream *stream,
                                 GError **error);

/* Lets the folder of `--keep` stay. */
void cli_run_program_keep (CliRunProgram *program);

void cli_run_program_free (CliRunProgram *program);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliRunProgram, cli_run_program_free)

G_END_DECLS
