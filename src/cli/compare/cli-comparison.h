/* Comparisons as text and JSON.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-json.h"
#include "cli/terminal/cli-text.h"
#include "verify/im-compare.h"

G_BEGIN_DECLS

/**
 * cli_comparison_add_rows:
 * @comparison: a comparison
 * @table: a table of CLI_COMPARISON_COLUMNS columns
 *
 * Adds a row for each output of each layer, and for the whole if there are several
 * layers, or only the whole is not equal.
 */
void cli_comparison_add_rows (const ImComparison *comparison, CliTable *table);

#define CLI_COMPARISON_COLUMNS 9

CliTable *cli_comparison_new_table (void);

/**
 * cli_comparison_new_build_table:
 *
 * Returns: a table for cli_comparison_add_build()
 */
CliTable *cli_comparison_new_build_table (void);

/**
 * cli_comparison_add_reference:
 * @layer: a layer, or the whole pipeline
 * @name: what the reference is called among builds
 * @table: a table of cli_comparison_new_build_table()
 *
 * Adds a row for each output of a layer, which says what its errors are measured from.
 */
void cli_comparison_add_reference (const ImCompareLayer *layer,
                                   const char *name,
                                   CliTable *table);

/**
 * cli_comparison_add_build:
 * @layer: a layer, or the whole pipeline
 * @build: the name of the build that it was compared in
 * @table: a table of cli_comparison_new_build_table()
 *
 * Adds a row for each output of a layer, with its errors.
 */
void cli_comparison_add_build (const ImCompareLayer *layer,
                               const char *build,
                               CliTable *table);

/**
 * cli_comparison_append_findings:
 * @comparison: a comparison
 * @out: where to append
 *
 * Appends a line for each layer that numbers do not explain: the first element that is
 * out of tolerance, or why there is nothing to compare with.
 */
void cli_comparison_append_findings (const ImComparison *comparison, GString *out);

/**
 * cli_comparison_append_figures:
 * @comparison: a comparison
 * @out: where to append
 *
 * Appends a table of what the outputs in fixed point leave of their range, and how they
 * differ from the float twin. Nothing if none is in fixed point.
 */
void cli_comparison_append_figures (const ImComparison *comparison, GString *out);

void cli_comparison_write (ImJson *json, const ImComparison *comparison);

G_END_DECLS
