/* SPDX-License-Identifier: MIT
 *
 * Each of these graphs is walked depth first; what leads back to the path is a cycle.
 */
#include <string.h>

#include "check/im-unit-check-private.h"
#include "evaluation/im-unit-evaluation.h"

#define MAX_WAY 1000 /* nodes behind each other, units inside of each other */

typedef enum
{
  UNSEEN,
  ON_PATH,
  DONE,
} State;

typedef struct
{
  ImUnitCheck *check;
  const ImParameter **by_slot;
  guint8 *states;     /* of the slots: State */
  GArray *path;       /* guint: slots */
  gboolean with_lazy; /* whether operands count that may be left out */
  gboolean found;
  guint depth; /* of expressions inside of each other */
} Parameters;

static void visit (Parameters *walk, guint slot);

/* Reports that @slot, which is on the path, is needed by the end of the path. */
static void
report_parameters (Parameters *walk, guint slot, ImSpan span)
{
  const ImSymbols *symbols = walk->check->unit->symbols;
  g_autoptr (GString) text = g_string_new (NULL);
  guint start = 0;

  while (g_array_index (walk->path, guint, start) != slot)
    start++;
  for (guint i = start; i < walk->path->len; i++)
    g_string_append_printf (
        text, "%s → ",
        im_symbols_get_name (symbols, g_array_index (walk->path, guint, i)));
  g_string_append (text, im_symbols_get_name (symbols, slot));
  im_unit_check_report (
      walk->check, walk->with_lazy ? IM_SEVERITY_HINT : IM_SEVERITY_ERROR, "recursion",
      span, "“%s” %s its own value: %s", im_symbols_get_name (symbols, slot),
      walk->with_lazy ? "may need" : "needs", text->str);
  walk->found = TRUE;
}

static void
follow (Parameters *walk, const ImUnitExpr *text, const ImExpr *expr)
{
  gboolean is_lazy = expr->kind == IM_EXPR_OPERATOR && expr->op >= IM_OPERATOR_AND;
  guint n = is_lazy && !walk->with_lazy ? 1 : expr->n_operands;

  if (walk->depth == IM_EVAL_MAX_DEPTH)
    return;
  walk->depth++;
  for (guint i = 0; i < n; i++)
    follow (walk, text, expr->operands[i]);
  walk->depth--;
  if (expr->kind != IM_EXPR_NAME || expr->slot < 0)
    return;
  if (walk->states[expr->slot] == ON_PATH)
    report_parameters (walk, (guint) expr->slot,
                       im_unit_expr_get_span (walk->check->unit, text, expr->name_span));
  else if (walk->states[expr->slot] == UNSEEN)
    visit (walk, (guint) expr->slot);
}

/* Follows what the value of a parameter is made of. */
static void
visit (Parameters *walk, guint slot)
{
  const ImParameter *p = walk->by_slot[slot];
  gboolean is_guarded = p != NULL && p->conditional != NULL && !walk->with_lazy;

  if (walk->depth == IM_EVAL_MAX_DEPTH)
    return;
  walk->depth++;
  walk->states[slot] = ON_PATH;
  g_array_append_val (walk->path, slot);
  if (p != NULL)
    {
      const ImUnitExpr *texts[] = { p->conditional, im_parameter_get_value (p),
                                    im_parameter_get_type (p),
                                    p->socket == NULL ? NULL : p->socket->shape,
                                    p->socket == NULL ? NULL : p->socket->rate };

      for (guint i = 0; i < (is_guarded ? 1 : G_N_ELEMENTS (texts)); i++)
        if (texts[i] != NULL && texts[i]->expr != NULL)
          follow (walk, texts[i], texts[i]->expr);
    }
  walk->depth--;
  walk->states[slot] = DONE;
  g_array_set_size (walk->path, walk->path->len - 1);
}

static void
check_parameters (ImUnitCheck *check)
{
  const ImUnit *unit = check->unit;
  guint n = im_symbols_get_count (unit->symbols);
  g_autofree guint8 *states = g_new0 (guint8, MAX (n, 1));
  g_autofree const ImParameter **by_slot = g_new0 (const ImParameter *, MAX (n, 1));
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint));
  Parameters walk = { check, by_slot, states, path, FALSE, FALSE, 0 };

  for (guint i = unit->n_parameters; i > 0; i--)
    by_slot[unit->parameters[i - 1].slot] = &unit->parameters[i - 1];
  for (guint pass = 0; pass < 2 && !walk.found; pass++)
    {
      walk.with_lazy = pass == 1;
      memset (states, UNSEEN, n);
      for (guint i = 0; i < n; i++)
        if (states[i] == UNSEEN)
          visit (&walk, i);
    }
}

/* Looks for a way from @unit to the unit that is checked; appends it to @way. */
static gboolean
find_way_back (ImUnitCheck *check, const ImUnit *unit, GHashTable *seen, GPtrArray *way)
{
  if (unit == check->unit)
    return TRUE;
  if (!g_hash_table_add (seen, (gpointer) unit) || g_hash_table_size (seen) > MAX_WAY)
    return FALSE;
  for (guint i = 0; i < unit->n_nodes; i++)
    {
      const ImUnitNode *node = &unit->nodes[i];
      const ImUnit *used = node->kind == IM_NODE_UNIT && node->unit_id.text != NULL
                               ? im_unit_check_find_unit (check, node->unit_id.text)
                               : NULL;

      if (used != NULL && find_way_back (check, used, seen, way))
        {
          g_ptr_array_add (way, (gpointer) unit->id.text);
          return TRUE;
        }
    }

  return FALSE;
}

static void
check_units (ImUnitCheck *check)
{
  const ImUnit *unit = check->unit;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < unit->n_nodes; i++)
    {
      const ImUnitNode *node = &unit->nodes[i];
      g_autoptr (GPtrArray) way = g_ptr_array_new ();
      g_autoptr (GString) text = g_string_new (unit->id.text);
      const ImUnit *used = node->kind == IM_NODE_UNIT && node->unit_id.text != NULL
                               ? im_unit_check_find_unit (check, node->unit_id.text)
                               : NULL;

      if (used == NULL || !find_way_back (check, used, seen, way))
        continue;
      for (guint j = way->len; j > 0; j--)
        g_string_append_printf (text, " → %s", (char *) g_ptr_array_index (way, j - 1));
      im_unit_check_report (check, IM_SEVERITY_ERROR, "recursion", node->unit_id.raw,
                            "%s → %s: a unit cannot contain itself", text->str,
                            unit->id.text);
    }
}

typedef struct
{
  ImUnitCheck *check;
  GHashTable *states; /* ImUnitNode to State */
  GHashTable *links;  /* id of a node to a GPtrArray of its ImUnitConnection */
  GPtrArray *path;    /* ImUnitNode */
} Nodes;

static void
report_nodes (Nodes *walk, const ImUnitNode *node, ImSpan span)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint start = 0;

  while (g_ptr_array_index (walk->path, start) != node)
    start++;
  for (guint i = start; i < walk->path->len; i++)
    g_string_append_printf (
        text, "%s → ", ((const ImUnitNode *) g_ptr_array_index (walk->path, i))->id.text);
  im_unit_check_report (walk->check, IM_SEVERITY_ERROR, "cycle", span,
                        "these nodes need each other: %s%s", text->str, node->id.text);
}

static void
visit_node (Nodes *walk, const ImUnitNode *node)
{
  const GPtrArray *links = g_hash_table_lookup (walk->links, node->id.text);

  if (links == NULL || walk->path->len == MAX_WAY)
    return;
  g_hash_table_insert (walk->states, (gpointer) node, GUINT_TO_POINTER (ON_PATH));
  g_ptr_array_add (walk->path, (gpointer) node);
  for (guint i = 0; i < links->len; i++)
    {
      const ImUnitConnection *connection = g_ptr_array_index (links, i);
      const ImUnitNode *target = g_hash_table_lookup (walk->check->nodes,
                                                      connection->target_node.text);
      guint state;

      if (target == NULL || target->kind == IM_NODE_UNKNOWN)
        continue;
      state = GPOINTER_TO_UINT (g_hash_table_lookup (walk->states, target));
      if (state == ON_PATH)
        report_nodes (walk, target, connection->target_node.raw);
      else if (state == UNSEEN)
        visit_node (walk, target);
    }
  g_hash_table_insert (walk->states, (gpointer) node, GUINT_TO_POINTER (DONE));
  g_ptr_array_set_size (walk->path, (gint) walk->path->len - 1);
}

static void
check_nodes (ImUnitCheck *check)
{
  const ImUnit *unit = check->unit;
  g_autoptr (GHashTable) states = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) fed = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) path = g_ptr_array_new ();
  g_autoptr (GHashTable) links = g_hash_table_new_full (
      g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  Nodes walk = { check, states, links, path };

  for (guint i = 0; i < unit->n_connections; i++)
    {
      const ImUnitConnection *connection = &unit->connections[i];
      const char *target = im_arena_printf (check->arena, "%s\n%s",
                                            connection->target_node.text,
                                            connection->target_parameter.text);

      GPtrArray *of_node = g_hash_table_lookup (links, connection->source_node.text);
      if (of_node == NULL)
        {
          of_node = g_ptr_array_new ();
          g_hash_table_insert (links, (gpointer) connection->source_node.text, of_node);
        }
      g_ptr_array_add (of_node, (gpointer) connection);
      const ImUnitNode *node = g_hash_table_lookup (check->nodes,
                                                    connection->target_node.text);
      if (node != NULL && node->kind != IM_NODE_UNKNOWN &&
          !g_hash_table_add (fed, (gpointer) target))
        im_unit_check_report (
            check, IM_SEVERITY_ERROR, "duplicate-link", connection->target_parameter.raw,
            "the input “%s” of “%s” is connected already",
            connection->target_parameter.text, connection->target_node.text);
    }
  for (guint i = 0; i < unit->n_nodes; i++)
    if (unit->nodes[i].id.text != NULL &&
        !g_hash_table_contains (states, &unit->nodes[i]))
      visit_node (&walk, &unit->nodes[i]);
}

void
im_unit_check_cycles (ImUnitCheck *check)
{
  check_parameters (check);
  check_units (check);
  check_nodes (check);
}
