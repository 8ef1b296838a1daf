/* SPDX-License-Identifier: MIT
 *
 * Planning, and looking for code, takes about as long as the elaboration after an edit.
 * So it is done when somebody asks, which the window does when it has nothing else to do.
 */

#include "document/state/im-document-private.h"
#include "emit/im-problems.h"

/* Whether a problem is placed at the layer of the main unit that is gone into. */
static gboolean
is_on_way (ImDocument *self, const ImDiagnostic *problem)
{
  const ImGraph *graph = self->whole->graph;
  gint number = im_graph_find_node (graph, g_ptr_array_index (self->scope, 0));

  return number >= 0 && problem->source == im_unit_file_get_source (self->file) &&
         problem->span.start == graph->nodes[number]->place->start;
}

/* What is shown tells of itself, placed at its own layers. What is wrong around it is
 * told too: it cannot be exported alone. */
static void
add_around (ImDocument *self)
{
  g_autoptr (ImDiagnostics) around = im_diagnostics_new ();
  gboolean has_own = im_diagnostics_count (self->problems, IM_SEVERITY_ERROR) > 0;

  for (guint i = 0; i < im_diagnostics_get_count (self->of_export); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (self->of_export, i);

      if (!is_on_way (self, problem) ||
          (!has_own && problem->severity == IM_SEVERITY_ERROR))
        im_diagnostics_add_copy (around, problem);
    }
  im_problems_add (self->problems, around);
}

static void
find_all (ImDocument *self)
{
  const ImProgram *program = im_document_get_main_program (self);
  const ImUnit *unit = im_document_get_main_unit (self);

  /* The code of a file that is edited stands beside it, wherever that is. */
  im_unit_library_add_border (self->library, self->path);
  self->of_export = im_diagnostics_new ();
  im_diagnostics_append (self->of_export, self->of_main);
  if (im_program_is_known (program))
    self->plan = im_problems_plan (program, self->library, self->of_export);
  if (self->scope->len > 0)
    add_around (self);
  else if (im_unit_is_graph (unit))
    im_problems_add (self->problems, self->of_export);
  im_problems_check_file (self->file, unit, self->library, self->problems);
  im_diagnostics_sort (self->problems);
  im_document_count_problems (self);
  self->has_all = TRUE;
}

const ImDiagnostics *
im_document_get_problems (ImDocument *self)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);

  if (!self->has_all)
    find_all (self);

  return self->problems;
}

const ImDiagnostics *
im_document_peek_problems (ImDocument *self)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);

  return self->problems;
}

const ImDiagnostics *
im_document_get_export_problems (ImDocument *self)
{
  im_document_get_problems (self);

  return self->of_export;
}

const ImDiagnostics *
im_document_peek_main_problems (ImDocument *self, guint *n_of_text)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);

  *n_of_text = self->n_of_text;

  return self->of_main;
}

ImPlan *
im_document_peek_plan (ImDocument *self, const ImDiagnostics **problems)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);

  *problems = self->of_export;

  return self->plan;
}

gboolean
im_document_has_problem (ImDocument *self, const ImDiagnostic *problem)
{
  for (guint i = 0; i < im_diagnostics_get_count (self->problems); i++)
    if (im_diagnostic_is_about_same (im_diagnostics_get (self->problems, i), problem))
      return TRUE;

  return FALSE;
}
