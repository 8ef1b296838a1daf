/* SPDX-License-Identifier: MIT */
#include "shipped-units.h"

#define MAX_BINDINGS 16

ImUnitLibrary *
shipped_units_new_library (void)
{
  g_autofree char *root = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImUnitLibrary *library = im_unit_library_new ();

  im_unit_library_add_root (library, root, diagnostics);

  return library;
}

ImUnitEvaluation *
shipped_units_evaluate (const ImUnit *unit, const ImUnitExample *example, ImArena *arena)
{
  ImUnitBinding bindings[MAX_BINDINGS];
  guint n = 0;

  g_assert_cmpuint (example->n_inputs + example->n_arguments, <=, MAX_BINDINGS);
  for (guint i = 0; i < example->n_inputs; i++)
    bindings[n++] = (ImUnitBinding){ example->inputs[i].name.text,
                                     IM_TENSOR (&example->inputs[i].type) };
  for (guint i = 0; i < example->n_arguments; i++)
    {
      const ImUnitArgument *argument = &example->arguments[i];
      const ImParameter *option = im_unit_find_parameter (unit, argument->parameter.text);

      bindings[n].name = option->name.text;
      g_assert_true (im_unit_parse_option (option, argument->literal.text, arena,
                                           &bindings[n++].value));
    }

  return im_unit_evaluation_new (unit, bindings, n);
}
