/* SPDX-License-Identifier: MIT
 *
 * Elaboration of a node that is a unit: what it is given, what it makes of that, and its
 * place in the program. A unit with code becomes an instance; of a composite or compound
 * the inside is walked.
 */
#include <string.h>

#include "program/im-program-private.h"

/* Values of options that stand in the file: expressions of a stack, literals of a free
 * graph. */
static gboolean
evaluate_setting (const ImWalk *walk,
                  const ImGraphNode *node,
                  const ImGraphSetting *setting,
                  ImValue *value)
{
  ImEnvironment *environment = im_unit_evaluation_get_environment (
      walk->around->evaluation);
  const ImExpr *expr = setting->expr->expr;
  const ImExprError *error = setting->expr->error;

  /* Most settings are constants. */
  if (expr != NULL && expr->kind == IM_EXPR_CONSTANT)
    {
      *value = expr->constant;
      return TRUE;
    }
  if (expr != NULL && im_eval (expr, environment, value, &error))
    return TRUE;

  im_walk_report_expr (walk, node, setting->expr, error);
  return FALSE;
}

/* Computes the parameters that an expression names, so that they live as long as those of
 * the unit around. */
static void
resolve_names (const ImExpr *expr, ImEnvironment *environment)
{
  ImValue value;

  if (expr->kind == IM_EXPR_NAME && expr->slot >= 0)
    im_eval_slot (environment, (guint) expr->slot, &value, NULL);
  for (guint i = 0; i < expr->n_operands; i++)
    resolve_names (expr->operands[i], environment);
}

static void
report_no_array (const ImWalk *walk,
                 const ImGraphNode *node,
                 const char *input,
                 ImSpan place,
                 const char *text,
                 const ImValue *found)
{
  ImArena *arena = walk->elaboration->program->arena;

  im_walk_report (walk, node, "bad-value", place,
                  (ImSubject){ .parameter = input, .detail = text },
                  im_arena_printf (arena,
                                   "the input “%s” takes an array, such as "
                                   "Math.array(System.Float32, 1, 2) or "
                                   "System.readArray(\"weights.npy\"), found %s",
                                   input, im_value_kind_get_phrase (found->kind)));
}

/* The array that an input is given. It may be large, and an edit elsewhere in the node
 * computes it again, so it lives only until the node has a copy. */
static gboolean
evaluate_array (const ImWalk *walk,
                const ImGraphNode *node,
                const ImGraphSetting *setting,
                ImValue *value)
{
  ImEnvironment *around = im_unit_evaluation_get_environment (walk->around->evaluation);
  ImEnvironment environment = *around;
  const ImExpr *expr = setting->expr->expr;
  const ImExprError *error = setting->expr->error;

  if (expr != NULL)
    resolve_names (expr, around);
  environment.arena = walk->elaboration->arrays;
  if (expr == NULL || !im_eval (expr, &environment, value, &error))
    {
      im_walk_report_expr (walk, node, setting->expr, error);
      return FALSE;
    }
  if (value->kind == IM_VALUE_ARRAY || value->kind == IM_VALUE_UNKNOWN)
    return TRUE;

  report_no_array (walk, node, setting->parameter,
                   im_unit_expr_get_span (walk->graph->unit, setting->expr, expr->span),
                   setting->expr->text, value);
  return FALSE;
}

/* What an option takes, and how that is written. */
static const char *
get_taken (ImParameterKind kind)
{
  static const char *const taken[IM_N_PARAMETERS] = {
    [IM_PARAMETER_INT] = "a whole number such as 3",
    [IM_PARAMETER_DOUBLE] = "a number such as 0.5",
    [IM_PARAMETER_BOOL] = "true or false",
    [IM_PARAMETER_SHAPE] = "a shape such as [50,3]",
  };

  return taken[kind] != NULL ? taken[kind] : im_parameter_kind_get_name (kind);
}

static gboolean
read_literal (const ImWalk *walk,
              const ImGraphNode *node,
              const ImGraphSetting *setting,
              ImValue *value)
{
  ImArena *arena = walk->elaboration->program->arena;
  const ImParameter *parameter = im_unit_find_parameter (node->unit, setting->parameter);

  if (im_unit_parse_option (parameter, setting->literal, arena, value))
    return TRUE;

  im_walk_report (
      walk, node, "bad-value", *setting->place,
      (ImSubject){ .parameter = setting->parameter, .detail = setting->literal },
      im_arena_printf (arena, "“%s” takes %s, found “%s”", setting->parameter,
                       get_taken (parameter->kind), setting->literal));
  return FALSE;
}

static gboolean
is_linked (const ImWalk *walk, guint number, const char *port)
{
  return im_graph_find_link (walk->graph, number, port) != NULL;
}

static gboolean
is_global (const ImParameter *parameter)
{
  return parameter != NULL && parameter->option != NULL && parameter->option->is_global;
}

/* A global option that a node is not given has the value that it has in the unit of the
 * whole program. */
static void
follow_globals (ImElaboration *elaboration, const ImUnit *unit)
{
  const ImProgramNode *whole = g_ptr_array_index (elaboration->program->nodes, 0);

  for (guint i = 0; i < unit->n_parameters && elaboration->has_globals; i++)
    {
      const char *name = unit->parameters[i].name.text;
      const ImParameter *option = is_global (&unit->parameters[i])
                                      ? im_unit_find_parameter (whole->unit, name)
                                      : NULL;
      ImUnitBinding binding = { name, IM_NULL };

      if (is_global (option) && !im_elaboration_is_bound (elaboration, name) &&
          im_unit_evaluation_get_value (whole->evaluation, option, &binding.value, NULL))
        g_array_append_val (elaboration->bindings, binding);
    }
}

static gboolean
read_setting (const ImWalk *walk,
              const ImGraphNode *node,
              const ImGraphSetting *setting,
              ImValue *value)
{
  if (setting->expr == NULL)
    return read_literal (walk, node, setting, value);
  if (im_unit_find_parameter (node->unit, setting->parameter)->kind == IM_PARAMETER_INPUT)
    return evaluate_array (walk, node, setting, value);

  return evaluate_setting (walk, node, setting, value);
}

/* Whether what a link gives to an input is a tensor, or a constant array; anything else
 * is reported. */
static gboolean
check_given (const ImWalk *walk,
             const ImGraphNode *node,
             const ImGraphLink *link,
             const ImFlow *flow)
{
  const ImParameter *parameter = im_unit_find_parameter (node->unit, link->target_port);

  if (!flow->is_known || parameter->kind != IM_PARAMETER_INPUT || flow->tensor >= 0 ||
      flow->value.kind == IM_VALUE_ARRAY || flow->value.kind == IM_VALUE_NULL ||
      flow->value.kind == IM_VALUE_UNKNOWN)
    return TRUE;

  report_no_array (walk, node, link->target_port, *link->place, link->source_port,
                   &flow->value);
  return FALSE;
}

/* Collects what a unit is given. Returns FALSE if something of it is not known. */
static gboolean
collect_bindings (const ImWalk *walk, guint number, gint *tensors)
{
  const ImGraphNode *node = walk->graph->nodes[number];
  GArray *bindings = walk->elaboration->bindings;
  gboolean all_known = TRUE;

  g_array_set_size (bindings, 0);
  im_arena_clear (walk->elaboration->arrays);
  for (guint i = 0; i < node->n_links; i++)
    {
      const ImGraphLink *link = &node->links[i];
      ImFlow flow = im_walk_get_flow (walk, link);
      ImUnitBinding binding = { link->target_port, flow.value };

      all_known = all_known && flow.is_known && check_given (walk, node, link, &flow);
      tensors[link->target_slot] = flow.tensor;
      g_array_append_val (bindings, binding);
    }
  for (guint i = 0; i < node->n_settings; i++)
    {
      const ImGraphSetting *setting = &node->settings[i];
      ImUnitBinding binding = { setting->parameter, IM_NULL };

      if (is_linked (walk, number, setting->parameter))
        continue;
      if (read_setting (walk, node, setting, &binding.value))
        g_array_append_val (bindings, binding);
      else
        all_known = FALSE;
    }
  follow_globals (walk->elaboration, node->unit);

  return all_known;
}

/* A view has the memory of the input that its factory builds on. */
static gint
find_viewed (const ImUnit *unit, const gint *tensors)
{
  const ImParameter *input = im_unit_find_main_input (unit);

  return input == NULL ? -1 : tensors[input->slot];
}

/* Whether not even the element type and the number of axes of an output are known. */
static gboolean
is_output_unknown (const ImProgramNode *node, const ImParameter *output)
{
  ImValue value;

  return im_unit_evaluation_get_value (node->evaluation, output, &value, NULL) &&
         value.kind == IM_VALUE_UNKNOWN;
}

static void
add_instance (ImWalk *walk, guint number, const ImProgramNode *node, gint *tensors)
{
  GArray *instances = walk->elaboration->program->instance_array;
  ImFlow *flows = im_walk_add_flows (walk, number, node->n_outputs);
  ImInstance instance = { node->path, node->unit, node->evaluation, node->formula,
                          tensors };

  for (guint i = 0; i < node->n_outputs; i++)
    {
      const ImProgramTensor *output = &node->outputs[i];
      gint viewed = output->parameter->kind == IM_PARAMETER_RETURN
                        ? find_viewed (node->unit, tensors)
                        : -1;

      flows[i] = IM_NO_FLOW;
      flows[i].is_known = output->name != NULL ||
                          !is_output_unknown (node, output->parameter);
      if (output->name == NULL)
        continue;
      flows[i].tensor = im_elaboration_add_tensor (walk->elaboration, output,
                                                   (gint) instances->len, viewed);
      flows[i].value = IM_TENSOR (&output->type);
      tensors[output->parameter->slot] = flows[i].tensor;
    }
  g_array_append_val (instances, instance);
}

static gboolean
is_output (const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_OUTPUT || parameter->kind == IM_PARAMETER_RETURN;
}

static guint
count_outputs (const ImUnit *unit)
{
  guint n = 0;

  for (guint i = 0; i < unit->n_parameters; i++)
    n += is_output (&unit->parameters[i]);

  return n;
}

guint
im_walk_count_flows (const ImGraphNode *node)
{
  guint n = 0;

  if (node->kind != IM_NODE_UNKNOWN)
    return node->kind == IM_NODE_UNIT ? count_outputs (node->unit) : 1;
  for (guint i = 0; i < node->declaration->n_ports; i++)
    n += node->declaration->ports[i].is_output;

  return n;
}

/* A unit that is switched off passes its inputs on; an output without an input on its
 * pipe is null. */
static void
pass_through (ImWalk *walk, guint number)
{
  const ImUnit *unit = walk->graph->nodes[number]->unit;
  ImFlow *flow = im_walk_add_flows (walk, number, count_outputs (unit));

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *output = &unit->parameters[i];
      const ImParameter *input = is_output (output) ? im_graph_find_bypass (unit, output)
                                                    : NULL;
      const ImGraphLink *link = input == NULL ? NULL
                                              : im_graph_find_link (walk->graph, number,
                                                                    input->name.text);

      if (!is_output (output))
        continue;
      *flow = IM_NO_FLOW;
      flow->is_known = TRUE;
      if (link != NULL)
        *flow = im_walk_get_flow (walk, link);
      flow++;
    }
}

static gboolean
is_around (const ImElaboration *elaboration, const ImUnit *unit)
{
  for (guint i = 0; i < elaboration->around->len; i++)
    if (g_ptr_array_index (elaboration->around, i) == unit)
      return TRUE;

  return FALSE;
}

/* Reports what keeps the inside of a unit from being walked. Returns FALSE if there is
 * nothing. */
static gboolean
report_depth (const ImWalk *walk, const ImGraphNode *node)
{
  const GPtrArray *around = walk->elaboration->around;
  g_autoptr (GString) way = g_string_new (NULL);

  if (is_around (walk->elaboration, node->unit))
    {
      for (guint i = 0; i < around->len; i++)
        g_string_append_printf (
            way, "%s → ", ((const ImUnit *) g_ptr_array_index (around, i))->id.text);
      g_string_append_printf (way, "%s: a unit cannot contain itself",
                              node->unit->id.text);
      im_walk_report (walk, node, "recursion", *node->place,
                      (ImSubject){ .detail = way->str }, way->str);
      return TRUE;
    }
  if (around->len < IM_PROGRAM_MAX_DEPTH)
    return FALSE;

  g_string_printf (way, "composites can be %d deep inside each other",
                   IM_PROGRAM_MAX_DEPTH);
  im_walk_report (walk, node, "program-limit", *node->place,
                  (ImSubject){ .detail = "depth" }, way->str);
  return TRUE;
}

static ImFlow *
new_flows (ImElaboration *elaboration, guint n)
{
  ImFlow *flows = im_arena_new0 (elaboration->program->arena, ImFlow, n);

  for (guint i = 0; i < n; i++)
    flows[i] = IM_NO_FLOW;

  return flows;
}

/* What flows into the graph of a composite or compound. */
static const ImFlow *
make_inputs (ImElaboration *elaboration, const ImProgramNode *node, const gint *tensors)
{
  ImFlow *inputs = new_flows (elaboration, node->unit->n_parameters);

  for (guint i = 0; i < node->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &node->unit->parameters[i];

      if (parameter->kind != IM_PARAMETER_INPUT && !im_parameter_is_option (parameter))
        continue;
      inputs[i].tensor = tensors[parameter->slot];
      inputs[i].is_known = im_unit_evaluation_get_value (node->evaluation, parameter,
                                                         &inputs[i].value, NULL);
    }

  return inputs;
}

static void
walk_inside (ImWalk *walk, guint number, const ImProgramNode *node, const gint *tensors)
{
  ImElaboration *elaboration = walk->elaboration;
  const ImGraphNode *graph_node = walk->graph->nodes[number];
  guint n = node->unit->n_parameters;
  ImWalk inside = {
    .elaboration = elaboration,
    .path = node->path,
    .outer = walk->outer != NULL ? walk->outer : graph_node,
    .around = node,
    .inputs = make_inputs (elaboration, node, tensors),
    .outputs = new_flows (elaboration, n),
  };

  inside.graph = im_elaboration_get_graph (elaboration, node->unit);
  im_walk_run (&inside);

  ImFlow *flow = im_walk_add_flows (walk, number, count_outputs (node->unit));
  for (guint i = 0; i < n; i++)
    if (is_output (&node->unit->parameters[i]))
      *flow++ = inside.outputs[i];
}

/* Reports what the evaluation of a node found; of one with errors only these, because a
 * warning may have the same cause. */
static void
append_problems (const ImWalk *walk,
                 const ImGraphNode *node,
                 const ImProgramNode *elaborated)
{
  const ImDiagnostics *problems = elaborated->problems;

  /* The unit of the whole program is its own only node; it has reported already. */
  if (problems == NULL || node->unit == walk->graph->unit)
    return;

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (!elaborated->has_errors || problem->severity == IM_SEVERITY_ERROR)
        im_walk_add_problem (walk, node, problem, TRUE);
    }
}

static gint *
new_tensors (ImElaboration *elaboration, const ImUnit *unit)
{
  guint n = im_symbols_get_count (unit->symbols);
  gint *tensors = im_arena_alloc (elaboration->program->arena, n * sizeof *tensors);

  memset (tensors, 0xff, n * sizeof *tensors); /* -1 */

  return tensors;
}

/* Whether there are too many nodes for another one. */
static gboolean
report_number (const ImWalk *walk, const ImGraphNode *node)
{
  ImElaboration *elaboration = walk->elaboration;

  if (elaboration->program->nodes->len < IM_PROGRAM_MAX_NODES)
    return FALSE;
  if (!elaboration->is_full)
    im_walk_report (walk, node, "program-limit", *node->place,
                    (ImSubject){ .detail = "units" },
                    im_arena_printf (elaboration->program->arena,
                                     "a program can have %d units, with those inside of "
                                     "composites",
                                     IM_PROGRAM_MAX_NODES));
  elaboration->is_full = TRUE;

  return TRUE;
}

void
im_walk_unit (ImWalk *walk, guint number)
{
  const ImGraphNode *node = walk->graph->nodes[number];
  ImElaboration *elaboration = walk->elaboration;

  if (node->unit == NULL || report_number (walk, node))
    return;
  if (!node->is_enabled)
    {
      pass_through (walk, number);
      return;
    }

  gint *tensors = new_tensors (elaboration, node->unit);
  if (!collect_bindings (walk, number, tensors))
    return;

  const ImProgramNode *elaborated = im_elaboration_get_node (
      elaboration, im_walk_join_path (walk, node->name), node->unit);
  append_problems (walk, node, elaborated);
  if (elaborated->has_errors)
    return;
  im_walk_check_rates (walk, node, elaborated);
  im_elaboration_add_constants (elaboration, elaborated, tensors);
  if (!im_unit_is_graph (node->unit))
    add_instance (walk, number, elaborated, tensors);
  else if (!report_depth (walk, node))
    walk_inside (walk, number, elaborated, tensors);
}
