/* SPDX-License-Identifier: MIT */
#include "verify/im-snapshot.h"

#include "unit/im-unit-roots.h"

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
  self->program = im_program_elaborate (self->unit, self->library, NULL, 0,
                                        self->diagnostics);
  if (im_diagnostics_count (self->diagnostics, IM_SEVERITY_ERROR) == 0)
    self->plan = im_plan_new (self->program, IM_LANGUAGE_C, self->diagnostics);

  return self;
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
