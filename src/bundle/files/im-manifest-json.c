/* SPDX-License-Identifier: MIT
 *
 * `manifest.json`: what scripts want to know of a bundle. It also marks the folder as one
 * that the next export may replace.
 */
#include "base/im-json.h"
#include "bundle/files/im-bundle-parts.h"

static void
append_port (ImJson *json, const ImProgramPort *port, const ImProgram *program)
{
  g_autoptr (GString) type = g_string_new (NULL);

  if (port->tensor < 0)
    return;
  im_tensor_type_append_text (&program->tensors[port->tensor].type, type);
  im_json_open_object (json);
  im_json_member_string (json, "name", port->name);
  im_json_member_string (json, "type", type->str);
  im_json_close_object (json);
}

static void
append_options (ImJson *json, const ImInstance *instance)
{
  im_json_member_object (json, "options");
  for (guint i = 0; i < instance->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &instance->unit->parameters[i];
      g_autoptr (GString) text = g_string_new (NULL);
      ImValue value;

      if (!im_parameter_is_option (parameter) ||
          !im_unit_evaluation_get_value (instance->evaluation, parameter, &value, NULL))
        continue;
      im_value_append_display (&value, text);
      im_json_member_string (json, parameter->name.text, text->str);
    }
  im_json_close_object (json);
}

static void
append_program (ImJson *json, const ImProgram *program)
{
  im_json_member_array (json, "inputs");
  for (guint i = 0; i < program->n_inputs; i++)
    append_port (json, &program->inputs[i], program);
  im_json_close_array (json);
  im_json_member_array (json, "outputs");
  for (guint i = 0; i < program->n_outputs; i++)
    append_port (json, &program->outputs[i], program);
  im_json_close_array (json);
  im_json_member_array (json, "layers");
  for (guint i = 0; i < program->n_instances; i++)
    {
      im_json_open_object (json);
      im_json_member_string (json, "name", program->instances[i].path);
      im_json_member_string (json, "unit", program->instances[i].unit->id.text);
      append_options (json, &program->instances[i]);
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

static void
append_memory (ImJson *json, const ImPlan *plan)
{
  im_json_member_object (json, "memory");
  im_json_member_int (json, "arena_bytes", (gint64) plan->arena_bytes);
  im_json_member_int (json, "bound_bytes", (gint64) plan->bound_bytes);
  im_json_member_int (json, "state_bytes", (gint64) plan->state_bytes);
  im_json_member_int (json, "constant_bytes", (gint64) plan->constant_bytes);
  im_json_close_object (json);
}

static void
append_units (ImJson *json, const ImEmission *emission)
{
  im_json_member_array (json, "units");
  for (guint i = 0; i < emission->units->len; i++)
    {
      const ImEmitUnit *unit = &g_array_index (emission->units, ImEmitUnit, i);

      im_json_open_object (json);
      im_json_member_string (json, "id", unit->id);
      im_json_member_string (json, "sha256", unit->hash);
      if (unit->licence != NULL)
        im_json_member_string (json, "licence", unit->licence);
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

static void
append_fragments (ImJson *json, const ImEmission *emission)
{
  im_json_member_array (json, "fragments");
  for (guint i = 0; i < emission->fragments->len; i++)
    {
      const ImEmitFragment *fragment = &g_array_index (emission->fragments,
                                                       ImEmitFragment, i);
      g_autofree char *path = g_strdup_printf (
          fragment->is_header ? "include/%s.h" : "src/%s.c", emission->name);

      im_json_open_object (json);
      im_json_member_string (json, "fragment", fragment->label);
      im_json_member_int (json, "fragment_line", fragment->file_line);
      im_json_member_string (json, "file", path);
      im_json_member_int (json, "line", fragment->line);
      im_json_member_int (json, "lines", fragment->n_lines);
      im_json_close_object (json);
    }
  im_json_close_array (json);
  im_json_member_array (json, "packages");
  for (guint i = 0; i < emission->packages->len; i++)
    im_json_string (json, g_ptr_array_index (emission->packages, i));
  im_json_close_array (json);
}

void
im_manifest_add_json (const ImPlan *plan,
                      const ImEmission *emission,
                      ImArtifacts *artifacts)
{
  ImJson json = { .out = g_string_new (NULL), .has_lines = TRUE };

  im_json_open_object (&json);
  im_json_member_string (&json, "generator", "imaginet");
  im_json_member_string (&json, "version", IM_VERSION);
  im_json_member_string (&json, "pipeline", plan->program->unit->id.text);
  im_json_member_string (&json, "name", emission->name);
  im_json_member_string (&json, "prefix", emission->prefix);
  im_json_member_string (&json, "licence", "MIT-0");
  append_program (&json, plan->program);
  append_memory (&json, plan);
  append_units (&json, emission);
  append_fragments (&json, emission);
  im_json_close_object (&json);
  im_artifacts_add_text (artifacts, IM_ARTIFACTS_MARKER_FILE, json.out);
}
