/* What `imaginet broadcast` prints of a report.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/cli-json.h"
#include "tensor/im-broadcast-report.h"

G_BEGIN_DECLS

/**
 * cli_broadcast_json:
 * @json: a writer
 * @line: number of the line that it is of, 0 if there is none
 * @report: a report
 *
 * Writes an object: verdict, code, result, and all that explains them.
 */
void cli_broadcast_json (CliJson *json, guint line, const ImBroadcastReport *report);

/**
 * cli_broadcast_json_failure:
 * @json: a writer
 * @line: number of the line
 * @error: why it cannot be read
 *
 * Writes an object of the same form for a line without a report.
 */
void cli_broadcast_json_failure (CliJson *json, guint line, const GError *error);

G_END_DECLS
