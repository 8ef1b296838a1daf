/* The pipeline that a command works on: a file, or a unit of the library.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/input/cli-bindings.h"
#include "cli/terminal/cli-command.h"
#include "plan/im-plan.h"

G_BEGIN_DECLS

/* Whether an argument names a file or folder, not the id of a unit. */
gboolean cli_pipeline_is_file (const char *argument);

/**
 * cli_pipeline_find:
 * @context: the command
 * @argument: an .imunit file, or the id of a unit
 * @library: an empty library, which is filled
 * @diagnostics: where problems go
 *
 * Finds a pipeline: of a file the unit of `--unit`, or its last composite or compound, or
 * else its last unit; if there are others like it, that is hinted at (`several-units`).
 *
 * Returns: (nullable): the unit, or NULL with an error among @diagnostics
 */
const ImUnit *cli_pipeline_find (CliContext *context,
                                 const char *argument,
                                 ImUnitLibrary *library,
                                 ImDiagnostics *diagnostics);

/**
 * cli_pipeline_find_all:
 * @context: the command
 * @arguments: (array zero-terminated=1): files, folders and ids
 * @library: an empty library, which is filled
 * @diagnostics: where problems go
 *
 * Finds pipelines as cli_pipeline_find() does, and all units below folders.
 *
 * Returns: (transfer container) (element-type ImUnit): the units, in the order of the
 *   arguments
 */
GPtrArray *cli_pipeline_find_all (CliContext *context,
                                  char **arguments,
                                  ImUnitLibrary *library,
                                  ImDiagnostics *diagnostics);

/**
 * cli_pipeline_check_names:
 * @unit: a unit
 * @bindings: the values of `--with`
 * @diagnostics: where problems go
 *
 * Checks that every name is one of an input or option (`unknown-parameter`).
 *
 * Returns: whether all are
 */
gboolean cli_pipeline_check_names (const ImUnit *unit,
                                   const CliBindings *bindings,
                                   ImDiagnostics *diagnostics);

/**
 * cli_pipeline_take_section:
 * @program: (nullable) (transfer full): a program
 * @library: where its units are
 * @options: those with `--from` and `--to`
 * @diagnostics: its problems; those of other parts are taken out, see
 * im_section_elaborate()
 *
 * Lets the part of a pipeline between the pipes that were asked for take its place.
 *
 * Returns: (nullable) (transfer full): the program of the part, or @program where nobody
 *   asks for a part; NULL if there is no such part or it has errors
 */
ImProgram *cli_pipeline_take_section (ImProgram *program,
                                      ImUnitLibrary *library,
                                      const CliOptions *options,
                                      ImDiagnostics *diagnostics);

/**
 * CliPipeline:
 * @library: where its units are
 * @bindings: the values of `--with`
 * @diagnostics: its problems
 * @program: (nullable): what was elaborated, NULL if there is no such unit or
 *   input or option
 *
 * A pipeline with the values that it is given on the command line.
 */
typedef struct
{
  ImUnitLibrary *library;
  CliBindings *bindings;
  ImDiagnostics *diagnostics;
  ImProgram *program;
} CliPipeline;

/**
 * cli_pipeline_load:
 * @pipeline: (out): the pipeline; clear it with cli_pipeline_clear() in any case
 * @context: the command, whose first argument is the pipeline
 *
 * Finds and elaborates a pipeline. What is wrong with it is noted; only a bad `--with` is
 * printed at once, because it is a mistake of the command line.
 *
 * Returns: FALSE if the command line is wrong
 */
gboolean cli_pipeline_load (CliPipeline *pipeline, CliContext *context);

/* Whether a pipeline has errors. */
gboolean cli_pipeline_has_errors (const CliPipeline *pipeline);

/**
 * cli_pipeline_plan:
 * @pipeline: a pipeline
 *
 * Plans a pipeline for C, unless it has errors. If sizes of its inputs are missing, only
 * that is noted in the end: what is not known yet follows from it.
 *
 * Returns: (nullable): the plan, which needs @pipeline
 */
ImPlan *cli_pipeline_plan (CliPipeline *pipeline);

/* The same for a run on this machine: in Python, where C is missing and Python is not. */
ImPlan *cli_pipeline_plan_run (CliPipeline *pipeline);

void cli_pipeline_clear (CliPipeline *pipeline);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliPipeline, cli_pipeline_clear)

G_END_DECLS
