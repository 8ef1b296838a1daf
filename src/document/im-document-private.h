/* What the parts of a document share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/im-document.h"
#include "document/im-history.h"
#include "unit/im-xml-edit.h"

G_BEGIN_DECLS

struct _ImDocument
{
  GObject parent_instance;

  ImUnitLibrary *library;
  char *path;
  GBytes *on_disk; /* what the file had when it was read or written */
  ImHistory *history;

  ImUnitFile *file;
  const ImUnit *unit;
  ImProgram *program;
  ImGraph *graph;
  ImDiagnostics *problems;
  GArray *layers; /* ImDocumentLayer */
};

/**
 * im_document_commit:
 * @document: a document
 * @edit: (transfer full): changes of its file
 * @gesture: (nullable): see im_history_add()
 * @name: (transfer full): what the step does
 * @error: return location for an [error@Im.XmlEditError], or an
 *   [error@Im.DocumentError]: EDIT, if the result is no unit file
 *
 * Makes a step of the history of changes, and everything that follows from them.
 *
 * Returns: whether the document has changed
 */
gboolean im_document_commit (ImDocument *document,
                             ImXmlEdit *edit,
                             const char *gesture,
                             char *name,
                             GError **error);

G_END_DECLS
