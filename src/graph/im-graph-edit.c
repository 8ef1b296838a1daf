/* SPDX-License-Identifier: MIT
 *
 * Edits of one node. A node is copied when the first thing of it changes.
 */
#include "graph/im-graph-edit.h"

#include <string.h>

#include "graph/im-graph-edit-private.h"

/* Finds the node and the option of an edit, or reports that there is none. */
static const ImParameter *
find_option (ImGraphEditing *editing, const ImGraphEdit *edit, const ImGraphNode **node)
{
  const char *name = edit->option.parameter;
  ImGraphBuilder *builder = &editing->builder;

  *node = im_graph_editing_find_layer (editing, edit->node);
  if (*node == NULL)
    return NULL;
  if ((*node)->unit == NULL)
    {
      im_graph_builder_report (builder, "unknown-unit", *(*node)->place,
                               "the options of “%s” are not known, because its unit “%s” "
                               "is missing",
                               (*node)->name, (*node)->unit_id);
      return NULL;
    }

  const ImParameter *parameter = im_unit_find_parameter ((*node)->unit, name);
  if (parameter != NULL && im_parameter_is_option (parameter))
    return parameter;

  if (parameter != NULL && parameter->kind <= IM_PARAMETER_RETURN)
    im_graph_builder_report (builder, "link-kind", *(*node)->place,
                             "a value cannot be given to the socket %s.%s", edit->node,
                             name);
  else
    {
      im_graph_builder_report (builder, "dangling", *(*node)->place,
                               "%s has no option “%s” that could be set for the node "
                               "“%s”",
                               (*node)->unit->id.text, name, edit->node);
      im_graph_builder_suggest (builder, (*node)->unit, name, im_parameter_is_option);
    }

  return NULL;
}

/* Returns the number of the setting of an option, or that behind the last. */
static guint
find_setting (const ImGraphNode *node, const ImParameter *parameter)
{
  guint i = 0;

  while (i < node->n_settings &&
         strcmp (node->settings[i].parameter, parameter->name.text) != 0)
    i++;

  return i;
}

/* The value of a setting as an edit has it. */
static const char *
get_value (const ImGraphSetting *setting)
{
  return setting->expr != NULL ? setting->expr->text : setting->literal;
}

/* Places of an edited expression cannot be found in the file, so all of them are that of
 * its node. */
static const ImUnitExpr *
parse_value (ImGraphEditing *editing, const ImGraphNode *node, const char *text)
{
  ImArena *arena = editing->builder.arena;
  ImUnitExpr *expr = im_arena_new0 (arena, ImUnitExpr, 1);

  expr->text = text;
  expr->raw = (ImSpan){ node->place->start, node->place->start };
  expr->symbols = editing->base->unit->symbols;
  expr->expr = im_expr_parse (arena, text, -1, expr->symbols, &expr->error);

  return expr;
}

static ImGraphSetting
new_setting (ImGraphEditing *editing,
             const ImGraphNode *node,
             const ImParameter *parameter,
             const char *value)
{
  const char *text = im_arena_strdup (editing->builder.arena, value);
  gboolean is_stack = editing->base->unit->kind == IM_UNIT_COMPOSITE;

  return (ImGraphSetting){
    .parameter = parameter->name.text,
    .expr = is_stack ? parse_value (editing, node, text) : NULL,
    .literal = is_stack ? NULL : text,
    .place = node->place,
  };
}

/* Makes room for a setting: @n_removed are replaced by @n_added at a position. */
static ImGraphSetting *
replace_settings (ImGraphEditing *editing,
                  ImGraphNode *node,
                  guint position,
                  guint n_removed,
                  guint n_added)
{
  guint n = node->n_settings - n_removed + n_added;
  guint n_behind = node->n_settings - n_removed - position;
  ImGraphSetting *settings = im_arena_new0 (editing->builder.arena, ImGraphSetting, n);

  for (guint i = 0; i < position; i++)
    settings[i] = node->settings[i];
  for (guint i = 0; i < n_behind; i++)
    settings[position + n_added + i] = node->settings[position + n_removed + i];
  node->settings = settings;
  node->n_settings = n;

  return &settings[position];
}

static gboolean
set_option (ImGraphEditing *editing, const ImGraphEdit *edit, ImGraphEdit *inverse)
{
  const ImGraphNode *old;
  const ImParameter *parameter = find_option (editing, edit, &old);

  if (parameter == NULL)
    return FALSE;

  guint position = find_setting (old, parameter);
  gboolean is_set = position < old->n_settings;
  *inverse = (ImGraphEdit){
    .kind = is_set ? IM_GRAPH_EDIT_SET_OPTION : IM_GRAPH_EDIT_CLEAR_OPTION,
    .node = old->name,
    .option = { .parameter = parameter->name.text,
                .value = is_set ? get_value (&old->settings[position]) : NULL },
  };

  ImGraphNode *node = im_graph_editing_touch (editing, old->number);
  if (!is_set && edit->option.position > 0)
    position = MIN (position, edit->option.position - 1);
  *replace_settings (editing, node, position, is_set,
                     1) = new_setting (editing, node, parameter, edit->option.value);

  return TRUE;
}

static gboolean
clear_option (ImGraphEditing *editing, const ImGraphEdit *edit, ImGraphEdit *inverse)
{
  const ImGraphNode *old;
  const ImParameter *parameter = find_option (editing, edit, &old);

  if (parameter == NULL)
    return FALSE;

  guint position = find_setting (old, parameter);
  *inverse = *edit;
  inverse->node = old->name;
  inverse->option.parameter = parameter->name.text;
  if (position == old->n_settings)
    return TRUE;

  inverse->kind = IM_GRAPH_EDIT_SET_OPTION;
  inverse->option.value = get_value (&old->settings[position]);
  inverse->option.position = position + 1;
  ImGraphNode *node = im_graph_editing_touch (editing, old->number);
  replace_settings (editing, node, position, 1, 0);
  node->has_formula = im_graph_node_has_formula (node);

  return TRUE;
}

static gboolean
enable (ImGraphEditing *editing, const ImGraphEdit *edit, ImGraphEdit *inverse)
{
  const ImGraphNode *old = im_graph_editing_find (editing, edit->node);

  if (old == NULL)
    return FALSE;
  if (old->kind != IM_NODE_UNIT && old->kind != IM_NODE_ASSERT)
    {
      im_graph_editing_report_kind (editing, old, "a unit or an assert");
      return FALSE;
    }

  *inverse = (ImGraphEdit){ .kind = IM_GRAPH_EDIT_ENABLE,
                            .node = old->name,
                            .is_enabled = old->is_enabled };
  if (!old->is_enabled != !edit->is_enabled)
    im_graph_editing_touch (editing, old->number)->is_enabled = edit->is_enabled;

  return TRUE;
}

static gboolean
apply (ImGraphEditing *editing, const ImGraphEdit *edit, ImGraphEdit *inverse)
{
  switch (edit->kind)
    {
    case IM_GRAPH_EDIT_SET_OPTION:
      return set_option (editing, edit, inverse);
    case IM_GRAPH_EDIT_CLEAR_OPTION:
      return clear_option (editing, edit, inverse);
    case IM_GRAPH_EDIT_ENABLE:
      return enable (editing, edit, inverse);
    case IM_GRAPH_EDIT_INSERT:
      return im_graph_editing_insert (editing, edit, inverse);
    case IM_GRAPH_EDIT_REMOVE:
      return im_graph_editing_remove (editing, edit, inverse);
    case IM_GRAPH_EDIT_MOVE:
      return im_graph_editing_move (editing, edit, inverse);
    case IM_GRAPH_EDIT_CONNECT:
      return im_graph_editing_connect (editing, edit, inverse);
    case IM_GRAPH_EDIT_DISCONNECT:
      return im_graph_editing_disconnect (editing, edit, inverse);
    default:
      g_return_val_if_reached (FALSE);
    }
}

/* Copies the arrays of a graph, with room for one more node. */
static void
copy_arrays (ImGraphEditing *editing)
{
  const ImGraph *base = editing->base;

  editing->n_nodes = base->n_nodes;
  editing->n_ordered = base->n_ordered;
  editing->nodes = g_new (const ImGraphNode *, base->n_nodes + 1);
  memcpy (editing->nodes, base->nodes, base->n_nodes * sizeof *editing->nodes);
  if (base->order == NULL)
    return;
  editing->order = g_new (guint, base->n_ordered + 1);
  memcpy (editing->order, base->order, base->n_ordered * sizeof *editing->order);
}

static ImGraph *
finish (ImGraphEditing *editing)
{
  ImGraph *graph = im_graph_new_of_family (
      editing->base, g_steal_pointer (&editing->nodes), editing->n_nodes,
      g_steal_pointer (&editing->order), editing->n_ordered);

  graph->has_errors = graph->has_errors || editing->builder.has_errors;

  return graph;
}

/* Whether a kind of unit can be edited in a way. */
static gboolean
fits (ImUnitKind kind, ImGraphEditKind edit)
{
  gboolean is_of_layers = edit >= IM_GRAPH_EDIT_INSERT && edit <= IM_GRAPH_EDIT_MOVE;
  gboolean is_of_links = edit >= IM_GRAPH_EDIT_CONNECT;

  return kind == IM_UNIT_COMPOSITE  ? !is_of_links
         : kind == IM_UNIT_COMPOUND ? !is_of_layers
                                    : FALSE;
}

ImGraph *
im_graph_edit_apply (const ImGraph *graph,
                     const ImGraphEdit *edit,
                     ImUnitLibrary *library,
                     ImGraphEdit *inverse,
                     ImDiagnostics *diagnostics)
{
  g_return_val_if_fail (fits (graph->unit->kind, edit->kind), NULL);

  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&graph->family->lock);
  g_autoptr (GArray) touched = g_array_new (FALSE, FALSE, sizeof (guint));
  ImGraphEdit way_back;
  ImGraphEditing editing = {
    .base = graph,
    .builder = { .arena = graph->family->arena,
                 .unit = graph->unit,
                 .library = library,
                 .diagnostics = diagnostics },
    .touched = touched,
  };

  copy_arrays (&editing);
  if (!apply (&editing, edit, &way_back))
    {
      g_free (editing.nodes);
      g_free (editing.order);
      return NULL;
    }

  im_graph_editing_check (&editing);
  if (inverse != NULL)
    *inverse = way_back;

  return finish (&editing);
}
