/* Sentences about a report of broadcasting, shared by its picture and its text.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "broadcast/im-broadcast-report.h"

G_BEGIN_DECLS

/* Appends the rules and what is done, such as `Imaginet: A.broadcast(B)`. */
void im_broadcast_append_title (const ImBroadcastReport *report, GString *out);

/* Appends the operands and the result as they are written, `A [2,1], B [2,3] → …`. */
void im_broadcast_append_shapes (const ImBroadcastReport *report, GString *out);

/* Appends the loops of the groups, `left 2 › group1 3; A does not advance in group1`;
 * nothing if there are none. */
void im_broadcast_append_loops (const ImBroadcastReport *report, GString *out);

/**
 * im_broadcast_append_column:
 * @report: a report
 * @level: number of a level
 * @axis: of that level
 * @out: where to append
 *
 * Appends a line such as `column d1: A 1 stretched to 5, B 5, result 5, group2`.
 */
void im_broadcast_append_column (const ImBroadcastReport *report,
                                 guint level,
                                 guint axis,
                                 GString *out);

/**
 * im_broadcast_append_description:
 * @report: a report
 * @out: where to append
 *
 * Appends all that a picture shows, in lines, for those who cannot see it.
 */
void im_broadcast_append_description (const ImBroadcastReport *report, GString *out);

/**
 * ImBroadcastNoteFunc:
 * @text: a line
 * @is_bad: whether it says what is wrong
 * @data: as given
 */
typedef void (*ImBroadcastNoteFunc) (const char *text, gboolean is_bad, gpointer data);

/* Gives each line that stands below a table: what is wrong, the summary, the rule that
 * decided, and what has to hold at run time. */
void im_broadcast_foreach_note (const ImBroadcastReport *report,
                                ImBroadcastNoteFunc func,
                                gpointer data);

G_END_DECLS
