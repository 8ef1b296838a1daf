/* Watches the file of a document for changes that other programs make.
 *
 * What counts is the content: a save of the document itself, or a file that was merely
 * touched, is no change.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/im-document-disk.h"

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
 * Returns: a monitor, which emits `changed` with an #ImDocumentDisk
 */
ImDocumentMonitor *im_document_monitor_new (ImDocument *document);

G_END_DECLS
