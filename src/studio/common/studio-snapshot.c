/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-snapshot.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

ImSnapshot *
studio_snapshot_take (ImDocument *document)
{
  const ImProgram *program = im_document_get_main_program (document);
  const ImDiagnostics *all = NULL;
  ImPlan *plan = im_document_peek_plan (document, &all);
  guint n_of_text = 0;
  const ImDiagnostics *problems = im_document_peek_main_problems (document, &n_of_text);
  ImSnapshot *snapshot = im_snapshot_new (program, problems, n_of_text);

  if (all != NULL && im_program_is_known (program))
    im_snapshot_share_plan (snapshot, plan, all);

  return snapshot;
}

gboolean
studio_snapshot_plan (ImSnapshot *snapshot, GError **error)
{
  const ImDiagnostics *problems;
  const char *message = NULL;

  im_snapshot_plan (snapshot);
  if (snapshot->plan != NULL)
    return TRUE;
  problems = snapshot->diagnostics;
  for (guint i = 0; message == NULL && i < im_diagnostics_get_count (problems); i++)
    if (im_diagnostics_get (problems, i)->severity == IM_SEVERITY_ERROR)
      message = im_diagnostics_get (problems, i)->message;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               /* Translators: %s is what is wrong with it */
               _ ("The pipeline cannot be built: %s"),
               message != NULL ? message : _ ("it has an input and an output"));

  return FALSE;
}
