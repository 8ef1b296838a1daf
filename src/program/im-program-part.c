/* SPDX-License-Identifier: MIT
 *
 * Elaboration again. Each node of the outermost graph that is the same object as before
 * and is given what it was given before is taken over with all that is inside of it:
 * arrays are copied, and numbers of tensors and instances are moved. Nothing of the units
 * themselves is looked at, which is what makes it fast.
 *
 * A graph is immutable, and an edit shares with it all nodes that it does not touch: that
 * a node is the same object proves that its unit, its arguments and its links are the
 * same, with no comparison. What flows in is not part of the node. Therefore nodes are
 * visited in the order of the computation, and each one says in `is_same` whether what
 * flows out of it is as before: one comparison of values there saves all that is behind.
 * A node that was made anew and gives the same (an option that does not matter for the
 * types) stops the change there, and what reads it is taken over.
 */
#include <string.h>

#include "program/im-program-private.h"

void
im_elaboration_begin_parts (ImElaboration *elaboration, const ImProgramNode *node)
{
  ImProgram *program = elaboration->program;
  const ImProgram *previous = elaboration->previous;
  guint n = program->graph->n_nodes;

  for (guint i = 0; i < node->unit->n_parameters; i++)
    {
      const ImOption *option = node->unit->parameters[i].option;

      elaboration->has_globals = elaboration->has_globals ||
                                 (option != NULL && option->is_global);
    }
  program->parts = g_new0 (ImProgramPart, MAX (n, 1));
  program->n_parts = n;
  if (previous == NULL || previous->n_parts == 0)
    return;

  gsize bytes = MAX (previous->n_tensors, 1) * sizeof *elaboration->moved;
  elaboration->moved = memset (g_malloc (bytes), 0xff, bytes); /* -1 */
  elaboration->is_same = g_new0 (gboolean, MAX (n, 1));
  elaboration->is_around_same = g_ptr_array_index (previous->nodes, 0) == node;
}

void
im_elaboration_end_parts (ImElaboration *elaboration, gboolean is_complete)
{
  ImProgram *program = elaboration->program;

  g_clear_pointer (&elaboration->moved, g_free);
  g_clear_pointer (&elaboration->is_same, g_free);
  if (is_complete)
    return;

  g_clear_pointer (&program->parts, g_free);
  program->n_parts = 0;
}

static const ImProgramPart *
find_previous_part (const ImElaboration *elaboration, guint number)
{
  return elaboration->is_same != NULL && number < elaboration->previous->n_parts
             ? &elaboration->previous->parts[number]
             : NULL;
}

/* Whether a node is the same and is given the same.
 *
 * What a node is given comes over its links, with two exceptions. A formula is evaluated
 * with the options of the unit around, and globals are seen by all inside: both are the
 * same only if the node of the whole is (`is_around_same`). A walk that an
 * assert has refused goes on only for its messages, so nothing is taken over then. A node
 * with a problem is never taken over, because its messages are those of the time that it
 * is made: its part has no node, see im_walk_make_part(). The limit on nodes is checked
 * here, because a part comes as a whole, past the place that counts nodes one by one. */
static gboolean
can_take (const ImWalk *walk, const ImProgramPart *part, const ImGraphNode *node)
{
  const ImElaboration *elaboration = walk->elaboration;

  if (part == NULL || part->node != node || walk->is_refused ||
      ((node->has_formula || elaboration->has_globals) && !elaboration->is_around_same) ||
      elaboration->program->nodes->len + part->n_nodes > IM_PROGRAM_MAX_NODES)
    return FALSE;
  for (guint i = 0; i < node->n_links; i++)
    if (!elaboration->is_same[node->links[i].source])
      return FALSE;

  return TRUE;
}

static gint
move_tensor (const ImElaboration *elaboration, gint number)
{
  return number < 0 ? number : elaboration->moved[number];
}

static void
take_tensors (ImElaboration *elaboration, const ImProgramPart *from, ImProgramPart *to)
{
  GArray *tensors = elaboration->program->tensor_array;
  gint moved_by = (gint) (to->first_instance - from->first_instance);

  if (from->n_tensors == 0)
    return;

  g_array_append_vals (tensors, &elaboration->previous->tensors[from->first_tensor],
                       from->n_tensors);
  for (guint i = 0; i < from->n_tensors; i++)
    {
      ImProgramTensor *tensor = &g_array_index (tensors, ImProgramTensor,
                                                to->first_tensor + i);

      elaboration->moved[from->first_tensor + i] = (gint) (to->first_tensor + i);
      tensor->producer += tensor->producer >= 0 ? moved_by : 0;
      tensor->view_of = move_tensor (elaboration, tensor->view_of);
    }
}

static void
take_instances (ImElaboration *elaboration, const ImProgramPart *from)
{
  ImProgram *program = elaboration->program;

  for (guint i = 0; i < from->n_instances; i++)
    {
      ImInstance instance = elaboration->previous->instances[from->first_instance + i];
      guint n = im_symbols_get_count (instance.unit->symbols);
      gint *tensors = im_arena_alloc (program->arena, n * sizeof *tensors);

      for (guint j = 0; j < n; j++)
        tensors[j] = move_tensor (elaboration, instance.tensors[j]);
      instance.tensors = tensors;
      g_array_append_val (program->instance_array, instance);
    }
}

static void
take_flows (ImWalk *walk, guint number, const ImProgramPart *from)
{
  ImFlow *flows = im_walk_add_flows (walk, number, from->n_flows);

  for (guint i = 0; i < from->n_flows; i++)
    {
      flows[i] = from->flows[i];
      flows[i].tensor = move_tensor (walk->elaboration, flows[i].tensor);
    }
}

/* Where the part of a node begins. */
static ImProgramPart *
begin_part (ImProgram *program, guint number)
{
  ImProgramPart *part = &program->parts[number];

  part->first_node = program->nodes->len;
  part->first_instance = program->instance_array->len;
  part->first_tensor = program->tensor_array->len;

  return part;
}

/* Where it ends. */
static void
end_part (const ImWalk *walk, guint number, const ImGraphNode *node)
{
  const ImProgram *program = walk->elaboration->program;
  ImProgramPart *part = &program->parts[number];

  part->node = node;
  part->flows = walk->flows[number];
  part->n_flows = part->flows == NULL ? 0
                                      : im_walk_count_flows (walk->graph->nodes[number]);
  part->n_nodes = program->nodes->len - part->first_node;
  part->n_instances = program->instance_array->len - part->first_instance;
  part->n_tensors = program->tensor_array->len - part->first_tensor;
}

gboolean
im_walk_take_part (ImWalk *walk, guint number)
{
  ImElaboration *elaboration = walk->elaboration;
  const ImGraphNode *node = walk->graph->nodes[number];
  const ImProgramPart *from = find_previous_part (elaboration, number);

  if (!can_take (walk, from, node))
    return FALSE;

  ImProgramPart *to = begin_part (elaboration->program, number);
  for (guint i = 0; i < from->n_nodes; i++)
    g_ptr_array_add (
        elaboration->program->nodes,
        g_ptr_array_index (elaboration->previous->nodes, from->first_node + i));
  take_tensors (elaboration, from, to);
  take_instances (elaboration, from);
  take_flows (walk, number, from);
  end_part (walk, number, node);
  elaboration->is_same[number] = TRUE;

  return TRUE;
}

/* Keeps where a tensor is now that flowed out of a node before. Numbers of tensors count
 * through the whole program, so that one layer more in front moves all of them, although
 * nothing has changed: `moved` translates, and equal means equal after the translation.
 * Only the node that makes a tensor may enter it there. A node that is switched off
 * passes on tensors of others, whose makers have entered them already; if it entered
 * them itself, it would call a tensor of another maker the same. Returns FALSE if
 * another tensor flows now. */
static gboolean
move_flow (ImElaboration *elaboration,
           const ImGraphNode *node,
           const ImProgramPart *before,
           gint old,
           gint new)
{
  gboolean is_own = node->kind == IM_NODE_INPUT || node->kind == IM_NODE_UNKNOWN ||
                    (guint) old - before->first_tensor < before->n_tensors;

  if (old < 0 || new < 0)
    return old < 0 && new < 0;
  if (is_own)
    elaboration->moved[old] = new;

  return elaboration->moved[old] == new;
}

/* Whether the same flows out of a node as before; its tensors may have moved then. */
static gboolean
compare_flows (ImElaboration *elaboration,
               const ImGraphNode *node,
               const ImProgramPart *before,
               const ImProgramPart *now)
{
  if (before->flows == NULL || now->flows == NULL || before->n_flows != now->n_flows)
    return FALSE;

  for (guint i = 0; i < now->n_flows; i++)
    {
      const ImFlow *old = &before->flows[i], *new = &now->flows[i];

      if (old->is_known != new->is_known || !im_value_same (&old->value, &new->value) ||
          !move_flow (elaboration, node, before, old->tensor, new->tensor))
        return FALSE;
    }

  return TRUE;
}

/* Tells where nodes of the previous program are that may be the same. Numbers mean
 * nothing in graphs that were not made of each other. */
static void
find_previous_nodes (ImElaboration *elaboration, const ImProgramPart *before)
{
  if (elaboration->is_same == NULL ||
      elaboration->previous->graph->family != elaboration->program->graph->family)
    return;

  elaboration->is_new = before == NULL || before->n_nodes == 0;
  if (!elaboration->is_new)
    elaboration->next_previous = before->first_node;
}

void
im_walk_make_part (ImWalk *walk, guint number, void (*make) (ImWalk *, guint))
{
  ImElaboration *elaboration = walk->elaboration;
  const ImGraphNode *node = walk->graph->nodes[number];
  const ImProgramPart *before = find_previous_part (elaboration, number);
  ImProgramPart *part = begin_part (elaboration->program, number);
  guint n_problems = im_diagnostics_get_count (elaboration->diagnostics);

  find_previous_nodes (elaboration, before);
  make (walk, number);

  gboolean is_settled = node->kind == IM_NODE_UNIT && node->is_enabled &&
                        walk->flows[number] != NULL &&
                        im_diagnostics_get_count (elaboration->diagnostics) == n_problems;
  end_part (walk, number, is_settled ? node : NULL);
  if (before != NULL)
    elaboration->is_same[number] = compare_flows (elaboration, node, before, part);
}
