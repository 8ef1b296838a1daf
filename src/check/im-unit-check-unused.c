/* SPDX-License-Identifier: MIT
 *
 * Options of pipelines that change nothing: in a stack one that no expression names, in a
 * graph one that no pipe leaves. Global ones reach the units inside by their name.
 */
#include "check/im-unit-check-private.h"

static gboolean
is_used_by_nodes (const ImUnit *unit, const char *name)
{
  for (guint i = 0; i < unit->n_nodes; i++)
    for (guint k = 0; k < unit->nodes[i].n_arguments; k++)
      {
        const ImUnitExpr *value = unit->nodes[i].arguments[k].value;

        if (value != NULL && im_expr_uses_name (value->expr, name))
          return TRUE;
      }

  return FALSE;
}

static gboolean
is_used_in_stack (const ImUnit *unit, const char *name)
{
  for (guint i = 0; i < unit->n_parameters; i++)
    if (im_parameter_uses (&unit->parameters[i], name))
      return TRUE;
  for (guint i = 0; i < unit->n_contracts; i++)
    if (im_expr_uses_name (unit->contracts[i].test->expr, name))
      return TRUE;

  return is_used_by_nodes (unit, name);
}

/* Whether a pipe leaves the node of an option. */
static gboolean
is_used_in_graph (const ImUnit *unit, const ImParameter *option)
{
  const char *id = NULL;

  for (guint i = 0; i < unit->n_nodes && id == NULL; i++)
    if (unit->nodes[i].parameter == option)
      id = unit->nodes[i].id.text;
  for (guint i = 0; i < unit->n_connections; i++)
    if (g_strcmp0 (unit->connections[i].source_node.text, id) == 0)
      return TRUE;

  return FALSE;
}

void
im_unit_check_unused (ImUnitCheck *check)
{
  const ImUnit *unit = check->unit;
  gboolean is_stack = unit->kind == IM_UNIT_COMPOSITE;

  if (!im_unit_is_graph (unit))
    return;
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *option = &unit->parameters[i];
      const char *name = option->name.text;

      if (!im_parameter_is_option (option) || option->option->is_global ||
          (is_stack ? is_used_in_stack (unit, name) : is_used_in_graph (unit, option)))
        continue;
      im_unit_check_report (check, IM_SEVERITY_WARNING, "unused-option", option->name.raw,
                            "nothing uses the option “%s”", name);
      im_diagnostics_set_subject (check->diagnostics, (ImSubject){ .parameter = name });
    }
}
