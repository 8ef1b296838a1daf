/* Random edits by names, of every kind that an edit can be, good and bad ones.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"
#include "random-edits.h"

G_BEGIN_DECLS

/* A number less than @n, which the next byte chooses; 0 if @n is. */
guint random_edits_choose (RandomEdits *edits, guint n);

/* How many nodes can be edited. */
guint random_edits_count_nodes (ImDocument *document);

/* The id of a unit, which the library may not have. */
const char *random_edits_choose_unit (RandomEdits *edits);

/**
 * random_edits_choose_edit:
 * @edits: choices
 * @document: a document
 * @arena: where the texts of the edit live, whatever becomes of the document
 *
 * Returns: an edit of any kind, mostly of names that the document has
 */
ImEdit random_edits_choose_edit (RandomEdits *edits,
                                 ImDocument *document,
                                 ImArena *arena);

G_END_DECLS
