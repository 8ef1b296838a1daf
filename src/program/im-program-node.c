/* SPDX-License-Identifier: MIT
 *
 * Units as they were elaborated, made anew or taken from the previous program. The nodes
 * of two programs mostly have the same order, so the one behind the last that was found
 * is tried first.
 */
#include <string.h>

#include "program/im-axis-samples.h"
#include "program/im-program-private.h"

const char *
im_elaboration_join (ImArena *arena, const char *first, char between, const char *second)
{
  gsize length = strlen (first), rest = strlen (second);
  char *joined = im_arena_alloc (arena, length + rest + 2);

  memcpy (joined, first, length);
  joined[length] = between;
  memcpy (joined + length + 1, second, rest + 1);

  return joined;
}

static void
clear_node (gpointer data)
{
  ImProgramNode *node = data;

  g_clear_pointer (&node->problems, im_diagnostics_free);
  im_unit_formula_free (node->formula);
  im_unit_evaluation_free (node->evaluation);
  im_unit_file_unref (node->file);
}

void
im_program_node_unref (ImProgramNode *node)
{
  g_atomic_rc_box_release_full (node, clear_node);
}

const ImImplementation *
im_instance_choose (const ImInstance *instance,
                    ImSectionKind section,
                    ImLanguage language)
{
  const ImImplementation *chosen =
      im_unit_evaluation_choose (instance->evaluation, section, language).chosen;

  if (chosen == NULL || !im_language_is_formula (chosen->language))
    return chosen;
  if (instance->formula == NULL || instance->formula->implementation != chosen)
    return NULL;

  return language == IM_LANGUAGE_C ? &instance->formula->c : &instance->formula->python;
}

static GHashTable *
index_nodes (const ImProgram *program)
{
  GHashTable *nodes = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < program->nodes->len; i++)
    {
      const ImProgramNode *node = g_ptr_array_index (program->nodes, i);

      g_hash_table_insert (nodes, (gpointer) node->path, GUINT_TO_POINTER (i + 1));
    }

  return nodes;
}

/* Threads may make it at once; all of them use that of the first one. */
static GHashTable *
get_index (const ImProgram *program)
{
  GHashTable **place = (GHashTable **) &program->by_path;
  GHashTable *index = g_atomic_pointer_get (place);

  if (index != NULL)
    return index;
  index = index_nodes (program);
  if (g_atomic_pointer_compare_and_exchange (place, NULL, index))
    return index;
  g_hash_table_unref (index);

  return g_atomic_pointer_get (place);
}

static const ImProgramNode *
find_node (const ImProgram *program, const char *path)
{
  guint position;

  /* The pipeline itself is the first one, and asked for where an index is not worth it.
   */
  if (*path == '\0' && program->nodes->len > 0)
    return g_ptr_array_index (program->nodes, 0);
  position = GPOINTER_TO_UINT (g_hash_table_lookup (get_index (program), path));

  return position == 0 ? NULL : g_ptr_array_index (program->nodes, position - 1);
}

ImUnitEvaluation *
im_program_find_evaluation (const ImProgram *program, const char *path)
{
  const ImProgramNode *node = find_node (program, path);

  return node == NULL ? NULL : node->evaluation;
}

ImUnitEvaluation *
im_program_get_evaluation (const ImProgram *program, const ImGraphNode *node)
{
  const ImProgramPart *part = node->number < program->n_parts
                                  ? &program->parts[node->number]
                                  : NULL;

  if (part == NULL)
    return im_program_find_evaluation (program, node->name);
  /* A layer that is switched off takes no part. */
  if (part->n_nodes == 0)
    return NULL;

  return ((const ImProgramNode *) g_ptr_array_index (program->nodes, part->first_node))
      ->evaluation;
}

const ImArray *
im_program_find_constant (const ImProgram *program, const char *path, const char *input)
{
  const ImProgramNode *node = find_node (program, path);

  for (guint i = 0; node != NULL && i < node->n_constants; i++)
    if (strcmp (node->constants[i].parameter->name.text, input) == 0)
      return node->constants[i].constant;

  return NULL;
}

static ImProgramNode *
find_previous (ImElaboration *elaboration, const char *path)
{
  const ImProgram *previous = elaboration->previous;
  guint position = elaboration->next_previous;
  ImProgramNode *node = NULL;

  if (previous == NULL || elaboration->is_new)
    return NULL;
  if (position < previous->nodes->len)
    node = g_ptr_array_index (previous->nodes, position);
  if (node == NULL || strcmp (node->path, path) != 0)
    {
      if (elaboration->previous_nodes == NULL)
        elaboration->previous_nodes = index_nodes (previous);
      position = GPOINTER_TO_UINT (
          g_hash_table_lookup (elaboration->previous_nodes, path));
      if (position == 0)
        return NULL;
      node = g_ptr_array_index (previous->nodes, --position);
    }

  elaboration->next_previous = position + 1;
  return node;
}

/* Names are mostly those of the unit itself. */
static gboolean
same_names (const char *a, const char *b)
{
  return a == b || strcmp (a, b) == 0;
}

static gboolean
has_bindings (const ImProgramNode *node, const GArray *bindings)
{
  if (node->n_bindings != bindings->len)
    return FALSE;
  for (guint i = 0; i < bindings->len; i++)
    {
      const ImUnitBinding *binding = &g_array_index (bindings, ImUnitBinding, i);

      if (!same_names (node->bindings[i].name, binding->name) ||
          !im_value_same (&node->bindings[i].value, &binding->value))
        return FALSE;
    }

  return TRUE;
}

static const ImUnitBinding *
copy_bindings (ImArena *arena, const ImUnit *unit, const GArray *bindings)
{
  ImUnitBinding *copy = im_arena_new0 (arena, ImUnitBinding, bindings->len);

  for (guint i = 0; i < bindings->len; i++)
    {
      const ImUnitBinding *binding = &g_array_index (bindings, ImUnitBinding, i);

      const ImParameter *parameter = im_unit_find_parameter (unit, binding->name);

      copy[i].name = parameter != NULL ? parameter->name.text
                                       : im_arena_strdup (arena, binding->name);
      copy[i].value = im_value_copy (arena, &binding->value);
    }

  return copy;
}

/* What is known of the tensors at the outputs before they have numbers. */
static void
describe_outputs (ImProgramNode *node, ImArena *arena)
{
  ImProgramTensor *outputs = im_arena_new0 (arena, ImProgramTensor,
                                            node->unit->n_parameters);

  node->outputs = outputs;
  for (guint i = 0; i < node->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &node->unit->parameters[i];
      ImProgramTensor *output = &outputs[node->n_outputs];
      ImValue value;

      if (parameter->kind != IM_PARAMETER_OUTPUT &&
          parameter->kind != IM_PARAMETER_RETURN)
        continue;
      node->n_outputs++;
      output->parameter = parameter;
      if (!im_unit_evaluation_get_value (node->evaluation, parameter, &value, NULL) ||
          value.kind != IM_VALUE_TENSOR)
        continue;
      output->name = im_elaboration_join (arena, node->path, '.', parameter->name.text);
      output->type = *value.tensor;
      im_axis_samples_find (node->evaluation, parameter, &output->type);
    }
}

/* The tensors of the inputs that are given arrays. */
static void
describe_constants (ImProgramNode *node, ImArena *arena)
{
  ImProgramTensor *constants = im_arena_new0 (arena, ImProgramTensor, node->n_bindings);

  node->constants = constants;
  for (guint i = 0; i < node->n_bindings; i++)
    {
      const ImUnitBinding *binding = &node->bindings[i];
      const ImParameter *input = im_unit_find_parameter (node->unit, binding->name);
      ImValue value;

      if (binding->value.kind != IM_VALUE_ARRAY || input == NULL ||
          input->kind != IM_PARAMETER_INPUT ||
          !im_unit_evaluation_get_value (node->evaluation, input, &value, NULL))
        continue;
      constants[node->n_constants++] = (ImProgramTensor){
        .name = im_elaboration_join (arena, node->path, '.', input->name.text),
        .type = *value.tensor,
        .parameter = input,
        .constant = binding->value.array,
      };
    }
}

/* What a unit is told of what it is given: of a constant array at an input, what is known
 * of a tensor. Inputs of the whole program are no constants. */
static ImUnitEvaluation *
evaluate (const char *path, const ImUnit *unit, const GArray *bindings)
{
  g_autofree ImUnitBinding *told = g_memdup2 (bindings->data,
                                              bindings->len * sizeof *told);
  g_autofree ImTensorType *types = g_new0 (ImTensorType, bindings->len);

  for (guint i = 0; i < bindings->len && *path != '\0'; i++)
    {
      const ImParameter *parameter = im_unit_find_parameter (unit, told[i].name);
      const ImArray *array = told[i].value.array;

      if (told[i].value.kind != IM_VALUE_ARRAY || parameter == NULL ||
          parameter->kind != IM_PARAMETER_INPUT)
        continue;
      types[i] = (ImTensorType){ .dtype = array->dtype,
                                 .shape = array->shape,
                                 .scale = 1 };
      told[i].value = IM_TENSOR (&types[i]);
    }

  return im_unit_evaluation_new (unit, told, bindings->len);
}

static ImProgramNode *
new_node (const char *path,
          const ImUnit *unit,
          const GArray *bindings,
          ImUnitLibrary *library)
{
  ImProgramNode *node = g_atomic_rc_box_new0 (ImProgramNode);
  ImDiagnostics *problems = im_diagnostics_new ();

  node->file = im_unit_file_ref (unit->file);
  node->unit = unit;
  node->evaluation = evaluate (path, unit, bindings);
  im_unit_evaluation_report (node->evaluation, problems);
  if (!im_unit_is_graph (unit) && im_diagnostics_count (problems, IM_SEVERITY_ERROR) == 0)
    node->formula = im_unit_formula_new (node->evaluation, library, problems);
  node->has_errors = im_diagnostics_count (problems, IM_SEVERITY_ERROR) > 0;
  if (im_diagnostics_get_count (problems) > 0)
    node->problems = problems;
  else
    im_diagnostics_free (problems);

  ImArena *arena = im_unit_evaluation_get_environment (node->evaluation)->arena;
  node->path = im_arena_strdup (arena, path);
  node->bindings = copy_bindings (arena, unit, bindings);
  node->n_bindings = bindings->len;
  if (!node->has_errors)
    describe_constants (node, arena);
  if (!node->has_errors && !im_unit_is_graph (unit))
    describe_outputs (node, arena);

  return node;
}

/* Whether a problem of a unit is placed in a text that its file does not have any more.
 */
static gboolean
has_old_places (const ImProgramNode *node)
{
  return node->problems != NULL && im_diagnostics_get (node->problems, 0)->source !=
                                       im_unit_file_get_source (node->unit->file);
}

const ImProgramNode *
im_elaboration_get_node (ImElaboration *elaboration, const char *path, const ImUnit *unit)
{
  ImProgramNode *node = find_previous (elaboration, path);

  if (node == NULL || node->unit != unit || has_old_places (node) ||
      !has_bindings (node, elaboration->bindings))
    {
      node = new_node (path, unit, elaboration->bindings, elaboration->library);
      im_program_store_take (elaboration->program->store, node);
    }
  g_ptr_array_add (elaboration->program->nodes, node);

  return node;
}
