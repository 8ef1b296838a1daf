/* SPDX-License-Identifier: MIT */
#include "skriptnd/value/im-sknd-compute.h"

#include "skriptnd/text/im-sknd-file.h"
#include "skriptnd/value/im-sknd-evaluate.h"
#include "skriptnd/value/im-sknd-infer.h"

gboolean
im_sknd_compute (ImSource *source,
                 const ImSkndScope *scope,
                 ImArena *arena,
                 ImDiagnostics *diagnostics,
                 ImSkndType *type,
                 ImSkndValue *value)
{
  const ImSkndExpr *expr = NULL;
  g_autoptr (ImSkndFile) file = im_sknd_parse_expression (source, diagnostics, &expr);
  ImSkndEvaluation evaluation = { scope, source, arena, diagnostics };

  return expr != NULL && im_sknd_infer (expr, scope, source, diagnostics, type) &&
         im_sknd_evaluate (&evaluation, expr, value);
}
