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
