/* A document with other units, such as those of folders that were read again, found by a
 * thread: its text is read with them, and its pipeline follows from that.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document.h"

G_BEGIN_DECLS

typedef struct _ImDocumentReading ImDocumentReading;

/* Begins to read the current text of a document with the units of @library. While the
 * reading lives, edits of the document take longer. */
ImDocumentReading *im_document_reading_new (ImDocument *document, ImUnitLibrary *library);

/* Also lets go of the units that the document had before it took the reading: who shows
 * the document does so when it has changed. Any thread may free a reading. */
void im_document_reading_free (ImDocumentReading *reading);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImDocumentReading, im_document_reading_free)

/* Reads the text; any thread may do that, once. */
void im_document_reading_run (ImDocumentReading *reading);

/**
 * im_document_take_reading:
 * @document: the document
 * @reading: a reading that was run, and was not taken yet
 *
 * Lets the document use the units of the reading, with all that follows from them. The
 * text and its history stay what they are.
 *
 * Returns: FALSE if the document has changed since the reading began; then nothing
 *   happens
 */
gboolean im_document_take_reading (ImDocument *document, ImDocumentReading *reading);

/* Does all of that at once, unless the document uses the units of @library already. */
void im_document_set_library (ImDocument *document, ImUnitLibrary *library);

G_END_DECLS
