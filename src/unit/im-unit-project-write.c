/* SPDX-License-Identifier: MIT
 *
 * From a preprocessor of a project to a composite that stands alone. Its pipes have the
 * names that they have in the project, so an argument that names one becomes none; other
 * arguments become expressions.
 */
#include "unit/im-unit-project.h"

#include <math.h>
#include <string.h>

#include "base/im-text.h"
#include "unit/im-unit-text.h"
#include "unit/im-unit-write.h"

/* The sizes of `[2048,1]` as arguments of a constructor. */
static void
append_shape (GString *out, const char *text)
{
  g_autofree char *sizes = g_strdelimit (g_strdup (text), "[]", ' ');

  g_string_append_printf (out, "System.Shape(%s)", g_strstrip (sizes));
}

static void
append_string (GString *out, const char *text)
{
  g_autofree char *escaped = g_strescape (text, "\x80\xff");

  im_unit_write_content (out, "\"");
  im_unit_write_content (out, escaped);
  im_unit_write_content (out, "\"");
}

static void
append_value (GString *out, const ImUnitArgument *argument)
{
  g_autofree char *text = g_strstrip (g_strdup (argument->literal.text));
  gboolean is_true = FALSE;

  switch ((guint) argument->literal_kind)
    {
    case IM_PARAMETER_SHAPE:
      append_shape (out, text);
      break;
    case IM_PARAMETER_BOOL:
      im_unit_parse_boolean (text, &is_true);
      g_string_append (out, is_true ? "true" : "false");
      break;
    case IM_PARAMETER_STRING:
      append_string (out, argument->literal.text);
      break;
    default:
      im_unit_write_content (out, text);
    }
}

/* Whether an argument says which pipe a socket is on, and this is the one it is on
 * anyway. */
static gboolean
is_usual_pipe (const ImUnitArgument *argument)
{
  static const char *const usual[] = { "input",  "data", "time_input",  "time",
                                       "output", "data", "time_output", "time" };

  for (guint i = 0; i < G_N_ELEMENTS (usual); i += 2)
    if (strcmp (argument->parameter.text, usual[i]) == 0)
      return g_strcmp0 (argument->literal.text, usual[i + 1]) == 0;

  return FALSE;
}

static void
append_layer (GString *out, const ImUnitNode *layer)
{
  gboolean is_open = FALSE;

  g_string_append (out, "      <Unit");
  im_unit_write_attribute (out, "id", layer->unit_id.text);
  if (!layer->is_enabled)
    im_unit_write_attribute (out, "enabled", "false");
  for (guint i = 0; i < layer->n_arguments; i++)
    {
      const ImUnitArgument *argument = &layer->arguments[i];

      if (is_usual_pipe (argument))
        continue;
      g_string_append_printf (out, "%s        <Argument", is_open ? "" : ">\n");
      im_unit_write_attribute (out, "param", argument->parameter.text);
      g_string_append_c (out, '>');
      append_value (out, argument);
      g_string_append (out, "</Argument>\n");
      is_open = TRUE;
    }
  g_string_append (out, is_open ? "      </Unit>\n" : " />\n");
}

static void
append_input (GString *out, const ImSocket *input)
{
  const struct
  {
    const char *name;
    const char *value;
  } declared[] = { { "im:type", input->declared.type.text },
                   { "im:shape", input->declared.shape.text },
                   { "im:rate", input->declared.rate.text } };

  g_string_append (out, "      <InputSocket name=\"input\" pipe=\"data\" text=\"Input\"");
  for (guint i = 0; i < G_N_ELEMENTS (declared); i++)
    if (declared[i].value != NULL)
      im_unit_write_attribute (out, declared[i].name, declared[i].value);
  g_string_append (out, " />\n");
}

static void
append_output (GString *out, const ImTensorType *output)
{
  g_autoptr (GString) shape = g_string_new (NULL);

  if (output != NULL)
    im_shape_append_text (&output->shape, shape);
  g_string_append (out, "      <OutputSocket name=\"output\" pipe=\"data\" "
                        "text=\"Output\" type=\"");
  if (output == NULL)
    g_string_append (out, "input.type\" shape=\"input.shape");
  else
    {
      g_string_append_printf (out, "System.%s\" shape=\"",
                              im_dtype_get_info (output->dtype)->system_name);
      append_shape (out, shape->str);
    }
  if (output != NULL && output->rate_hz > 0)
    {
      g_string_append (out, "\" rate=\"");
      im_text_append_double (out, output->rate_hz);
      /* A number without a point is an integer. */
      if (output->rate_hz == floor (output->rate_hz) && output->rate_hz < 1e9)
        g_string_append (out, ".0");
    }
  g_string_append (out, "\" />\n");
}

/* Whether a layer gives times, so that the time of the input has somewhere to go. */
static gboolean
gives_time (const ImUnit *unit)
{
  for (guint i = 0; i < unit->n_nodes; i++)
    for (guint k = 0; k < unit->nodes[i].n_arguments; k++)
      if (strcmp (unit->nodes[i].arguments[k].parameter.text, "time_output") == 0)
        return TRUE;

  return FALSE;
}

GBytes *
im_unit_project_write (const ImUnit *unit, const ImTensorType *output)
{
  GString *out;

  g_return_val_if_fail (unit->is_preprocessor, NULL);
  out = g_string_new ("<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n"
                      "<Imaginet xmlns:im=\"" IM_UNIT_NAMESPACE "\">\n"
                      "  <Composite");
  im_unit_write_attribute (out, "unit", unit->id.text);
  g_string_append (out, ">\n    <DisplayName>");
  im_unit_write_content (out, unit->display_name);
  g_string_append (out, "</DisplayName>\n    <DisplayPath>/Pipelines</DisplayPath>\n\n"
                        "    <Parameters>\n");
  append_input (out, unit->parameters[0].socket);
  if (gives_time (unit))
    g_string_append (out, "      <InputSocket name=\"time_input\" pipe=\"time\" "
                          "optional=\"yes\" text=\"Time Input\" />\n");
  append_output (out, output);
  if (gives_time (unit))
    g_string_append (out, "      <OutputSocket name=\"time_output\" pipe=\"time\" "
                          "type=\"System.Float32\" shape=\"System.Shape(2)\" "
                          "conditional=\"time_input != null\" "
                          "text=\"Time Output\" />\n");
  g_string_append (out, "    </Parameters>\n\n    <Stacked>\n");
  for (guint i = 0; i < unit->n_nodes; i++)
    append_layer (out, &unit->nodes[i]);
  g_string_append (out, "    </Stacked>\n  </Composite>\n</Imaginet>\n");

  return g_string_free_to_bytes (out);
}
