/* How shapes meet as text, with all that the picture shows: columns for terminals.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "broadcast/im-broadcast-report.h"

G_BEGIN_DECLS

/**
 * im_broadcast_text_append:
 * @report: a report
 * @width: columns of the terminal, 0 for as many as needed
 * @out: where to append
 *
 * Appends lines that end in a newline: what is done, a table for each level with verdicts
 * and groups, the loops, and sentences. Columns in the middle of a table that is wider
 * than @width are folded, and sentences are broken; words that are wider stay whole.
 */
void im_broadcast_text_append (const ImBroadcastReport *report,
                               guint width,
                               GString *out);

G_END_DECLS
