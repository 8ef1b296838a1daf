/* How the sizes of a column meet, in a few words.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "broadcast/im-broadcast-report.h"

G_BEGIN_DECLS

/**
 * im_broadcast_verdict_new:
 * @report: a report
 * @level: number of one of its levels
 * @axis: number of an axis; one beyond the operands is only declared
 * @arena: for the words
 *
 * Returns: `=`, `A ×5`, `2 ≠ 3`, `?`, or more, in up to three lines with newlines between
 */
const char *im_broadcast_verdict_new (const ImBroadcastReport *report,
                                      guint level,
                                      guint axis,
                                      ImArena *arena);

/* Number of axes of the operands of a level; a declared result may have more. */
guint im_broadcast_level_get_rank (const ImBroadcastReport *report, guint level);

/* Whether the sizes of a column give no result. */
gboolean im_broadcast_relation_is_bad (ImColumnRelation relation);

/* A size as a text, `?` if it is not known. */
const char *im_broadcast_size_text (gint64 size, ImArena *arena);

G_END_DECLS
