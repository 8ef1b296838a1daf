/* The code of a document: files of C and Python beside it that its units are implemented
 * in.
 *
 * They are edited as the document is: their changes are steps of its history, they are
 * saved with it, and what is computed of the document has them as they are edited. A file
 * is known by its path below the folder of the document, such as `rms.h`.
 *
 * An editor sees UTF-8 with lines that end with LF. What it changes is written with the
 * line ends of the file, and a byte order mark stays in front; all other bytes stay.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document.h"

G_BEGIN_DECLS

/**
 * im_document_list_code:
 * @document: a document
 *
 * Lists the files of fragments that the units of the document name, those that these
 * need, and those that were edited, as far as they are in the folder of the document or
 * in folders in it.
 *
 * Returns: (transfer full) (element-type utf8): their names, in the order that the units
 *   name them
 */
GPtrArray *im_document_list_code (ImDocument *document);

/* What an editor shows of the bytes of a code file: without a byte order mark, with LF.
 */
char *im_document_dup_editor_text (GBytes *bytes);

/**
 * im_document_dup_code_path:
 * @document: a document
 * @file: the name of a code file
 *
 * Returns: (transfer full): its absolute path
 */
char *im_document_dup_code_path (ImDocument *document, const char *file);

/**
 * im_document_find_code:
 * @document: a document
 * @path: the path of a file
 *
 * Returns: (nullable) (transfer full): the name of the code file, NULL if there is none
 *   of that path
 */
char *im_document_find_code (ImDocument *document, const char *path);

/**
 * im_document_dup_code:
 * @document: a document
 * @file: the name of a code file
 * @error: return location for an [error@Im.DocumentError]: FORMAT if it is no text in
 *   UTF-8, or an [error@Im.FileError]
 *
 * Returns: (nullable): the text for an editor
 */
char *im_document_dup_code (ImDocument *document, const char *file, GError **error);

/**
 * im_document_set_code:
 * @document: a document
 * @file: the name of a code file
 * @text: the text of an editor
 * @gesture: (nullable): see im_history_add()
 * @error: as for im_document_dup_code()
 *
 * Replaces the text of a code file. A text that was there one step ago, or was just
 * undone, goes back or forth in the history instead of being a new step.
 *
 * Returns: FALSE if the file cannot be edited
 */
gboolean im_document_set_code (ImDocument *document,
                               const char *file,
                               const char *text,
                               const char *gesture,
                               GError **error);

/* Whether a code file has changes that are not saved. */
gboolean im_document_is_code_modified (ImDocument *document, const char *file);

G_END_DECLS
