/* SPDX-License-Identifier: MIT
 *
 * A unit is checked by itself, and as a pipeline if it is one that says what flows in.
 */
#include "cli/cli-check.h"

#include <string.h>

#include "program/im-program.h"
#include "unit/im-unit-check.h"

/* Whether a unit is a pipeline that says what flows into it. */
static gboolean
is_pipeline (const ImUnit *unit)
{
  if (unit->kind != IM_UNIT_COMPOSITE && unit->kind != IM_UNIT_COMPOUND)
    return FALSE;
  for (guint i = 0; i < unit->n_parameters; i++)
    if (unit->parameters[i].kind == IM_PARAMETER_INPUT &&
        (im_xml_element_find_attribute (unit->parameters[i].element, IM_UNIT_NAMESPACE,
                                        "type") != NULL ||
         im_xml_element_find_attribute (unit->parameters[i].element, IM_UNIT_NAMESPACE,
                                        "shape") != NULL))
      return TRUE;

  return FALSE;
}

/* Whether a list tells of the same place with the same code; for problems of the same
 * stage the messages must agree too. */
static gboolean
is_told (const ImDiagnostics *told, const ImDiagnostic *item, gboolean same_stage)
{
  for (guint i = 0; i < im_diagnostics_get_count (told); i++)
    {
      const ImDiagnostic *other = im_diagnostics_get (told, i);

      if (other->span.start == item->span.start && other->span.end == item->span.end &&
          strcmp (other->code, item->code) == 0 &&
          strcmp (other->name, item->name) == 0 &&
          (!same_stage || strcmp (other->message, item->message) == 0))
        return TRUE;
    }

  return FALSE;
}

static void
add_untold (const ImDiagnostics *found,
            const ImDiagnostics *told,
            gboolean same_stage,
            ImDiagnostics *diagnostics)
{
  for (guint i = 0; i < im_diagnostics_get_count (found); i++)
    if (!is_told (told, im_diagnostics_get (found, i), same_stage))
      im_diagnostics_add_copy (diagnostics, im_diagnostics_get (found, i));
}

guint
cli_check_units (ImUnitLibrary *library, guint n_files, ImDiagnostics *diagnostics)
{
  const GPtrArray *files = im_unit_library_get_files (library);
  g_autoptr (ImDiagnostics) elaborated = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) checked = im_diagnostics_new ();
  guint n_units = 0;

  for (guint i = 0; i < n_files; i++)
    for (guint j = 0; j < im_unit_file_get_count (g_ptr_array_index (files, i)); j++)
      {
        const ImUnit *unit = im_unit_file_get_unit (g_ptr_array_index (files, i), j);
        g_autoptr (ImDiagnostics) found = im_diagnostics_new ();

        if (is_pipeline (unit))
          im_program_free (im_program_elaborate (unit, library, NULL, 0, found));
        add_untold (found, elaborated, TRUE, elaborated);
        im_unit_check (unit, library, checked);
        n_units++;
      }
  im_diagnostics_append (diagnostics, elaborated);
  add_untold (checked, elaborated, FALSE, diagnostics);

  return n_units;
}
