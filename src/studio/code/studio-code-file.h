/* A code file of a document that is edited in a page of its own.
 *
 * What is typed becomes a step of the history of the document after a pause; undoing is
 * undoing in the document.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document.h"
#include "studio/common/studio-code-page.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_CODE_FILE (studio_code_file_get_type ())
G_DECLARE_FINAL_TYPE (StudioCodeFile, studio_code_file, STUDIO, CODE_FILE, GObject)

/**
 * studio_code_file_new:
 * @document: a document
 * @name: one of its code files, see im_document_list_code()
 *
 * Returns: what edits the file; it emits `typed` when there is something that the
 *   document does not have yet
 */
StudioCodeFile *studio_code_file_new (ImDocument *document, const char *name);

const char *studio_code_file_get_name (StudioCodeFile *file);

/* The page with its text, or with why it cannot be edited. */
GtkWidget *studio_code_file_get_page (StudioCodeFile *file);

/* Takes what has changed in the document, as soon as somebody sees it. */
void studio_code_file_update (StudioCodeFile *file);

/* Makes what was typed the document's without waiting for a pause. */
void studio_code_file_flush (StudioCodeFile *file);

/**
 * studio_code_file_show_problems:
 * @file: a file
 * @problems: (element-type StudioProblem): all problems of the document
 *
 * Shows those of the file in its text, unless something was typed since that they do not
 * know.
 */
void studio_code_file_show_problems (StudioCodeFile *file, GListModel *problems);

/* Shows a place: line and column from 1. */
void studio_code_file_show_place (StudioCodeFile *file, guint line, guint column);

G_END_DECLS
