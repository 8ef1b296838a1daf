/* What tests do with a single layer, as the window does it with those that are selected.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document-graph.h"

static inline gboolean
remove_layer (ImDocument *document, guint layer, GError **error)
{
  guint node = im_document_find_node (document, layer);

  return im_document_remove_nodes (document, &node, 1, TRUE, error);
}

static inline gboolean
enable_layer (ImDocument *document, guint layer, gboolean enabled, GError **error)
{
  guint node = im_document_find_node (document, layer);

  return im_document_enable_nodes (document, &node, 1, enabled, error);
}

/* Errors and warnings that are placed at a layer, as far as they are known. */
static inline guint
count_layer_problems (ImDocument *document, guint layer)
{
  const ImDiagnostics *problems = im_document_peek_problems (document);
  guint n = 0;

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      n += problem->severity > IM_SEVERITY_HINT &&
           im_document_find_layer (document, problem) == (gint) layer;
    }

  return n;
}
