/* The shipped units with inputs of which some sizes are not known: what is decided then
 * must be what is decided with any sizes in their place.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "program/im-program.h"
#include "rule-case.h"

#define MAX_AXES 6 /* of one case that are tried in all combinations */

static ImUnitLibrary *library;

/* A copy of @bindings with the axes of tensors whose bit is in @mask not known. Returns
 * NULL if there are no such axes. */
static GArray *
hide_sizes (const GArray *bindings, guint mask, ImArena *arena)
{
  GArray *hidden = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));
  guint axis = 0;

  for (guint i = 0; i < bindings->len; i++)
    {
      ImUnitBinding binding = g_array_index (bindings, ImUnitBinding, i);

      if (binding.value.kind == IM_VALUE_TENSOR)
        {
          ImTensorType *type = im_arena_new0 (arena, ImTensorType, 1);

          *type = *binding.value.tensor;
          for (guint k = 0; k < type->shape.rank; k++, axis++)
            if ((mask & (1u << axis)) != 0)
              type->shape.size[k] = IM_SHAPE_UNKNOWN;
          binding.value = IM_TENSOR (type);
        }
      g_array_append_val (hidden, binding);
    }
  if (mask >= 1u << MIN (axis, MAX_AXES))
    g_clear_pointer (&hidden, g_array_unref);

  return hidden;
}

static ImUnitEvaluation *
evaluate (const ImUnit *unit, const GArray *bindings)
{
  return im_unit_evaluation_new (unit, (const ImUnitBinding *) bindings->data,
                                 bindings->len);
}

/* What is known of a tensor must be true of it. */
static void
assert_tensor (const ImTensorType *open, const ImTensorType *known)
{
  g_assert_cmpint (open->dtype, ==, known->dtype);
  g_assert_true (im_shape_may_equal (&open->shape, &known->shape));
  if (open->rate_hz >= 0)
    g_assert_cmpfloat (open->rate_hz, ==, known->rate_hz);
  if (open->shift != IM_SHIFT_UNKNOWN)
    g_assert_cmpint (open->shift, ==, known->shift);
}

static void
compare_values (ImUnitEvaluation *open, ImUnitEvaluation *known)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (known);

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      ImValue a, b;

      if (!im_unit_evaluation_get_value (known, parameter, &b, NULL))
        continue;
      g_assert_true (im_unit_evaluation_get_value (open, parameter, &a, NULL));
      g_test_message ("  %s", parameter->name.text);
      if (a.kind == IM_VALUE_TENSOR && b.kind == IM_VALUE_TENSOR)
        assert_tensor (a.tensor, b.tensor);
      else if (b.kind != IM_VALUE_DOUBLE || a.kind != IM_VALUE_DOUBLE)
        g_assert_true (im_value_may_equal (&a, &b));
      else
        g_assert_true (im_value_same (&a, &b));
    }
}

static void
compare_contracts (ImUnitEvaluation *open, ImUnitEvaluation *known)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (known);

  for (guint i = 0; i < unit->n_contracts; i++)
    {
      const ImContract *contract = &unit->contracts[i];
      ImContractResult a = im_unit_evaluation_check_contract (open, contract);
      ImContractResult b = im_unit_evaluation_check_contract (known, contract);

      g_test_message ("  %s", contract->test->text);
      g_assert_false (a.holds && a.is_unknown);
      if (!a.is_unknown)
        g_assert_true (a.holds == b.holds);
      else
        g_assert_null (a.message);
    }
}

static void
compare_choices (ImUnitEvaluation *open, ImUnitEvaluation *known)
{
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    {
      ImSectionResult a = im_unit_evaluation_choose (open, (ImSectionKind) i,
                                                     IM_LANGUAGE_C);
      ImSectionResult b = im_unit_evaluation_choose (known, (ImSectionKind) i,
                                                     IM_LANGUAGE_C);

      g_assert_false (a.is_unknown && a.chosen != NULL);
      if (!a.is_unknown)
        g_assert_true (a.chosen == b.chosen);
    }
}

static void
compare (const ImUnit *unit, const GArray *open_bindings, const GArray *known_bindings)
{
  g_autoptr (ImUnitEvaluation) open = evaluate (unit, open_bindings);
  g_autoptr (ImUnitEvaluation) known = evaluate (unit, known_bindings);
  g_autoptr (ImDiagnostics) open_problems = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) known_problems = im_diagnostics_new ();

  im_unit_evaluation_report (open, open_problems);
  im_unit_evaluation_report (known, known_problems);
  compare_contracts (open, known);
  if (im_diagnostics_count (known_problems, IM_SEVERITY_ERROR) > 0)
    return;

  compare_values (open, known);
  compare_choices (open, known);
  g_assert_cmpuint (im_diagnostics_count (open_problems, IM_SEVERITY_ERROR), ==, 0);
  g_assert_cmpuint (im_diagnostics_count (open_problems, IM_SEVERITY_WARNING), <=,
                    im_diagnostics_count (known_problems, IM_SEVERITY_WARNING));
}

static void
test_rule (gconstpointer data)
{
  const RuleCase *c = data;
  g_autofree char *id = g_strconcat ("Core.", c->unit, NULL);
  const ImUnit *unit = im_unit_library_find (library, id);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) known = rule_case_bind (c, arena);

  g_assert_nonnull (unit);
  for (guint mask = 1; mask < 1u << MAX_AXES; mask++)
    {
      g_autoptr (GArray) open = hide_sizes (known, mask, arena);

      if (open == NULL)
        break;
      g_test_message ("%s%s, mask %u", c->unit, c->bindings, mask);
      compare (unit, open, known);
    }
}

/* Gives all inputs of a unit the same type. */
static GArray *
bind_all (const ImUnit *unit, const ImTensorType *type)
{
  GArray *bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      ImUnitBinding binding = { unit->parameters[i].name.text, IM_TENSOR (type) };

      if (unit->parameters[i].kind == IM_PARAMETER_INPUT &&
          !unit->parameters[i].socket->is_time)
        g_array_append_val (bindings, binding);
    }

  return bindings;
}

static guint
count_errors (const ImUnit *unit, const ImTensorType *type, GString *text)
{
  g_autoptr (GArray) bindings = bind_all (unit, type);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImProgram) program = im_program_elaborate (
      unit, library, (const ImUnitBinding *) bindings->data, bindings->len, problems);

  im_program_append_text (program, text);
  g_string_truncate (text, 0);
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    im_diagnostic_print (im_diagnostics_get (problems, i), FALSE, text);

  return im_diagnostics_count (problems, IM_SEVERITY_ERROR);
}

/* Whether a unit takes a tensor for some sizes in the place of those not known. */
static gboolean
takes_some_size (const ImUnit *unit, const ImTensorType *open)
{
  static const gint32 sizes[] = { 1, 2, 3, 4, 8, 16, 64 };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
      {
        ImTensorType type = *open;

        for (guint k = 0; k < type.shape.rank; k++)
          if (type.shape.size[k] == IM_SHAPE_UNKNOWN)
            type.shape.size[k] = sizes[k == 0 ? i : j];
        if (count_errors (unit, &type, text) == 0)
          return TRUE;
      }

  return FALSE;
}

static void
test_all_units (gconstpointer data)
{
  GPtrArray *units = im_unit_library_get_units (library);
  guint n_taken = 0;
  ImTensorType open;

  g_assert_true (im_tensor_type_parse (data, &open, NULL));
  for (guint i = 0; i < units->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (units, i);
      g_autoptr (GString) text = g_string_new (NULL);
      guint n_errors = count_errors (unit, &open, text);
      gboolean is_taken = takes_some_size (unit, &open);

      n_taken += is_taken;
      if (n_errors == 0 || !is_taken)
        continue;
      g_test_message ("%s: %s", unit->id.text, text->str);
      g_test_fail ();
    }
  g_assert_cmpuint (n_taken, >, units->len / 5);
}

int
main (int argc, char **argv)
{
  static const char *const types[] = {
    "float32[?]@50", "float32[?,3]@50", "float32[3,?]@50", "float32[?,?]@50", "q15[?]@50",
  };
  g_autofree char *units = NULL;
  g_autofree char *rules = NULL;
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_set_nonfatal_assertions ();
  units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  rules = g_test_build_filename (G_TEST_DIST, "units", "rules", NULL);
  library = im_unit_library_new ();
  im_unit_library_add_root (library, units, problems);

  g_autoptr (GPtrArray) cases = rule_cases_load (rules);
  for (guint i = 0; i < cases->len; i++)
    {
      const RuleCase *c = g_ptr_array_index (cases, i);
      g_autofree char *name = g_strdup_printf ("/unit-unknown-sizes/%s-%u-%s", c->file,
                                               c->line, c->unit);

      g_test_add_data_func (name, c, test_rule);
    }
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *name = g_strconcat ("/unit-unknown-sizes/all/", types[i], NULL);

      g_test_add_data_func (name, types[i], test_all_units);
    }
  status = g_test_run ();
  im_unit_library_unref (library);

  return status;
}
