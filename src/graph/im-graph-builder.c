/* SPDX-License-Identifier: MIT
 *
 * What stacks and node graphs have in common while they are built.
 */
#include "graph/im-graph-builder.h"

#include <stdarg.h>
#include <string.h>

#include "base/im-text.h"
#include "unit/im-unit-alias.h"

/* The input that a link leads to. */
typedef struct
{
  guint node;
  const char *port;
} End;

static guint
hash_end (gconstpointer data)
{
  const End *end = data;

  return g_str_hash (end->port) * 31 + end->node;
}

static gboolean
equal_ends (gconstpointer a, gconstpointer b)
{
  const End *first = a, *second = b;

  return first->node == second->node && strcmp (first->port, second->port) == 0;
}

void
im_graph_builder_init (ImGraphBuilder *builder,
                       ImArena *arena,
                       const ImUnit *unit,
                       ImUnitLibrary *library,
                       ImDiagnostics *diagnostics)
{
  *builder = (ImGraphBuilder){
    .arena = arena,
    .unit = unit,
    .library = library,
    .diagnostics = diagnostics,
    .nodes = g_array_new (FALSE, FALSE, sizeof (ImGraphNode)),
    .links = g_array_new (FALSE, FALSE, sizeof (ImGraphLink)),
    .names = g_hash_table_new (g_str_hash, g_str_equal),
    .ends = g_hash_table_new (hash_end, equal_ends),
  };
}

void
im_graph_builder_clear (ImGraphBuilder *builder)
{
  g_array_unref (builder->nodes);
  g_array_unref (builder->links);
  g_hash_table_unref (builder->names);
  g_hash_table_unref (builder->ends);
}

void
im_graph_builder_report (ImGraphBuilder *builder,
                         const char *code,
                         ImSpan span,
                         const char *format,
                         ...)
{
  va_list args;

  va_start (args, format);
  const char *message = im_arena_vprintf (builder->arena, format, args);
  va_end (args);
  im_diagnostics_add (builder->diagnostics, IM_SEVERITY_ERROR, code,
                      im_unit_file_get_source (builder->unit->file), span, "%s", message);
  builder->has_errors = TRUE;
}

void
im_graph_builder_about (ImGraphBuilder *builder,
                        const char *node,
                        const char *parameter,
                        const char *detail)
{
  im_diagnostics_set_subject (
      builder->diagnostics,
      (ImSubject){ .node = node, .parameter = parameter, .detail = detail });
}

void
im_graph_builder_suggest (ImGraphBuilder *builder,
                          const ImUnit *unit,
                          const char *name,
                          gboolean (*fits) (const ImParameter *parameter))
{
  g_autofree const char **names = g_new0 (const char *, MAX (unit->n_parameters, 1));
  guint n_names = 0;

  for (guint i = 0; i < unit->n_parameters; i++)
    if (fits (&unit->parameters[i]))
      names[n_names++] = unit->parameters[i].name.text;

  const char *nearest = im_text_nearest (name, names, n_names);
  im_diagnostics_suggest (builder->diagnostics, name, nearest);
  im_diagnostics_allow (builder->diagnostics, names, n_names);
}

ImGraphNode *
im_graph_builder_get_node (ImGraphBuilder *builder, guint number)
{
  return &g_array_index (builder->nodes, ImGraphNode, number);
}

gint
im_graph_builder_find_node (ImGraphBuilder *builder, const char *name)
{
  gpointer number;

  return g_hash_table_lookup_extended (builder->names, name, NULL, &number)
             ? GPOINTER_TO_INT (number)
             : -1;
}

guint
im_graph_builder_add_node (ImGraphBuilder *builder, ImGraphNode node)
{
  guint number = builder->nodes->len;

  node.number = number;
  g_array_append_val (builder->nodes, node);
  g_hash_table_insert (builder->names, (gpointer) node.name, GUINT_TO_POINTER (number));

  return number;
}

guint
im_graph_builder_add_parameter (ImGraphBuilder *builder, const ImParameter *parameter)
{
  ImNodeKind kind = parameter->kind == IM_PARAMETER_INPUT    ? IM_NODE_INPUT
                    : parameter->kind <= IM_PARAMETER_RETURN ? IM_NODE_OUTPUT
                                                             : IM_NODE_OPTION;

  return im_graph_builder_add_node (builder, (ImGraphNode){
                                                 .kind = kind,
                                                 .name = parameter->name.text,
                                                 .parameter = parameter,
                                                 .is_enabled = TRUE,
                                                 .place = &parameter->name.raw,
                                             });
}

/* A unit that stands in the same file, beside the one that uses it. */
static const ImUnit *
find_beside (const ImGraphBuilder *builder, const char *id)
{
  const ImUnitFile *file = builder->unit->file;

  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (file, i);

      if (unit != builder->unit && strcmp (unit->id.text, id) == 0)
        return unit;
    }

  return NULL;
}

/* Reading a library has no messages, but whoever uses a unit has to know. */
static void
report_broken (ImGraphBuilder *builder, const ImUnit *unit, const ImUnitText *id)
{
  const char *problem = im_unit_file_get_problem (unit->file);

  if (problem == NULL || unit->file == builder->unit->file)
    return;
  im_diagnostics_add (builder->diagnostics, IM_SEVERITY_ERROR, "broken-unit",
                      im_unit_file_get_source (builder->unit->file), id->raw,
                      "the file of the unit “%s” has an error: %s", id->text, problem);
  im_graph_builder_about (builder, NULL, NULL, id->text);
}

const ImUnit *
im_graph_builder_find_unit (ImGraphBuilder *builder, const ImUnitText *id)
{
  const ImUnit *unit = find_beside (builder, id->text);

  if (unit != NULL)
    return unit;
  unit = im_unit_library_find (builder->library, id->text);
  if (unit != NULL)
    {
      report_broken (builder, unit, id);
      return unit;
    }

  /* An empty id was reported when the file was read. */
  builder->has_errors = TRUE;
  if (*id->text == '\0')
    return NULL;

  const char *nearest = im_unit_library_nearest (builder->library, id->text,
                                                 builder->unit->id.text);
  im_graph_builder_report (builder, "unknown-unit", id->raw,
                           "the unit “%s” is in none of the folders that were searched",
                           id->text);
  im_graph_builder_about (builder, NULL, NULL, id->text);
  if (nearest != NULL)
    im_diagnostics_note (builder->diagnostics, "the most similar one is “%s”", nearest);
  im_diagnostics_fix (builder->diagnostics, id->text, nearest);

  return NULL;
}

const ImUnitNode *
im_graph_builder_map_arguments (ImGraphBuilder *builder,
                                const ImUnit *unit,
                                const ImUnitNode *declaration)
{
  const char *id = declaration->unit_id.text;
  ImUnitNode *mapped;
  ImUnitArgument *arguments;

  if (unit == NULL || strcmp (unit->id.text, id) == 0)
    return declaration;
  mapped = im_arena_new0 (builder->arena, ImUnitNode, 1);
  arguments = im_arena_new0 (builder->arena, ImUnitArgument, declaration->n_arguments);
  *mapped = *declaration;
  mapped->arguments = arguments;
  mapped->n_arguments = 0;
  for (guint i = 0; i < declaration->n_arguments; i++)
    {
      ImUnitArgument argument = declaration->arguments[i];

      argument.parameter.text = im_unit_alias_map (unit, id, argument.parameter.text);
      if (argument.parameter.text != NULL)
        arguments[mapped->n_arguments++] = argument;
    }

  return mapped;
}

/* What can stand at the end of a link. */
typedef enum
{
  END_NONE,   /* there is no such port */
  END_TENSOR, /* a socket */
  END_VALUE,  /* an option, or the result of an expression */
  END_ANY, /* an array, an input of an expression, or a port of a node that is not known
            */
} EndKind;

static gboolean
is_source_parameter (const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_OUTPUT || parameter->kind == IM_PARAMETER_RETURN;
}

static gboolean
is_target_parameter (const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_INPUT || im_parameter_is_option (parameter);
}

gboolean
im_graph_node_has_formula (const ImGraphNode *node)
{
  for (guint i = 0; i < node->n_settings; i++)
    {
      const ImUnitExpr *value = node->settings[i].expr;

      if (value != NULL && (value->expr == NULL || value->expr->kind != IM_EXPR_CONSTANT))
        return TRUE;
    }

  return FALSE;
}

static guint
get_output_number (const ImUnit *unit, const ImParameter *output)
{
  guint number = 0;

  for (const ImParameter *other = unit->parameters; other < output; other++)
    number += is_source_parameter (other);

  return number;
}

static EndKind
find_output (const ImUnit *unit, const char *port, guint *number)
{
  const ImParameter *parameter = im_unit_find_parameter (unit, port);

  if (parameter == NULL || !is_source_parameter (parameter))
    return END_NONE;

  *number = get_output_number (unit, parameter);
  return END_TENSOR;
}

static EndKind
find_input (const ImUnit *unit, const char *port, guint *slot)
{
  const ImParameter *parameter = im_unit_find_parameter (unit, port);

  if (parameter == NULL || !is_target_parameter (parameter))
    return END_NONE;

  *slot = parameter->slot;
  return im_parameter_is_option (parameter) ? END_VALUE : END_TENSOR;
}

static EndKind
find_declared_input (const ImUnitNode *declaration, const char *port, guint *slot)
{
  for (guint i = 0; i < declaration->n_inputs; i++)
    if (strcmp (declaration->inputs[i].name.text, port) == 0)
      {
        *slot = i;
        return END_ANY;
      }

  return END_NONE;
}

/* What an expression node gives: a value of an option, or an array, which an input takes
 * as well. Only its declared type tells before it is evaluated. */
static EndKind
find_result (const ImGraphNode *node)
{
  const char *type = node->declaration->result_type.text;

  return g_strcmp0 (type, "Array") == 0 ? END_ANY : END_VALUE;
}

static EndKind
find_source (const ImGraphNode *node, const char *port, guint *number)
{
  switch (node->kind)
    {
    case IM_NODE_INPUT:
      return strcmp (port, "value") == 0 ? END_TENSOR : END_NONE;
    case IM_NODE_OPTION:
      return strcmp (port, "value") == 0 ? END_VALUE : END_NONE;
    case IM_NODE_EXPRESSION:
      return g_ascii_strcasecmp (port, "output") == 0 ? find_result (node) : END_NONE;
    case IM_NODE_UNIT:
      return node->unit == NULL ? END_ANY : find_output (node->unit, port, number);
    case IM_NODE_UNKNOWN:
      return im_unit_node_find_port (node->declaration, port, TRUE, number) == NULL
                 ? END_NONE
                 : END_TENSOR;
    case IM_NODE_OUTPUT:
    case IM_NODE_ASSERT:
    default:
      return END_NONE;
    }
}

static EndKind
find_target (const ImGraphNode *node, const char *port, guint *slot)
{
  switch (node->kind)
    {
    case IM_NODE_OUTPUT:
      return strcmp (port, "value") == 0 ? END_TENSOR : END_NONE;
    case IM_NODE_EXPRESSION:
    case IM_NODE_ASSERT:
      return find_declared_input (node->declaration, port, slot);
    case IM_NODE_UNIT:
      return node->unit == NULL ? END_ANY : find_input (node->unit, port, slot);
    case IM_NODE_UNKNOWN:
      return im_unit_node_find_port (node->declaration, port, FALSE, slot) == NULL
                 ? END_NONE
                 : END_TENSOR;
    case IM_NODE_INPUT:
    case IM_NODE_OPTION:
    default:
      return END_NONE;
    }
}

gboolean
im_graph_builder_has_link (ImGraphBuilder *builder, guint target, const char *port)
{
  End end = { target, port };

  return g_hash_table_contains (builder->ends, &end);
}

/* Both ends, for a message. */
static const char *
describe_link (ImGraphBuilder *builder, const ImGraphLink *link)
{
  return im_arena_printf (
      builder->arena, "%s.%s → %s.%s",
      im_graph_builder_get_node (builder, link->source)->name, link->source_port,
      im_graph_builder_get_node (builder, link->target)->name, link->target_port);
}

/* Reports an end that does not exist. */
static void
report_dangling (ImGraphBuilder *builder, const ImGraphLink *link, gboolean is_source)
{
  const ImGraphNode *node = im_graph_builder_get_node (builder, is_source ? link->source
                                                                          : link->target);
  const char *port = is_source ? link->source_port : link->target_port;

  im_graph_builder_report (
      builder, "dangling", is_source ? *link->source_place : *link->place,
      "%s: the %s node “%s” has no %s “%s”", describe_link (builder, link),
      im_node_kind_get_name (node->kind), node->name, is_source ? "output" : "input",
      port);
  im_graph_builder_about (builder, node->name, port, describe_link (builder, link));
  if (node->unit != NULL)
    im_graph_builder_suggest (builder, node->unit, port,
                              is_source ? is_source_parameter : is_target_parameter);
}

/* Reports what keeps a link from being one. Returns FALSE if there is nothing. */
static gboolean
report_link (ImGraphBuilder *builder, const ImGraphLink *link, EndKind from, EndKind to)
{
  const char *target = im_graph_builder_get_node (builder, link->target)->name;

  if (to == END_NONE)
    {
      report_dangling (builder, link, FALSE);
      return TRUE;
    }
  if (im_graph_builder_has_link (builder, link->target, link->target_port))
    {
      im_graph_builder_report (builder, "duplicate-link", *link->place,
                               "%s: this input is connected already",
                               describe_link (builder, link));
      im_graph_builder_about (builder, target, link->target_port,
                              describe_link (builder, link));
      return TRUE;
    }
  if (from != END_NONE && (from == to || from == END_ANY || to == END_ANY))
    return FALSE;

  im_graph_builder_get_node (builder, link->target)->is_broken = TRUE;
  if (from == END_NONE)
    report_dangling (builder, link, TRUE);
  else
    {
      im_graph_builder_report (
          builder, "link-kind", *link->place,
          from == END_TENSOR ? "%s: a tensor cannot be the value of an option"
                             : "%s: a value cannot be connected to an input for tensors",
          describe_link (builder, link));
      im_graph_builder_about (builder, target, link->target_port,
                              describe_link (builder, link));
    }

  return TRUE;
}

void
im_graph_builder_add_link (ImGraphBuilder *builder, ImGraphLink link)
{
  const ImGraphNode *source = im_graph_builder_get_node (builder, link.source);
  const ImGraphNode *target = im_graph_builder_get_node (builder, link.target);
  EndKind from = find_source (source, link.source_port, &link.source_output);
  EndKind to = find_target (target, link.target_port, &link.target_slot);
  End *end = im_arena_new0 (builder->arena, End, 1);

  if (report_link (builder, &link, from, to))
    return;

  if (target->unit != NULL)
    link.target_port = im_unit_find_parameter (target->unit, link.target_port)->name.text;
  *end = (End){ link.target, link.target_port };
  g_hash_table_add (builder->ends, end);
  g_array_append_val (builder->links, link);
}

void
im_graph_builder_check_outputs (ImGraphBuilder *builder)
{
  for (guint i = 0; i < builder->nodes->len; i++)
    {
      const ImGraphNode *node = im_graph_builder_get_node (builder, i);

      if (node->kind != IM_NODE_OUTPUT || node->is_broken ||
          node->parameter->conditional != NULL ||
          im_graph_builder_has_link (builder, i, "value"))
        continue;
      im_graph_builder_report (builder, "not-connected", *node->place,
                               "nothing gives the output “%s” of %s",
                               node->parameter->name.text, builder->unit->id.text);
      im_graph_builder_about (builder, node->name, NULL, NULL);
    }
}
