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
 * is made: its part has no node, see im_walk_make_part(). */
static gboolean
can_take (const ImWalk *walk, const ImProgramPart *part, const ImGraphNode *node)
{
  const ImElaboration *elaboration = walk->elaboration;

  if (part == NULL || part->node != node || walk->is_refused ||
      ((node->has_formula || elaboration->has_globals) && !elaboration->is_around_same))
    return FALSE;
  for (guint i = 0; i < node->n_links; i++)
    if (!elaboration->is_same[node->links[i].source])
      return FALSE;

  return TRUE;
}

/* Whether one part lies behind another in all arrays. */
static gboolean
follows (const ImProgramPart *part, const ImProgramPart *before)
{
  return part->first_node == before->first_node + before->n_nodes &&
         part->first_instance == before->first_instance + before->n_instances &&
         part->first_tensor == before->first_tensor + before->n_tensors;
}

static gint
move_tensor (const ImElaboration *elaboration, gint number)
{
  return number < 0 ? number : elaboration->moved[number];
}

/* Parts of a program that lie behind each other. */
typedef struct
{
  const ImProgramPart *first;
  guint n_nodes;
  guint n_instances;
  guint n_tensors;
  guint n_flows;
} Run;

static void
take_nodes (ImElaboration *elaboration, const Run *run)
{
  GPtrArray *nodes = elaboration->program->nodes;
  guint n = nodes->len;

  g_ptr_array_set_size (nodes, (gint) (n + run->n_nodes));
  memcpy (nodes->pdata + n, elaboration->previous->nodes->pdata + run->first->first_node,
          run->n_nodes * sizeof *nodes->pdata);
}

static void
take_tensors (ImElaboration *elaboration, const Run *run)
{
  GArray *tensors = elaboration->program->tensor_array;
  guint from = run->first->first_tensor, to = tensors->len;
  gint moved_by = (gint) (elaboration->program->instance_array->len -
                          run->first->first_instance);
  ImProgramTensor *tensor;

  if (run->n_tensors == 0)
    return;

  g_array_append_vals (tensors, &elaboration->previous->tensors[from], run->n_tensors);
  tensor = &g_array_index (tensors, ImProgramTensor, to);
  for (guint i = 0; i < run->n_tensors; i++, tensor++)
    {
      elaboration->moved[from + i] = (gint) (to + i);
      tensor->producer += tensor->producer >= 0 ? moved_by : 0;
      tensor->view_of = move_tensor (elaboration, tensor->view_of);
    }
}

static void
take_instances (ImElaboration *elaboration, const Run *run)
{
  ImProgram *program = elaboration->program;
  const ImInstance *from = &elaboration->previous->instances[run->first->first_instance];
  guint first = program->instance_array->len, n_numbers = 0;
  ImInstance *instances;
  gint *numbers;

  if (run->n_instances == 0)
    return;

  for (guint i = 0; i < run->n_instances; i++)
    n_numbers += im_symbols_get_count (from[i].unit->symbols);
  numbers = im_arena_alloc (program->arena, n_numbers * sizeof *numbers);
  g_array_append_vals (program->instance_array, from, run->n_instances);
  instances = &g_array_index (program->instance_array, ImInstance, first);
  for (guint i = 0; i < run->n_instances; i++)
    {
      guint n = im_symbols_get_count (from[i].unit->symbols);

      for (guint k = 0; k < n; k++)
        numbers[k] = move_tensor (elaboration, from[i].tensors[k]);
      instances[i].tensors = numbers;
      numbers += n;
    }
}

/* What flows out of each, and where each is now. */
static void
take_parts (ImWalk *walk, const Run *run, const guint *numbers, guint n)
{
  ImElaboration *elaboration = walk->elaboration;
  ImProgram *program = elaboration->program;
  ImFlow *flows = im_arena_new0 (program->arena, ImFlow, run->n_flows);
  guint nodes_by = program->nodes->len - run->n_nodes - run->first->first_node;
  guint instances_by = program->instance_array->len - run->n_instances -
                       run->first->first_instance;
  guint tensors_by = program->tensor_array->len - run->n_tensors -
                     run->first->first_tensor;

  for (guint i = 0; i < n; i++)
    {
      ImProgramPart *to = &program->parts[numbers[i]];

      *to = elaboration->previous->parts[numbers[i]];
      for (guint k = 0; k < to->n_flows; k++)
        {
          flows[k] = to->flows[k];
          flows[k].tensor = move_tensor (elaboration, flows[k].tensor);
        }
      to->first_node += nodes_by;
      to->first_instance += instances_by;
      to->first_tensor += tensors_by;
      to->flows = walk->flows[numbers[i]] = flows;
      flows += to->n_flows;
    }
}

/* How many of the nodes can be taken over at once. The limit on nodes is checked here,
 * because parts come as a whole, past the place that counts nodes one by one. */
static guint
find_run (ImWalk *walk, const guint *numbers, guint n, Run *run)
{
  ImElaboration *elaboration = walk->elaboration;
  const ImProgramPart *before = NULL;
  guint i = 0;

  for (; i < n; i++)
    {
      const ImProgramPart *part = find_previous_part (elaboration, numbers[i]);

      if (!can_take (walk, part, walk->graph->nodes[numbers[i]]) ||
          (before != NULL && !follows (part, before)) ||
          elaboration->program->nodes->len + run->n_nodes + part->n_nodes >
              IM_PROGRAM_MAX_NODES)
        break;
      if (before == NULL)
        run->first = part;
      run->n_nodes += part->n_nodes;
      run->n_instances += part->n_instances;
      run->n_tensors += part->n_tensors;
      run->n_flows += part->n_flows;
      elaboration->is_same[numbers[i]] = TRUE;
      before = part;
    }

  return i;
}

guint
im_walk_take_parts (ImWalk *walk, const guint *numbers, guint n)
{
  Run run = { NULL };
  guint n_taken = find_run (walk, numbers, n, &run);

  if (n_taken == 0)
    return 0;

  take_nodes (walk->elaboration, &run);
  take_tensors (walk->elaboration, &run);
  take_instances (walk->elaboration, &run);
  take_parts (walk, &run, numbers, n_taken);

  return n_taken;
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
