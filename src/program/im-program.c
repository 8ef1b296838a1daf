/* SPDX-License-Identifier: MIT
 *
 * Elaboration walks a graph in its order. What flows along a link is a tensor, by number,
 * or a value of an option; a composite or compound inside is walked in turn, in the same
 * program.
 */
#include "program/im-program.h"

#include <string.h>

#include "base/im-arena.h"
#include "lang/im-template.h"
#include "unit/im-unit-text.h"

/* What flows out of a port of a node. */
typedef struct
{
  gboolean is_known; /* FALSE behind a node that failed */
  gint tensor;       /* -1 for none */
  ImValue value;     /* of options and expressions; of tensors their type or null */
} Flow;

#define NO_FLOW ((Flow){ .tensor = -1 })

typedef struct
{
  ImProgram *program;
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
  GArray *instances; /* ImInstance */
  GArray *tensors;   /* ImProgramTensor */
  GPtrArray *around; /* units that are being elaborated, outermost first */
} Elaboration;

/* One graph on its way. */
typedef struct
{
  Elaboration *elaboration;
  const ImGraph *graph;
  const char *path; /* of the node whose inside it is, "" for the whole program */
  ImUnitEvaluation *evaluation; /* of the unit around the graph */
  GHashTable **flows;           /* of each node: port name to Flow */
} Walk;

static void
report (Elaboration *elaboration,
        const ImUnit *unit,
        ImSeverity severity,
        const char *code,
        ImSpan span,
        const char *message)
{
  im_diagnostics_add (elaboration->diagnostics, severity, code,
                      im_unit_file_get_source (unit->file), span, "%s", message);
}

static void
set_flow (Walk *walk, guint node, const char *port, Flow flow)
{
  Flow *copy = im_arena_new0 (walk->elaboration->program->arena, Flow, 1);

  *copy = flow;
  g_hash_table_insert (walk->flows[node], (gpointer) port, copy);
}

/* What reaches an input of a node; @is_linked tells an open input from one behind a
 * failure. */
static Flow
get_flow (Walk *walk, guint node, const char *port, gboolean *is_linked)
{
  const ImGraphLink *link = im_graph_find_link (walk->graph, node, port);
  const Flow *flow;

  *is_linked = link != NULL;
  if (link == NULL)
    return (Flow){ .is_known = TRUE, .tensor = -1, .value = IM_NULL };
  flow = g_hash_table_lookup (walk->flows[link->source], link->source_port);

  return flow == NULL ? NO_FLOW : *flow;
}

static gint
add_tensor (Elaboration *elaboration, ImProgramTensor tensor)
{
  g_array_append_val (elaboration->tensors, tensor);

  return (gint) elaboration->tensors->len - 1;
}

static const char *
join_path (Walk *walk, const char *name)
{
  return *walk->path == '\0' ? name
                             : im_arena_printf (walk->elaboration->program->arena,
                                                "%s/%s", walk->path, name);
}

/* Appends problems of one evaluation, with the path of its node in front. */
static void
append_problems (Walk *walk, const char *path, const ImDiagnostics *problems)
{
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      ImDiagnostic problem = *im_diagnostics_get (problems, i);
      g_autofree char *message = g_strdup_printf ("%s: %s", path, problem.message);

      problem.message = message;
      im_diagnostics_add_copy (walk->elaboration->diagnostics, &problem);
    }
}

/* A literal of a free graph, read as what the option is. */
static gboolean
read_literal (Walk *walk,
              const ImParameter *parameter,
              const ImGraphSetting *setting,
              ImValue *value)
{
  ImArena *arena = walk->elaboration->program->arena;

  if (im_unit_parse_option (parameter, setting->literal, arena, value))
    return TRUE;
  report (walk->elaboration, walk->graph->unit, IM_SEVERITY_ERROR, "bad-value",
          setting->place,
          im_arena_printf (arena, "“%s” is no %s", setting->literal,
                           im_parameter_kind_get_name (parameter->kind)));

  return FALSE;
}

static gboolean
evaluate_setting (Walk *walk, const ImGraphSetting *setting, ImValue *value)
{
  ImEnvironment *environment = im_unit_evaluation_get_environment (walk->evaluation);
  const ImExprError *error;
  const ImUnit *unit = walk->graph->unit;

  if (setting->expr->expr == NULL)
    error = setting->expr->error;
  else if (im_eval (setting->expr->expr, environment, value, &error))
    return TRUE;
  /* What a parameter of the composite got wrong is reported with the composite. */
  if (error->cause_slot < 0)
    report (walk->elaboration, unit, IM_SEVERITY_ERROR,
            im_expr_error_code_get_name (error->code),
            im_unit_expr_get_span (unit, setting->expr, error->span), error->message);

  return FALSE;
}

/* Collects what a unit is given. Returns FALSE if something of it is not known. */
static gboolean
collect_bindings (Walk *walk, guint number, GArray *bindings, gint *tensors)
{
  const ImGraphNode *node = &walk->graph->nodes[number];
  gboolean all_known = TRUE;

  for (guint i = 0; i < node->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &node->unit->parameters[i];
      gboolean is_linked;
      Flow flow = get_flow (walk, number, parameter->name.text, &is_linked);
      ImUnitBinding binding = { parameter->name.text, flow.value };

      if (!is_linked)
        continue;
      all_known = all_known && flow.is_known;
      if (parameter->kind == IM_PARAMETER_INPUT)
        tensors[parameter->slot] = flow.tensor;
      if (flow.is_known)
        g_array_append_val (bindings, binding);
    }
  for (guint i = 0; i < node->n_settings; i++)
    {
      const ImGraphSetting *setting = &node->settings[i];
      const ImParameter *parameter = im_unit_find_parameter (node->unit,
                                                             setting->parameter);
      ImUnitBinding binding = { setting->parameter, IM_NULL };
      gboolean is_linked;

      get_flow (walk, number, setting->parameter, &is_linked);
      if (is_linked || parameter == NULL)
        continue;
      if (setting->expr != NULL
              ? !evaluate_setting (walk, setting, &binding.value)
              : !read_literal (walk, parameter, setting, &binding.value))
        all_known = FALSE;
      else
        g_array_append_val (bindings, binding);
    }

  return all_known;
}

/* A view has the memory of the input that its factory builds on. */
static gint
find_viewed (const ImUnit *unit, const gint *tensors)
{
  const ImParameter *input = im_unit_find_main_input (unit);

  return input == NULL ? -1 : tensors[input->slot];
}

/* Makes the tensors of an instance's outputs and lets them flow. */
static void
add_outputs (Walk *walk, guint number, guint instance_number, ImInstance *instance)
{
  Elaboration *elaboration = walk->elaboration;

  for (guint i = 0; i < instance->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &instance->unit->parameters[i];
      Flow flow = { .is_known = TRUE, .tensor = -1 };

      if (parameter->kind != IM_PARAMETER_OUTPUT &&
          parameter->kind != IM_PARAMETER_RETURN)
        continue;
      if (!im_unit_evaluation_get_value (instance->evaluation, parameter, &flow.value,
                                         NULL))
        continue;
      if (flow.value.kind == IM_VALUE_TENSOR)
        {
          flow.tensor = add_tensor (
              elaboration,
              (ImProgramTensor){
                  .name = im_arena_printf (elaboration->program->arena, "%s.%s",
                                           instance->path, parameter->name.text),
                  .type = *flow.value.tensor,
                  .producer = (gint) instance_number,
                  .parameter = parameter,
                  .view_of = parameter->kind == IM_PARAMETER_RETURN
                                 ? find_viewed (instance->unit, instance->tensors)
                                 : -1,
              });
          instance->tensors[parameter->slot] = flow.tensor;
        }
      set_flow (walk, number, parameter->name.text, flow);
    }
}

static void
add_instance (Walk *walk, guint number, ImUnitEvaluation *evaluation, gint *tensors)
{
  const ImGraphNode *node = &walk->graph->nodes[number];
  Elaboration *elaboration = walk->elaboration;
  ImInstance instance = {
    .path = join_path (walk, node->name),
    .unit = node->unit,
    .evaluation = evaluation,
    .tensors = tensors,
  };

  add_outputs (walk, number, elaboration->instances->len, &instance);
  g_array_append_val (elaboration->instances, instance);
}

/* A unit that is switched off passes its main input on to its first output. */
static void
pass_through (Walk *walk, guint number)
{
  const ImUnit *unit = walk->graph->nodes[number].unit;
  const ImParameter *input = im_unit_find_main_input (unit);
  gboolean is_linked;

  for (guint i = 0; input != NULL && i < unit->n_parameters; i++)
    if (unit->parameters[i].kind == IM_PARAMETER_OUTPUT ||
        unit->parameters[i].kind == IM_PARAMETER_RETURN)
      {
        set_flow (walk, number, unit->parameters[i].name.text,
                  get_flow (walk, number, input->name.text, &is_linked));
        return;
      }
}

static void elaborate_graph (Elaboration *elaboration,
                             const ImGraph *graph,
                             const char *path,
                             ImUnitEvaluation *evaluation,
                             const Flow *inputs,
                             Flow *outputs);

static gboolean
is_around (Elaboration *elaboration, const ImUnit *unit)
{
  for (guint i = 0; i < elaboration->around->len; i++)
    if (g_ptr_array_index (elaboration->around, i) == unit)
      return TRUE;

  return FALSE;
}

/* A declared type of an output of a composite says what its layers must give. */
static void
check_declared (Walk *walk,
                const char *path,
                const ImParameter *output,
                ImUnitEvaluation *evaluation,
                const Flow *flow)
{
  g_autoptr (GString) declared = g_string_new (NULL);
  g_autoptr (GString) found = g_string_new (NULL);
  ImValue value;

  if (output->type == NULL || flow->value.kind != IM_VALUE_TENSOR ||
      !im_unit_evaluation_get_value (evaluation, output, &value, NULL) ||
      value.kind != IM_VALUE_TENSOR)
    return;
  if (value.tensor->dtype == flow->value.tensor->dtype &&
      im_shape_equal (&value.tensor->shape, &flow->value.tensor->shape))
    return;

  im_tensor_type_append_text (value.tensor, declared);
  im_tensor_type_append_text (flow->value.tensor, found);
  report (walk->elaboration, im_unit_evaluation_get_unit (evaluation),
          IM_SEVERITY_WARNING, "output-mismatch", output->name.raw,
          im_arena_printf (walk->elaboration->program->arena,
                           "%s: the output “%s” is declared as %s, its layers give %s",
                           path, output->name.text, declared->str, found->str));
}

/* Elaborates the inside of a composite or compound. */
static void
add_nested (Walk *walk, guint number, ImUnitEvaluation *evaluation, const gint *tensors)
{
  const ImGraphNode *node = &walk->graph->nodes[number];
  Elaboration *elaboration = walk->elaboration;
  ImArena *arena = elaboration->program->arena;
  guint n = node->unit->n_parameters;
  Flow *inputs = im_arena_new0 (arena, Flow, n),
       *outputs = im_arena_new0 (arena, Flow, n);

  if (is_around (elaboration, node->unit) ||
      elaboration->around->len >= IM_PROGRAM_MAX_DEPTH)
    {
      report (elaboration, walk->graph->unit, IM_SEVERITY_ERROR, "recursion", node->place,
              im_arena_printf (arena, "%s contains itself", node->unit->id.text));
      return;
    }

  for (guint i = 0; i < n; i++)
    {
      const ImParameter *parameter = &node->unit->parameters[i];

      inputs[i] = (Flow){ .is_known = TRUE, .tensor = tensors[parameter->slot] };
      outputs[i] = NO_FLOW;
      im_unit_evaluation_get_value (evaluation, parameter, &inputs[i].value, NULL);
    }

  ImGraph *graph = im_graph_load (node->unit, elaboration->library,
                                  elaboration->diagnostics);
  g_ptr_array_add (elaboration->program->graphs, graph);
  elaborate_graph (elaboration, graph, join_path (walk, node->name), evaluation, inputs,
                   outputs);
  for (guint i = 0; i < n; i++)
    {
      const ImParameter *parameter = &node->unit->parameters[i];

      if (parameter->kind != IM_PARAMETER_OUTPUT || !outputs[i].is_known)
        continue;
      check_declared (walk, join_path (walk, node->name), parameter, evaluation,
                      &outputs[i]);
      set_flow (walk, number, parameter->name.text, outputs[i]);
    }
}

static ImUnitEvaluation *
new_evaluation (Elaboration *elaboration, const ImUnit *unit, const GArray *bindings)
{
  ImUnitEvaluation *evaluation = im_unit_evaluation_new (
      unit, (const ImUnitBinding *) bindings->data, bindings->len);

  g_ptr_array_add (elaboration->program->evaluations, evaluation);

  return evaluation;
}

static void
elaborate_unit (Walk *walk, guint number)
{
  const ImGraphNode *node = &walk->graph->nodes[number];
  Elaboration *elaboration = walk->elaboration;
  g_autoptr (GArray) bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  guint n_slots;

  if (node->unit == NULL)
    return;
  if (!node->is_enabled)
    {
      pass_through (walk, number);
      return;
    }

  n_slots = im_symbols_get_count (node->unit->symbols);
  gint *tensors = im_arena_alloc (elaboration->program->arena, n_slots * sizeof (gint));
  for (guint i = 0; i < n_slots; i++)
    tensors[i] = -1;
  if (!collect_bindings (walk, number, bindings, tensors))
    return;

  ImUnitEvaluation *evaluation = new_evaluation (elaboration, node->unit, bindings);
  im_unit_evaluation_report (evaluation, problems);
  append_problems (walk, join_path (walk, node->name), problems);
  if (im_diagnostics_count (problems, IM_SEVERITY_ERROR) > 0)
    return;
  if (node->unit->kind == IM_UNIT_COMPOSITE || node->unit->kind == IM_UNIT_COMPOUND)
    add_nested (walk, number, evaluation, tensors);
  else
    add_instance (walk, number, evaluation, tensors);
}

/* The environment of an expression or assert node: its inputs. Returns FALSE if one is
 * unknown. */
static gboolean
set_up_inputs (Walk *walk, guint number, ImEnvironment *environment)
{
  const ImUnitNode *declaration = walk->graph->nodes[number].declaration;
  const ImUnitExpr *any = declaration->expression != NULL ? declaration->expression
                          : declaration->n_tests > 0      ? declaration->tests[0].test
                                                          : NULL;

  if (any == NULL)
    return FALSE;
  im_environment_init (environment, walk->elaboration->program->arena, any->symbols);
  for (guint i = 0; i < declaration->n_inputs; i++)
    {
      gboolean is_linked;
      Flow flow = get_flow (walk, number, declaration->inputs[i].text, &is_linked);
      gint slot = im_symbols_find (any->symbols, declaration->inputs[i].text);

      if (!flow.is_known)
        return FALSE;
      im_environment_set (environment, (guint) slot, flow.value);
    }

  return TRUE;
}

static void
report_expr_error (Walk *walk, const ImUnitExpr *expr, const ImExprError *error)
{
  report (walk->elaboration, walk->graph->unit, IM_SEVERITY_ERROR,
          im_expr_error_code_get_name (error->code),
          im_unit_expr_get_span (walk->graph->unit, expr, error->span), error->message);
}

/* The declared type of a result: an int where a real is wanted becomes one, and a whole
 * real an int. */
static void
cast_result (const char *type, ImValue *value)
{
  if (g_strcmp0 (type, "Real") == 0 && value->kind == IM_VALUE_INT)
    *value = IM_DOUBLE (value->integer);
  else if (g_strcmp0 (type, "Integer") == 0 && value->kind == IM_VALUE_DOUBLE &&
           value->real >= G_MININT32 && value->real <= G_MAXINT32)
    *value = IM_INT ((gint32) value->real);
}

static void
elaborate_expression (Walk *walk, guint number)
{
  const ImUnitNode *declaration = walk->graph->nodes[number].declaration;
  const ImUnitExpr *expr = declaration->expression;
  ImEnvironment environment;
  const ImExprError *error;
  Flow flow = { .is_known = TRUE, .tensor = -1 };

  if (!set_up_inputs (walk, number, &environment))
    return;
  if (expr->expr == NULL)
    report_expr_error (walk, expr, expr->error);
  else if (!im_eval (expr->expr, &environment, &flow.value, &error))
    report_expr_error (walk, expr, error);
  else
    {
      cast_result (declaration->result_type.text, &flow.value);
      for (guint i = 0; i < walk->graph->n_links; i++)
        if (walk->graph->links[i].source == number)
          set_flow (walk, number, walk->graph->links[i].source_port, flow);
    }
}

static void
elaborate_assert (Walk *walk, guint number)
{
  const ImUnitNode *declaration = walk->graph->nodes[number].declaration;
  ImEnvironment environment;

  if (!set_up_inputs (walk, number, &environment))
    return;
  for (guint i = 0; i < declaration->n_tests; i++)
    {
      const ImContract *test = &declaration->tests[i];
      const ImExprError *error;
      ImValue value;

      if (test->test->expr == NULL)
        report_expr_error (walk, test->test, test->test->error);
      else if (!im_eval (test->test->expr, &environment, &value, &error))
        report_expr_error (walk, test->test, error);
      else if (value.kind == IM_VALUE_BOOL && value.boolean == test->fails_when)
        report (
            walk->elaboration, walk->graph->unit, IM_SEVERITY_ERROR, "assert",
            im_unit_expr_get_span (walk->graph->unit, test->test, test->test->expr->span),
            im_template_expand (test->message.text, &environment));
    }
}

static guint
parameter_number (const ImUnit *unit, const ImParameter *parameter)
{
  return (guint) (parameter - unit->parameters);
}

static void
elaborate_node (Walk *walk, guint number, const Flow *inputs, Flow *outputs)
{
  const ImGraphNode *node = &walk->graph->nodes[number];
  gboolean is_linked;

  switch (node->kind)
    {
    case IM_NODE_INPUT:
    case IM_NODE_OPTION:
      set_flow (walk, number, "value",
                inputs[parameter_number (walk->graph->unit, node->parameter)]);
      break;
    case IM_NODE_OUTPUT:
      outputs[parameter_number (walk->graph->unit, node->parameter)] = get_flow (
          walk, number, "value", &is_linked);
      break;
    case IM_NODE_UNIT:
      elaborate_unit (walk, number);
      break;
    case IM_NODE_EXPRESSION:
      elaborate_expression (walk, number);
      break;
    case IM_NODE_ASSERT:
      elaborate_assert (walk, number);
      break;
    case IM_NODE_UNKNOWN:
    default:
      break;
    }
}

static void
elaborate_graph (Elaboration *elaboration,
                 const ImGraph *graph,
                 const char *path,
                 ImUnitEvaluation *evaluation,
                 const Flow *inputs,
                 Flow *outputs)
{
  g_autofree GHashTable **flows = g_new0 (GHashTable *, MAX (graph->n_nodes, 1));
  Walk walk = { elaboration, graph, path, evaluation, flows };

  if (graph->order == NULL)
    return;

  g_ptr_array_add (elaboration->around, (gpointer) graph->unit);
  for (guint i = 0; i < graph->n_nodes; i++)
    flows[i] = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < graph->n_nodes; i++)
    elaborate_node (&walk, graph->order[i], inputs, outputs);
  for (guint i = 0; i < graph->n_nodes; i++)
    g_hash_table_unref (flows[i]);
  g_ptr_array_set_size (elaboration->around, elaboration->around->len - 1);
}

/* The type that the attributes of our namespace give an input. */
static gboolean
read_declared_input (const ImParameter *input, ImTensorType *type, GError **error)
{
  static const char *const names[] = { "type", "shape", "rate" };
  const char *texts[G_N_ELEMENTS (names)];

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const ImXmlAttribute *attribute = im_xml_element_find_attribute (
          input->element, IM_UNIT_NAMESPACE, names[i]);

      texts[i] = attribute == NULL ? NULL : attribute->value;
    }
  if (texts[0] == NULL || texts[1] == NULL)
    {
      g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
                   "the input “%s” has no type and shape", input->name.text);
      return FALSE;
    }

  g_autofree char *text = g_strdup_printf ("%s%s%s%s", texts[0], texts[1],
                                           texts[2] == NULL ? "" : "@",
                                           texts[2] == NULL ? "" : texts[2]);
  return im_tensor_type_parse (text, type, error);
}

static gboolean
is_bound (const GArray *bindings, const char *name)
{
  for (guint i = 0; i < bindings->len; i++)
    if (strcmp (g_array_index (bindings, ImUnitBinding, i).name, name) == 0)
      return TRUE;

  return FALSE;
}

/* Completes the bindings of the whole program by what the file says of its inputs. */
static void
bind_inputs (Elaboration *elaboration, GArray *bindings)
{
  const ImUnit *unit = elaboration->program->unit;

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      ImTensorType *type = im_arena_new0 (elaboration->program->arena, ImTensorType, 1);
      g_autoptr (GError) error = NULL;

      if (parameter->kind != IM_PARAMETER_INPUT ||
          is_bound (bindings, parameter->name.text))
        continue;
      if (read_declared_input (parameter, type, &error))
        {
          ImUnitBinding binding = { parameter->name.text, IM_TENSOR (type) };

          g_array_append_val (bindings, binding);
        }
      else if (!parameter->is_optional)
        {
          report (elaboration, unit, IM_SEVERITY_ERROR, "input-type", parameter->name.raw,
                  error->message);
          im_diagnostics_note (
              elaboration->diagnostics,
              "give it one, such as %s=float32[1]@16000, or the attributes type, "
              "shape and rate of the namespace %s",
              parameter->name.text, IM_UNIT_NAMESPACE);
        }
    }
}

static Flow *
make_inputs (Elaboration *elaboration, ImUnitEvaluation *evaluation)
{
  const ImUnit *unit = elaboration->program->unit;
  Flow *inputs = im_arena_new0 (elaboration->program->arena, Flow, unit->n_parameters);

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];

      inputs[i] = (Flow){ .is_known = TRUE, .tensor = -1 };
      im_unit_evaluation_get_value (evaluation, parameter, &inputs[i].value, NULL);
      if (parameter->kind == IM_PARAMETER_INPUT &&
          inputs[i].value.kind == IM_VALUE_TENSOR)
        inputs[i].tensor = add_tensor (elaboration, (ImProgramTensor){
                                                        .name = parameter->name.text,
                                                        .type = *inputs[i].value.tensor,
                                                        .producer = -1,
                                                        .parameter = parameter,
                                                        .view_of = -1,
                                                    });
    }

  return inputs;
}

static gpointer
copy_array (ImArena *arena, GArray *array)
{
  gsize bytes = array->len * g_array_get_element_size (array);
  gpointer copy = im_arena_alloc0 (arena, bytes);

  if (bytes > 0)
    memcpy (copy, array->data, bytes);

  return copy;
}

/* Keeps what was found in the program. */
static void
finish (Elaboration *elaboration, const Flow *inputs, const Flow *outputs)
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
      else if (parameter->kind == IM_PARAMETER_OUTPUT ||
               parameter->kind == IM_PARAMETER_RETURN)
        out[program->n_outputs++] = (ImProgramPort){ parameter->name.text, parameter,
                                                     outputs[i].tensor };
    }
  program->inputs = in;
  program->outputs = out;
  program->instances = copy_array (program->arena, elaboration->instances);
  program->n_instances = elaboration->instances->len;
  program->tensors = copy_array (program->arena, elaboration->tensors);
  program->n_tensors = elaboration->tensors->len;
}

static void
elaborate_program (Elaboration *elaboration, GArray *bindings)
{
  ImProgram *program = elaboration->program;
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  gboolean is_leaf = program->unit->kind != IM_UNIT_COMPOSITE &&
                     program->unit->kind != IM_UNIT_COMPOUND;
  Flow *outputs = im_arena_new0 (program->arena, Flow, program->unit->n_parameters);

  for (guint i = 0; i < program->unit->n_parameters; i++)
    outputs[i] = NO_FLOW;
  bind_inputs (elaboration, bindings);
  ImUnitEvaluation *evaluation = new_evaluation (elaboration, program->unit, bindings);
  /* The one node of a leaf reports for itself. */
  if (!is_leaf)
    im_unit_evaluation_report (evaluation, problems);
  im_diagnostics_append (elaboration->diagnostics, problems);

  Flow *inputs = make_inputs (elaboration, evaluation);
  ImGraph *graph = im_graph_load (program->unit, elaboration->library,
                                  elaboration->diagnostics);
  g_ptr_array_add (program->graphs, graph);
  elaborate_graph (elaboration, graph, "", evaluation, inputs, outputs);
  finish (elaboration, inputs, outputs);
}

ImProgram *
im_program_elaborate (const ImUnit *unit,
                      ImUnitLibrary *library,
                      const ImUnitBinding *bindings,
                      guint n_bindings,
                      ImDiagnostics *diagnostics)
{
  ImProgram *program = g_new0 (ImProgram, 1);
  g_autoptr (GArray) instances = g_array_new (FALSE, FALSE, sizeof (ImInstance));
  g_autoptr (GArray) tensors = g_array_new (FALSE, FALSE, sizeof (ImProgramTensor));
  g_autoptr (GArray) given = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));
  g_autoptr (GPtrArray) around = g_ptr_array_new ();
  Elaboration elaboration = { program, library, diagnostics, instances, tensors, around };

  program->unit = unit;
  program->arena = im_arena_new ();
  program->graphs = g_ptr_array_new_with_free_func ((GDestroyNotify) im_graph_free);
  program->evaluations = g_ptr_array_new_with_free_func (
      (GDestroyNotify) im_unit_evaluation_free);
  if (n_bindings > 0)
    g_array_append_vals (given, bindings, n_bindings);
  elaborate_program (&elaboration, given);

  return program;
}

void
im_program_free (ImProgram *program)
{
  if (program == NULL)
    return;

  g_ptr_array_unref (program->evaluations);
  g_ptr_array_unref (program->graphs);
  im_arena_free (program->arena);
  g_free (program);
}
