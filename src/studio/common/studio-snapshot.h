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

G_END_DECLS
