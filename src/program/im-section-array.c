/* SPDX-License-Identifier: MIT
 *
 * What a section says of the constant arrays at the inputs of its units.
 */
#include <string.h>

#include "program/im-program-private.h"

/* Whether an expression names a parameter, which a section has not. */
static gboolean
has_names (const ImExpr *expr)
{
  gboolean found = expr->kind == IM_EXPR_NAME;

  for (guint i = 0; i < expr->n_operands && !found; i++)
    found = has_names (expr->operands[i]);

  return found;
}

/* The text of an expression, if it means the same in a section. */
static const char *
get_own_text (const ImUnitExpr *expr)
{
  return expr != NULL && expr->expr != NULL && !has_names (expr->expr) ? expr->text
                                                                       : NULL;
}

/* What a layer, or an expression node in front of it, says of the array at an input. */
static const char *
find_array_text (const ImGraph *graph, const ImGraphNode *node, const char *input)
{
  const ImGraphLink *link = im_graph_find_link (graph, node->number, input);
  const ImGraphNode *source = link == NULL ? NULL : graph->nodes[link->source];

  if (source != NULL && source->kind == IM_NODE_EXPRESSION)
    return get_own_text (source->declaration->expression);
  for (guint i = 0; i < node->n_settings; i++)
    if (strcmp (node->settings[i].parameter, input) == 0)
      return get_own_text (node->settings[i].expr);

  return NULL;
}

char *
im_section_dup_array_text (const ImProgram *program,
                           const ImGraphNode *node,
                           const char *input)
{
  const ImArray *array = im_program_find_constant (program, node->name, input);
  const char *text = find_array_text (program->graph, node, input);
  GString *out = g_string_new (text);

  if (text == NULL)
    {
      g_string_append (out, "System.parseArray(\"");
      im_array_append_text (array, array->count, out);
      g_string_append (out, "\")");
    }

  return g_string_free (out, out->len > IM_EXPR_MAX_BYTES);
}
