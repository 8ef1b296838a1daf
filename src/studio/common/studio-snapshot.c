/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-snapshot.h"

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
