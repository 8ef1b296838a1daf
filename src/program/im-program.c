/* SPDX-License-Identifier: MIT
 *
 * The beginning and the end of an elaboration: what the whole program is given, and what
 * is kept.
 */
#include "program/im-program.h"

#include <string.h>

#include "program/im-program-private.h"
#include "program/im-program-slice.h"

static gboolean
parse_declared_input (const ImUnitDeclared *declared, ImTensorType *type, GError **error)
{
  const char *rate = declared->rate.text;
  g_autofree char *text = g_strdup_printf ("%s%s%s%s", declared->type.text,
                                           declared->shape.text, rate == NULL ? "" : "@",
                                           rate == NULL ? "" : rate);

  return im_tensor_type_parse (text, type, error);
}

/* Which of the texts cannot be read. */
static ImSpan
find_wrong_part (const ImUnitDeclared *declared)
{
  ImDType dtype;
  ImShape shape;

  if (!im_dtype_parse (declared->type.text, strlen (declared->type.text), &dtype))
    return declared->type.raw;
  if (declared->rate.text == NULL ||
      !im_shape_parse_open (declared->shape.text, -1, &shape, NULL))
    return declared->shape.raw;

  return declared->rate.raw;
}

static void
report_input (ImElaboration *elaboration,
              const ImParameter *input,
              ImSpan span,
              const char *problem)
{
  g_auto (GStrv) names = g_new0 (char *, 4);

  names[0] = im_socket_dup_declared_name (input->socket, "type");
  names[1] = im_socket_dup_declared_name (input->socket, "shape");
  names[2] = im_socket_dup_declared_name (input->socket, "rate");
  im_diagnostics_add (elaboration->diagnostics, IM_SEVERITY_ERROR, "input-type",
                      im_unit_file_get_source (elaboration->program->unit->file), span,
                      "the input “%s”%s", input->name.text, problem);
  im_diagnostics_set_subject (
      elaboration->diagnostics,
      (ImSubject){ .parameter = input->name.text, .detail = problem });
  if (elaboration->program->unit->is_preprocessor)
    {
      im_diagnostics_note (elaboration->diagnostics,
                           "the attributes intype, inshape and infreq say it, such as "
                           "Float32, [1] and 16000");
      return;
    }
  im_diagnostics_note (
      elaboration->diagnostics,
      "give it one, such as %s=float32[1]@16000, or the attributes %s, %s and %s of the "
      "namespace %s, such as Float32, [1] and 16000",
      input->name.text, names[0], names[1], names[2], IM_UNIT_NAMESPACE);
}

/* Gives an input what the file says of it. Returns FALSE after reporting a problem. */
static gboolean
bind_input (ImElaboration *elaboration, const ImParameter *input)
{
  const ImUnitDeclared *declared = &input->socket->declared;
  gboolean has_type = declared->type.text != NULL;
  gboolean has_shape = declared->shape.text != NULL;
  ImTensorType *type = im_arena_new0 (elaboration->program->arena, ImTensorType, 1);
  ImUnitBinding binding = { input->name.text, IM_TENSOR (type) };
  g_autoptr (GError) error = NULL;

  if (!has_type && !has_shape && input->socket->is_optional)
    return TRUE;
  if (!has_type || !has_shape)
    {
      report_input (elaboration, input, input->name.raw,
                    has_shape  ? " has a shape but no type"
                    : has_type ? " has a type but no shape"
                               : " has no type and shape");
      return FALSE;
    }
  if (!parse_declared_input (declared, type, &error))
    {
      report_input (
          elaboration, input, find_wrong_part (declared),
          im_arena_printf (elaboration->program->arena, ": %s", error->message));
      return FALSE;
    }

  g_array_append_val (elaboration->bindings, binding);
  return TRUE;
}

/* Completes what was given by what the file says of the inputs. One that has no type is
 * not known, so that layers that do not need it are elaborated all the same. Returns
 * FALSE if there is nothing to elaborate. */
static gboolean
bind_inputs (ImElaboration *elaboration)
{
  const ImUnit *unit = elaboration->program->unit;

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      ImUnitBinding unknown = { parameter->name.text,
                                IM_UNKNOWN_OF (IM_KIND (IM_VALUE_TENSOR)) };

      if (parameter->kind != IM_PARAMETER_INPUT ||
          im_elaboration_is_bound (elaboration, parameter->name.text) ||
          bind_input (elaboration, parameter))
        continue;
      elaboration->has_untyped = TRUE;
      g_array_append_val (elaboration->bindings, unknown);
    }

  return !elaboration->has_untyped || im_unit_is_graph (unit);
}

/* Tells what is wrong with the unit itself. What is not known because an input has no
 * type follows from that error. */
static void
append_own_problems (ImElaboration *elaboration, const ImProgramNode *node)
{
  for (guint i = 0;
       node->problems != NULL && i < im_diagnostics_get_count (node->problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (node->problems, i);

      if (!elaboration->has_untyped || strcmp (problem->code, "not-known") != 0)
        im_diagnostics_add_copy (elaboration->diagnostics, problem);
    }
}

/* Makes the tensors at the inputs of the program, and lets options flow. */
static void
add_inputs (ImElaboration *elaboration, const ImProgramNode *node, ImFlow *inputs)
{
  for (guint i = 0; i < node->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &node->unit->parameters[i];
      ImFlow *input = &inputs[i];

      if (parameter->kind != IM_PARAMETER_INPUT && !im_parameter_is_option (parameter))
        continue;
      input->is_known = im_unit_evaluation_get_value (node->evaluation, parameter,
                                                      &input->value, NULL);
      if (parameter->kind == IM_PARAMETER_INPUT && input->value.kind == IM_VALUE_UNKNOWN)
        input->is_known = FALSE;
      if (parameter->kind == IM_PARAMETER_INPUT && input->value.kind == IM_VALUE_TENSOR)
        {
          ImProgramTensor tensor = {
            .name = parameter->name.text,
            .type = *input->value.tensor,
            .parameter = parameter,
          };

          input->tensor = im_elaboration_add_tensor (elaboration, &tensor, -1, -1);
        }
    }
}

/* Keeps what was found in the program. */
static void
finish (ImElaboration *elaboration, const ImFlow *inputs, const ImFlow *outputs)
{
  ImProgram *program = elaboration->program;
  const ImUnit *unit = program->unit;
  ImProgramPort *in = im_arena_new0 (program->arena, ImProgramPort, unit->n_parameters);
  ImProgramPort *out = im_arena_new0 (program->arena, ImProgramPort, unit->n_parameters);

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];

      if (parameter->kind == IM_PARAMETER_INPUT)
        in[program->n_inputs++] = (ImProgramPort){ parameter->name.text, parameter,
                                                   inputs[i].tensor };
      else if (parameter->kind <= IM_PARAMETER_RETURN)
        out[program->n_outputs++] = (ImProgramPort){ parameter->name.text, parameter,
                                                     outputs[i].tensor };
    }
  program->inputs = in;
  program->outputs = out;
  program->instances = (const ImInstance *) program->instance_array->data;
  program->n_instances = program->instance_array->len;
  program->tensors = (const ImProgramTensor *) program->tensor_array->data;
  program->n_tensors = program->tensor_array->len;
}

static ImFlow *
new_flows (ImElaboration *elaboration)
{
  guint n = elaboration->program->unit->n_parameters;
  ImFlow *flows = im_arena_new0 (elaboration->program->arena, ImFlow, n);

  for (guint i = 0; i < n; i++)
    flows[i] = IM_NO_FLOW;

  return flows;
}

static void
run (ImElaboration *elaboration)
{
  const ImUnit *unit = elaboration->program->unit;
  ImFlow *inputs = new_flows (elaboration), *outputs = new_flows (elaboration);
  /* What is wrong with the graph itself does not depend on what it is given. */
  const ImGraph *graph = elaboration->program->graph = im_elaboration_get_graph (
      elaboration, unit);
  const ImProgramNode *node = bind_inputs (elaboration)
                                  ? im_elaboration_get_node (elaboration, "", unit)
                                  : NULL;
  ImWalk walk = {
    .elaboration = elaboration,
    .graph = graph,
    .path = "",
    .around = node,
    .inputs = inputs,
    .outputs = outputs,
  };

  if (node != NULL)
    add_inputs (elaboration, node, inputs);
  if (node != NULL)
    append_own_problems (elaboration, node);
  if (node != NULL && !node->has_errors)
    {
      im_elaboration_begin_parts (elaboration, node);
      im_walk_run (&walk);
      im_elaboration_end_parts (elaboration, !walk.is_refused && !elaboration->is_full);
    }
  im_program_store_tidy (elaboration->program->store, elaboration->program->nodes);
  finish (elaboration, inputs, outputs);
}

static ImProgram *
new_program (const ImUnit *unit, ImUnitLibrary *library, const ImProgram *previous)
{
  ImProgram *program = g_new0 (ImProgram, 1);
  guint n_instances = previous == NULL ? 0 : previous->n_instances;
  guint n_tensors = previous == NULL ? 0 : previous->n_tensors;

  g_atomic_ref_count_init (&program->references);
  program->file = im_unit_file_ref (unit->file);
  program->unit = unit;
  program->library = im_unit_library_ref (library);
  program->arena = im_arena_new ();
  program->instance_array = g_array_sized_new (FALSE, FALSE, sizeof (ImInstance),
                                               n_instances);
  program->tensor_array = g_array_sized_new (FALSE, FALSE, sizeof (ImProgramTensor),
                                             n_tensors);
  program->graphs = g_hash_table_new_full (NULL, NULL, NULL,
                                           (GDestroyNotify) im_graph_unref);
  program->nodes = g_ptr_array_sized_new (previous == NULL ? 0 : previous->nodes->len);
  program->store = im_program_store_new (previous == NULL ? NULL : previous->store);

  return program;
}

/* Elaborates what @program is of. */
static ImProgram *
elaborate (ImProgram *program,
           const ImProgram *previous,
           ImUnitLibrary *library,
           const ImUnitBinding *bindings,
           guint n_bindings,
           ImDiagnostics *diagnostics)
{
  g_autoptr (GArray) given = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));
  g_autoptr (GPtrArray) around = g_ptr_array_new ();
  g_autoptr (GHashTable) reported = g_hash_table_new (NULL, NULL);
  g_autoptr (ImArena) arrays = im_arena_new ();
  ImElaboration elaboration = {
    .program = program,
    .previous = previous,
    .library = library,
    .diagnostics = diagnostics,
    .bindings = given,
    .arrays = arrays,
    .around = around,
    .reported = reported,
  };

  if (n_bindings > 0)
    g_array_append_vals (given, bindings, n_bindings);
  run (&elaboration);
  g_clear_pointer (&elaboration.previous_nodes, g_hash_table_unref);

  return program;
}

ImProgram *
im_program_elaborate_graph (const ImProgram *previous,
                            ImGraph *graph,
                            ImUnitLibrary *library,
                            const ImUnitBinding *bindings,
                            guint n_bindings,
                            ImDiagnostics *diagnostics)
{
  ImProgram *program = new_program (graph->unit, library, previous);

  g_hash_table_insert (program->graphs, (gpointer) graph->unit, im_graph_ref (graph));

  return elaborate (program, previous, library, bindings, n_bindings, diagnostics);
}

ImProgram *
im_program_elaborate_again (const ImProgram *previous,
                            const ImUnit *unit,
                            ImUnitLibrary *library,
                            const ImUnitBinding *bindings,
                            guint n_bindings,
                            ImDiagnostics *diagnostics)
{
  return elaborate (new_program (unit, library, previous), previous, library, bindings,
                    n_bindings, diagnostics);
}

ImProgram *
im_program_elaborate (const ImUnit *unit,
                      ImUnitLibrary *library,
                      const ImUnitBinding *bindings,
                      guint n_bindings,
                      ImDiagnostics *diagnostics)
{
  return im_program_elaborate_again (NULL, unit, library, bindings, n_bindings,
                                     diagnostics);
}

ImGraph *
im_program_get_graph (const ImProgram *program)
{
  return g_hash_table_lookup (program->graphs, program->unit);
}

ImProgram *
im_program_ref (const ImProgram *program)
{
  /* That somebody holds it is no part of what it says. */
  ImProgram *counted = (ImProgram *) program;

  g_atomic_ref_count_inc (&counted->references);

  return counted;
}

gboolean
im_program_is_shared (const ImProgram *program, guint n_own)
{
  return !g_atomic_ref_count_compare ((gatomicrefcount *) &program->references,
                                      (gint) n_own);
}

void
im_program_unref (ImProgram *program)
{
  if (program == NULL || !g_atomic_ref_count_dec (&program->references))
    return;

  if (program->slice != NULL)
    im_program_unref ((ImProgram *) program->slice->whole);
  g_array_unref (program->instance_array);
  g_array_unref (program->tensor_array);
  g_ptr_array_unref (program->nodes);
  im_program_store_unref (program->store);
  g_free (program->parts);
  g_hash_table_unref (program->graphs);
  g_clear_pointer (&program->by_path, g_hash_table_unref);
  im_arena_free (program->arena);
  im_unit_file_unref (program->file);
  im_unit_library_unref (program->library);
  g_free (program);
}

static const ImTensorType *
get_tensor_type (ImUnitEvaluation *evaluation, const ImParameter *parameter)
{
  ImValue value;

  return parameter != NULL &&
                 im_unit_evaluation_get_value (evaluation, parameter, &value, NULL) &&
                 value.kind == IM_VALUE_TENSOR
             ? value.tensor
             : NULL;
}

/* The port of a node that an output of the graph is, or NULL: a node of another program
 * may have one for each of its inputs. */
static const char *
find_output_port (const ImGraphNode *node, const ImParameter *output)
{
  const ImUnitNode *declaration = node->declaration;

  if (node->kind == IM_NODE_OUTPUT && node->parameter == output)
    return "value";
  for (guint i = 0; node->kind == IM_NODE_UNKNOWN && i < declaration->n_ports; i++)
    if (declaration->ports[i].parameter == output && !declaration->ports[i].is_output)
      return declaration->ports[i].name.text;

  return NULL;
}

/* The link that gives an output. */
static const ImGraphLink *
find_output_link (const ImGraph *graph, const ImParameter *output)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const char *port = find_output_port (graph->nodes[i], output);

      if (port != NULL)
        return im_graph_find_link (graph, i, port);
    }

  return NULL;
}

const ImTensorType *
im_program_find_output_type (const ImProgram *program,
                             const char *path,
                             const ImParameter *output)
{
  ImUnitEvaluation *evaluation = im_program_find_evaluation (program, path);
  const ImUnit *unit = evaluation == NULL ? NULL
                                          : im_unit_evaluation_get_unit (evaluation);
  const ImGraph *graph = unit == NULL ? NULL
                                      : g_hash_table_lookup (program->graphs, unit);
  const ImGraphLink *link;
  const ImGraphNode *source;
  g_autofree char *inner = NULL;

  if (graph == NULL || unit->kind != IM_UNIT_COMPOUND)
    return evaluation == NULL ? NULL : get_tensor_type (evaluation, output);
  link = find_output_link (graph, output);
  source = link == NULL ? NULL : graph->nodes[link->source];
  if (source == NULL)
    return NULL;
  if (source->unit == NULL)
    return get_tensor_type (evaluation, source->parameter);
  inner = *path == '\0' ? g_strdup (source->name)
                        : g_strconcat (path, "/", source->name, NULL);

  return im_program_find_output_type (
      program, inner, im_unit_find_parameter (source->unit, link->source_port));
}
