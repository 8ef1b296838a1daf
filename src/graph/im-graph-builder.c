/* SPDX-License-Identifier: MIT
 *
 * What stacks and free graphs have in common while they are built.
 */
#include "graph/im-graph-builder.h"

#include <stdarg.h>
#include <string.h>

void
im_graph_builder_report (ImGraphBuilder *builder,
                         ImSeverity severity,
                         const char *code,
                         ImSpan span,
                         const char *format,
                         ...)
{
  va_list args;

  va_start (args, format);
  const char *message = im_arena_vprintf (builder->arena, format, args);
  va_end (args);
  im_diagnostics_add (builder->diagnostics, severity, code,
                      im_unit_file_get_source (builder->unit->file), span, "%s", message);
}

ImGraphNode *
im_graph_builder_get_node (ImGraphBuilder *builder, guint number)
{
  return &g_array_index (builder->nodes, ImGraphNode, number);
}

guint
im_graph_builder_add_node (ImGraphBuilder *builder, ImGraphNode node)
{
  g_array_append_val (builder->nodes, node);

  return builder->nodes->len - 1;
}

guint
im_graph_builder_add_socket (ImGraphBuilder *builder, const ImParameter *parameter)
{
  return im_graph_builder_add_node (
      builder,
      (ImGraphNode){
          .kind = parameter->kind == IM_PARAMETER_INPUT ? IM_NODE_INPUT : IM_NODE_OUTPUT,
          .name = parameter->name.text,
          .parameter = parameter,
          .is_enabled = TRUE,
          .place = parameter->name.raw,
      });
}

const ImUnit *
im_graph_builder_find_unit (ImGraphBuilder *builder, const ImUnitText *id)
{
  const ImUnit *unit = im_unit_library_find (builder->library, id->text);

  if (unit != NULL || *id->text == '\0')
    return unit;

  const char *nearest = im_unit_library_nearest (builder->library, id->text);
  im_graph_builder_report (builder, IM_SEVERITY_ERROR, "unknown-unit", id->raw,
                           "the unit “%s” is in none of the folders that were searched",
                           id->text);
  if (nearest != NULL)
    im_diagnostics_note (builder->diagnostics, "the most similar one is “%s”", nearest);

  return NULL;
}

/* What can stand at the end of a link. */
typedef enum
{
  END_NONE,   /* there is no such port */
  END_TENSOR, /* a socket */
  END_VALUE,  /* an option, or the result of an expression */
  END_ANY,    /* an input of an expression, or a port of a node that is not known */
} EndKind;

static EndKind
source_kind (const ImGraphNode *node, const char *port)
{
  const ImParameter *parameter;

  switch (node->kind)
    {
    case IM_NODE_INPUT:
      return strcmp (port, "value") == 0 ? END_TENSOR : END_NONE;
    case IM_NODE_OPTION:
      return strcmp (port, "value") == 0 ? END_VALUE : END_NONE;
    case IM_NODE_EXPRESSION:
      return g_ascii_strcasecmp (port, "output") == 0 ? END_VALUE : END_NONE;
    case IM_NODE_UNIT:
      if (node->unit == NULL)
        return END_ANY;
      parameter = im_unit_find_parameter (node->unit, port);
      return parameter != NULL && (parameter->kind == IM_PARAMETER_OUTPUT ||
                                   parameter->kind == IM_PARAMETER_RETURN)
                 ? END_TENSOR
                 : END_NONE;
    case IM_NODE_UNKNOWN:
      return END_ANY;
    case IM_NODE_OUTPUT:
    case IM_NODE_ASSERT:
    default:
      return END_NONE;
    }
}

static EndKind
target_kind (const ImGraphNode *node, const char *port)
{
  const ImParameter *parameter;

  switch (node->kind)
    {
    case IM_NODE_OUTPUT:
      return strcmp (port, "value") == 0 ? END_TENSOR : END_NONE;
    case IM_NODE_EXPRESSION:
    case IM_NODE_ASSERT:
      for (guint i = 0; i < node->declaration->n_inputs; i++)
        if (strcmp (node->declaration->inputs[i].text, port) == 0)
          return END_ANY;
      return END_NONE;
    case IM_NODE_UNIT:
      if (node->unit == NULL)
        return END_ANY;
      parameter = im_unit_find_parameter (node->unit, port);
      if (parameter != NULL && parameter->kind == IM_PARAMETER_INPUT)
        return END_TENSOR;
      return parameter != NULL && im_parameter_is_option (parameter) ? END_VALUE
                                                                     : END_NONE;
    case IM_NODE_UNKNOWN:
      return END_ANY;
    case IM_NODE_INPUT:
    case IM_NODE_OPTION:
    default:
      return END_NONE;
    }
}

static gboolean
has_link (ImGraphBuilder *builder, const ImGraphLink *link)
{
  for (guint i = 0; i < builder->links->len; i++)
    {
      const ImGraphLink *other = &g_array_index (builder->links, ImGraphLink, i);

      if (other->target == link->target &&
          strcmp (other->target_port, link->target_port) == 0)
        return TRUE;
    }

  return FALSE;
}

void
im_graph_builder_add_link (ImGraphBuilder *builder, ImGraphLink link)
{
  const ImGraphNode *source = im_graph_builder_get_node (builder, link.source);
  const ImGraphNode *target = im_graph_builder_get_node (builder, link.target);
  EndKind from = source_kind (source, link.source_port);
  EndKind to = target_kind (target, link.target_port);
  const char *ends = im_arena_printf (builder->arena, "%s.%s → %s.%s", source->name,
                                      link.source_port, target->name, link.target_port);

  if (from == END_NONE)
    im_graph_builder_report (builder, IM_SEVERITY_ERROR, "dangling", link.place,
                             "%s: the %s “%s” has no output “%s”", ends,
                             im_node_kind_get_name (source->kind), source->name,
                             link.source_port);
  else if (to == END_NONE)
    im_graph_builder_report (builder, IM_SEVERITY_ERROR, "dangling", link.place,
                             "%s: the %s “%s” has no input “%s”", ends,
                             im_node_kind_get_name (target->kind), target->name,
                             link.target_port);
  else if (from != to && from != END_ANY && to != END_ANY)
    im_graph_builder_report (
        builder, IM_SEVERITY_ERROR, "link-kind", link.place,
        from == END_TENSOR ? "%s: a tensor cannot be the value of an option"
                           : "%s: a value cannot be connected to an input for tensors",
        ends);
  else if (has_link (builder, &link))
    im_graph_builder_report (builder, IM_SEVERITY_ERROR, "duplicate-link", link.place,
                             "%s: this input is connected already", ends);
  else
    g_array_append_val (builder->links, link);
}
