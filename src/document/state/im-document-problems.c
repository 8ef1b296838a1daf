/* SPDX-License-Identifier: MIT
 *
 * Planning, and looking for code, takes about as long as the elaboration after an edit.
 * So it is done when somebody asks. The window lets a thread do it, from what the
 * document has at a time: programs and what they were made from do not change.
 */
#include "document/state/im-document-finding.h"

#include <string.h>

#include "document/state/im-document-private.h"
#include "emit/im-problems.h"

struct _ImDocumentFinding
{
  ImUnitLibrary *library;
  ImUnitFile *file;
  ImProgram *program; /* of the main unit */
  ImProgram *shown;   /* of the unit that is shown */
  char *way;          /* the layer of the main unit that is gone into, or NULL */
  ImDiagnostics *problems;
  ImDiagnostics *of_export;
  ImPlan *plan; /* NULL if that fails */
};

/* Whether a problem is placed at the layer of the main unit that is gone into. */
static gboolean
is_on_way (const ImDocumentFinding *self, const ImDiagnostic *problem)
{
  const ImGraph *graph = im_program_get_graph (self->program);
  gint number = im_graph_find_node (graph, self->way);

  return number >= 0 && problem->source == im_unit_file_get_source (self->file) &&
         problem->span.start == graph->nodes[number]->place->start;
}

/* What is shown tells of itself, placed at its own layers. What is wrong around it is
 * told too: it cannot be exported alone. */
static void
add_around (ImDocumentFinding *self)
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

static ImDiagnostics *
copy (const ImDiagnostics *problems)
{
  ImDiagnostics *diagnostics = im_diagnostics_new ();

  im_diagnostics_append (diagnostics, problems);

  return diagnostics;
}

static ImDocumentFinding *
begin (ImDocument *self, ImUnitLibrary *library)
{
  ImDocumentFinding *finding = g_new0 (ImDocumentFinding, 1);

  /* The code of a file that is edited stands beside it, wherever that is. */
  im_unit_library_add_border (self->library, self->path);
  finding->library = library;
  finding->file = im_unit_file_ref (self->file);
  finding->program = im_program_ref (im_document_get_main_program (self));
  finding->shown = im_program_ref (self->program);
  if (self->scope->len > 0)
    finding->way = g_strdup (g_ptr_array_index (self->scope, 0));
  finding->problems = copy (self->problems);
  finding->of_export = copy (self->of_main);

  return finding;
}

ImDocumentFinding *
im_document_finding_new (ImDocument *self)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);

  /* Code that has changed is forgotten by the library: what a thread reads is its own. */
  return self->has_all
             ? NULL
             : begin (self, im_unit_library_new_over (self->library, self->file));
}

void
im_document_finding_run (ImDocumentFinding *self)
{
  const ImUnit *unit = self->program->unit;

  if (im_program_is_known (self->program))
    self->plan = im_problems_plan (self->program, self->library, self->of_export);
  if (self->way != NULL)
    add_around (self);
  else if (im_unit_is_graph (unit))
    im_problems_add (self->problems, self->of_export);
  im_problems_check_file (self->file, unit, self->library, self->problems);
  im_diagnostics_sort (self->problems);
}

void
im_document_finding_free (ImDocumentFinding *self)
{
  im_unit_library_unref (self->library);
  im_unit_file_unref (self->file);
  im_program_unref (self->program);
  im_program_unref (self->shown);
  g_free (self->way);
  im_diagnostics_free (self->problems);
  im_diagnostics_free (self->of_export);
  g_clear_pointer (&self->plan, im_plan_unref);
  g_free (self);
}

/* Another program, or other problems of the same one. */
static gboolean
is_stale (ImDocument *self, const ImDocumentFinding *finding)
{
  return self->has_all || finding->program != im_document_get_main_program (self) ||
         finding->shown != self->program;
}

gboolean
im_document_take_found (ImDocument *self, ImDocumentFinding *finding)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);

  if (is_stale (self, finding))
    return FALSE;
  g_clear_pointer (&self->problems, im_diagnostics_free);
  g_clear_pointer (&self->of_export, im_diagnostics_free);
  g_clear_pointer (&self->plan, im_plan_unref);
  self->problems = g_steal_pointer (&finding->problems);
  self->of_export = g_steal_pointer (&finding->of_export);
  self->plan = g_steal_pointer (&finding->plan);
  finding->problems = im_diagnostics_new ();
  finding->of_export = im_diagnostics_new ();
  self->has_all = TRUE;

  return TRUE;
}

static void
find_all (ImDocument *self)
{
  g_autoptr (ImDocumentFinding) finding = begin (self,
                                                 im_unit_library_ref (self->library));

  im_document_finding_run (finding);
  im_document_take_found (self, finding);
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
