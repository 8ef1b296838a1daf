/* SPDX-License-Identifier: MIT
 *
 * Elaboration walks a graph in its order. Once an assert has refused what the graph is
 * given, its units are left out: they would say the same again.
 */
#include <math.h>
#include <string.h>

#include "lang/im-template.h"
#include "program/im-program-private.h"
#include "unit/im-unit-array.h"

#define RATE_TOLERANCE 1e-6 /* of the rate: quotients are rounded */

/* A number becomes one of the declared kind; reals lose what stands behind the point. */
static void
cast_number (const char *type, ImValue *value)
{
  if (g_strcmp0 (type, "Real") == 0 && value->kind == IM_VALUE_INT)
    *value = IM_DOUBLE (value->integer);
  else if (g_strcmp0 (type, "Integer") == 0 && value->kind == IM_VALUE_DOUBLE &&
           value->real > G_MININT32 - 1.0 && value->real < G_MAXINT32 + 1.0)
    *value = IM_INT ((gint32) value->real);
}

/* Whether a result is of its declared type; any is if the type is not known. */
static gboolean
has_declared_kind (const char *type, const ImValue *value)
{
  static const struct
  {
    const char *type;
    ImValueKind kind;
  } rows[] = {
    { "Real", IM_VALUE_DOUBLE },  { "Integer", IM_VALUE_INT },
    { "Shape", IM_VALUE_SHAPE },  { "Bool", IM_VALUE_BOOL },
    { "Boolean", IM_VALUE_BOOL }, { "String", IM_VALUE_STRING },
    { "Array", IM_VALUE_ARRAY },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_strcmp0 (rows[i].type, type) == 0)
      return value->kind == rows[i].kind || value->kind == IM_VALUE_UNKNOWN;

  return TRUE;
}

/* The environment of an expression or assert node: its inputs. Returns FALSE if one is
 * not known. */
static gboolean
set_up_inputs (const ImWalk *walk,
               guint number,
               const ImSymbols *symbols,
               ImEnvironment *environment)
{
  const ImGraphNode *node = walk->graph->nodes[number];
  const ImUnitNode *declaration = node->declaration;

  im_environment_init (environment, walk->elaboration->program->arena, symbols);
  environment->read_array = im_unit_array_read;
  environment->files = walk->graph->unit->file;
  for (guint i = 0; i < declaration->n_inputs; i++)
    im_environment_set (
        environment, (guint) im_symbols_find (symbols, declaration->inputs[i].name.text),
        IM_NULL);
  for (guint i = 0; i < node->n_links; i++)
    {
      const ImGraphLink *link = &node->links[i];
      ImFlow flow = im_walk_get_flow (walk, link);

      if (!flow.is_known)
        return FALSE;
      cast_number (declaration->inputs[link->target_slot].type, &flow.value);
      im_environment_set (
          environment, (guint) im_symbols_find (symbols, link->target_port), flow.value);
    }

  return TRUE;
}

static void
report_kind (const ImWalk *walk,
             const ImGraphNode *node,
             const ImUnitExpr *expr,
             const char *expected,
             const ImValue *value)
{
  ImArena *arena = walk->elaboration->program->arena;
  ImExprError error = {
    .code = IM_EXPR_ERROR_OPERAND_TYPE,
    .span = expr->expr->span,
    .cause_slot = -1,
    .message = im_arena_printf (arena, "expected %s, found %s", expected,
                                im_value_kind_get_phrase (value->kind)),
  };

  im_walk_report_expr (walk, node, expr, &error);
}

/* The first input of a node that its expression uses and no pipe reaches, or NULL: it is
 * null, which few expressions can do something with. */
static const char *
find_missing (const ImGraphNode *node, const ImExpr *expr)
{
  for (guint i = 0; i < node->declaration->n_inputs; i++)
    {
      const char *name = node->declaration->inputs[i].name.text;
      gboolean is_connected = FALSE;

      for (guint k = 0; k < node->n_links && !is_connected; k++)
        is_connected = strcmp (node->links[k].target_port, name) == 0;
      if (!is_connected && im_expr_uses_name (expr, name))
        return name;
    }

  return NULL;
}

static gboolean
evaluate (const ImWalk *walk,
          const ImGraphNode *node,
          const ImUnitExpr *expr,
          ImEnvironment *environment,
          ImValue *value)
{
  const ImExprError *error = expr->error;
  const char *missing = NULL;
  ImExprError own;

  if (expr->expr != NULL && im_eval (expr->expr, environment, value, &error))
    return TRUE;

  if (expr->expr != NULL && error->code != IM_EXPR_ERROR_NOT_CONNECTED)
    missing = find_missing (node, expr->expr);
  if (missing != NULL)
    {
      own = (ImExprError){
        .code = IM_EXPR_ERROR_NOT_CONNECTED,
        .span = expr->expr->span,
        .cause_slot = -1,
        .message = im_arena_printf (walk->elaboration->program->arena,
                                    "the input “%s” is not connected", missing),
      };
      error = &own;
    }
  im_walk_report_expr (walk, node, expr, error);
  return FALSE;
}

static void
evaluate_expression (ImWalk *walk, guint number)
{
  const ImGraphNode *node = walk->graph->nodes[number];
  const ImUnitExpr *expr = node->declaration->expression;
  const char *type = node->declaration->result_type.text;
  ImEnvironment environment;
  ImFlow flow = { .is_known = TRUE, .tensor = -1 };

  /* A node without an expression was reported when its file was read. */
  if (expr == NULL || !set_up_inputs (walk, number, expr->symbols, &environment) ||
      !evaluate (walk, node, expr, &environment, &flow.value))
    return;

  cast_number (type, &flow.value);
  if (has_declared_kind (type, &flow.value))
    *im_walk_add_flows (walk, number, 1) = flow;
  else
    report_kind (walk, node, expr, type, &flow.value);
}

static void
report_unknown_test (const ImWalk *walk, const ImGraphNode *node, const ImUnitExpr *test)
{
  ImSource *source = im_unit_file_get_source (walk->graph->unit->file);
  ImDiagnostic problem = {
    .severity = IM_SEVERITY_HINT,
    .code = "not-known",
    .source = source,
    .name = im_source_get_name (source),
    .span = im_unit_expr_get_span (walk->graph->unit, test, test->expr->span),
    .subject.detail = test->text,
    .message = im_arena_printf (walk->elaboration->program->arena,
                                "“%s” cannot be tested yet, because a size is not known",
                                test->text),
  };

  im_walk_add_problem (walk, node, &problem, FALSE);
}

static void
check_test (ImWalk *walk,
            const ImGraphNode *node,
            const ImContract *test,
            ImEnvironment *environment)
{
  ImValue value;

  if (!evaluate (walk, node, test->test, environment, &value))
    return;
  if (value.kind == IM_VALUE_UNKNOWN)
    {
      report_unknown_test (walk, node, test->test);
      return;
    }
  if (value.kind != IM_VALUE_BOOL)
    {
      report_kind (walk, node, test->test, "a bool", &value);
      return;
    }
  if (!value.boolean == !test->fails_when)
    {
      const char *message = im_template_expand (test->message.text, environment);

      walk->is_refused = TRUE;
      im_walk_report (
          walk, node, "assert",
          im_unit_expr_get_span (walk->graph->unit, test->test, test->test->expr->span),
          (ImSubject){ .contract = (guint) (test - node->declaration->tests) + 1,
                       .detail = message },
          message);
    }
}

static void
assert_contracts (ImWalk *walk, guint number)
{
  const ImGraphNode *node = walk->graph->nodes[number];
  const ImUnitNode *declaration = node->declaration;
  ImEnvironment environment;

  if (!node->is_enabled || declaration->n_tests == 0 ||
      !set_up_inputs (walk, number, declaration->tests[0].test->symbols, &environment))
    return;
  for (guint i = 0; i < declaration->n_tests; i++)
    check_test (walk, node, &declaration->tests[i], &environment);
}

static void
walk_input (ImWalk *walk, guint number)
{
  const ImGraphNode *node = walk->graph->nodes[number];
  guint i = (guint) (node->parameter - walk->graph->unit->parameters);
  const ImOption *option = node->parameter->option;
  const ImExprError *error = NULL;
  ImValue value;

  *im_walk_add_flows (walk, number, 1) = walk->inputs[i];
  if (!im_unit_evaluation_get_value (walk->around->evaluation, node->parameter, &value,
                                     &error))
    im_walk_report (
        walk, node, "bad-default",
        option == NULL ? node->parameter->name.raw : option->initial.raw,
        (ImSubject){ .parameter = node->parameter->name.text, .detail = error->message },
        error->message);
}

static void
walk_output (ImWalk *walk, guint number)
{
  const ImGraphNode *node = walk->graph->nodes[number];
  ImFlow *output = &walk->outputs[node->parameter - walk->graph->unit->parameters];

  if (node->n_links > 0)
    *output = im_walk_get_flow (walk, &node->links[0]);
  else
    output->is_known = TRUE;
}

/* A node that computes nothing here: what it gives flows in, what reaches it flows out.
 */
static void
walk_foreign (ImWalk *walk, guint number)
{
  const ImGraphNode *node = walk->graph->nodes[number];
  const ImUnitNode *declaration = node->declaration;
  const ImParameter *parameters = walk->graph->unit->parameters;
  ImFlow *flows = im_walk_add_flows (walk, number, MAX (declaration->n_ports, 1));
  guint n = 0;

  for (guint i = 0; i < declaration->n_ports; i++)
    {
      const ImUnitPort *port = &declaration->ports[i];

      if (port->is_output)
        flows[n++] = port->parameter == NULL ? IM_NO_FLOW
                                             : walk->inputs[port->parameter - parameters];
    }
  for (guint i = 0; i < node->n_links; i++)
    {
      const ImGraphLink *link = &node->links[i];
      const ImUnitPort *port = im_unit_node_find_port (declaration, link->target_port,
                                                       FALSE, NULL);

      if (port != NULL && port->parameter != NULL)
        walk->outputs[port->parameter - parameters] = im_walk_get_flow (walk, link);
    }
}

static void
walk_node (ImWalk *walk, guint number)
{
  const ImGraphNode *node = walk->graph->nodes[number];

  if (node->is_broken)
    return;

  switch (node->kind)
    {
    case IM_NODE_INPUT:
    case IM_NODE_OPTION:
      walk_input (walk, number);
      break;
    case IM_NODE_OUTPUT:
      walk_output (walk, number);
      break;
    case IM_NODE_UNIT:
      if (!walk->is_refused)
        im_walk_unit (walk, number);
      break;
    case IM_NODE_EXPRESSION:
      evaluate_expression (walk, number);
      break;
    case IM_NODE_ASSERT:
      assert_contracts (walk, number);
      break;
    case IM_NODE_UNKNOWN:
      walk_foreign (walk, number);
      break;
    default:
      break;
    }
}

/* An output that does not declare a rate has that of its main input, whatever the layers
 * make of it. */
static gboolean
is_as_declared (const ImParameter *output,
                const ImTensorType *declared,
                const ImTensorType *found)
{
  gboolean has_rate = output->socket->rate != NULL &&
                      !output->socket->rate_is_approximate && found->rate_hz > 0 &&
                      declared->rate_hz >= 0;

  return declared->dtype == found->dtype &&
         im_shape_may_equal (&declared->shape, &found->shape) &&
         (!has_rate ||
          fabs (declared->rate_hz - found->rate_hz) <= RATE_TOLERANCE * found->rate_hz);
}

/* Whether a project says something else than its layers give; what cannot be read does,
 * too. */
static gboolean
is_told_wrong (const char *told, const ImTensorType *found, gboolean is_shape)
{
  ImShape shape;
  ImDType dtype;

  if (told == NULL)
    return FALSE;
  if (is_shape)
    return !im_shape_parse_open (told, -1, &shape, NULL) ||
           !im_shape_may_equal (&shape, &found->shape);

  return !im_dtype_parse (told, strlen (told), &dtype) || dtype != found->dtype;
}

/* A project says in its own attributes what its layers give. */
static void
check_told (const ImWalk *walk, const ImGraphNode *node, const ImTensorType *found)
{
  const ImUnitText *type = &node->parameter->socket->given.type;
  const ImUnitText *shape = &node->parameter->socket->given.shape;
  gboolean has_wrong_type = is_told_wrong (type->text, found, FALSE);
  gboolean has_wrong_shape = is_told_wrong (shape->text, found, TRUE);
  ImArena *arena = walk->elaboration->program->arena;
  ImSource *source = im_unit_file_get_source (walk->graph->unit->file);
  const char *dtype = im_dtype_get_info (found->dtype)->system_name;
  g_autoptr (GString) given = g_string_new (NULL);

  if (!has_wrong_type && !has_wrong_shape)
    return;

  im_shape_append_text (&found->shape, given);
  ImDiagnostic problem = {
    .severity = IM_SEVERITY_WARNING,
    .code = "output-mismatch",
    .source = source,
    .name = im_source_get_name (source),
    .span = has_wrong_shape ? shape->raw : type->raw,
    .subject.parameter = node->parameter->name.text,
    .message = !has_wrong_type
                   ? im_arena_printf (arena, "outshape is “%s”, but the layers give %s",
                                      shape->text, given->str)
               : !has_wrong_shape
                   ? im_arena_printf (arena, "outtype is “%s”, but the layers give %s",
                                      type->text, dtype)
                   : im_arena_printf (arena,
                                      "outtype is “%s” and outshape “%s”, but the layers "
                                      "give %s and %s",
                                      type->text, shape->text, dtype, given->str),
  };
  im_walk_add_problem (walk, node, &problem, FALSE);
}

/* A declared type of an output of a composite says what its layers must give. */
static void
check_declared (const ImWalk *walk, const ImGraphNode *node)
{
  const ImParameter *output = node->parameter;
  const ImFlow *flow = &walk->outputs[output - walk->graph->unit->parameters];
  g_autoptr (GString) declared = g_string_new (NULL);
  g_autoptr (GString) found = g_string_new (NULL);
  ImSource *source = im_unit_file_get_source (walk->graph->unit->file);
  ImValue value;

  if (walk->graph->unit->is_preprocessor && !output->socket->is_time &&
      flow->value.kind == IM_VALUE_TENSOR)
    check_told (walk, node, flow->value.tensor);
  if (output->socket->type == NULL || flow->value.kind != IM_VALUE_TENSOR ||
      !im_unit_evaluation_get_value (walk->around->evaluation, output, &value, NULL) ||
      value.kind != IM_VALUE_TENSOR ||
      is_as_declared (output, value.tensor, flow->value.tensor))
    return;

  im_tensor_type_append_text (value.tensor, declared);
  im_tensor_type_append_text (flow->value.tensor, found);
  ImDiagnostic problem = {
    .severity = IM_SEVERITY_WARNING,
    .code = "output-mismatch",
    .source = source,
    .name = im_source_get_name (source),
    .span = output->name.raw,
    .subject = { .parameter = output->name.text,
                 .detail = im_arena_strdup (walk->elaboration->program->arena,
                                            found->str) },
    .message = im_arena_printf (walk->elaboration->program->arena,
                                "this output is declared as %s, its layers give %s",
                                declared->str, found->str),
  };
  im_walk_add_problem (walk, node, &problem, FALSE);
}

void
im_walk_run (ImWalk *walk)
{
  const ImGraph *graph = walk->graph;
  const guint *order = im_graph_get_order (graph);
  GPtrArray *around = walk->elaboration->around;

  if (order == NULL)
    return;

  walk->flows = im_arena_new0 (walk->elaboration->program->arena, ImFlow *,
                               graph->n_nodes);
  g_ptr_array_add (around, (gpointer) graph->unit);
  for (guint i = 0; i < graph->n_nodes; i++)
    if (walk->outer != NULL)
      walk_node (walk, order[i]);
    else
      {
        i += im_walk_take_parts (walk, &order[i], graph->n_nodes - i);
        if (i < graph->n_nodes)
          im_walk_make_part (walk, order[i], walk_node);
      }
  for (guint i = 0; i < graph->n_nodes && graph->unit->kind == IM_UNIT_COMPOSITE; i++)
    if (graph->nodes[order[i]]->kind == IM_NODE_OUTPUT)
      check_declared (walk, graph->nodes[order[i]]);
  g_ptr_array_set_size (around, around->len - 1);
}
