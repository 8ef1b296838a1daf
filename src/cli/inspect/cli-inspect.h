/* What `imaginet inspect` shows of a unit, for people and for scripts.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-json.h"
#include "cli/terminal/cli-command.h"
#include "evaluation/im-unit-evaluation.h"

G_BEGIN_DECLS

/* The languages that an implementation is chosen in. */
extern const ImLanguage cli_inspect_languages[];
extern const guint cli_inspect_n_languages;

/* Appends what the file declares. */
void cli_inspect_append_unit (const CliContext *context, const ImUnit *unit);

/* Appends what an evaluation gives. */
void cli_inspect_append_evaluation (const CliContext *context,
                                    ImUnitEvaluation *evaluation);

/* Appends an empty line and a heading. */
void cli_inspect_append_heading (const CliContext *context, const char *heading);

/* Writes an object with the members of a unit, and `evaluation` if there is one. */
void cli_inspect_write (ImJson *json, const ImUnit *unit, ImUnitEvaluation *evaluation);

/* Writes an object with `values`, `contracts` and `choices`. */
void cli_inspect_write_evaluation (ImJson *json, ImUnitEvaluation *evaluation);

G_END_DECLS
