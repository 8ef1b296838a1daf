/* SPDX-License-Identifier: MIT
 *
 * What the views of code and of units compute without a display.
 */
#include "studio/unit/studio-unit-trial.h"

#include <string.h>

#include "studio/code/studio-firmware-calls.h"
#include "studio/common/studio-indented-text.h"
#include "studio/unit/studio-unit-code.h"

static ImUnitLibrary *library;

static const ImUnit *
find_unit (const char *id)
{
  const ImUnit *unit = im_unit_library_find (library, id);

  g_assert_nonnull (unit);
  return unit;
}

static char *
dup_output (StudioUnitTrial *trial, const ImUnit *unit)
{
  g_autoptr (ImUnitEvaluation) evaluation = studio_unit_trial_evaluate (trial, unit);
  g_autoptr (GString) text = g_string_new (NULL);
  ImValue value;

  if (!im_unit_evaluation_get_value (evaluation, im_unit_find_parameter (unit, "output"),
                                     &value, NULL))
    return g_strdup ("none");
  im_value_append_display (&value, text);

  return g_string_free (g_steal_pointer (&text), FALSE);
}

typedef struct
{
  const char *name;
  const char *unit;
  const char *input;
  const char *axis;
  const char *output;
} TrialCase;

static const TrialCase trial_cases[] = {
  { "axis-default", "Core.Math.Rms", "float32[3,50]@100", "", "float32[3]@100" },
  { "axis-0", "Core.Math.Rms", "float32[3,50]@100", "0", "float32[3]@100" },
  { "other-axis", "Core.Math.Rms", "float32[3,50]@100", "1", "float32[50]@100" },
  { "half-typed", "Core.Math.Rms", "float32[3,", "", "none" },
  { "half-typed-option", "Core.Math.Rms", "float32[3,50]@100", "-", "float32[3]@100" },
};

static void
test_trial (gconstpointer data)
{
  const TrialCase *c = data;
  g_autoptr (StudioUnitTrial) trial = studio_unit_trial_new ();
  g_autofree char *output = NULL;

  studio_unit_trial_set (trial, "input", c->input);
  studio_unit_trial_set (trial, "axis", c->axis);
  output = dup_output (trial, find_unit (c->unit));
  g_assert_cmpstr (output, ==, c->output);
}

/* A suggestion lets all contracts of the units that are shipped hold. */
static void
test_suggest (void)
{
  const GPtrArray *units = im_unit_library_get_units (library);
  guint n_plain = 0;

  for (guint i = 0; i < units->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (units, i);
      g_autoptr (StudioUnitTrial) trial = studio_unit_trial_new ();
      g_autoptr (ImUnitEvaluation) evaluation = NULL;

      if (unit->n_nodes > 0)
        continue;
      studio_unit_trial_suggest (trial, unit);
      evaluation = studio_unit_trial_evaluate (trial, unit);
      for (guint j = 0; j < unit->n_contracts; j++)
        if (!unit->contracts[j].is_advice &&
            !im_unit_evaluation_check_contract (evaluation, &unit->contracts[j]).holds)
          g_error ("%s: %s does not hold", unit->id.text, unit->contracts[j].test->text);
      n_plain++;
    }
  g_assert_cmpuint (n_plain, >, 10);
}

static void
test_check (void)
{
  const ImUnit *unit = find_unit ("Core.Math.Rms");
  const ImParameter *input = im_unit_find_parameter (unit, "input");
  const ImParameter *axis = im_unit_find_parameter (unit, "axis");
  g_autofree char *bad_type = studio_unit_trial_check (input, "float32[3,");
  g_autofree char *bad_option = studio_unit_trial_check (axis, "first");

  g_assert_null (studio_unit_trial_check (input, "float32[3]"));
  g_assert_null (studio_unit_trial_check (input, ""));
  g_assert_null (studio_unit_trial_check (axis, "2"));
  g_assert_nonnull (bad_type);
  g_assert_cmpstr (bad_option, ==, "expected a value of the kind int, found “first”");
}

static void
test_indentation (void)
{
  const char *text = "\n\t\tOne\n\t\t\ttwo\n\n\t\tthree\n\t";
  g_autofree char *plain = studio_indented_text_dup_plain (text);
  g_autofree char *same = studio_indented_text_dup_like (plain, text);
  g_autofree char *changed = studio_indented_text_dup_like ("A\nB", text);
  g_autofree char *line = studio_indented_text_dup_like ("B", "A");

  g_assert_cmpstr (plain, ==, "One\n\ttwo\n\nthree");
  g_assert_cmpstr (same, ==, text);
  g_assert_cmpstr (changed, ==, "\n\t\tA\n\t\tB\n\t");
  g_assert_cmpstr (line, ==, "B");
}

static void
test_calls (void)
{
  g_autoptr (GArray) calls = studio_firmware_list_calls (
      "/* none */\n"
      "int f(void) {\n"
      "    /* Two words are no layer. */\n"
      "    /* mel/window */\n"
      "    status = enqueue(a);\n"
      "    if (status < 0) {\n"
      "        return status;\n"
      "    }\n"
      "    /* Rms */\n"
      "    rms(b);\n"
      "    return 0;\n"
      "}\n");
  const StudioFirmwareCall *call = &g_array_index (calls, StudioFirmwareCall, 0);

  g_assert_cmpuint (calls->len, ==, 2);
  g_assert_cmpstr (call[0].layer, ==, "mel");
  g_assert_cmpuint (call[0].lines.first, ==, 3);
  g_assert_cmpuint (call[0].lines.last, ==, 7);
  g_assert_cmpstr (call[1].layer, ==, "Rms");
  g_assert_cmpuint (call[1].lines.last, ==, 9);
}

static void
test_code (void)
{
  const ImUnit *unit = find_unit ("Core.Math.Rms");
  g_autoptr (StudioUnitTrial) trial = studio_unit_trial_new ();
  g_autoptr (ImUnitEvaluation) evaluation = NULL;
  g_autofree char *c = NULL, *python = NULL;

  studio_unit_trial_suggest (trial, unit);
  evaluation = studio_unit_trial_evaluate (trial, unit);
  c = studio_unit_code_dup (library, unit, evaluation, IM_LANGUAGE_C);
  python = studio_unit_code_dup (library, unit, evaluation, IM_LANGUAGE_PYTHON);
  g_assert_true (g_str_has_prefix (c, "#include <math.h>\n\n"));
  g_assert_nonnull (
      strstr (c, "/* Implementations: rms_f32, Core/Math/Rms/rms.h, lines "));
  g_assert_nonnull (strstr (c, "/* Used by it: variance_f32_run, "));
  g_assert_nonnull (strstr (python, "# Implementations: rms_py, Core/Math/Rms/rms.py, "));
  g_assert_nonnull (strstr (python, "def rms_py"));
}

int
main (int argc, char **argv)
{
  g_autofree char *units = NULL;
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  int status;

  g_test_init (&argc, &argv, NULL);
  units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  library = im_unit_library_new ();
  im_unit_library_add_root (library, units, problems);

  for (guint i = 0; i < G_N_ELEMENTS (trial_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/unit-trial/", trial_cases[i].name, NULL);

      g_test_add_data_func (path, &trial_cases[i], test_trial);
    }
  g_test_add_func ("/unit-trial/suggest", test_suggest);
  g_test_add_func ("/unit-trial/check", test_check);
  g_test_add_func ("/indented-text", test_indentation);
  g_test_add_func ("/firmware-calls", test_calls);
  g_test_add_func ("/unit-code", test_code);
  status = g_test_run ();
  im_unit_library_unref (library);

  return status;
}
