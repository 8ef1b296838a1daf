/* SPDX-License-Identifier: MIT
 *
 * Graphs: which nodes are there, in which order, what is set of them, how they are
 * connected, and what follows for what flows through their outputs.
 */
#include <string.h>

#include "base/im-arena.h"
#include "diff/im-diff-private.h"

static const char *
get_what (const ImGraph *graph, const ImGraphNode *node)
{
  return node->kind == IM_NODE_UNIT && graph->unit->kind == IM_UNIT_COMPOSITE ? "layer"
                                                                              : "node";
}

/* Inputs, outputs and options are compared as parameters. */
static gboolean
is_parameter (const ImGraphNode *node)
{
  return node->kind == IM_NODE_INPUT || node->kind == IM_NODE_OUTPUT ||
         node->kind == IM_NODE_OPTION;
}

static const char *
get_key (const ImGraphNode *node)
{
  return node->unit_id != NULL ? node->unit_id : node->name;
}

static void
match_by_name (const ImGraph *before, const ImGraph *after, gint *found, gint *taken)
{
  for (guint i = 0; i < before->n_nodes; i++)
    {
      const ImGraphNode *node = before->nodes[i];
      gint other = im_graph_find_node (after, node->name);

      if (other < 0 || after->nodes[other]->kind != node->kind ||
          (node->kind == IM_NODE_UNIT && before->unit->kind == IM_UNIT_COMPOSITE))
        continue;
      found[i] = other;
      taken[other] = (gint) i;
    }
}

static GArray *
list_layers (const ImGraph *graph, const gint *is_taken, GPtrArray *keys)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < graph->n_nodes; i++)
    if (is_taken[i] < 0 && graph->nodes[i]->kind == IM_NODE_UNIT)
      {
        g_array_append_val (numbers, i);
        g_ptr_array_add (keys, (gpointer) get_key (graph->nodes[i]));
      }

  return numbers;
}

/* Units in the order that they have in both. */
static void
match_in_order (const ImGraph *before, const ImGraph *after, gint *found, gint *taken)
{
  g_autoptr (GPtrArray) keys_before = g_ptr_array_new ();
  g_autoptr (GPtrArray) keys_after = g_ptr_array_new ();
  g_autoptr (GArray) units_before = list_layers (before, found, keys_before);
  g_autoptr (GArray) units_after = list_layers (after, taken, keys_after);
  g_autofree gint *same = im_diff_match (
      (const char *const *) keys_before->pdata, keys_before->len,
      (const char *const *) keys_after->pdata, keys_after->len);

  for (guint i = 0; i < units_before->len; i++)
    if (same[i] >= 0)
      {
        guint then = g_array_index (units_before, guint, i);
        guint now = g_array_index (units_after, guint, (guint) same[i]);

        found[then] = (gint) now;
        taken[now] = (gint) then;
      }
}

/* Units that stand elsewhere. */
static void
match_moved (const ImGraph *before, const ImGraph *after, gint *found, gint *taken)
{
  g_autoptr (GHashTable) left = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                                       (GDestroyNotify) g_array_unref);

  for (guint i = after->n_nodes; i-- > 0;)
    if (taken[i] < 0 && after->nodes[i]->kind == IM_NODE_UNIT)
      {
        const char *key = get_key (after->nodes[i]);
        GArray *numbers = g_hash_table_lookup (left, key);

        if (numbers == NULL)
          {
            numbers = g_array_new (FALSE, FALSE, sizeof (guint));
            g_hash_table_insert (left, (gpointer) key, numbers);
          }
        g_array_append_val (numbers, i);
      }
  for (guint i = 0; i < before->n_nodes; i++)
    {
      GArray *numbers = found[i] >= 0 || before->nodes[i]->kind != IM_NODE_UNIT
                            ? NULL
                            : g_hash_table_lookup (left, get_key (before->nodes[i]));

      if (numbers == NULL || numbers->len == 0)
        continue;
      found[i] = (gint) g_array_index (numbers, guint, numbers->len - 1);
      taken[found[i]] = (gint) i;
      g_array_set_size (numbers, numbers->len - 1);
    }
}

/* Which nodes are the same, as numbers in @after or -1: of node graphs those of one name,
 * of stacks the most layers of the same units in the same order; and of the rest those of
 * the same unit. */
static gint *
match_nodes (const ImGraph *before, const ImGraph *after)
{
  gint *found = g_new (gint, before->n_nodes + 1);
  g_autofree gint *taken = g_new (gint, after->n_nodes + 1);

  for (guint i = 0; i < before->n_nodes; i++)
    found[i] = -1;
  for (guint i = 0; i < after->n_nodes; i++)
    taken[i] = -1;
  match_by_name (before, after, found, taken);
  match_in_order (before, after, found, taken);
  match_moved (before, after, found, taken);

  return found;
}

/* Whether an argument says what an option or input is, not which pipe it is. What belongs
 * to a unit that nobody has is not known, and may be. */
static gboolean
is_setting (const ImGraphNode *node, const char *parameter)
{
  for (guint i = 0; node->unit != NULL && i < node->n_settings; i++)
    if (strcmp (node->settings[i].parameter, parameter) == 0)
      return TRUE;

  return node->unit == NULL;
}

static const ImUnitArgument *
find_setting (const ImGraphNode *node, const char *parameter)
{
  const ImUnitNode *declaration = node->declaration;

  for (guint i = 0; i < declaration->n_arguments; i++)
    if (strcmp (declaration->arguments[i].parameter.text, parameter) == 0 &&
        is_setting (node, parameter))
      return &declaration->arguments[i];

  return NULL;
}

/* What an argument says: an expression in a stack, a value in a node graph. */
static const char *
get_text (const ImUnitArgument *argument)
{
  if (argument == NULL)
    return NULL;

  return argument->value != NULL ? argument->value->text : argument->literal.text;
}

static void
compare_setting (ImDiff *difference,
                 const char *what,
                 const char *name,
                 const char *parameter,
                 const ImUnitArgument *before,
                 const ImUnitArgument *after)
{
  const ImUnitExpr *then = before == NULL ? NULL : before->value;
  const ImUnitExpr *now = after == NULL ? NULL : after->value;

  if (then != NULL && now != NULL)
    im_diff_compare_exprs (difference, what, name, parameter, then, now);
  else
    im_diff_compare (difference, what, name, parameter, get_text (before),
                     get_text (after));
}

static void
compare_settings (ImDiff *difference,
                  const char *what,
                  const ImGraphNode *before,
                  const ImGraphNode *after)
{
  for (guint i = 0; i < after->declaration->n_arguments; i++)
    {
      const char *parameter = after->declaration->arguments[i].parameter.text;

      compare_setting (difference, what, after->name, parameter,
                       find_setting (before, parameter), find_setting (after, parameter));
    }
  for (guint i = 0; i < before->declaration->n_arguments; i++)
    {
      const char *parameter = before->declaration->arguments[i].parameter.text;

      if (find_setting (after, parameter) == NULL)
        compare_setting (difference, what, after->name, parameter,
                         find_setting (before, parameter), NULL);
    }
}

static void
compare_nodes (ImDiff *difference,
               const char *what,
               const ImGraphNode *before,
               const ImGraphNode *after)
{
  const char *name = after->name;

  im_diff_compare (difference, what, name, "unit", before->unit_id, after->unit_id);
  if (before->is_enabled != after->is_enabled)
    im_diff_add (difference, IM_CHANGE_CHANGED, what, name, "enabled",
                 before->is_enabled ? "yes" : "no", after->is_enabled ? "yes" : "no");
  if (before->declaration == NULL || after->declaration == NULL)
    return;
  compare_settings (difference, what, before, after);
  im_diff_compare_exprs (difference, what, name, "expression",
                         before->declaration->expression, after->declaration->expression);
}

/* The layer behind one of a stack, NULL at the end. */
static const char *
get_next (const ImGraph *graph, guint number)
{
  for (guint i = number + 1; i < graph->n_nodes; i++)
    if (graph->nodes[i]->kind == IM_NODE_UNIT)
      return graph->nodes[i]->name;

  return NULL;
}

static void
add_all (ImDiff *difference,
         const ImGraph *before,
         const ImGraph *after,
         const gint *found)
{
  g_autofree gint *from = g_new (gint, after->n_nodes + 1);
  gboolean is_stack = after->unit->kind == IM_UNIT_COMPOSITE;
  gint last = -1;

  for (guint i = 0; i < after->n_nodes; i++)
    from[i] = -1;
  for (guint i = 0; i < before->n_nodes; i++)
    if (found[i] >= 0)
      from[found[i]] = (gint) i;
  for (guint i = 0; i < after->n_nodes; i++)
    {
      const ImGraphNode *node = after->nodes[i];
      const char *what = get_what (after, node);

      if (is_parameter (node))
        continue;
      if (from[i] < 0)
        {
          im_diff_add (difference, IM_CHANGE_ADDED, what, node->name, NULL, NULL,
                       is_stack ? get_next (after, i) : NULL);
          continue;
        }
      if (is_stack && from[i] < last)
        im_diff_add (difference, IM_CHANGE_MOVED, what, node->name, NULL,
                     get_next (before, (guint) from[i]), get_next (after, i));
      last = MAX (last, from[i]);
      compare_nodes (difference, what, before->nodes[from[i]], node);
    }
  for (guint i = 0; i < before->n_nodes; i++)
    if (found[i] < 0 && !is_parameter (before->nodes[i]))
      im_diff_add (difference, IM_CHANGE_REMOVED, get_what (before, before->nodes[i]),
                   before->nodes[i]->name, NULL, is_stack ? get_next (before, i) : NULL,
                   NULL);
}

/* Whether a pipe follows from the order of layers: it leads to the first one, or comes
 * from the last one. */
static gboolean
is_of_stack (const ImGraph *graph, const ImGraphLink *link)
{
  if (link->is_piped)
    return TRUE;
  if (graph->unit->kind != IM_UNIT_COMPOSITE)
    return FALSE;
  if (graph->nodes[link->target]->kind == IM_NODE_OUTPUT)
    return get_next (graph, link->source) == NULL;

  return graph->nodes[link->source]->kind == IM_NODE_INPUT &&
         (link->target == 0 || graph->nodes[link->target - 1]->kind != IM_NODE_UNIT);
}

/* The links of graphs, with the names that their nodes have in @names. */
static GHashTable *
list_links (const ImGraph *graph, const gint *found, const ImGraph *names)
{
  GHashTable *links = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < graph->n_nodes; i++)
    for (guint k = 0; k < graph->nodes[i]->n_links; k++)
      {
        const ImGraphLink *link = &graph->nodes[i]->links[k];
        const ImGraphNode *source = graph->nodes[link->source];
        const ImGraphNode *target = graph->nodes[i];

        if (is_of_stack (graph, link))
          continue;
        if (found != NULL && found[link->source] >= 0)
          source = names->nodes[found[link->source]];
        if (found != NULL && found[i] >= 0)
          target = names->nodes[found[i]];
        g_hash_table_add (links, g_strdup_printf ("%s.%s -> %s.%s", source->name,
                                                  link->source_port, target->name,
                                                  link->target_port));
      }

  return links;
}

static void
add_missing_links (ImDiff *difference,
                   GHashTable *links,
                   GHashTable *others,
                   ImChangeKind kind)
{
  g_autoptr (GList) keys = g_list_sort (g_hash_table_get_keys (links),
                                        (GCompareFunc) strcmp);

  for (const GList *at = keys; at != NULL; at = at->next)
    if (!g_hash_table_contains (others, at->data))
      im_diff_add (difference, kind, "pipe", at->data, NULL, NULL, NULL);
}

void
im_diff_add_nodes (ImDiff *difference, const ImGraph *before, const ImGraph *after)
{
  g_autofree gint *found = NULL;
  g_autoptr (GHashTable) links_before = NULL;
  g_autoptr (GHashTable) links_after = NULL;

  if ((before->unit->kind != IM_UNIT_COMPOSITE &&
       before->unit->kind != IM_UNIT_COMPOUND) ||
      (after->unit->kind != IM_UNIT_COMPOSITE && after->unit->kind != IM_UNIT_COMPOUND))
    return;
  found = match_nodes (before, after);
  links_before = list_links (before, found, after);
  links_after = list_links (after, NULL, after);
  add_all (difference, before, after, found);
  add_missing_links (difference, links_after, links_before, IM_CHANGE_ADDED);
  add_missing_links (difference, links_before, links_after, IM_CHANGE_REMOVED);
}

static void
compare_types (ImDiff *difference,
               const char *what,
               const char *name,
               const char *field,
               const ImTensorType *before,
               const ImTensorType *after)
{
  g_autoptr (GString) then = g_string_new (NULL);
  g_autoptr (GString) now = g_string_new (NULL);

  im_tensor_type_append_text (before, then);
  im_tensor_type_append_text (after, now);
  if (!g_string_equal (then, now))
    im_diff_add (difference, IM_CHANGE_FOLLOWS, what, name, field, then->str, now->str);
}

/* The node of a graph whose name a path begins with; -1 if there is none. */
static gint
find_outermost (const ImGraph *graph, const char *path)
{
  g_autofree char *name = g_strndup (path, strcspn (path, "/"));

  return im_graph_find_node (graph, name);
}

gint *
im_diff_match_instances (const ImProgram *before, const ImProgram *after)
{
  const ImGraph *graph_before = im_program_get_graph (before);
  const ImGraph *graph_after = im_program_get_graph (after);
  g_autofree gint *nodes = match_nodes (graph_before, graph_after);
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  gint *found = g_new (gint, before->n_instances + 1);

  for (guint i = 0; i < after->n_instances; i++)
    g_hash_table_insert (numbers, (gpointer) after->instances[i].path,
                         GUINT_TO_POINTER (i + 1));
  for (guint i = 0; i < before->n_instances; i++)
    {
      const char *path = before->instances[i].path;
      gint node = find_outermost (graph_before, path);
      g_autofree char *name = NULL;

      found[i] = -1;
      if (node < 0 || nodes[node] < 0)
        continue;
      name = g_strconcat (graph_after->nodes[nodes[node]]->name,
                          path + strcspn (path, "/"), NULL);
      found[i] = GPOINTER_TO_INT (g_hash_table_lookup (numbers, name)) - 1;
    }

  return found;
}

static void
compare_outputs (ImDiff *difference,
                 const ImProgram *before,
                 const ImInstance *then,
                 const ImProgram *after,
                 const ImInstance *now)
{
  for (guint i = 0; i < now->unit->n_parameters; i++)
    {
      const ImParameter *output = &now->unit->parameters[i];
      const ImParameter *old = im_unit_find_parameter (then->unit, output->name.text);

      if (output->kind != IM_PARAMETER_OUTPUT && output->kind != IM_PARAMETER_RETURN)
        continue;
      if (old == NULL || now->tensors[output->slot] < 0 || then->tensors[old->slot] < 0)
        continue;
      compare_types (difference, "layer", now->path, output->name.text,
                     &before->tensors[then->tensors[old->slot]].type,
                     &after->tensors[now->tensors[output->slot]].type);
    }
}

static const ImProgramPort *
find_port (const ImProgramPort *ports, guint n_ports, const char *name)
{
  for (guint i = 0; i < n_ports; i++)
    if (strcmp (ports[i].name, name) == 0)
      return &ports[i];

  return NULL;
}

void
im_diff_add_programs (ImDiff *difference, const ImProgram *before, const ImProgram *after)
{
  g_autofree gint *found = im_diff_match_instances (before, after);

  difference->unit = after->unit->id.text;
  for (guint i = 0; i < before->n_instances; i++)
    if (found[i] >= 0 && strchr (before->instances[i].path, '/') == NULL)
      compare_outputs (difference, before, &before->instances[i], after,
                       &after->instances[found[i]]);
  for (guint i = 0; i < after->n_outputs; i++)
    {
      const ImProgramPort *now = &after->outputs[i];
      const ImProgramPort *then = find_port (before->outputs, before->n_outputs,
                                             now->name);

      if (then != NULL && then->tensor >= 0 && now->tensor >= 0)
        compare_types (difference, "output", now->name, NULL,
                       &before->tensors[then->tensor].type,
                       &after->tensors[now->tensor].type);
    }
}
