/* The steps of a document that can be gone to, one by one or at once.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document.h"

G_BEGIN_DECLS

/**
 * im_document_get_n_steps:
 * @document: a document
 *
 * Returns: how many steps can be gone to, with the one at the beginning
 */
guint im_document_get_n_steps (ImDocument *document);

/* The step that the document is at. */
guint im_document_get_step (ImDocument *document);

/**
 * im_document_get_step_name:
 * @document: a document
 * @step: less than the number of steps
 *
 * Returns: (nullable): what the step did; NULL for the one at the beginning
 */
const char *im_document_get_step_name (ImDocument *document, guint step);

/**
 * im_document_get_step_id:
 * @document: a document
 * @step: less than the number of steps
 *
 * Returns: a number that the step keeps as long as it can be gone to; those behind it
 *   have larger ones
 */
guint64 im_document_get_step_id (ImDocument *document, guint step);

/**
 * im_document_dup_script:
 * @document: a document
 *
 * Returns: (transfer full): the edits of all steps up to the one that the document is at,
 *   see im_edit_parse_script(), also of code that was typed; a step that is no edit, such
 *   as a text that was typed, is a comment
 */
char *im_document_dup_script (ImDocument *document);

/* Whether the file has the text behind a step. */
gboolean im_document_is_step_saved (ImDocument *document, guint step);

/**
 * im_document_go_to_step:
 * @document: a document
 * @step: less than the number of steps
 *
 * Undoes or redoes up to a step. It can be gone back until there is a new step.
 */
void im_document_go_to_step (ImDocument *document, guint step);

G_END_DECLS
