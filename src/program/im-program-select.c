/* SPDX-License-Identifier: MIT
 *
 * Which node a problem is of is told by its place: inside of the element of a node, or of
 * a connection, which is of the node that it reaches. What stands in another unit of the
 * file is of the nodes that use that unit. All else is of the whole, and so is what kept
 * the whole from being elaborated.
 */
#include <string.h>

#include "program/im-program-private.h"
#include "unit/im-unit-place.h"

typedef struct
{
  const ImProgram *program;
  const gboolean *is_wanted; /* by number */
  GHashTable *used;          /* set of ImUnit: those of the file that wanted nodes use */
} Selection;

static gboolean
is_within (const ImXmlElement *place, const ImDiagnostic *problem)
{
  ImSpan span;

  if (place == NULL)
    return FALSE;
  span = im_unit_place_get_span (place);

  return problem->span.start >= span.start && problem->span.start < span.end;
}

static void
add_used (Selection *self, const ImUnit *unit)
{
  const ImUnitFile *file = self->program->unit->file;

  if (unit == NULL || unit->file != file ||
      !g_hash_table_add (self->used, (gpointer) unit))
    return;
  for (guint i = 0; i < unit->n_nodes; i++)
    if (unit->nodes[i].unit_id.text != NULL)
      add_used (self, im_unit_file_find_unit (file, unit->nodes[i].unit_id.text));
}

static void
find_used (Selection *self)
{
  const ImGraph *graph = self->program->graph;

  for (guint i = 0; i < graph->n_nodes; i++)
    if (self->is_wanted[i])
      add_used (self, graph->nodes[i]->unit);
}

/* The node of the graph that stands in an element, or has its name; -1 for none. */
static gint
find_node (const Selection *self, const ImUnitNode *declaration)
{
  const ImGraph *graph = self->program->graph;

  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i]->declaration != NULL &&
        graph->nodes[i]->declaration->element == declaration->element)
      return (gint) i;

  return declaration->id.text == NULL ? -1
                                      : im_graph_find_node (graph, declaration->id.text);
}

static gboolean
is_wanted (const Selection *self, gint number)
{
  return number >= 0 && self->is_wanted[number];
}

/* An assert of the graph guards all of it. */
static gboolean
is_of_wanted_node (const Selection *self,
                   const ImUnitNode *declaration,
                   const ImDiagnostic *problem)
{
  return is_wanted (self, find_node (self, declaration)) ||
         (declaration->kind == IM_NODE_ASSERT && strcmp (problem->code, "assert") == 0);
}

/* A connection that reaches nothing may have been meant for what it leaves. */
static gboolean
is_of_wanted_link (const Selection *self, const ImUnitConnection *connection)
{
  const ImGraph *graph = self->program->graph;
  gint target = im_graph_find_node (graph, connection->target_node.text);

  return is_wanted (self, target >= 0
                              ? target
                              : im_graph_find_node (graph, connection->source_node.text));
}

/* Whether a problem says that an input of the whole has no type. */
static gboolean
is_of_input (const ImParameter *parameter, const ImDiagnostic *problem)
{
  return parameter->kind == IM_PARAMETER_INPUT &&
         strcmp (problem->code, "input-type") == 0 &&
         g_strcmp0 (problem->subject.parameter, parameter->name.text) == 0;
}

static gboolean
is_of_output (const ImParameter *parameter, const ImDiagnostic *problem)
{
  return parameter->kind <= IM_PARAMETER_RETURN &&
         parameter->kind != IM_PARAMETER_INPUT &&
         is_within (parameter->element, problem) &&
         (strcmp (problem->code, "not-connected") == 0 ||
          strcmp (problem->code, "output-mismatch") == 0);
}

static gboolean
has_wanted_reader (const Selection *self, guint source, const char *port)
{
  const ImGraph *graph = self->program->graph;

  for (guint i = 0; i < graph->n_nodes; i++)
    for (guint k = 0; self->is_wanted[i] && k < graph->nodes[i]->n_links; k++)
      if (graph->nodes[i]->links[k].source == source &&
          strcmp (graph->nodes[i]->links[k].source_port, port) == 0)
        return TRUE;

  return FALSE;
}

/* Whether an input or output of the whole is that of a wanted node, or flows out of a
 * node that computes nothing here to one. */
static gboolean
is_of_wanted_end (const Selection *self, const ImParameter *parameter)
{
  const ImGraph *graph = self->program->graph;

  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const ImUnitNode *declaration = graph->nodes[i]->declaration;

      if (graph->nodes[i]->kind != IM_NODE_UNKNOWN &&
          graph->nodes[i]->parameter == parameter && self->is_wanted[i])
        return TRUE;
      for (guint k = 0; declaration != NULL && k < declaration->n_ports; k++)
        if (declaration->ports[k].parameter == parameter &&
            has_wanted_reader (self, i, declaration->ports[k].name.text))
          return TRUE;
    }

  return FALSE;
}

static gboolean
is_selected_of_unit (const Selection *self, const ImDiagnostic *problem)
{
  const ImUnit *unit = self->program->unit;

  for (guint i = 0; i < unit->n_parameters; i++)
    if (is_of_input (&unit->parameters[i], problem))
      return is_of_wanted_end (self, &unit->parameters[i]);
  for (guint i = 0; i < unit->n_nodes; i++)
    if (is_within (unit->nodes[i].element, problem))
      return is_of_wanted_node (self, &unit->nodes[i], problem);
  for (guint i = 0; i < unit->n_connections; i++)
    if (is_within (unit->connections[i].element, problem))
      return is_of_wanted_link (self, &unit->connections[i]);
  for (guint i = 0; i < unit->n_parameters; i++)
    if (is_of_output (&unit->parameters[i], problem))
      return is_of_wanted_end (self, &unit->parameters[i]);

  return TRUE;
}

/* Whether the nodes of the graph were elaborated at all. */
static gboolean
is_elaborated (const ImProgram *program)
{
  const ImProgramNode *whole = program->nodes->len == 0
                                   ? NULL
                                   : g_ptr_array_index (program->nodes, 0);

  return whole != NULL && *whole->path == '\0' && !whole->has_errors;
}

static gboolean
is_selected (const Selection *self, const ImDiagnostic *problem)
{
  const ImUnit *unit = self->program->unit;
  const ImUnitFile *file = unit->file;

  if (problem->source != im_unit_file_get_source (file) ||
      strcmp (problem->code, "program-limit") == 0)
    return TRUE;
  if (is_within (unit->element, problem))
    return !is_elaborated (self->program) || is_selected_of_unit (self, problem);
  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      const ImUnit *other = im_unit_file_get_unit (file, i);

      if (is_within (other->element, problem))
        return g_hash_table_contains (self->used, other);
    }

  return TRUE;
}

void
im_program_select_problems (const ImProgram *program,
                            const gboolean *is_wanted,
                            const ImDiagnostics *problems,
                            ImDiagnostics *selected,
                            ImDiagnostics *rest)
{
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);
  Selection self = { program, is_wanted, used };

  find_used (&self);
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      im_diagnostics_add_copy (is_selected (&self, problem) ? selected : rest, problem);
    }
}
