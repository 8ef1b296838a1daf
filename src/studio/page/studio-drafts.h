/* What crashes have left, until the user has restored or discarded it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/disk/im-draft-store.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DRAFTS (studio_drafts_get_type ())
G_DECLARE_FINAL_TYPE (StudioDrafts, studio_drafts, STUDIO, DRAFTS, GObject)

/* @store is NULL where no drafts can be kept. */
StudioDrafts *studio_drafts_new (ImDraftStore *store);

/* Where drafts are kept, or NULL. */
ImDraftStore *studio_drafts_get_store (StudioDrafts *drafts);

/**
 * studio_drafts_claim:
 * @drafts: the drafts
 * @messages: (element-type utf8): what is wrong with those that cannot be read
 *
 * Takes over the drafts that nobody owns.
 */
void studio_drafts_claim (StudioDrafts *drafts, GPtrArray *messages);

/* (element-type ImDraft): those that nobody has answered for. */
const GPtrArray *studio_drafts_list (StudioDrafts *drafts);

/* Forgets one of them, which is answered for. */
void studio_drafts_forget (StudioDrafts *drafts, const ImDraft *draft);

G_END_DECLS
