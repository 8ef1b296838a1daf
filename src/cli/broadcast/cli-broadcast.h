/* What `imaginet broadcast` prints of a report.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-json.h"
#include "broadcast/im-broadcast-report.h"

G_BEGIN_DECLS

/**
 * cli_broadcast_json:
 * @json: a writer
 * @line: number of the line that it is of, 0 if there is none
 * @column: where it begins there, 0 if that is not of interest
 * @report: a report
 *
 * Writes an object: verdict, code, result, and all that explains them.
 */
void cli_broadcast_json (ImJson *json,
                         guint line,
                         guint column,
                         const ImBroadcastReport *report);

/**
 * cli_broadcast_json_failure:
 * @json: a writer
 * @line: number of the line
 * @column: of the problem, 0 if the message says it
 * @error: why it cannot be read
 *
 * Writes an object of the same form for a line without a report.
 */
void cli_broadcast_json_failure (ImJson *json,
                                 guint line,
                                 guint column,
                                 const GError *error);

/* Writes an object of the same form for an operation that is not judged, with the
 * verdict `skipped`. */
void cli_broadcast_json_skipped (ImJson *json,
                                 guint line,
                                 guint column,
                                 const char *code,
                                 const char *operation);

/* Appends a line: `ok: exact, [4]; in d0 each ? must be 1 or 4`, or an error. */
void cli_broadcast_append_verdict (const ImBroadcastReport *report, GString *out);

G_END_DECLS
