/* SPDX-License-Identifier: MIT
 *
 * Sizes and types come from the inputs, so what is missing is asked for there.
 */
#include "program/im-program.h"

#define EXAMPLE_SIZE 4 /* stands for each missing one in the example */

static const ImTensorType *
get_input_type (const ImProgram *program, guint input)
{
  gint tensor = program->inputs[input].tensor;

  return tensor < 0 ? NULL : &program->tensors[tensor].type;
}

gboolean
im_program_is_known (const ImProgram *program)
{
  for (guint i = 0; i < program->n_inputs; i++)
    {
      const ImTensorType *type = get_input_type (program, i);

      if (type != NULL && !im_shape_is_known (&type->shape))
        return FALSE;
    }

  return TRUE;
}

/* Appends `axis 1, axis 0 (“channel”) of “input”, float32[?,?]@50`. */
static void
append_missing (GString *out, const ImProgramPort *input, const ImTensorType *type)
{
  const ImShape *shape = &type->shape;
  const char *separator = "";

  for (guint i = shape->rank; i > 0; i--)
    {
      const char *name = shape->axes == NULL ? NULL : shape->axes[i - 1].name;

      if (shape->size[i - 1] != IM_SHAPE_UNKNOWN)
        continue;
      g_string_append_printf (out, "%saxis %u", separator, i - 1);
      if (name != NULL && *name != '\0')
        g_string_append_printf (out, " (“%s”)", name);
      separator = ", ";
    }
  g_string_append_printf (out, " of “%s”, which is ", input->name);
  im_tensor_type_append_text (type, out);
}

/* Appends `--with input=float32[4,3]@50`. */
static void
append_example (GString *out, const ImProgramPort *input, const ImTensorType *type)
{
  ImTensorType example = *type;

  for (guint i = 0; i < example.shape.rank; i++)
    if (example.shape.size[i] == IM_SHAPE_UNKNOWN)
      example.shape.size[i] = EXAMPLE_SIZE;
  g_string_append_printf (out, "%s--with %s=", out->len > 0 ? " " : "", input->name);
  im_tensor_type_append_text (&example, out);
}

gboolean
im_program_report_unknown (const ImProgram *program, ImDiagnostics *diagnostics)
{
  g_autoptr (GString) missing = g_string_new (NULL), example = g_string_new (NULL);
  const ImProgramPort *first = NULL;

  for (guint i = 0; i < program->n_inputs; i++)
    {
      const ImTensorType *type = get_input_type (program, i);

      if (type == NULL || im_shape_is_known (&type->shape))
        continue;
      g_string_append (missing, missing->len > 0 ? "; " : "");
      append_missing (missing, &program->inputs[i], type);
      append_example (example, &program->inputs[i], type);
      if (first == NULL)
        first = &program->inputs[i];
    }
  if (first == NULL)
    return TRUE;

  im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "unknown-size",
                      im_unit_file_get_source (program->unit->file),
                      first->parameter->name.raw, "this needs the size of %s",
                      missing->str);
  im_diagnostics_set_subject (
      diagnostics, (ImSubject){ .parameter = first->name, .detail = missing->str });
  im_diagnostics_note (diagnostics,
                       "give it on the command line, such as %s, or in the inspector of "
                       "the input",
                       example->str);
  return FALSE;
}
