/* SPDX-License-Identifier: MIT */
#include "studio/session/studio-live-problem.h"

#include <gio/gio.h>
#include <string.h>

#include "document/state/im-document-graph.h"
#include "run/im-run-error.h"
#include "unit/im-unit-place.h"

static ImSpan
find_place (ImDocument *document, const char *culprit)
{
  const ImGraph *graph = im_document_get_graph (document);
  ImSpan place = im_unit_place_get_tag (im_document_get_unit (document)->element);

  for (guint i = 0; culprit != NULL && i < graph->n_nodes; i++)
    {
      const ImGraphNode *node = graph->nodes[i];
      gsize length = strlen (node->name);

      if (strncmp (culprit, node->name, length) == 0 &&
          (culprit[length] == '/' || culprit[length] == '\0'))
        place = *node->place;
    }

  return place;
}

ImDiagnostics *
studio_live_problem_new (ImDocument *document, const GError *error, const char *culprit)
{
  ImDiagnostics *problems;

  if (error == NULL || g_error_matches (error, IM_RUN_ERROR, IM_RUN_ERROR_EMIT) ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return NULL;
  problems = im_diagnostics_new ();
  im_diagnostics_add (problems, IM_SEVERITY_ERROR, "live",
                      im_unit_file_get_source (im_document_get_unit (document)->file),
                      find_place (document, culprit), "%s", error->message);

  return problems;
}
