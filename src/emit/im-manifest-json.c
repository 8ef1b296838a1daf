/* SPDX-License-Identifier: MIT
 *
 * `manifest.json`: what scripts want to know of a bundle. It also marks the folder as one
 * that the next export may replace.
 */
#include "emit/im-bundle-private.h"
#include "emit/im-emit-json.h"

static void
append_port (ImEmitJson *json, const ImProgramPort *port, const ImProgram *program)
{
  g_autoptr (GString) type = g_string_new (NULL);

  if (port->tensor < 0)
    return;
  im_tensor_type_append_text (&program->tensors[port->tensor].type, type);
  im_emit_json_open (json, NULL, '{');
  im_emit_json_string (json, "name", port->name);
  im_emit_json_string (json, "type", type->str);
  im_emit_json_close (json, '}');
}

static void
append_options (ImEmitJson *json, const ImInstance *instance)
{
  im_emit_json_open (json, "options", '{');
  for (guint i = 0; i < instance->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &instance->unit->parameters[i];
      g_autoptr (GString) text = g_string_new (NULL);
      ImValue value;

      if (!im_parameter_is_option (parameter) ||
          !im_unit_evaluation_get_value (instance->evaluation, parameter, &value, NULL))
        continue;
      im_value_append_display (&value, text);
      im_emit_json_string (json, parameter->name.text, text->str);
    }
  im_emit_json_close (json, '}');
}

static void
append_program (ImEmitJson *json, const ImProgram *program)
{
  im_emit_json_open (json, "inputs", '[');
  for (guint i = 0; i < program->n_inputs; i++)
    append_port (json, &program->inputs[i], program);
  im_emit_json_close (json, ']');
  im_emit_json_open (json, "outputs", '[');
  for (guint i = 0; i < program->n_outputs; i++)
    append_port (json, &program->outputs[i], program);
  im_emit_json_close (json, ']');
  im_emit_json_open (json, "layers", '[');
  for (guint i = 0; i < program->n_instances; i++)
    {
      im_emit_json_open (json, NULL, '{');
      im_emit_json_string (json, "name", program->instances[i].path);
      im_emit_json_string (json, "unit", program->instances[i].unit->id.text);
      append_options (json, &program->instances[i]);
      im_emit_json_close (json, '}');
    }
  im_emit_json_close (json, ']');
}

static void
append_memory (ImEmitJson *json, const ImPlan *plan)
{
  im_emit_json_open (json, "memory", '{');
  im_emit_json_integer (json, "arena_bytes", plan->arena_bytes);
  im_emit_json_integer (json, "bound_bytes", plan->bound_bytes);
  im_emit_json_integer (json, "state_bytes", plan->state_bytes);
  im_emit_json_integer (json, "constant_bytes", plan->constant_bytes);
  im_emit_json_close (json, '}');
}

static void
append_units (ImEmitJson *json, const ImEmission *emission)
{
  im_emit_json_open (json, "units", '[');
  for (guint i = 0; i < emission->units->len; i++)
    {
      const ImEmitUnit *unit = &g_array_index (emission->units, ImEmitUnit, i);

      im_emit_json_open (json, NULL, '{');
      im_emit_json_string (json, "id", unit->id);
      im_emit_json_string (json, "sha256", unit->hash);
      if (unit->licence != NULL)
        im_emit_json_string (json, "licence", unit->licence);
      im_emit_json_close (json, '}');
    }
  im_emit_json_close (json, ']');
}

static void
append_fragments (ImEmitJson *json, const ImEmission *emission)
{
  im_emit_json_open (json, "fragments", '[');
  for (guint i = 0; i < emission->fragments->len; i++)
    {
      const ImEmitFragment *fragment = &g_array_index (emission->fragments,
                                                       ImEmitFragment, i);
      g_autofree char *path = g_strdup_printf (
          fragment->is_header ? "include/%s.h" : "src/%s.c", emission->name);

      im_emit_json_open (json, NULL, '{');
      im_emit_json_string (json, "fragment", fragment->label);
      im_emit_json_integer (json, "fragment_line", fragment->file_line);
      im_emit_json_string (json, "file", path);
      im_emit_json_integer (json, "line", fragment->line);
      im_emit_json_integer (json, "lines", fragment->n_lines);
      im_emit_json_close (json, '}');
    }
  im_emit_json_close (json, ']');
  im_emit_json_open (json, "packages", '[');
  for (guint i = 0; i < emission->packages->len; i++)
    im_emit_json_string (json, NULL, g_ptr_array_index (emission->packages, i));
  im_emit_json_close (json, ']');
}

void
im_manifest_add_json (const ImPlan *plan,
                      const ImEmission *emission,
                      ImArtifacts *artifacts)
{
  ImEmitJson json = { .out = g_string_new (NULL) };

  im_emit_json_open (&json, NULL, '{');
  im_emit_json_string (&json, "generator", "imaginet");
  im_emit_json_string (&json, "version", IM_VERSION);
  im_emit_json_string (&json, "pipeline", plan->program->unit->id.text);
  im_emit_json_string (&json, "name", emission->name);
  im_emit_json_string (&json, "prefix", emission->prefix);
  im_emit_json_string (&json, "licence", "MIT-0");
  append_program (&json, plan->program);
  append_memory (&json, plan);
  append_units (&json, emission);
  append_fragments (&json, emission);
  im_emit_json_close (&json, '}');
  im_artifacts_add_text (artifacts, IM_ARTIFACTS_MARKER_FILE, json.out);
}
