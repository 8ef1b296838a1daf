/* SPDX-License-Identifier: MIT */
#include "program/im-pipe-index.h"

#include <string.h>

struct _ImPipeIndex
{
  const ImProgram *program;
  GHashTable *instances; /* path to number and 1 */
  GHashTable *nodes;     /* of the graph of the program: name to number and 1 */
};

/* A graph, and where it is used. */
typedef struct _Scope
{
  const struct _Scope *parent; /* NULL of the whole */
  const ImGraphNode *node;     /* of the graph of the parent */
  const char *path;            /* of the node */
  const ImGraph *graph;
} Scope;

ImPipeIndex *
im_pipe_index_new (const ImProgram *program)
{
  ImPipeIndex *index = g_new0 (ImPipeIndex, 1);

  index->program = program;
  index->instances = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < program->n_instances; i++)
    g_hash_table_insert (index->instances, (gpointer) program->instances[i].path,
                         GUINT_TO_POINTER (i + 1));
  index->nodes = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; program->graph != NULL && i < program->graph->n_nodes; i++)
    g_hash_table_insert (index->nodes, (gpointer) program->graph->nodes[i]->name,
                         GUINT_TO_POINTER (i + 1));

  return index;
}

void
im_pipe_index_free (ImPipeIndex *index)
{
  g_hash_table_unref (index->instances);
  g_hash_table_unref (index->nodes);
  g_free (index);
}

static gint find_output (const ImPipeIndex *index,
                         const Scope *scope,
                         const ImGraphNode *node,
                         const char *port);

/* What flows along a link, -1 without one. */
static gint
find_source (const ImPipeIndex *index, const Scope *scope, const ImGraphLink *link)
{
  return link == NULL ? -1
                      : find_output (index, scope, scope->graph->nodes[link->source],
                                     link->source_port);
}

static gint
find_input (const ImPipeIndex *index, const Scope *scope, const ImParameter *parameter)
{
  const ImProgram *program = index->program;

  if (parameter == NULL)
    return -1;
  if (scope->parent != NULL)
    return find_source (index, scope->parent,
                        im_graph_find_link (scope->parent->graph, scope->node->number,
                                            parameter->name.text));
  for (guint i = 0; i < program->n_inputs; i++)
    if (g_str_equal (program->inputs[i].name, parameter->name.text))
      return program->inputs[i].tensor;

  return -1;
}

/* The input of a node that is an output of the graph, NULL if it is none. */
static const char *
find_output_port (const ImGraphNode *node, const char *name)
{
  const ImUnitNode *declaration = node->declaration;

  if (node->kind == IM_NODE_OUTPUT && node->parameter != NULL &&
      g_str_equal (node->parameter->name.text, name))
    return "value";
  for (guint i = 0; node->kind == IM_NODE_UNKNOWN && i < declaration->n_ports; i++)
    if (!declaration->ports[i].is_output && declaration->ports[i].parameter != NULL &&
        g_str_equal (declaration->ports[i].parameter->name.text, name))
      return declaration->ports[i].name.text;

  return NULL;
}

/* What gives the output of a graph. */
static const ImGraphLink *
find_giver (const ImGraph *graph, const char *name)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const char *port = find_output_port (graph->nodes[i], name);

      if (port != NULL)
        return im_graph_find_link (graph, i, port);
    }

  return NULL;
}

static gint
find_unit_output (const ImPipeIndex *index, const char *path, const char *port)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (index->instances, path));
  const ImInstance *instance;
  const ImParameter *parameter;

  if (number == 0)
    return -1;
  instance = &index->program->instances[number - 1];
  parameter = im_unit_find_parameter (instance->unit, port);

  return parameter == NULL ? -1 : instance->tensors[parameter->slot];
}

static char *
dup_path (const Scope *scope, const ImGraphNode *node)
{
  return *scope->path == '\0' ? g_strdup (node->name)
                              : g_strconcat (scope->path, "/", node->name, NULL);
}

/* The parameter of the graph that a node without a unit hands on. */
static const ImParameter *
find_parameter (const ImGraphNode *node, const char *port)
{
  const ImUnitNode *declaration = node->declaration;

  for (guint i = 0; node->kind == IM_NODE_UNKNOWN && i < declaration->n_ports; i++)
    if (declaration->ports[i].is_output &&
        g_str_equal (declaration->ports[i].name.text, port))
      return declaration->ports[i].parameter;

  return node->parameter;
}

static gint
find_output (const ImPipeIndex *index,
             const Scope *scope,
             const ImGraphNode *node,
             const char *port)
{
  g_autofree char *path = dup_path (scope, node);
  Scope inner = { scope, node, path, NULL };

  if (node->unit == NULL)
    return find_input (index, scope, find_parameter (node, port));
  if (!node->is_enabled)
    return node->n_links == 0 ? -1 : find_source (index, scope, &node->links[0]);
  inner.graph = g_hash_table_lookup (index->program->graphs, node->unit);
  if (inner.graph == NULL)
    return find_unit_output (index, path, port);

  return find_source (index, &inner, find_giver (inner.graph, port));
}

static gint
find_node (const ImPipeIndex *index, const Scope *scope, const char *name)
{
  return scope->parent != NULL
             ? im_graph_find_node (scope->graph, name)
             : GPOINTER_TO_INT (g_hash_table_lookup (index->nodes, name)) - 1;
}

static gint
find_in (const ImPipeIndex *index, const Scope *scope, const char *rest, const char *port)
{
  gint found = find_node (index, scope, rest);

  if (found >= 0)
    return find_output (index, scope, scope->graph->nodes[found], port);
  for (guint i = 0; i < scope->graph->n_nodes; i++)
    {
      const ImGraphNode *node = scope->graph->nodes[i];
      gsize length = node->name == NULL ? 0 : strlen (node->name);
      g_autofree char *path = NULL;
      Scope inner;

      if (length == 0 || strncmp (node->name, rest, length) != 0 || rest[length] != '/' ||
          node->unit == NULL)
        continue;
      path = dup_path (scope, node);
      inner = (Scope){ scope, node, path,
                       g_hash_table_lookup (index->program->graphs, node->unit) };
      if (inner.graph != NULL)
        return find_in (index, &inner, rest + length + 1, port);
    }

  return -1;
}

gint
im_pipe_index_find (const ImPipeIndex *index, const char *path, const char *port)
{
  const Scope whole = { NULL, NULL, "", index->program->graph };

  return whole.graph == NULL ? -1 : find_in (index, &whole, path, port);
}
