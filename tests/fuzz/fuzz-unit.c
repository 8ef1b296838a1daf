/* SPDX-License-Identifier: MIT
 *
 * The input is a unit file. Every unit of it is printed, checked, and evaluated with
 * float32 tensors at all of its inputs.
 */
#include "check/im-unit-check.h"
#include "evaluation/im-unit-evaluation.h"
#include "fuzz.h"

static const ImTensorType type = { .dtype = IM_DTYPE_FLOAT32,
                                   .shape = { 2, { 50, 3 } },
                                   .rate_hz = 50,
                                   .scale = 1 };

static void
evaluate (const ImUnit *unit, ImDiagnostics *diagnostics)
{
  g_autoptr (GArray) bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      ImUnitBinding binding = { unit->parameters[i].name.text, IM_TENSOR (&type) };

      if (unit->parameters[i].kind == IM_PARAMETER_INPUT)
        g_array_append_val (bindings, binding);
    }

  g_autoptr (ImUnitEvaluation) evaluation = im_unit_evaluation_new (
      unit, (const ImUnitBinding *) (gpointer) bindings->data, bindings->len);
  im_unit_evaluation_report (evaluation, diagnostics);
  for (guint section = 0; section < IM_N_SECTIONS; section++)
    im_unit_evaluation_choose (evaluation, section, IM_LANGUAGE_PYTHON);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, "fuzz.imunit", diagnostics);

  g_assert_true (file != NULL ||
                 im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0);
  for (guint i = 0; file != NULL && i < im_unit_file_get_count (file); i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (file, i);

      im_unit_append_text (unit, out);
      im_unit_append_description (unit, out);
      im_unit_check (unit, NULL, diagnostics);
      evaluate (unit, diagnostics);
    }
  fuzz_check_diagnostics (diagnostics);

  return 0;
}
