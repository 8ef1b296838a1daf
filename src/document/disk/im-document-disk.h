/* A document and its files, when a file is not what was read any more: other programs
 * change and remove files, and drafts hold what was not saved.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/disk/im-draft.h"
#include "document/state/im-document.h"

G_BEGIN_DECLS

/**
 * ImDocumentDisk:
 * @IM_DOCUMENT_DISK_SAME: the files have what was read or saved
 * @IM_DOCUMENT_DISK_CHANGED: one has something else, or cannot be read
 * @IM_DOCUMENT_DISK_GONE: one is not there any more
 *
 * What became of the files of a document.
 */
typedef enum
{
  IM_DOCUMENT_DISK_SAME,
  IM_DOCUMENT_DISK_CHANGED,
  IM_DOCUMENT_DISK_GONE,
} ImDocumentDisk;

/* Compares the file, and the code that was edited, with what was read or saved. */
ImDocumentDisk im_document_check_disk (ImDocument *document);

/* The names of code files that are not what is open here, also of those that are gone;
 * ends with NULL. */
char **im_document_list_changed_code (ImDocument *document);

/**
 * im_document_reload:
 * @document: a document
 * @error: return location for an [error@Im.FileError], or an [error@Im.DocumentError]:
 *   FORMAT
 *
 * Makes what the file has now the text of the document, and so for the code that was
 * edited. It is a step that can be undone.
 *
 * Returns: whether it could be read
 */
gboolean im_document_reload (ImDocument *document, GError **error);

/**
 * im_document_reload_code:
 * @document: a document
 *
 * Reads the code files of units again, and looks for problems in them. The text and its
 * history stay what they are.
 */
void im_document_reload_code (ImDocument *document);

/**
 * im_document_keep:
 * @document: a document
 *
 * Keeps the text of the document and its code, and takes notice of what the files have
 * now: saving overwrites them.
 */
void im_document_keep (ImDocument *document);

/**
 * im_document_open_draft:
 * @draft: a draft
 * @library: where its units are
 * @error: return location for an [error@Im.DocumentError]: FORMAT
 *
 * Opens the file of a draft and restores the draft on top of it, with its code. If there
 * is no such file any more, or it cannot be read, the document begins with the draft.
 *
 * Returns: (nullable): a new document
 */
ImDocument *im_document_open_draft (const ImDraft *draft,
                                    ImUnitLibrary *library,
                                    GError **error);

/**
 * im_document_new_draft:
 * @document: a document
 * @editor_text: (nullable): the text of an editor that could not be read
 *
 * Returns: (transfer full): what the document is now
 */
ImDraft *im_document_new_draft (ImDocument *document, const char *editor_text);

G_END_DECLS
