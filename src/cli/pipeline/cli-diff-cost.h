/* What two versions of a pipeline cost: memory, calls of layers, and instructions that an
 * emulated core executes.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-json.h"
#include "cli/input/cli-pipeline.h"
#include "verify/im-budget.h"

G_BEGIN_DECLS

/**
 * CliDiffCost:
 * @plans: (nullable): of the version before and after, NULL where there is none
 * @budgets: (nullable): what they take of a core, NULL where nothing was counted
 */
typedef struct
{
  const ImPlan *plans[2];
  ImBudget *budgets[2];
} CliDiffCost;

/**
 * cli_diff_cost_count:
 * @cost: the costs, with their plans
 * @context: the command
 * @build: what to compile with and for, an emulated one
 * @pipelines: (array fixed-size=2): the versions; one without a program is not counted
 *
 * Counts instructions. Tells on standard error what a version cannot be counted for.
 *
 * Returns: CLI_EXIT_FINE, or the exit status of a command that cannot count
 */
CliExit cli_diff_cost_count (CliDiffCost *cost,
                             CliContext *context,
                             const ImBuild *build,
                             CliPipeline *const *pipelines);

/* Appends what differs, as text. */
void cli_diff_cost_append (const CliDiffCost *cost, GString *out);

/* Writes the members `memory`, `calls_per_second` and, if they were counted,
 * `instructions`, those that do not differ too. */
void cli_diff_cost_write (const CliDiffCost *cost, ImJson *json);

/* Adds lines below a picture: the RAM and the instructions of all, if they differ. */
void cli_diff_cost_add_lines (const CliDiffCost *cost, GStrvBuilder *lines);

void cli_diff_cost_clear (CliDiffCost *cost);

G_END_DECLS
