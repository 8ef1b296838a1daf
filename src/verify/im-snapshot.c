/* SPDX-License-Identifier: MIT */
#include "verify/im-snapshot.h"

#include <string.h>

#include "emit/im-problems.h"
#include "unit/im-unit-roots.h"

static void
elaborate (ImSnapshot *self, const ImUnitBinding *inputs, guint n_inputs)
{
  self->program = im_program_elaborate (self->unit, self->library, inputs, n_inputs,
                                        self->diagnostics);
  self->plan = im_problems_plan (self->program, self->library, self->diagnostics);
}

ImSnapshot *
im_snapshot_new (GBytes *bytes, const char *path, const char *const *roots)
{
  ImSnapshot *self = g_new0 (ImSnapshot, 1);
  g_autoptr (ImDiagnostics) of_library = im_diagnostics_new ();
  const ImUnitFile *file;

  self->diagnostics = im_diagnostics_new ();
  self->library = im_unit_library_new ();
  file = im_unit_library_add_text (self->library, path, bytes, self->diagnostics);
  if (roots == NULL)
    im_unit_roots_add_usual (self->library, of_library);
  for (guint i = 0; roots != NULL && roots[i] != NULL; i++)
    im_unit_library_add_root (self->library, roots[i], of_library);
  if (file == NULL)
    return self;

  self->unit = im_unit_file_get_main_unit (file);
  elaborate (self, NULL, 0);

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
  g_autoptr (ImProgram) old = g_steal_pointer (&self->program);

  g_clear_pointer (&self->plan, im_plan_free);
  im_diagnostics_free (self->diagnostics);
  self->diagnostics = im_diagnostics_new ();
  elaborate (self, inputs, n_inputs);
}

void
im_snapshot_free (ImSnapshot *self)
{
  if (self == NULL)
    return;

  im_plan_free (self->plan);
  im_program_free (self->program);
  im_unit_library_free (self->library);
  im_diagnostics_free (self->diagnostics);
  g_free (self);
}
