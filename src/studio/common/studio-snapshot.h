/* What long work takes of a document.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document.h"
#include "run/im-snapshot.h"

G_BEGIN_DECLS

/**
 * studio_snapshot_take:
 * @document: a document
 *
 * Takes a snapshot of the main unit of a document, with its plan if there is one.
 *
 * Returns: (transfer full): the snapshot; a thread calls im_snapshot_plan() first
 */
ImSnapshot *studio_snapshot_take (ImDocument *document);

/**
 * studio_snapshot_plan:
 * @snapshot: a snapshot that studio_snapshot_take() took
 * @error: return location for G_IO_ERROR_INVALID_DATA with the first error of the
 *   pipeline
 *
 * Plans it, in any thread.
 *
 * Returns: whether there is a plan
 */
gboolean studio_snapshot_plan (ImSnapshot *snapshot, GError **error);

G_END_DECLS
