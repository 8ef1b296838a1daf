/* Keeps a draft of a document as long as it has changes that are not saved.
 *
 * The draft is written a while after the first change that it does not have, so that
 * someone who never pauses loses no more either. It is removed when the document is saved
 * or has gone back to what is saved.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/disk/im-draft-store.h"
#include "document/state/im-document.h"

G_BEGIN_DECLS

#define IM_TYPE_AUTOSAVE (im_autosave_get_type ())
G_DECLARE_FINAL_TYPE (ImAutosave, im_autosave, IM, AUTOSAVE, GObject)

/**
 * im_autosave_new:
 * @document: a document
 * @store: where its draft goes
 * @delay_ms: how long after a change the draft is written
 *
 * Returns: what keeps the draft; the draft stays when it is freed
 */
ImAutosave *im_autosave_new (ImDocument *document, ImDraftStore *store, guint delay_ms);

/* Takes over the draft that the document was restored from: it is kept until there is a
 * newer one in its place. */
void im_autosave_adopt (ImAutosave *autosave, const char *file);

/* For how long from the next change on a draft may be behind. */
void im_autosave_set_delay (ImAutosave *autosave, guint delay_ms);

/* Sets the text of an editor that cannot be read; NULL for none. */
void im_autosave_set_editor_text (ImAutosave *autosave, const char *text);

/* Writes what the draft does not have yet, without waiting. */
void im_autosave_flush (ImAutosave *autosave);

/* Removes the draft and keeps none any more: the user wants to lose the changes. */
void im_autosave_discard (ImAutosave *autosave);

G_END_DECLS
