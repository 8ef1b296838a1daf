/* The folder of drafts, which all running studios share.
 *
 * Each process has a name there, and holds a lock on a file of that name as long as it
 * lives. Its drafts begin with its name. A draft whose owner holds no lock is what a
 * crash left; whoever renames it to a name of its own owns it from then on.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/disk/im-draft.h"

G_BEGIN_DECLS

#define IM_TYPE_DRAFT_STORE (im_draft_store_get_type ())
G_DECLARE_FINAL_TYPE (ImDraftStore, im_draft_store, IM, DRAFT_STORE, GObject)

/**
 * im_draft_store_new:
 * @folder: the folder, which is made if it is missing
 * @error: return location for an error of GIO
 *
 * Returns: (nullable): the folder with a name in it that no other process has
 */
ImDraftStore *im_draft_store_new (const char *folder, GError **error);

/**
 * im_draft_store_new_file:
 * @store: a store
 *
 * Returns: (transfer full): a path for a new draft; no file is there yet
 */
char *im_draft_store_new_file (ImDraftStore *store);

/**
 * im_draft_store_claim:
 * @store: a store
 * @messages: (element-type utf8): what is wrong with drafts that cannot be read
 *
 * Takes over the drafts that nobody owns. Those that cannot be read are renamed,
 * so that they are still there and are told of once.
 *
 * Returns: (transfer full) (element-type ImDraft): the drafts, the oldest first
 */
GPtrArray *im_draft_store_claim (ImDraftStore *store, GPtrArray *messages);

/**
 * im_draft_store_write:
 * @store: a store
 * @draft: (transfer full): a draft
 * @file: where to
 *
 * Writes a draft in the background. Writing and removing happen in the order that they
 * are asked for, and are done when the store is gone.
 */
void im_draft_store_write (ImDraftStore *store, ImDraft *draft, const char *file);

/* Removes a draft in the background. */
void im_draft_store_remove (ImDraftStore *store, const char *file);

G_END_DECLS
