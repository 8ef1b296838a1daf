/* SPDX-License-Identifier: MIT */
#include "run/im-snapshot.h"

#include <string.h>

#include "emit/im-problems.h"
#include "program/im-section.h"

static void
clear_programs (ImSnapshot *self)
{
  g_clear_pointer (&self->plan, im_plan_unref);
  g_clear_pointer (&self->program, im_program_unref);
  g_clear_pointer (&self->whole, im_program_unref);
}

static void
say_again (ImSnapshot *self, const ImDiagnostics *problems)
{
  ImDiagnostics *copy = im_diagnostics_new ();

  im_diagnostics_append (copy, problems);
  g_clear_pointer (&self->diagnostics, im_diagnostics_free);
  self->diagnostics = copy;
}

ImSnapshot *
im_snapshot_new (const ImProgram *program, const ImDiagnostics *problems, guint n_of_text)
{
  ImSnapshot *self = g_new0 (ImSnapshot, 1);

  self->library = im_unit_library_new_over (program->library, program->unit->file);
  self->whole = im_program_ref (program);
  self->program = im_program_ref (program);
  self->of_text = im_diagnostics_new ();
  for (guint i = 0; i < n_of_text; i++)
    im_diagnostics_add_copy (self->of_text, im_diagnostics_get (problems, i));
  say_again (self, problems);
  self->arena = im_arena_new ();
  self->inputs = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));

  return self;
}

void
im_snapshot_share_plan (ImSnapshot *self, ImPlan *plan, const ImDiagnostics *problems)
{
  say_again (self, problems);
  self->plan = plan == NULL ? NULL : im_plan_ref (plan);
  self->is_planned = TRUE;
}

void
im_snapshot_plan (ImSnapshot *self)
{
  if (!self->is_planned && self->program != NULL)
    self->plan = im_problems_plan (self->program, self->library, self->diagnostics);
  self->is_planned = TRUE;
}

/* The same with other inputs, or a part of it. */
static void
elaborate (ImSnapshot *self)
{
  const ImUnit *unit = self->whole->unit;
  g_autoptr (ImUnitFile) file = im_unit_file_ref (unit->file);

  clear_programs (self);
  say_again (self, self->of_text);
  self->whole = im_program_elaborate (unit, self->library,
                                      (ImUnitBinding *) (gpointer) self->inputs->data,
                                      self->inputs->len, self->diagnostics);
  if (self->from == NULL && self->to == NULL)
    self->program = im_program_ref (self->whole);
  else
    self->program = im_section_elaborate (self->whole, self->library, self->from,
                                          self->to, self->diagnostics);
  self->is_planned = FALSE;
  im_snapshot_plan (self);
}

gboolean
im_snapshot_misses_sizes (const ImSnapshot *self)
{
  /* A plan is only asked for where nothing else is wrong. */
  for (guint i = 0; i < im_diagnostics_get_count (self->diagnostics); i++)
    if (strcmp (im_diagnostics_get (self->diagnostics, i)->code, "unknown-size") == 0)
      return TRUE;

  return FALSE;
}

void
im_snapshot_set_inputs (ImSnapshot *self, const ImUnitBinding *inputs, guint n_inputs)
{
  g_array_set_size (self->inputs, 0);
  for (guint i = 0; i < n_inputs; i++)
    {
      ImTensorType *type = im_arena_new0 (self->arena, ImTensorType, 1);
      ImUnitBinding binding = { im_arena_strdup (self->arena, inputs[i].name),
                                IM_TENSOR (type) };

      *type = *inputs[i].value.tensor;
      g_array_append_val (self->inputs, binding);
    }
  elaborate (self);
}

void
im_snapshot_set_section (ImSnapshot *self, const char *from, const char *to)
{
  g_free (self->from);
  g_free (self->to);
  self->from = g_strdup (from);
  self->to = g_strdup (to);
  elaborate (self);
}

void
im_snapshot_free (ImSnapshot *self)
{
  if (self == NULL)
    return;

  clear_programs (self);
  g_array_unref (self->inputs);
  im_arena_free (self->arena);
  g_free (self->from);
  g_free (self->to);
  im_unit_library_unref (self->library);
  im_diagnostics_free (self->diagnostics);
  im_diagnostics_free (self->of_text);
  g_free (self);
}
