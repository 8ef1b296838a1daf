/* What is known of all of a recording: how long it is, where rows are missing, and what
 * is labelled in it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "recording/im-feed.h"

G_BEGIN_DECLS

/**
 * studio_attach_facts_find:
 * @feed: a recording
 * @cancellable: what ends it early
 * @found: called with the result
 * @data: for @found
 *
 * Reads all of a CSV file, in a thread; of another one what it says of itself.
 */
void studio_attach_facts_find (const ImFeed *feed,
                               GCancellable *cancellable,
                               GAsyncReadyCallback found,
                               gpointer data);

/**
 * studio_attach_facts_finish:
 * @result: what @found got
 * @error: return location for an [error@Im.RecordingError], an [error@Im.FileError] or
 *   G_IO_ERROR_CANCELLED
 *
 * Returns: (nullable): sentences such as `1250 rows, 25 s, 50 Hz. No gaps.`
 */
char *studio_attach_facts_finish (GAsyncResult *result, GError **error);

G_END_DECLS
