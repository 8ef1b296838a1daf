/* What `imaginet broadcast` prints of a report.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "base/im-json.h"
#include "broadcast/im-broadcast-report.h"

G_BEGIN_DECLS

/**
 * CliBroadcastRows:
 * @json: a writer
 * @source: the text with the operations
 * @diagnostics: what is wrong with them
 *
 * The results of a text of operations, as JSON.
 */
typedef struct
{
  ImJson json;
  ImSource *source;
  ImDiagnostics *diagnostics;
} CliBroadcastRows;

/* Opens the object; the text is called @name. */
void cli_broadcast_rows_open (CliBroadcastRows *rows,
                              GString *out,
                              const char *name,
                              const GString *text);

void cli_broadcast_rows_close (CliBroadcastRows *rows);

/* Writes an object: verdict, code, result, all that explains them, and `diagnostics`. */
void cli_broadcast_json (ImJson *json, const ImBroadcastReport *report);

/**
 * cli_broadcast_json_row:
 * @rows: results
 * @line: number of the line that it is of
 * @column: where it begins there, 0 if that is not of interest
 * @report: a report
 *
 * Writes the same for one of several operations.
 */
void cli_broadcast_json_row (CliBroadcastRows *rows,
                             guint line,
                             guint column,
                             const ImBroadcastReport *report);

/**
 * cli_broadcast_json_failure:
 * @rows: results
 * @line: number of the line
 * @column: of the problem, 0 if the message says it
 * @error: why it cannot be read
 *
 * Writes an object of the same form for a line without a report.
 */
void cli_broadcast_json_failure (CliBroadcastRows *rows,
                                 guint line,
                                 guint column,
                                 const GError *error);

/* Writes an object of the same form for an operation that is not judged, with the
 * verdict `skipped`. */
void cli_broadcast_json_skipped (CliBroadcastRows *rows,
                                 guint line,
                                 guint column,
                                 const char *code,
                                 const char *operation);

/**
 * cli_broadcast_add_problem:
 * @diagnostics: where it goes
 * @source: (nullable): the text that the operands are in, NULL if they are arguments
 * @line: their line
 * @column: where they begin there, 0 for the whole line
 * @code: kept
 * @message: what is wrong
 * @reason: (nullable): by which rule
 */
void cli_broadcast_add_problem (ImDiagnostics *diagnostics,
                                ImSource *source,
                                guint line,
                                guint column,
                                const char *code,
                                const char *message,
                                const char *reason);

/* Appends a line: `ok: exact, [4]; in d0 each ? must be 1 or 4`, or an error. */
void cli_broadcast_append_verdict (const ImBroadcastReport *report, GString *out);

G_END_DECLS
