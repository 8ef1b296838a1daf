/* Watches the file of a document, and the code files of its units, for changes that other
 * programs make.
 *
 * What counts is the content of the document: a save of the document itself, or a file
 * that was merely touched, is no change. Code is watched in the folders of the units that
 * the document has used since it was opened, and in those that their fragments are in,
 * and so are the files of their constant arrays.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/disk/im-document-disk.h"

G_BEGIN_DECLS

#define IM_TYPE_DOCUMENT_MONITOR (im_document_monitor_get_type ())
G_DECLARE_FINAL_TYPE (ImDocumentMonitor,
                      im_document_monitor,
                      IM,
                      DOCUMENT_MONITOR,
                      GObject)

/**
 * im_document_monitor_new:
 * @document: a document; the monitor follows it to a new path
 *
 * Returns: a monitor, which emits `changed` with an #ImDocumentDisk, and `code-changed`
 */
ImDocumentMonitor *im_document_monitor_new (ImDocument *document);

G_END_DECLS
