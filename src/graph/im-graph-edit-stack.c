/* SPDX-License-Identifier: MIT
 *
 * Edits of the layers of a stack: a layer gets or loses a name, a number and a position.
 */
#include <string.h>

#include "graph/im-graph-edit-private.h"

static guint
find_position (const ImGraphEditing *editing, guint number)
{
  guint position = 0;

  while (editing->order[position] != number)
    position++;

  return position;
}

/* The layer at a position, or NULL if there is an output. */
static const char *
get_layer_name (const ImGraphEditing *editing, guint position)
{
  if (position == editing->n_ordered)
    return NULL;

  const ImGraphNode *node = editing->nodes[editing->order[position]];

  return node->kind == IM_NODE_UNIT ? node->name : NULL;
}

/* Where a layer goes that comes before another one, or last. Returns FALSE after
 * reporting that there is no such layer. */
static gboolean
find_target (ImGraphEditing *editing, const char *before, guint *position)
{
  if (before != NULL)
    {
      const ImGraphNode *next = im_graph_editing_find_layer (editing, before);

      if (next != NULL)
        *position = find_position (editing, next->number);
      return next != NULL;
    }

  *position = editing->n_ordered;
  while (*position > 0 &&
         editing->nodes[editing->order[*position - 1]]->kind == IM_NODE_OUTPUT)
    (*position)--;

  return TRUE;
}

static void
take_from_order (ImGraphEditing *editing, guint position)
{
  guint *at = &editing->order[position];

  editing->n_ordered--;
  memmove (at, at + 1, (editing->n_ordered - position) * sizeof *at);
}

static void
put_into_order (ImGraphEditing *editing, guint position, guint number)
{
  guint *at = &editing->order[position];

  memmove (at + 1, at, (editing->n_ordered - position) * sizeof *at);
  *at = number;
  editing->n_ordered++;
}

/* Which number a name has that is @base with a number, 1 for @base itself, 0 if it is
 * another name. */
static guint64
get_name_number (const char *name, const char *base)
{
  gsize length = strlen (base);
  char *end;

  if (strncmp (name, base, length) != 0)
    return 0;
  if (name[length] == '\0')
    return 1;
  if (!g_ascii_isdigit (name[length]))
    return 0;

  guint64 number = g_ascii_strtoull (name + length, &end, 10);

  return *end == '\0' ? number : 0;
}

/* Names of layers are numbered; a new one gets the number behind the largest, so that no
 * other layer has to be renamed. */
static const char *
new_name (const ImGraphEditing *editing, const char *unit_id)
{
  const char *dot = strrchr (unit_id, '.');
  const char *base = dot == NULL ? unit_id : dot + 1;
  guint64 largest = 0;

  for (guint i = 0; i < editing->n_nodes; i++)
    if (editing->nodes[i] != NULL)
      largest = MAX (largest, get_name_number (editing->nodes[i]->name, base));

  return largest == 0 ? im_arena_strdup (editing->builder.arena, base)
                      : im_arena_printf (editing->builder.arena, "%s%" G_GUINT64_FORMAT,
                                         base, largest + 1);
}

/* A node that is put back gets the number that it had, unless that is in use. */
static guint
choose_number (const ImGraphEditing *editing, const ImGraphNode *removed)
{
  return removed != NULL && removed->number < editing->n_nodes &&
                 editing->nodes[removed->number] == NULL
             ? removed->number
             : editing->n_nodes;
}

/* The node that was removed, without the links of its pipes. */
static void
restore_node (ImGraphEditing *editing, ImGraphNode *node)
{
  ImGraphLink *kept = im_arena_new0 (editing->builder.arena, ImGraphLink, node->n_links);
  guint n_kept = 0;

  for (guint i = 0; i < node->n_links; i++)
    if (!node->links[i].is_piped)
      {
        kept[n_kept] = node->links[i];
        kept[n_kept++].target = node->number;
      }
  node->links = kept;
  node->n_links = n_kept;
}

/* Makes the node of an insertion. Returns FALSE after reporting why there cannot be one.
 */
static gboolean
make_layer (ImGraphEditing *editing, const ImGraphEdit *edit, ImGraphNode *node)
{
  ImGraphBuilder *builder = &editing->builder;
  const ImSpan *place = &editing->base->unit->id.raw;
  const char *id = edit->layer.unit_id;

  if (edit->node != NULL && im_graph_find_node (editing->base, edit->node) >= 0)
    {
      im_graph_builder_report (builder, "duplicate-node", *place,
                               "there is a node “%s” already", edit->node);
      return FALSE;
    }
  if (edit->layer.removed != NULL)
    {
      *node = *edit->layer.removed;
      node->number = choose_number (editing, edit->layer.removed);
      restore_node (editing, node);
      return TRUE;
    }

  *node = (ImGraphNode){
    .number = editing->n_nodes,
    .kind = IM_NODE_UNIT,
    .name = edit->node != NULL ? im_arena_strdup (builder->arena, edit->node)
                               : new_name (editing, id),
    .unit_id = im_arena_strdup (builder->arena, id),
    .unit = im_graph_builder_find_unit (builder, &(ImUnitText){ id, *place }),
    .is_enabled = TRUE,
    .place = place,
  };

  return node->unit != NULL;
}

static void
add_node (ImGraphEditing *editing, const ImGraphNode *node)
{
  editing->nodes[node->number] = node;
  editing->n_nodes = MAX (editing->n_nodes, node->number + 1);
  im_graph_editing_touch (editing, node->number);
}

gboolean
im_graph_editing_insert (ImGraphEditing *editing,
                         const ImGraphEdit *edit,
                         ImGraphEdit *inverse)
{
  guint position;
  ImGraphNode node;

  if (!find_target (editing, edit->layer.before, &position) ||
      !make_layer (editing, edit, &node))
    return FALSE;

  guint number = node.number;
  add_node (editing, &node);
  put_into_order (editing, position, number);
  im_graph_editing_link_layer (editing, position);
  im_graph_editing_relink (editing, editing->nodes[number], position + 1);
  im_graph_editing_bind_outputs (editing, editing->nodes[number]);
  *inverse = (ImGraphEdit){ .kind = IM_GRAPH_EDIT_REMOVE,
                            .node = editing->nodes[number]->name };

  return TRUE;
}

gboolean
im_graph_editing_remove (ImGraphEditing *editing,
                         const ImGraphEdit *edit,
                         ImGraphEdit *inverse)
{
  const ImGraphNode *node = im_graph_editing_find_layer (editing, edit->node);

  if (node == NULL)
    return FALSE;

  guint position = find_position (editing, node->number);
  take_from_order (editing, position);
  im_graph_editing_relink (editing, node, position);
  editing->nodes[node->number] = NULL;
  im_graph_editing_bind_outputs (editing, node);
  *inverse = (ImGraphEdit){
    .kind = IM_GRAPH_EDIT_INSERT,
    .node = node->name,
    .layer = { node->unit_id, get_layer_name (editing, position), node },
  };

  return TRUE;
}

gboolean
im_graph_editing_move (ImGraphEditing *editing,
                       const ImGraphEdit *edit,
                       ImGraphEdit *inverse)
{
  const ImGraphNode *node = im_graph_editing_find_layer (editing, edit->node);
  guint target;

  if (node == NULL || !find_target (editing, edit->layer.before, &target))
    return FALSE;

  guint position = find_position (editing, node->number);
  *inverse = (ImGraphEdit){
    .kind = IM_GRAPH_EDIT_MOVE,
    .node = node->name,
    .layer = { .before = get_layer_name (editing, position + 1) },
  };
  if (target == position || target == position + 1)
    return TRUE;

  take_from_order (editing, position);
  im_graph_editing_relink (editing, node, position);
  target -= target > position;
  put_into_order (editing, target, node->number);
  im_graph_editing_link_layer (editing, target);
  im_graph_editing_relink (editing, editing->nodes[node->number], target + 1);
  im_graph_editing_bind_outputs (editing, editing->nodes[node->number]);

  return TRUE;
}
