/* SPDX-License-Identifier: MIT
 *
 * Formulas in Tile: whether the file can be read, whatever the shapes are. What is wrong
 * in it is told in it, once.
 */
#include "check/im-unit-check-private.h"
#include "formula/im-unit-formula.h"

void
im_unit_check_formula (ImUnitCheck *check, const ImImplementation *implementation)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImTileFile) file = NULL;
  const ImTileFunction *function = NULL;

  file = im_unit_formula_read (check->unit, implementation, check->library, &function,
                               problems);
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (!im_diagnostics_has (check->diagnostics, im_diagnostics_get (problems, i)))
      im_diagnostics_add_copy (check->diagnostics, im_diagnostics_get (problems, i));
}
