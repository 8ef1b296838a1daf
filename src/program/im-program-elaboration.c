/* SPDX-License-Identifier: MIT
 *
 * What all parts of elaboration share: graphs and tensors of the program, what flows
 * along links, and how a problem of a node is said.
 */
#include <string.h>

#include "evaluation/im-unit-operation.h"
#include "program/im-program-private.h"

gint
im_elaboration_add_tensor (ImElaboration *elaboration,
                           const ImProgramTensor *tensor,
                           gint producer,
                           gint view_of)
{
  GArray *tensors = elaboration->program->tensor_array;
  ImProgramTensor *copy;

  g_array_append_vals (tensors, tensor, 1);
  copy = &g_array_index (tensors, ImProgramTensor, tensors->len - 1);
  copy->producer = producer;
  copy->view_of = view_of;

  return (gint) tensors->len - 1;
}

void
im_elaboration_add_constants (ImElaboration *elaboration,
                              const ImProgramNode *node,
                              gint *tensors)
{
  for (guint i = 0; i < node->n_constants; i++)
    tensors[node->constants[i].parameter->slot] = im_elaboration_add_tensor (
        elaboration, &node->constants[i], -1, -1);
}

const ImGraph *
im_elaboration_get_graph (ImElaboration *elaboration, const ImUnit *unit)
{
  const ImProgram *previous = elaboration->previous;
  GHashTable *graphs = elaboration->program->graphs;
  ImGraph *graph = g_hash_table_lookup (graphs, unit);

  if (graph != NULL)
    return graph;

  if (previous != NULL)
    graph = g_hash_table_lookup (previous->graphs, unit);
  if (graph != NULL && !graph->has_errors)
    im_graph_ref (graph);
  else
    graph = im_graph_load (unit, elaboration->library, elaboration->diagnostics);
  g_hash_table_insert (graphs, (gpointer) unit, graph);

  return graph;
}

gboolean
im_elaboration_is_bound (const ImElaboration *elaboration, const char *name)
{
  const GArray *bindings = elaboration->bindings;

  for (guint i = 0; i < bindings->len; i++)
    if (strcmp (g_array_index (bindings, ImUnitBinding, i).name, name) == 0)
      return TRUE;

  return FALSE;
}

ImFlow
im_walk_get_flow (const ImWalk *walk, const ImGraphLink *link)
{
  const ImFlow *flows = walk->flows[link->source];

  return flows == NULL ? IM_NO_FLOW : flows[link->source_output];
}

ImFlow *
im_walk_add_flows (ImWalk *walk, guint number, guint n)
{
  walk->flows[number] = im_arena_new0 (walk->elaboration->program->arena, ImFlow, n);

  return walk->flows[number];
}

const char *
im_walk_join_path (const ImWalk *walk, const char *name)
{
  return *walk->path == '\0' ? name
                             : im_elaboration_join (walk->elaboration->program->arena,
                                                    walk->path, '/', name);
}

/* The operator that a node calls, bound; it was elaborated last, or it was not yet. */
static const ImUnitOperation *
find_operation (const ImWalk *walk, const ImGraphNode *node)
{
  const GPtrArray *nodes = walk->elaboration->program->nodes;
  const ImProgramNode *last = nodes->len == 0 ? NULL
                                              : g_ptr_array_index (nodes, nodes->len - 1);

  return last != NULL && last->unit == node->unit && node->unit->operation != NULL &&
                 strcmp (last->path, im_walk_join_path (walk, node->name)) == 0
             ? im_unit_evaluation_get_operation (last->evaluation)
             : NULL;
}

/* The part of what the file gives an option that an operator cannot read; all of it where
 * it is not written as it is. */
static ImSpan
find_part (const ImWalk *walk, const ImGraphNode *node, const ImGraphSetting *setting)
{
  const ImUnitOperation *operation = find_operation (walk, node);
  const ImSpan *slip = operation == NULL
                           ? NULL
                           : im_unit_operation_find_slip (operation, setting->parameter);
  const ImExpr *expr = setting->expr == NULL ? NULL : setting->expr->expr;
  ImSpan span;

  if (slip == NULL || expr == NULL || expr->kind != IM_EXPR_CONSTANT ||
      expr->constant.kind != IM_VALUE_STRING ||
      expr->span.end - expr->span.start != strlen (expr->constant.string) + 2)
    return setting->expr == NULL ? *setting->place : setting->expr->raw;
  span.start = expr->span.start + 1 + slip->start;
  span.end = expr->span.start + 1 + slip->end;

  return im_unit_expr_get_span (walk->graph->unit, setting->expr, span);
}

/* Where a problem of a node of the outermost graph stands. */
static ImSpan
find_place (const ImWalk *walk, const ImGraphNode *node, const ImSubject *subject)
{
  for (guint i = 0; subject->parameter != NULL && i < node->n_settings; i++)
    if (strcmp (node->settings[i].parameter, subject->parameter) == 0)
      return find_part (walk, node, &node->settings[i]);

  return *node->place;
}

void
im_walk_add_problem (const ImWalk *walk,
                     const ImGraphNode *node,
                     const ImDiagnostic *problem,
                     gboolean is_inside)
{
  ImElaboration *elaboration = walk->elaboration;
  ImArena *arena = elaboration->program->arena;
  ImSource *source = im_unit_file_get_source (elaboration->program->unit->file);
  const ImGraphNode *outer = walk->outer != NULL ? walk->outer : node;
  ImDiagnostic placed = *problem;

  if (is_inside || walk->outer != NULL)
    {
      placed.note = im_program_describe_rule (arena, problem);
      placed.source = source;
      placed.name = im_source_get_name (source);
      placed.span = walk->outer != NULL ? *outer->place
                                        : find_place (walk, node, &problem->subject);
    }
  placed.subject.node = im_walk_join_path (walk, node->name);
  placed.message = im_arena_printf (arena, "%s: %s", placed.subject.node,
                                    problem->message);
  im_diagnostics_add_copy (elaboration->diagnostics, &placed);
}

void
im_walk_report (const ImWalk *walk,
                const ImGraphNode *node,
                const char *code,
                ImSpan span,
                ImSubject subject,
                const char *message)
{
  ImSource *source = im_unit_file_get_source (walk->graph->unit->file);
  ImDiagnostic problem = {
    .severity = IM_SEVERITY_ERROR,
    .code = code,
    .source = source,
    .name = im_source_get_name (source),
    .span = span,
    .subject = subject,
    .message = message,
  };

  im_walk_add_problem (walk, node, &problem, FALSE);
}

static const ImParameter *
find_parameter (const ImUnit *unit, gint slot)
{
  for (guint i = 0; i < unit->n_parameters; i++)
    if ((gint) unit->parameters[i].slot == slot)
      return &unit->parameters[i];

  return NULL;
}

void
im_walk_report_expr (const ImWalk *walk,
                     const ImGraphNode *node,
                     const ImUnitExpr *expr,
                     const ImExprError *error)
{
  const ImUnit *unit = walk->graph->unit;
  const ImExprError *root = error->cause != NULL ? error->cause : error;
  const ImParameter *parameter = find_parameter (unit, error->cause_slot);
  const char *code = im_expr_error_code_get_name (root->code);

  if (parameter == NULL)
    im_walk_report (walk, node, code, im_unit_expr_get_span (unit, expr, error->span),
                    (ImSubject){ .detail = error->message }, error->message);
  else if (g_hash_table_add (walk->elaboration->reported, (gpointer) root))
    im_walk_report (
        walk, node, code, parameter->name.raw,
        (ImSubject){ .parameter = parameter->name.text, .detail = root->message },
        im_arena_printf (walk->elaboration->program->arena, "“%s” has no value: %s",
                         parameter->name.text, root->message));
}
