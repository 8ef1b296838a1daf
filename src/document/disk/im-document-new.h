/* New pipelines: the smallest files that can be edited.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "document/state/im-document.h"

G_BEGIN_DECLS

/**
 * ImDocumentTemplate:
 * @IM_DOCUMENT_STACK: a composite without layers: its output is its input
 * @IM_DOCUMENT_GRAPH: a compound with an input that leads to an output
 *
 * What a new pipeline is.
 */
typedef enum
{
  IM_DOCUMENT_STACK,
  IM_DOCUMENT_GRAPH,
} ImDocumentTemplate;

/**
 * im_document_dup_path:
 * @file: where somebody wants a new file
 * @is_taken: (out): whether there is a file that nobody was asked about: one whose name
 *   has the suffix that @file has not
 *
 * Returns: (nullable): the path with the suffix of units, NULL if it is not on this
 *   computer
 */
char *im_document_dup_path (GFile *file, gboolean *is_taken);

/**
 * im_document_new_untitled:
 * @kind: what it is
 * @library: where its units are
 *
 * Makes a pipeline that has no file yet: nothing is written before it is saved. Its input
 * is one channel of Float32 at 16 kHz, sample by sample.
 *
 * Returns: a new document, which has no changes
 */
ImDocument *im_document_new_untitled (ImDocumentTemplate kind, ImUnitLibrary *library);

/* Whether it has no file yet. Its path is one where no file is; so is that of its drafts.
 */
gboolean im_document_is_untitled (ImDocument *document);
gboolean im_document_is_untitled_path (const char *path);

/* The absolute folder of its file; that of documents of the user while it has none. */
char *im_document_dup_folder (ImDocument *document);

/**
 * im_document_save_first:
 * @document: a document that has no file yet
 * @path: where to; a file that is there is replaced
 * @error: return location for an [error@Im.FileError]
 *
 * Names a document after its file, unless it was given another name, and saves it. The
 * name is a step that can be undone.
 *
 * Returns: whether it was written
 */
gboolean im_document_save_first (ImDocument *document, const char *path, GError **error);

G_END_DECLS
