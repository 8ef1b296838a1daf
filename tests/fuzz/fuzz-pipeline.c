/* SPDX-License-Identifier: MIT
 *
 * The input is a unit file. Every unit of it goes the whole way: graph, program, plan, C
 * and Python, and pictures of axes and of times. Shipped units are found by their ids, as
 * if the file lay beside them.
 */
#include "emit/im-emit-c.h"
#include "emit/im-emit-python.h"
#include "fuzz-library.h"
#include "fuzz.h"
#include "program/im-program.h"
#include "scene/shape/im-scene-layer-shape.h"
#include "scene/timeline/im-scene-timeline.h"

#define MAX_UNITS 8

static const ImTensorType type = { .dtype = IM_DTYPE_FLOAT32,
                                   .shape = { 2, { 3, 50 } },
                                   .rate_hz = 50,
                                   .scale = 1 };

static gboolean
has_errors (const ImDiagnostics *diagnostics)
{
  return im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0;
}

/* A plan without an error can be printed; what it becomes is there, or the reason why it
 * is not. */
static void
emit (const ImProgram *program, ImLanguage language, ImUnitLibrary *library)
{
  static const ImEmitOptions options = { NULL, NULL, FALSE };
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImPlan) plan = im_plan_new (program, language, problems);
  g_autoptr (ImArtifacts) artifacts = im_artifacts_new ();
  g_autoptr (ImEmission) emission = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean is_emitted = FALSE;

  if (plan != NULL)
    {
      im_plan_append_text (plan, text);
      if (language == IM_LANGUAGE_C)
        emission = im_emit_c (plan, library, &options, artifacts, problems);
      is_emitted = language == IM_LANGUAGE_C
                       ? emission != NULL
                       : im_emit_python (plan, library, text, problems);
    }
  g_assert_true (is_emitted != has_errors (problems));
  fuzz_check_diagnostics (problems);
}

static void
draw (const ImProgram *program)
{
  g_autoptr (ImScene) shape = im_scene_layer_shape_new (program, NULL);
  g_autoptr (ImScene) timeline = im_scene_timeline_new (program, NULL);

  g_assert_true (shape->width > 0 && shape->height > 0);
  g_assert_true (timeline->width > 0 && timeline->height > 0);
}

static void
elaborate (const ImUnit *unit,
           ImUnitLibrary *library,
           const ImUnitBinding *bindings,
           guint n_bindings)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (ImProgram) program = im_program_elaborate (unit, library, bindings,
                                                        n_bindings, problems);

  fuzz_check_diagnostics (problems);
  im_program_append_text (program, text);
  draw (program);
  if (has_errors (problems))
    return;

  emit (program, IM_LANGUAGE_C, library);
  emit (program, IM_LANGUAGE_PYTHON, library);
}

/* With the types that the unit states, and with one type at all of its inputs. */
static void
run (const ImUnit *unit, ImUnitLibrary *library)
{
  g_autoptr (GArray) bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImGraph) graph = im_graph_load (unit, library, problems);
  g_autoptr (GString) text = g_string_new (NULL);

  im_graph_append_text (graph, text);
  fuzz_check_diagnostics (problems);
  elaborate (unit, library, NULL, 0);
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      ImUnitBinding binding = { unit->parameters[i].name.text, IM_TENSOR (&type) };

      if (unit->parameters[i].kind == IM_PARAMETER_INPUT &&
          !unit->parameters[i].socket->is_optional)
        g_array_append_val (bindings, binding);
    }
  elaborate (unit, library, (const ImUnitBinding *) (gpointer) bindings->data,
             bindings->len);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, FUZZ_UNITS "/fuzz.imunit",
                                                    diagnostics);
  guint n_units = file == NULL ? 0 : im_unit_file_get_count (file);

  for (guint i = 0; i < MIN (n_units, MAX_UNITS); i++)
    run (im_unit_file_get_unit (file, i), fuzz_get_library ());
  fuzz_check_diagnostics (diagnostics);

  return 0;
}
