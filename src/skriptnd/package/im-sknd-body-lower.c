/* SPDX-License-Identifier: MIT
 *
 * Of a statement the names are looked at; what their types and ranks are, a call tells.
 */
#include <string.h>

#include "skriptnd/package/im-sknd-body-private.h"
#include "skriptnd/value/im-sknd-names.h"

/* An index, or a local: its type is not asked for. */
static void
declare_scalar (ImSkndBody *body, const char *name)
{
  ImSkndType type = { .base = IM_SKND_BASE_INT };

  im_sknd_scope_add (body->scope, body->arena, name, type);
}

static gboolean
check_names (ImSkndBody *body, const ImSkndExpr *expr)
{
  const ImSkndExpr *unknown = expr == NULL ? NULL
                                           : im_sknd_find_unknown (expr, body->scope);
  const char *name = NULL;

  if (unknown == NULL)
    return TRUE;
  name = unknown->kind == IM_SKND_NAME ? unknown->name : NULL;
  if (name == NULL)
    return im_sknd_signature_fail (body->signature, body->diagnostics, "name",
                                   unknown->span, "There is no such member of a tensor");
  im_sknd_signature_fail (body->signature, body->diagnostics, "name", unknown->span,
                          "There is no “%s” here", name);
  im_diagnostics_suggest (body->diagnostics, name,
                          im_sknd_scope_get_nearest (body->scope, name));

  return FALSE;
}

static const ImSkndParameter *
find_output (const ImSkndBody *body, const char *name, guint *number)
{
  const ImSkndBlock *block = body->signature->definition->by_kind[IM_SKND_OUTPUT];

  for (guint i = 0; block != NULL && i < block->n; i++)
    if (strcmp (block->statements[i]->parameter.name.text, name) == 0)
      {
        *number = i;
        return &block->statements[i]->parameter;
      }

  return NULL;
}

/* The name in front of all brackets. */
static const ImSkndExpr *
get_written (const ImSkndExpr *expr)
{
  while (expr->kind == IM_SKND_INDEX && expr->n > 0)
    expr = expr->operands[0];

  return expr;
}

static gboolean
check_statement (ImSkndBody *body, const ImSkndLowering *lowering, gboolean *is_written)
{
  const ImSkndExpr *written = get_written (lowering->output);
  guint number = 0;

  if (!check_names (body, lowering->unroll_count))
    return FALSE;
  if (lowering->unroll_name.text != NULL)
    declare_scalar (body, lowering->unroll_name.text);
  for (guint i = 0; i < lowering->n_bounds; i++)
    {
      if (!check_names (body, lowering->bounds[i].limit))
        return FALSE;
      declare_scalar (body, lowering->bounds[i].name.text);
    }
  for (guint i = 0; i < lowering->n_locals; i++)
    {
      if (!check_names (body, lowering->locals[i].value))
        return FALSE;
      declare_scalar (body, lowering->locals[i].name.text);
    }
  if (!check_names (body, lowering->output) || !check_names (body, lowering->value) ||
      !check_names (body, lowering->condition))
    return FALSE;
  if (lowering->output->kind != IM_SKND_INDEX || written->kind != IM_SKND_NAME)
    return im_sknd_signature_fail (
        body->signature, body->diagnostics, "type", lowering->output->span,
        "Expected an element of an output on the left, such as "
        "y[i,]");
  if (find_output (body, written->name, &number) == NULL)
    return im_sknd_signature_fail (
        body->signature, body->diagnostics, "output", written->span,
        "“%s” is no output, which is all that @lower writes", written->name);
  is_written[number] = TRUE;

  return TRUE;
}

gboolean
im_sknd_body_check_lower (ImSkndBody *body, const ImSkndBlock *block)
{
  const ImSkndBlock *outputs = body->signature->definition->by_kind[IM_SKND_OUTPUT];
  guint n = outputs == NULL ? 0 : outputs->n;
  g_autofree gboolean *is_written = g_new0 (gboolean, n + 1);

  for (guint i = 0; i < block->n; i++)
    {
      ImSkndScope *outer = body->scope, scope;
      gboolean is_fine = FALSE;

      im_sknd_scope_init (&scope, outer);
      body->scope = &scope;
      is_fine = check_statement (body, &block->statements[i]->lowering, is_written);
      body->scope = outer;
      im_sknd_scope_clear (&scope);
      if (!is_fine)
        return FALSE;
    }
  for (guint i = 0; i < n; i++)
    if (!is_written[i])
      return im_sknd_signature_fail (body->signature, body->diagnostics, "output",
                                     outputs->statements[i]->parameter.name.span,
                                     "The output “%s” is never written",
                                     outputs->statements[i]->parameter.name.text);

  return TRUE;
}
