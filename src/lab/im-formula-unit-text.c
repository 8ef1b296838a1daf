/* SPDX-License-Identifier: MIT
 *
 * The unit file of a formula. Which element types the formula allows is tried, since only
 * elaboration knows it.
 */
#include <string.h>

#include "lab/im-formula-package-private.h"
#include "unit/im-unit-name.h"
#include "unit/im-unit-write.h"

static const ImDType usual_types[] = { IM_DTYPE_FLOAT32, IM_DTYPE_INT8, IM_DTYPE_INT16 };

#define MAX_TYPES (G_N_ELEMENTS (usual_types) + 1)

typedef struct
{
  const ImFormulaPackage *package;
  const ImFormulaLab *lab;
  const ImFormulaDims *dims;
  const char *tensor;  /* the first socket, NULL if there is none */
  gboolean is_uniform; /* all sockets have one type, which may be another one */
  guint n_types;
  ImDType types[MAX_TYPES];             /* of the sockets */
  const ImDType *of_outputs[MAX_TYPES]; /* what follows for the outputs */
  ImArena *arena;
  GString *out;
} Writer;

static const char *
get_name (ImDType dtype)
{
  return im_dtype_get_info (dtype)->system_name;
}

/* Whether each element of a buffer is one of the inputs, so that it fits into their type;
 * integers that are computed need more. */
static gboolean
only_moves (const ImFormula *formula, guint buffer)
{
  for (guint i = 0; i < formula->kernels->len; i++)
    {
      const ImKernel *kernel = g_ptr_array_index (formula->kernels, i);

      if (kernel->output.buffer == buffer &&
          (kernel->value->kind != IM_KERNEL_NODE_LOAD ||
           kernel->aggregation == IM_AGGREGATION_SUM ||
           kernel->aggregation == IM_AGGREGATION_PRODUCT ||
           im_formula_get_buffer (formula, kernel->loads[kernel->value->load].buffer)
                   ->kind != IM_BUFFER_INPUT))
        return FALSE;
    }

  return TRUE;
}

static ImDType
get_output_type (const ImFormula *formula, guint output)
{
  guint number = g_array_index (formula->outputs, guint, output);
  ImDType dtype = im_formula_get_buffer (formula, number)->dtype;

  return im_dtype_is_float (dtype) || im_dtype_get_info (dtype)->size_bytes >= 4 ||
                 only_moves (formula, number)
             ? dtype
             : IM_DTYPE_INT32;
}

/* The value of a tensor without axes, which becomes an option. */
static double
get_number (const ImTileInput *input)
{
  double number = 1;

  if (input->data != NULL)
    im_array_load (input->data, 0, 1, &number);

  return number;
}

/* An argument as the unit gives it. */
static ImTileArgument
get_argument (Writer *writer, guint parameter)
{
  const ImTileInput *input = &writer->lab->arguments[parameter];
  double *number;

  if (!input->argument.is_tensor || im_formula_is_socket (writer->lab, parameter))
    return input->argument;
  number = im_arena_new0 (writer->arena, double, 1);
  *number = get_number (input);

  return (ImTileArgument){ .n_numbers = 1, .numbers = number };
}

/* What the formula gives for inputs of a type; nothing if it does not take them. */
static void
try_type (Writer *writer, ImDType dtype)
{
  const ImFormulaLab *lab = writer->lab;
  g_autofree ImTileArgument *arguments = g_new0 (ImTileArgument, lab->n_inputs + 1);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new ();
  g_autoptr (ImFormula) formula = NULL;
  ImDType *of_outputs;

  for (guint i = 0; i < writer->n_types; i++)
    if (writer->types[i] == dtype)
      return;
  for (guint i = 0; i < lab->n_inputs; i++)
    {
      arguments[i] = get_argument (writer, i);
      if (writer->is_uniform && im_formula_is_socket (lab, i))
        arguments[i].dtype = dtype;
    }
  formula = im_tile_elaborate (lab->file, lab->function, arguments, arena, ignored);
  if (formula == NULL)
    return;
  of_outputs = im_arena_new0 (writer->arena, ImDType, formula->outputs->len + 1);
  for (guint i = 0; i < formula->outputs->len; i++)
    of_outputs[i] = get_output_type (formula, i);
  writer->types[writer->n_types] = dtype;
  writer->of_outputs[writer->n_types++] = of_outputs;
}

static void
find_types (Writer *writer)
{
  const ImFormulaLab *lab = writer->lab;
  ImDType first = IM_DTYPE_FLOAT32;

  writer->is_uniform = TRUE;
  for (guint i = 0; i < lab->n_inputs; i++)
    {
      if (!im_formula_is_socket (lab, i))
        continue;
      if (writer->tensor == NULL)
        {
          writer->tensor = lab->inputs[i].name;
          first = lab->arguments[i].argument.dtype;
        }
      else if (lab->arguments[i].argument.dtype != first)
        writer->is_uniform = FALSE;
    }
  try_type (writer, first);
  for (guint i = 0; writer->is_uniform && i < G_N_ELEMENTS (usual_types); i++)
    try_type (writer, usual_types[i]);

  /* The formula takes no numbers for tensors without axes; that is said when the unit is
   * read again. */
  if (writer->n_types == 0)
    {
      writer->types[0] = first;
      writer->of_outputs[0] = im_arena_new0 (writer->arena, ImDType,
                                             lab->formula->outputs->len + 1);
      writer->n_types = 1;
    }
}

static void
append_socket (Writer *writer, guint parameter, gboolean is_first)
{
  const ImTileArgument *argument = &writer->lab->arguments[parameter].argument;
  const char *name = writer->lab->inputs[parameter].name;
  g_autoptr (GString) shape = g_string_new (NULL);

  im_shape_append_text (&argument->shape, shape);
  g_string_append (writer->out, "      <InputSocket");
  im_unit_write_attribute (writer->out, "name", name);
  if (is_first)
    im_unit_write_attribute (writer->out, "pipe", "data");
  im_unit_write_attribute (writer->out, "text", name);
  im_unit_write_attribute (writer->out, "im:type", get_name (argument->dtype));
  im_unit_write_attribute (writer->out, "im:shape", shape->str);
  g_string_append (writer->out, " />\n");
}

static void
append_option (Writer *writer, const char *name, double value, gboolean is_real)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr (number, sizeof number, value);
  g_string_append (writer->out, is_real ? "      <DoubleOption" : "      <Int32Option");
  im_unit_write_attribute (writer->out, "name", name);
  im_unit_write_attribute (writer->out, "default", number);
  if (!is_real && value >= 1)
    g_string_append (writer->out, " min=\"1\" max=\"65536\" ui=\"TextBox\"");
  im_unit_write_attribute (writer->out, "text", name);
  g_string_append (writer->out, " />\n");
}

/* A tensor without axes is a number that may have a fraction, a list one option each. */
static void
append_options (Writer *writer, guint parameter)
{
  const ImTileInput *input = &writer->lab->arguments[parameter];
  const ImTileArgument *argument = &input->argument;
  const char *name = writer->lab->inputs[parameter].name;

  if (argument->is_tensor)
    {
      append_option (writer, name, get_number (input), TRUE);
      return;
    }
  for (guint i = 0; i < argument->n_numbers; i++)
    {
      g_autofree char *one = argument->is_list ? g_strdup_printf ("%s_%u", name, i)
                                               : g_strdup (name);

      append_option (writer, one, argument->numbers[i],
                     argument->numbers[i] != (gint32) argument->numbers[i]);
    }
}

static void
append_output_type (Writer *writer, guint output, GString *type)
{
  guint last = writer->n_types - 1;
  gboolean is_input = writer->tensor != NULL, is_one = TRUE;

  for (guint i = 0; i <= last; i++)
    {
      is_input = is_input && writer->of_outputs[i][output] == writer->types[i];
      is_one = is_one && writer->of_outputs[i][output] == writer->of_outputs[0][output];
    }
  if (is_input && writer->is_uniform)
    {
      g_string_append_printf (type, "%s.type", writer->tensor);
      return;
    }
  for (guint i = 0; !is_one && i < last; i++)
    if (writer->of_outputs[i][output] != writer->of_outputs[last][output])
      g_string_append_printf (type, "%s.type == System.%s ? System.%s : ", writer->tensor,
                              get_name (writer->types[i]),
                              get_name (writer->of_outputs[i][output]));
  g_string_append_printf (type, "System.%s", get_name (writer->of_outputs[last][output]));
}

static const char *
get_output_name (const Writer *writer, guint output)
{
  const ImFormula *formula = writer->lab->formula;

  return im_formula_get_buffer (formula, g_array_index (formula->outputs, guint, output))
      ->name;
}

static void
append_output (Writer *writer, guint output)
{
  g_autoptr (GString) type = g_string_new (NULL);
  const char *name = get_output_name (writer, output);

  append_output_type (writer, output, type);
  g_string_append (writer->out, "      <OutputSocket");
  im_unit_write_attribute (writer->out, "name", name);
  im_unit_write_attribute (writer->out, "type", type->str);
  im_unit_write_attribute (writer->out, "shape",
                           g_ptr_array_index (writer->dims->outputs, output));
  if (output == 0)
    im_unit_write_attribute (writer->out, "pipe", "data");
  im_unit_write_attribute (writer->out, "text", name);
  g_string_append (writer->out, " />\n");
}

static void
append_parameters (Writer *writer)
{
  const ImFormulaLab *lab = writer->lab;

  g_string_append (writer->out, "    <Parameters>\n");
  for (guint i = 0; i < lab->n_inputs; i++)
    if (im_formula_is_socket (lab, i))
      append_socket (writer, i, lab->inputs[i].name == writer->tensor);
  for (guint i = 0; i < lab->n_inputs; i++)
    if (!im_formula_is_socket (lab, i))
      append_options (writer, i);
  for (guint i = 0; i < writer->dims->names->len; i++)
    {
      g_string_append (writer->out, "      <Hidden");
      im_unit_write_attribute (writer->out, "name",
                               g_ptr_array_index (writer->dims->names, i));
      im_unit_write_attribute (writer->out, "value",
                               g_ptr_array_index (writer->dims->values, i));
      g_string_append (writer->out, " />\n");
    }
  for (guint i = 0; i < lab->formula->outputs->len; i++)
    append_output (writer, i);
  g_string_append (writer->out, "    </Parameters>\n\n");
}

static void
append_assert (Writer *writer, const char *test, const char *message)
{
  g_string_append (writer->out, "      <Assert");
  im_unit_write_attribute (writer->out, "test", test);
  im_unit_write_attribute (writer->out, "error", message);
  g_string_append (writer->out, " />\n");
}

/* `A.type == System.Float32 || A.type == System.Int8` */
static void
append_type_contract (Writer *writer, const char *name, const ImDType *types, guint n)
{
  g_autoptr (GString) test = g_string_new (NULL);
  g_autoptr (GString) message = g_string_new (NULL);

  g_string_append_printf (message, "%s has elements of type ", name);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (test, "%s%s.type == System.%s", i > 0 ? " || " : "", name,
                              get_name (types[i]));
      g_string_append_printf (message, "%s%s",
                              i == 0       ? ""
                              : i + 1 == n ? " or "
                                           : ", ",
                              get_name (types[i]));
    }
  g_string_append_printf (message, ", found {%s.type}.", name);
  append_assert (writer, test->str, message->str);
}

static void
append_type_contracts (Writer *writer)
{
  const ImFormulaLab *lab = writer->lab;

  for (guint i = 0; i < lab->n_inputs; i++)
    {
      const char *name = lab->inputs[i].name;

      if (!im_formula_is_socket (lab, i))
        continue;
      if (!writer->is_uniform)
        append_type_contract (writer, name, &lab->arguments[i].argument.dtype, 1);
      else if (name == writer->tensor)
        append_type_contract (writer, name, writer->types, writer->n_types);
      else
        {
          g_autofree char *test = g_strdup_printf ("%s.type == %s.type", name,
                                                   writer->tensor);
          g_autofree char *message = g_strdup_printf (
              "%s has the type of %s; found {%s.type} and {%s.type}.", name,
              writer->tensor, name, writer->tensor);

          append_assert (writer, test, message);
        }
    }
}

static void
append_rank_contracts (Writer *writer)
{
  const ImFormulaLab *lab = writer->lab;

  for (guint i = 0; i < lab->n_inputs; i++)
    if (im_formula_is_socket (lab, i))
      {
        guint rank = lab->arguments[i].argument.shape.rank;
        const char *name = lab->inputs[i].name;
        g_autofree char *test = g_strdup_printf ("%s.shape.count == %u", name, rank);
        g_autofree char *message = g_strdup_printf (
            "%s has %u %s, found the shape {%s.shape}.", name, rank,
            rank == 1 ? "axis" : "axes", name);

        append_assert (writer, test, message);
      }
}

static void
append_contracts (Writer *writer)
{
  const char *guards = writer->dims->guards;

  if (writer->tensor == NULL)
    return;
  g_string_append (writer->out, "    <Contracts>\n");
  append_type_contracts (writer);
  append_rank_contracts (writer);
  for (guint i = 0; i < writer->dims->numbers->len; i++)
    {
      const char *number = g_ptr_array_index (writer->dims->numbers, i);
      const char *relation = g_ptr_array_index (writer->dims->relations, i);
      g_autofree char *test = g_strdup_printf (
          "%s%s%s %s", guards, *guards == '\0' ? "" : " || ", number, relation);
      g_autofree char *message = g_strdup_printf ("The formula needs %s %s, found {%s}.",
                                                  number, relation, number);

      append_assert (writer, test, message);
    }
  g_string_append (writer->out, "    </Contracts>\n\n");
}

static void
append_call (Writer *writer, const char *function, GString *call)
{
  const ImFormulaLab *lab = writer->lab;

  g_string_append_printf (call, "%s(", function);
  for (guint i = 0; i < lab->n_inputs; i++)
    {
      const ImTileArgument *argument = &lab->arguments[i].argument;
      const char *name = lab->inputs[i].name;

      g_string_append (call, i > 0 ? ", " : "");
      if (argument->is_tensor || !argument->is_list)
        {
          g_string_append (call, name);
          continue;
        }
      g_string_append (call, "System.Shape(");
      for (guint j = 0; j < argument->n_numbers; j++)
        g_string_append_printf (call, "%s%s_%u", j > 0 ? ", " : "", name, j);
      g_string_append_c (call, ')');
    }
  g_string_append_c (call, ')');
}

static void
append_implementation (Writer *writer)
{
  const ImTileFile *file = writer->lab->file;
  g_autofree char *stem = im_unit_name_dup_stem (writer->package->id);
  /* The one function of a file in the compact form is called as the file. */
  gboolean has_no_name = file->spelling == IM_TILE_COMPACT && file->functions->len == 1;
  const char *function = has_no_name ? stem : writer->lab->function->name;
  g_autofree char *fragment = g_strdup_printf ("%s.tile:%s", stem, function);
  g_autoptr (GString) call = g_string_new (NULL);

  append_call (writer, function, call);
  g_string_append (writer->out,
                   "    <Implementations>\n      <Implementation language=\"Tile\"");
  im_unit_write_attribute (writer->out, "fragment", fragment);
  im_unit_write_attribute (writer->out, "call", call->str);
  g_string_append (writer->out, " />\n    </Implementations>\n");
}

void
im_formula_append_elements (const ImArray *array, GString *out)
{
  for (gsize i = 0; i < array->count; i++)
    {
      g_string_append (out, i > 0 ? " " : "");
      im_array_append_element (array, i, out);
    }
}

static void
append_example_input (Writer *writer, guint parameter, const ImArray *array)
{
  const ImTileArgument *argument = &writer->lab->arguments[parameter].argument;
  g_autoptr (GString) shape = g_string_new (NULL);

  im_shape_append_text (&argument->shape, shape);
  g_string_append (writer->out, "        <im:Input");
  im_unit_write_attribute (writer->out, "name", writer->lab->inputs[parameter].name);
  im_unit_write_attribute (writer->out, "type",
                           im_dtype_get_info (argument->dtype)->name);
  im_unit_write_attribute (writer->out, "shape", shape->str);
  g_string_append_c (writer->out, '>');
  im_formula_append_elements (array, writer->out);
  g_string_append (writer->out, "</im:Input>\n");
}

static void
append_example (Writer *writer, const GPtrArray *outputs)
{
  const ImFormulaLab *lab = writer->lab;
  guint next = 0;

  g_string_append (writer->out, "\n    <im:Examples>\n      <im:Example>\n");
  for (guint i = 0; i < lab->n_inputs; i++)
    {
      if (im_formula_is_socket (lab, i))
        append_example_input (writer, i, lab->arrays[next]);
      next += lab->arguments[i].argument.is_tensor ? 1 : 0;
    }
  for (guint i = 0; i < outputs->len; i++)
    {
      g_string_append (writer->out, "        <im:Output");
      im_unit_write_attribute (writer->out, "name", get_output_name (writer, i));
      g_string_append_printf (writer->out, ">%s</im:Output>\n",
                              (const char *) g_ptr_array_index (outputs, i));
    }
  g_string_append (writer->out, "      </im:Example>\n    </im:Examples>\n");
}

void
im_formula_package_append_unit (const ImFormulaPackage *package,
                                const ImFormulaLab *lab,
                                const ImFormulaDims *dims,
                                const GPtrArray *example,
                                GString *out)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  Writer writer = { .package = package,
                    .lab = lab,
                    .dims = dims,
                    .arena = arena,
                    .out = out };

  find_types (&writer);
  g_string_append (out, "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n"
                        "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">\n"
                        "  <Function");
  im_unit_write_attribute (out, "unit", package->id);
  g_string_append (out, ">\n    <DisplayName>");
  im_unit_write_content (out, package->name);
  g_string_append (out, "</DisplayName>\n\n    <Description>\n      ");
  im_unit_write_content (out, package->description);
  g_string_append (out, "\n    </Description>\n\n");
  append_parameters (&writer);
  append_contracts (&writer);
  append_implementation (&writer);
  if (example != NULL)
    append_example (&writer, example);
  g_string_append (out, "  </Function>\n</Imaginet>\n");
}
