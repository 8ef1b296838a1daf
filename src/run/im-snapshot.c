/* SPDX-License-Identifier: MIT */
#include "run/im-snapshot.h"

#include <string.h>

#include "emit/im-problems.h"
#include "program/im-section.h"
#include "unit/im-unit-roots.h"

static void
clear_programs (ImSnapshot *self)
{
  g_clear_pointer (&self->plan, im_plan_free);
  if (self->program != self->whole)
    im_program_free (self->program);
  self->program = NULL;
  g_clear_pointer (&self->whole, im_program_free);
}

static void
elaborate (ImSnapshot *self)
{
  clear_programs (self);
  im_diagnostics_free (self->diagnostics);
  self->diagnostics = im_diagnostics_new ();
  im_diagnostics_append (self->diagnostics, self->of_text);
  if (self->unit == NULL)
    return;

  self->whole = im_program_elaborate (self->unit, self->library,
                                      (ImUnitBinding *) (gpointer) self->inputs->data,
                                      self->inputs->len, self->diagnostics);
  if (self->from == NULL && self->to == NULL)
    self->program = self->whole;
  else
    self->program = im_section_elaborate (self->whole, self->library, self->from,
                                          self->to, self->diagnostics);
  if (self->program != NULL)
    self->plan = im_problems_plan (self->program, self->library, self->diagnostics);
}

static const ImUnit *
find_unit (const ImUnitFile *file, const char *id)
{
  const ImUnit *unit = id == NULL ? NULL : im_unit_file_find_unit (file, id);

  return unit == NULL ? im_unit_file_get_main_unit (file) : unit;
}

ImSnapshot *
im_snapshot_new (GBytes *bytes,
                 const char *path,
                 const char *unit_id,
                 const char *const *roots)
{
  ImSnapshot *self = g_new0 (ImSnapshot, 1);
  g_autoptr (ImDiagnostics) of_library = im_diagnostics_new ();
  const ImUnitFile *file;

  self->of_text = im_diagnostics_new ();
  self->arena = im_arena_new ();
  self->inputs = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));
  self->library = im_unit_library_new ();
  file = im_unit_library_add_text (self->library, path, bytes, self->of_text);
  if (roots == NULL)
    im_unit_roots_add_usual (self->library, of_library);
  for (guint i = 0; roots != NULL && roots[i] != NULL; i++)
    im_unit_library_add_root (self->library, roots[i], of_library);
  if (file != NULL)
    self->unit = find_unit (file, unit_id);
  elaborate (self);

  return self;
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
  im_unit_library_free (self->library);
  im_diagnostics_free (self->diagnostics);
  im_diagnostics_free (self->of_text);
  g_free (self);
}
